"""How far a fabric grows: in its seats, in its envelope, under its spines, with one, two and three tiers of its switches.

The counts follow the arithmetic of the sizing itself (`model.sizing`, `model.tiers`), for the largest group; the other groups stay as
they are. Where a scalable unit is shared with another group only what it holds today is counted, so no limit is too high.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.catalog.model import Switch
from generator.model.demand import Demand, make_tier
from generator.model.member import Member
from generator.model.sizing import FabricShape, size_fabric
from generator.model.tiers import Upper, split, three_tiers, two_tiers
from generator.plan.plan import Plan

_MOST_SUS = 1 << 16
"""Scalable units beyond which no limit is looked for."""
_NEAR = 8
"""How many times the envelope the last limit is when what lies beyond it matters already."""
_MOST_PROBED = 1 << 13
"""Devices up to which the sizing is asked for a fabric of several scalable units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One limit: `devices` of the growing group in all, `gpus` in them, and what it takes to get there."""

    what: str
    devices: int
    gpus: int
    takes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """The limits of one fabric for its largest group, nearest first, and what comes after the last of them."""

    group: str
    steps: tuple[Step, ...]
    after: tuple[str, ...]


def growth(plan: Plan, shape: FabricShape) -> Growth:
    """Find the limits of a fabric."""
    member = max(shape.demand.members, key=lambda each: (each.max * len(each.ports), each.computes))
    group = next((each for each in plan.cluster.groups if each.name == member.name), None)
    gpus = group.model.gpu_count if group else 0
    steps = [
        Step(
            what="installed",
            devices=len(member.installed),
            gpus=gpus * len(member.installed),
            takes=_switches(plan, shape),
        ),
        _seats(shape, member, gpus),
        Step(what="the envelope", devices=member.max, gpus=gpus * member.max, takes=_envelope(shape)),
    ]
    if shape.demand.spec.carries:
        after = [f"a converged pair ends here: {', '.join(shape.demand.spec.carries)} get switches of their own next"]
    else:
        steps += _larger(shape, member, gpus)
        near = steps[-1].devices < _NEAR * member.max
        after = list(_after(plan, shape, near=near))
    return Growth(group=member.name, steps=tuple(steps), after=tuple(after))


def _switches(plan: Plan, shape: FabricShape) -> str:
    tiers = [switch.tier for switch in plan.switches if switch.fabric == shape.name]
    return _counts(tiers.count("leaf"), tiers.count("spine"), tiers.count("core"))


def _envelope(shape: FabricShape) -> str:
    return f"{_counts(shape.leaves, shape.spines, shape.cores)}; nothing that stands changes"


def _counts(leaves: int, spines: int, cores: int) -> str:
    named = (("leaf", "leaves", leaves), ("spine", "spines", spines), ("core", "cores", cores))
    return ", ".join(f"{count:,} {one if count == 1 else many}" for one, many, count in named if count) or "no switch"


def _seats(shape: FabricShape, member: Member, gpus: int) -> Step:
    """Count the seats of the envelope on leaves that stand."""
    seating = shape.seating
    sus = {seating.run_of(each.name, ordinal).su for each in shape.demand.members for ordinal in each.installed}
    seats = sum(run.count for run in seating.of(member.name) if run.su in sus)
    seats = max(seats, len(member.installed))
    return Step(what="the seats of the leaves that stand", devices=seats, gpus=gpus * seats, takes="host cables alone")


def _larger(shape: FabricShape, member: Member, gpus: int) -> Iterator[Step]:
    """Say what lies beyond the envelope: with what is there above the leaves, and with each number of tiers."""
    if shape.tiers == 1:
        most = _one_tier(shape, member)
        takes = "a larger `max`, host cables alone" if shape.topology.uplinks or shape.topology.one_su else ""
        yield Step(what="all ports of these leaves", devices=most, gpus=gpus * most, takes=takes)
    unit = _several(shape, member)
    if unit is None:
        return
    per_su, uplinks, demand = unit.seating.leaves_per_su, unit.uplinks, unit.demand
    kept = (per_su, uplinks) == (shape.seating.leaves_per_su, shape.uplinks) and unit.topology is shape.topology
    anew = "" if kept else "; the scalable unit becomes another, so hosts are cabled anew"
    if shape.upper and unit is shape:
        yield _under(shape, member, gpus)
    names = (demand.leaf.model.model, demand.spine.model.model, demand.core.model.model)
    for tiers, words in ((2, "two tiers"), (3, "three tiers")):
        sus = _most_sus(unit, tiers) if tiers >= shape.tiers else 0
        if sus > unit.seating.sus or (sus and tiers > shape.tiers):
            most = _devices(unit, member, sus)
            models = " and ".join(dict.fromkeys(names[:tiers]))
            takes = f"{_upper(unit, sus, tiers)} of {models}{anew}"
            yield Step(what=f"{words} of these switches", devices=most, gpus=gpus * most, takes=takes)


def _several(shape: FabricShape, member: Member) -> FabricShape | None:
    """Give this shape where the group fills several scalable units, else what the sizing makes of a group that does."""
    if len(shape.seating.of(member.name)) > 2 and shape.upper:
        return shape
    loose: dict[str, object] = {"spines": None}
    if shape.topology.one_su:
        loose["topology"] = None
    demand = replace(shape.demand, spec=shape.demand.spec.model_copy(update=loose))
    devices = max(member.max, 2)
    while devices <= _MOST_PROBED:
        found = _sized(demand, member, devices)
        if found and found.upper and len(found.seating.of(member.name)) > 2:
            return found
        devices *= 2
    return None


def _sized(demand: Demand, member: Member, devices: int) -> FabricShape | None:
    members = tuple(replace(each, max=devices) if each.name == member.name else each for each in demand.members)
    shape = size_fabric(replace(demand, members=members, batches=()))
    return shape if isinstance(shape, FabricShape) else None


def _one_tier(shape: FabricShape, member: Member) -> int:
    """Give the most devices with which the sizing still needs these leaves and no spine: a bisection, over few sizes."""

    def fits(devices: int) -> bool:
        other = _sized(shape.demand, member, devices)
        return other is not None and other.tiers == 1 and other.leaves <= shape.leaves

    low, high = member.max, 2 * member.max
    while high < _MOST_PROBED and fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _under(shape: FabricShape, member: Member, gpus: int) -> Step:
    """Count what fits under the switches of the top tier: more leaves under spines, more pods under cores."""
    upper, demand = shape.upper, shape.demand
    assert upper is not None
    if shape.cores:
        pods = demand.core.radix // upper.core_per_pair
        sus, what = pods * upper.pod_leaves // shape.seating.leaves_per_su, "all ports of these cores"
        why = f"{demand.core.radix} ports a core, {upper.core_per_pair} to each pod's spine: {pods} pods"
    else:
        leaves = demand.spine.radix // upper.per_pair
        sus, what = leaves // shape.seating.leaves_per_su, "all ports of these spines"
        why = f"{demand.spine.radix} ports a spine, {upper.per_pair} to each leaf: {leaves} leaves"
    most = _devices(shape, member, max(sus, shape.seating.sus))
    return Step(what=what, devices=most, gpus=gpus * most, takes=f"{why}{_a_plane(shape)}; a larger `max`")


def _a_plane(shape: FabricShape) -> str:
    return " a plane" if shape.planes > 1 else ""


def _most_sus(unit: FabricShape, tiers: int) -> int:
    """Give the most scalable units that this many tiers join: a bisection over the sizing's own function."""

    def fits(sus: int) -> bool:
        return _join(unit, sus, tiers) is not None

    low, high = 0, 1
    while high <= _MOST_SUS and fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _join(unit: FabricShape, sus: int, tiers: int) -> Upper | None:
    per_su, demand = unit.seating.leaves_per_su, unit.demand
    leaves, spine, speed = sus * per_su, demand.spine, demand.uplink_gbps
    if tiers == 2:
        return two_tiers(leaves, unit.uplinks, spine.radix)
    shared = split(len(spine.bank.cages), spine.breakout, spine.breakout, speed, speed, demand.spec.oversubscription)
    return three_tiers(leaves, per_su, unit.uplinks, shared, demand.core.radix)


def _upper(unit: FabricShape, sus: int, tiers: int) -> str:
    upper = _join(unit, sus, tiers)
    assert upper is not None
    leaves, spines, cores = sus * unit.seating.leaves_per_su, upper.spines * upper.pods, upper.spines * upper.group
    return _counts(unit.planes * leaves, unit.planes * spines, unit.planes * cores)


def _devices(shape: FabricShape, member: Member, sus: int) -> int:
    """Count the devices of a group when the fabric has this many scalable units: all that are new are full of it."""
    seating = shape.seating
    seats = max(run.count for run in seating.of(member.name))
    today = 0
    for su in range(seating.sus):
        runs = seating.in_su(su)
        mine = [run for run in runs if run.member == member.name]
        if mine:
            today += seats if len(mine) == len(runs) else sum(run.count for run in mine)
    return today + (sus - seating.sus) * seats


def _after(plan: Plan, shape: FabricShape, *, near: bool) -> Iterator[str]:
    """Say what there is beyond the last tier that is planned; larger switches are looked up where that end is near."""
    demand = shape.demand
    spine, speed = demand.spine, demand.uplink_gbps
    larger = {}
    for model in plan.catalog.every(Switch) if near else ():
        tier = make_tier(model, spine.os, speed) if model.technology == spine.model.technology and model.cages else None
        if tier and tier.radix > spine.radix:
            larger[model.model] = tier.radix
    ranked = sorted(larger.items(), key=lambda each: (each[1], each[0]))
    what = f"spines with more than the {spine.radix} ports at {speed:g} Gb/s of {spine.model.model}"
    if ranked:
        yield f"{what}: the catalog has {', '.join(f'{model} ({radix} ports)' for model, radix in ranked[:3])}"
    else:
        yield (
            f"{what}: the catalog has none"
            if near
            else f"{what}, long after: `clustergen catalog list` names the switches known"
        )
    if demand.planes == 1 and shape.name == "compute":
        yield "planes: where a NIC port can be split, every part gets a fabric of its own, and each switch of one has more ports at the lower speed"
    yield "a fourth tier is not planned: beyond three, clusters stand side by side and are joined above"
