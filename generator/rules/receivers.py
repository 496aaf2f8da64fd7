"""Receivers of alerts and series that are outside of a cluster without an uplink."""

from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.source.span import Loc
from generator.spec.checks.rule import Finding

_RECEIVERS = ("monitoring", "receivers")
_ELSEWHERE = _SLACK, _PAGERDUTY = "Slack", "PagerDuty"


@plan_warning(
    title="Receivers of alerts that no uplink reaches",
    why="Control hosts send alerts and series themselves. Without an uplink to the site, they reach only addresses of the cluster, and Alertmanager or Prometheus repeats what it cannot deliver.",
    fix="State `addressing.way_out` or `addressing.oob_way_out`, or use a receiver on a host of the cluster.",
)
def receiver_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """Every receiver outside of the cluster is behind an uplink."""
    if plan.spec.addressing.way_out or plan.site_uplinks or not plan.hosts_of.get("control"):
        return
    for loc, what in _asked(plan):
        if what in _ELSEWHERE or is_outside(plan, what):
            yield Finding(
                message=f"control hosts cannot reach {what}: no uplink to the site is planned",
                loc=loc,
                help="state addressing.way_out, or use a receiver on a host of the cluster",
            )


def _asked(plan: Draft) -> Iterator[tuple[Loc, str]]:
    """Yield where a receiver is stated, and its host."""
    monitoring = plan.spec.monitoring
    receivers = monitoring.receivers
    if not monitoring.enabled:
        return
    if monitoring.remote_write:
        yield ("monitoring", "remote_write", "url"), _host(monitoring.remote_write.url)
    if receivers.webhook:
        yield (*_RECEIVERS, "webhook"), _host(receivers.webhook)
    if receivers.email:
        yield (*_RECEIVERS, "email", "relay"), _host(f"//{receivers.email.relay}")
    if receivers.slack:
        yield (*_RECEIVERS, "slack"), _SLACK
    if receivers.pagerduty:
        yield (*_RECEIVERS, "pagerduty"), _PAGERDUTY
    if receivers.watchdog:
        yield (*_RECEIVERS, "watchdog", "url"), _host(receivers.watchdog.url)


def _host(url: str) -> str:
    return urlsplit(url).hostname or url


def is_outside(plan: Draft, host: str) -> bool:
    """Whether a host is neither in a pool nor in the domain of the cluster, in which names without a dot are searched."""
    try:
        address = ip_address(host)
    except ValueError:
        return "." in host and not host.endswith(f".{plan.domain}")
    return not any(address in ip_network(pool) for pool in plan.access.pools)
