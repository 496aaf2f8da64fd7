"""The problem of a pool that the envelope does not fit: what needs the addresses, and what to lower."""

from collections.abc import Iterable
from ipaddress import IPv4Network

from generator.model.cluster import Cluster
from generator.model.fabric_shape import FabricShape
from generator.model.groups import HostGroup
from generator.source.diagnostic import Diagnostic, Note
from generator.source.span import Loc

_TIERS = {"leaf": "leaves", "spine": "spines", "core": "cores"}


def too_small(
    pool: IPv4Network, loc: Loc, name: str, length: int, arithmetic: str, groups: Iterable[HostGroup]
) -> Diagnostic:
    """Return the problem of a small pool: what it has, what the envelope of the largest of some groups needs, and the prefix length that would suffice."""
    biggest = max(groups, key=lambda group: group.max)
    key = (*biggest.origin, "max" if biggest.spec.max else "count")
    return _problem(pool, loc, name, length, arithmetic, Note("the envelope is set here", key))


def few_loopbacks(cluster: Cluster, pool: IPv4Network, length: int) -> Diagnostic:
    """Return the problem of a small pool of loopbacks, which belong to switches: it names the tier with most of them, and what that many follow from."""
    shape, tier, most = largest_tier(cluster)
    arithmetic = f"8 fabrics x 4 tiers x {most + 1} (numbers of {most} {_TIERS[tier]} of {shape.name}, from 1), each field a power of two"
    loc = ("addressing", "loopbacks")
    if tier == "spine" and shape.demand.spec.spines:
        note = Note(f"the spines of {shape.name} are stated here", ("fabrics", shape.name, "spines"))
        return _problem(pool, loc, "loopbacks", length, arithmetic, note)
    return too_small(pool, loc, "loopbacks", length, arithmetic, seated(cluster, shape.name))


def largest_tier(cluster: Cluster) -> tuple[FabricShape, str, int]:
    """Return the fabric and the tier with the most switches of the envelope, and how many they are."""
    tiers = [
        (shape, tier, shape.planes * shape.in_plane(tier))
        for shape in cluster.shapes.values()
        for tier in ("leaf", "spine", "core")
    ]
    return max(tiers, key=lambda each: each[2])


def seated(cluster: Cluster, fabric: str) -> list[HostGroup]:
    """Return the groups of hosts on a fabric."""
    on_it = {member.name for member in cluster.shapes[fabric].demand.members}
    return [group for group in cluster.groups if group.name in on_it] or list(cluster.groups)


def _problem(pool: IPv4Network, loc: Loc, name: str, length: int, arithmetic: str, note: Note) -> Diagnostic:
    return Diagnostic(
        code="pool-too-small",
        loc=loc,
        label=arithmetic,
        message=f"the {name} pool {pool} has room for {pool.num_addresses} addresses, and the envelope needs {arithmetic}",
        notes=(note,),
        help=f"use a prefix of /{max(0, length)} or shorter, or lower {'.'.join(map(str, note.loc))}",
    )
