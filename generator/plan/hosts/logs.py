"""Which hosts collect logs: control hosts whose addresses the spec names as collectors. No other host of the cluster listens, so senders are configured with no other."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network

from generator.plan.access.records import Zone
from generator.plan.plan import Plan
from generator.plan.records import Host

COLLECTORS = "control"
"""The role of hosts that take logs in where the spec names them."""


def collects_logs(plan: Plan, host: Host) -> bool:
    """Whether a host is one of the spec's collectors: rsyslog then listens on it."""
    own = {host.management, host.inband} - {""}
    return host.role == COLLECTORS and any(str(address) in own for address in plan.site.services.syslog)


def collecting_zones(zones: Iterable[Zone], collectors: Iterable[IPv4Address]) -> frozenset[str]:
    """Name the zones of control hosts that have collectors in them."""
    addresses = tuple(collectors)
    return frozenset(
        zone.name
        for zone in zones
        if zone.role == COLLECTORS
        and any(address in IPv4Network(prefix) for prefix in zone.prefixes for address in addresses)
    )
