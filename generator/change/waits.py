"""Hosts that wait for storage: they mount a tier that a step takes out of service, and are not drained.

Clients of NFS mount it `hard`: their requests wait until the server is back, and then go on (nfs(5)). So do those of a parallel file system, unless another host takes over.
In a pair that exports NFS, one host takes over from the other: clients wait only if both are away.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from generator.change.records import Row
from generator.change.step import Step, Wait
from generator.change.tables import PlanRows
from generator.plan.sections import CHOICES

_AWAY = frozenset({"host", "leave", "install"})
"""Steps whose hosts are out of service, drained or not."""
_LOCAL = "local-nvme"
_PAIR = 2


def with_waits(steps: Iterable[Step], old: PlanRows) -> Iterator[Step]:
    """Yield steps with the mounts that their hosts serve, and the hosts that wait for these; not for a mount that an earlier step has exported from elsewhere."""
    servers = dict(_served(old))
    moved = set[str]()
    for step in steps:
        away = {*step.drain, *step.out, *(step.devices if step.kind in _AWAY else ())}
        later = dict(zip(step.was, step.devices, strict=False))
        away |= {later[name] for name in away if name in later}
        waits = tuple(wait for wait in _waits(old, servers, away) if wait.mount not in moved) if away else ()
        moved |= {*step.of[:1]} if step.kind == "export" else set()
        yield replace(step, waits=waits) if waits else step


def _served(plan: PlanRows) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each tier that hosts of the plan serve, with these: NFS is served by the first host of its group or by a pair, all others by every host."""
    stated: Mapping[str, Mapping[str, str]] = plan.get(CHOICES, {}).get("site", {}).get("storage", {})
    for tier in plan["tiers"]:
        hosts = [row["name"] for row in plan["hosts"] if tier["group"] and row["group"] == tier["group"]]
        if (
            hosts
            and tier["kind"] != _LOCAL
            and not (tier["kind"] == "nfs" and stated.get(tier["name"], {}).get("source"))
        ):
            yield tier["name"], nfs_servers(plan, tier) if tier["kind"] == "nfs" else tuple(hosts)


def nfs_servers(plan: PlanRows, tier: Row) -> tuple[str, ...]:
    """Return the hosts that export an NFS tier: the first of its group, or the two of a pair."""
    spec = plan.get(CHOICES, {}).get("site", {}).get("storage", {}).get(tier["name"], {})
    hosts = [row["name"] for row in plan["hosts"] if row["group"] == tier["group"]]
    return tuple(hosts[: _PAIR if spec.get("nfs") else 1])


def _waits(plan: PlanRows, servers: Mapping[str, tuple[str, ...]], away: set[str]) -> Iterator[Wait]:
    for tier in plan["tiers"]:
        serving = servers.get(tier["name"], ())
        gone = tuple(name for name in serving if name in away)
        if tier["kind"] == "nfs" and len(gone) < len(serving):
            continue
        hosts = tuple(row["name"] for row in plan["hosts"] if mounts(tier, row) and row["name"] not in away)
        if gone and hosts:
            yield Wait(tier["mount"] or tier["name"], gone, hosts)


def mounts(tier: Row, host: Row) -> bool:
    """Return whether a host mounts a tier; its servers do not, nor do those that no port leads to it."""
    return host["role"] in tier["clients"] and host["group"] not in {tier["group"], *tier.get("apart", ())}
