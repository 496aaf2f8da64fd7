"""Secrets of monitoring: the use of each, and the plans that need it."""

from collections.abc import Callable

from generator.plan.plan import Plan
from generator.spec.monitoring import MonitoringSpec, RemoteWriteSpec

OF_MONITORING = {
    "slack_url": "the address of the Slack webhook that alerts go to (monitoring.receivers.slack)",
    "pagerduty_key": "the routing key of the PagerDuty service that critical alerts go to (monitoring.receivers.pagerduty)",
    "watchdog_token": "the bearer token of the service that reports when monitoring stops (monitoring.receivers.watchdog.token)",
    "remote_write_password": "the password of the user by which Prometheus sends series to the site's store (monitoring.remote_write.user)",
    "remote_write_token": "the bearer token with which Prometheus sends series to the site's store (monitoring.remote_write.token)",
    "remote_write_authority": "the certificate (PEM) of the authority that signs the certificate of the site's store (monitoring.remote_write.authority)",
    "bmc_monitor_password": "the password by which control hosts read the sensors of BMCs, as the user monitoring.bmc_user: for ipmi, up to 20 letters and digits, as IPMI limits it and FreeIPMI's files have no quotes; for redfish, one line (monitoring.exporters: [ipmi] or [redfish])",
    "bmc_authority": "the certificate (PEM) of the authority that signs the certificates of BMCs (monitoring.exporters: [redfish], monitoring.bmc_certificates)",
    "ufm_authority": "the certificate (PEM) of the authority that signs the certificate of UFM Telemetry (monitoring.ufm.https)",
    "pdu_auth_passphrase": "the authentication passphrase of the SNMPv3 user power.pdu_management.user on power strips, 8 characters or more (monitoring.exporters: [pdu]; RFC 3414)",
    "pdu_priv_passphrase": "the privacy passphrase of the SNMPv3 user power.pdu_management.user on power strips, 8 characters or more (monitoring.exporters: [pdu]; RFC 3414)",
}
"""Each by its name."""
STAGE = (("monitoring", "prometheus"), "role_control")
"""The tags of playbooks that need them, and the group of the inventory that needs them."""


def _store(spec: MonitoringSpec) -> RemoteWriteSpec | None:
    return spec.remote_write


_ASKED: dict[str, Callable[[MonitoringSpec], bool]] = {
    "slack_url": lambda spec: spec.receivers.slack is not None,
    "pagerduty_key": lambda spec: spec.receivers.pagerduty,
    "watchdog_token": lambda spec: spec.receivers.watchdog is not None and spec.receivers.watchdog.token,
    "remote_write_password": lambda spec: bool((store := _store(spec)) and store.user),
    "remote_write_token": lambda spec: bool((store := _store(spec)) and store.token),
    "remote_write_authority": lambda spec: bool((store := _store(spec)) and store.authority),
    "bmc_monitor_password": lambda spec: bool({"ipmi", "redfish"} & set(spec.exporters)),
    "bmc_authority": lambda spec: "redfish" in spec.exporters and spec.bmc_certificates == "verified",
    "ufm_authority": lambda spec: "ufm" in spec.exporters and spec.ufm.https,
    "pdu_auth_passphrase": lambda spec: "pdu" in spec.exporters,
    "pdu_priv_passphrase": lambda spec: "pdu" in spec.exporters,
}


def asks(plan: Plan, name: str) -> bool:
    """Whether monitoring of a plan needs one of them."""
    return plan.site.monitoring.enabled and _ASKED[name](plan.site.monitoring)


def of_remote_write(plan: Plan) -> tuple[str, ...]:
    """Return those of the store that series are sent to."""
    return tuple(name for name in OF_MONITORING if name.startswith("remote_write") and asks(plan, name))
