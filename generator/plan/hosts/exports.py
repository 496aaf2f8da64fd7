"""NFS exports of a host: the tiers that it serves, each to the prefixes of its clients.

Clients follow from the matrix, so an export list and a firewall never differ. Root of a client is mapped to nobody (exports(5), root_squash).
Burst hosts are clients of what they mount by their tunnel: `access` opens the port of the server, and not which of its tiers.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from msgspec import Struct

from generator.plan.access.records import BURST
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
    """Yield the exports of a host; none without clients, as exportfs takes a path alone as one for everybody (nfs-utils, support/nfs/exports.c)."""
    for tier in plan.tiers:
        if tier.group != host.group or host.name not in servers_of(plan, tier):
            continue
        by_burst = _is_mounted_by_burst_hosts(plan, host, tier)
        zones = [
            flow.source
            for flow in plan.access.flows
            if flow.service.name == "nfs"
            and (flow.why == f"storage.{tier.name}" or (by_burst and flow.source == BURST))
        ]
        clients = sorted({prefix for zone in zones for prefix in plan.access.zone[zone].prefixes})
        options = f"{_OPTIONS},{_OF_PAIR}" if plan.site.storage[tier.name].nfs else _OPTIONS
        if clients:
            yield Export(tier=tier.name, path=tier.mount, clients=tuple(clients), options=options)


def _is_mounted_by_burst_hosts(plan: Plan, host: Host, tier: Tier) -> bool:
    """Whether burst hosts mount the tier, or a folder of it, from this host or from the address of its pair."""
    burst, pair = plan.slurm.burst if plan.slurm else None, plan.site.storage[tier.name].nfs
    addresses, folder = {host.inband, str(pair.address) if pair else ""}, PurePosixPath(tier.mount)
    sources = (row[0].partition(":") for row in ((burst and burst.first_boot) or {}).get("mounts", ()))
    return any(
        address in addresses and (PurePosixPath(path).is_relative_to(folder) or folder.is_relative_to(path))
        for address, _, path in sources
    )
