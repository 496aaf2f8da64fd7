"""Alerting: receivers with references to their secrets, and the cluster of Alertmanagers."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.jobs import LOCAL, monitoring_hosts
from generator.plan.monitoring.records import Receiver
from generator.plan.plan import Plan
from generator.plan.records import Host

SECRETS_FOLDER = "/etc/prometheus/secrets"
"""Where hosts keep the secrets of receivers: files of the user that runs Alertmanager alone (prometheus(1) of Debian)."""
TEXTFILES = "/var/lib/prometheus/node-exporter"
"""The folder from which Debian's node exporter adds files to its metrics (its `--collector.textfile.directory`)."""
GOSSIP_PORT = 9094
"""The port by which Alertmanagers agree on which one notifies (its `--cluster.listen-address`)."""


def receivers_of(plan: Plan) -> list[Receiver]:
    """Return the receivers of alerts, in a fixed order."""
    spec = plan.site.monitoring.receivers
    found = []
    if spec.webhook:
        found.append(Receiver(name="webhook", key="webhook_configs", settings={"url": spec.webhook}))
    if spec.email:
        mail = {"to": ", ".join(spec.email.to), "from": spec.email.sender, "smarthost": spec.email.relay}
        found.append(Receiver(name="email", key="email_configs", settings=mail))
    if spec.slack:
        found.append(_with_secret("slack", "slack_url", {"channel": spec.slack.channel}, "api_url_file"))
    if spec.pagerduty:
        found.append(replace(_with_secret("pagerduty", "pagerduty_key", {}, "routing_key_file"), critical_only=True))
    return [*_heartbeat(plan), *found]


def _heartbeat(plan: Plan) -> Iterator[Receiver]:
    """Yield the service outside of the cluster that misses alerts when monitoring stops. Its token is a file: Alertmanager 0.25 reads no URL from one."""
    spec = plan.site.monitoring.receivers.watchdog
    if spec:
        secret = "watchdog_token" if spec.token else ""
        login = {"http_config": {"authorization": {"credentials_file": secret_path(secret)}}} if secret else {}
        settings = {"url": spec.url, "send_resolved": False, **login}
        yield Receiver(name="watchdog", key="webhook_configs", settings=settings, secret=secret, heartbeat=True)


def _with_secret(name: str, secret: str, settings: Mapping[str, Any], key: str) -> Receiver:
    """Return a receiver that reads a secret of the site from a file of the host's: `key` takes its path."""
    return Receiver(name=name, key=f"{name}_configs", settings={**settings, key: secret_path(secret)}, secret=secret)


def secret_path(name: str) -> str:
    """Return the file on a host that holds a secret."""
    return f"{SECRETS_FOLDER}/{name}"


def agree(plan: Plan) -> bool:
    """Whether the Alertmanagers may connect to each other, so that each alert is sent once: the matrix must have both of their ports."""
    source = "inband/control"
    ports = (("tcp", read_exporter("alertmanager").port), ("tcp", GOSSIP_PORT), ("udp", GOSSIP_PORT))
    several = len(monitoring_hosts(plan)) > 1
    return several and all(plan.access.may(source, source, protocol, port) for protocol, port in ports)


def alertmanagers(plan: Plan) -> list[str]:
    """Return the Alertmanagers to which every Prometheus sends: all if they form a cluster, else its own."""
    port = read_exporter("alertmanager").port
    return [f"{host.inband}:{port}" for host in monitoring_hosts(plan)] if agree(plan) else [f"{LOCAL}:{port}"]


def peers_of(plan: Plan, host: Host) -> list[str]:
    """Return the other Alertmanagers of a host's."""
    others = [each for each in monitoring_hosts(plan) if each.name != host.name]
    return [f"{each.inband}:{GOSSIP_PORT}" for each in others] if agree(plan) else []
