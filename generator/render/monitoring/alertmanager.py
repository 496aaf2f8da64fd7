"""alertmanager.yml: receivers of alerts, and alerts that their cause inhibits. Secrets are files of the host."""

from typing import Any

from generator.catalog.alerts import Rule
from generator.plan.hosts.certificates import CERTIFICATE, key_of
from generator.plan.monitoring.jobs import CERTIFICATES, ENDPOINTS, SWITCH_CERTIFICATES
from generator.plan.monitoring.records import MonitoringPlan, Receiver
from generator.plan.monitoring.telemetry import CERTIFICATE as GNMI_CERTIFICATE
from generator.plan.monitoring.telemetry import KEY as GNMI_KEY

_NOBODY = "nobody"


def configuration(watch: MonitoringPlan) -> dict[str, Any]:
    """Return the whole file. Alerts of one kind in one fabric or rack are one message; alerts of devices in maintenance are not sent."""
    return {
        "route": {
            "receiver": _NOBODY,
            "group_by": ["alertname", "fabric", "rack"],
            "group_wait": "30s",
            "group_interval": "5m",
            "repeat_interval": "12h",
            "routes": [
                *(_heartbeat(each) for each in watch.receivers if each.heartbeat),
                {"receiver": _NOBODY, "matchers": ['state="maintenance"']},
                *(_route(each) for each in watch.receivers if not each.heartbeat),
            ],
        },
        "inhibit_rules": [
            _beside(cause, labels, rule)
            for group in watch.groups
            for rule in group.rules
            for cause, labels in sorted(rule.explained_by.items())
        ],
        "receivers": [{"name": _NOBODY}, *(_receiver(each) for each in watch.receivers)],
    }


def _heartbeat(receiver: Receiver) -> dict[str, Any]:
    """Notify one receiver repeatedly that monitoring works; no other receiver gets this alert."""
    return {
        "receiver": receiver.name,
        "matchers": ['alertname="Watchdog"'],
        "group_wait": "0s",
        "group_interval": "1m",
        "repeat_interval": "5m",
    }


def _route(receiver: Receiver) -> dict[str, Any]:
    matchers = {"matchers": ['severity="critical"']} if receiver.critical_only else {}
    return {"receiver": receiver.name, **matchers, "continue": True}


def _receiver(receiver: Receiver) -> dict[str, Any]:
    return {"name": receiver.name, receiver.key: [{"send_resolved": True, **receiver.settings}]}


def _beside(cause: str, labels: tuple[str, ...], rule: Rule) -> dict[str, Any]:
    """Leave an alert unsaid beside the one that explains it, where they are about the same."""
    return {
        "source_matchers": [f'alertname="{cause}"'],
        "target_matchers": [f'alertname="{rule.alert}"'],
        "equal": list(labels),
    }


def probes(watch: MonitoringPlan) -> dict[str, Any]:
    """Return blackbox.yml: probes of devices, of certificates of hosts and switches, and of endpoints of object stores. Out of band there is IPv4 alone."""
    ping = {"prober": "icmp", "timeout": "5s", "icmp": {"preferred_ip_protocol": "ip4"}}
    stores = {f"{ENDPOINTS}-{tier}": _endpoint(authority) for tier, authority in watch.stores.items()}
    hosts = {CERTIFICATES: _certificate(CERTIFICATE, key_of("prometheus"))} if watch.tls else {}
    switches = {SWITCH_CERTIFICATES: _certificate(GNMI_CERTIFICATE, GNMI_KEY)} if watch.telemetry else {}
    return {"modules": {"icmp": ping, **hosts, **switches, **stores}}


_ANSWERS = [200, 301, 302, 307, 400, 401, 403, 404, 405]
"""What a store may answer somebody without a key: vendors differ. Errors of the server (5xx) are none of them."""


def _endpoint(authority: str) -> dict[str, Any]:
    """Ask an endpoint without a key, and verify its certificate."""
    trust = {"tls_config": {"ca_file": authority}} if authority else {}
    http = {"preferred_ip_protocol": "ip4", "follow_redirects": False, "fail_if_not_ssl": True, "valid_status_codes": _ANSWERS, **trust}  # fmt: skip
    return {"prober": "http", "timeout": "5s", "http": http}


def _certificate(own: str, key: str) -> dict[str, Any]:
    """Read a certificate without verification: an untrusted or expired one must raise an alert, not fail the probe. The other side gets ours."""
    shown = {"cert_file": own, "key_file": key, "insecure_skip_verify": True}
    return {"prober": "tcp", "timeout": "5s", "tcp": {"preferred_ip_protocol": "ip4", "tls": True, "tls_config": shown}}
