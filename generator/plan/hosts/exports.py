"""NFS exports of a host: the tiers that it serves, each to the prefixes of its clients.

Clients follow from the matrix, so an export list and a firewall never differ. Root of a client is mapped to nobody (exports(5), root_squash).
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.plan import Plan
from generator.plan.records import Host, Tier

_OPTIONS = "rw,sync,no_subtree_check"
_OF_PAIR = "mp,fsid=1"
"""Nothing is exported before the shared file system is mounted, and handles of files stay valid when the other host exports it (exports(5))."""
PAIR = 2


class Export(Struct, frozen=True, kw_only=True):
    """A folder, the prefixes of its clients, and options of exports(5)."""

    tier: str
    path: str
    clients: tuple[str, ...]
    options: str


def servers_of(plan: Plan, tier: Tier) -> tuple[str, ...]:
    """Return the hosts that export a tier, installed or not: the first host of its group, or both of a pair; empty where a `source` of the site serves it."""
    spec = plan.site.storage[tier.name]
    if tier.kind != "nfs" or not tier.mount or tier.group not in plan.groups or spec.source:
        return ()
    return tuple(plan.groups[tier.group].host_name(ordinal) for ordinal in range(PAIR if spec.nfs else 1))


def exports_of(plan: Plan, host: Host) -> Iterator[Export]:
    """Yield the exports of a host."""
    for tier in plan.tiers:
        if tier.group != host.group or host.name not in servers_of(plan, tier):
            continue
        zones = [
            flow.source
            for flow in plan.access.flows
            if flow.why == f"storage.{tier.name}" and flow.service.name == "nfs"
        ]
        clients = sorted({prefix for zone in zones for prefix in plan.access.zone[zone].prefixes})
        options = f"{_OPTIONS},{_OF_PAIR}" if plan.site.storage[tier.name].nfs else _OPTIONS
        yield Export(tier=tier.name, path=tier.mount, clients=tuple(clients), options=options)
