"""clustergen, by its plan: what it gives before and after each change, over the switches that the others have too, and over everything."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.plan.draft import Draft
from tests.bench.growth.changes import APPEND, INSERT, REMOVE, SPINE
from tests.bench.growth.compare import Allocation, Moved, Row, allocation, compare
from tests.growth.past import plan_on
from tests.specs import Spec, cluster, plan_data

_MOST_LEAVES = 16
_MOST_SPINES = 8
SPINES = f"""Its envelope has {_MOST_SPINES} spines, of which `spines_installed` says how many are there: "add a spine" installs one more."""
"""How the case of the spine is driven, for the table's notes."""


def specs(leaves: int, spines: int) -> dict[str, tuple[Spec, Spec]]:
    """Return the spec before and after each change: all that is known here of how a user asks for it.

    A leaf serves one host of eight ports, so hosts bring leaves and take them away, and `positions` says which.
    """
    every = set(range(1, leaves + 1))
    middle, base = leaves // 2, _spec(every, spines)
    return {
        APPEND: (base, _spec(every | {leaves + 1}, spines)),
        INSERT: (_spec((every | {leaves + 1}) - {middle + 1}, spines), _spec(every | {leaves + 1}, spines)),
        SPINE: (base, _spec(every, spines + 1)),
        REMOVE: (base, _spec(every - {middle}, spines)),
    }


def past_the_envelope(leaves: int, spines: int) -> dict[str, tuple[Spec, Spec]]:
    """Return the same where nothing was reserved: `max` was what was installed, and is raised with it."""
    few, more = set(range(1, leaves + 1)), set(range(1, leaves + 2))
    return {APPEND: (_spec(few, spines, leaves), _spec(more, spines, leaves + 1))}


def _spec(places: Iterable[int], spines: int, most: int = _MOST_LEAVES) -> Spec:
    spec = cluster(topology="fat-tree", su_hosts=1, underlay="numbered")  # eight uplinks a leaf
    spec["fabrics"]["compute"] |= {"spines": _MOST_SPINES, "spines_installed": spines}
    positions = sorted(places)
    spec["hosts"]["gpu"] |= {"count": len(positions), "positions": positions, "max": most}
    return spec


def measured(
    pairs: dict[str, tuple[Spec, Spec]], *, fabric: str | None, baseline: bool = False
) -> Iterator[tuple[str, Moved]]:
    """Make the changes; over the switches of one fabric, or over every device of the cluster. With a `baseline` the first plan is the second's ground."""
    with TemporaryDirectory() as name:
        for change, (old, new) in pairs.items():
            before = plan_data(old, Path(name))
            after = plan_on(new, before, disruptive=True) if baseline else plan_data(new, Path(name))
            yield change, compare(allocated(before, fabric), allocated(after, fabric))


def allocated(plan: Draft, fabric: str | None) -> Allocation:
    """Read a plan. `fabric`: its switches and the links between them; None: all devices, all links."""
    names = {each.name for each in plan.devices}
    if fabric is not None:
        names = {each.name for each in plan.switches if each.fabric == fabric}
    ports: list[Row] = []
    facing: dict[tuple[str, str], str] = {}
    for link in plan.links:
        for own, far in ((link.a, link.b), (link.b, link.a)):
            facing[own.device, own.interface] = far.device
            if names >= {own.device, far.device}:
                ports.append((own.device, far.device, f"{own.cage}/{own.port} {own.interface}"))
    addresses = [
        (each.device, towards, f"{each.address}/{each.length} {each.ipv6}")
        for each in plan.addresses
        if each.device in names
        for towards in [facing[each.device, each.interface] if each.use == "link" else f"{each.use} {each.interface}"]
        if each.use != "link" or towards in names
    ]
    asns = [(each.name, "AS", str(each.asn)) for each in plan.switches if each.name in names and each.asn is not None]
    return allocation(addresses, ports, asns)
