"""Limits beyond a fabric's envelope: under its spines or cores, and with two and three tiers of its switches."""

from collections.abc import Iterator

from msgspec.structs import replace

from generator.analysis.growing import Growing
from generator.analysis.growth_leaves import MOST_PROBED, one_tier
from generator.model.fabric_shape import FabricShape
from generator.model.tiers import Split, Upper, three_tiers, two_tiers
from generator.model.upper_tiers import spine_split
from generator.plan.growth import Step

_MOST_SUS = 1 << 16
"""Scalable units beyond which no limit is computed."""


def count_switches(leaves: int, spines: int, cores: int) -> str:
    """Return the number of switches of each tier as text."""
    named = (("leaf", "leaves", leaves), ("spine", "spines", spines), ("core", "cores", cores))
    return ", ".join(f"{count:,} {one if count == 1 else many}" for one, many, count in named if count) or "no switch"


def beyond(shape: FabricShape, grown: Growing) -> Iterator[Step]:
    """Yield the limits beyond the envelope: with the existing switches above the leaves, and with each number of tiers."""
    if shape.tiers == 1:
        most = one_tier(shape, grown)
        takes = "a larger `max` and host cables only" if most > grown.max else "the envelope uses all of them"
        yield grown.step("all ports of these leaves", most, takes)
    unit = _several(shape, grown)
    if unit is None:
        return
    per_su, uplinks, demand = unit.seating.leaves_per_su, unit.uplinks, unit.demand
    kept = (per_su, uplinks) == (shape.seating.leaves_per_su, shape.uplinks) and unit.topology is shape.topology
    anew = "" if kept else "; the scalable unit changes, and hosts are recabled unless this plan is the --baseline"
    if shape.upper and unit is shape:
        yield _under(shape, grown)
    names = (demand.leaf.model.model, demand.spine.model.model, demand.core.model.model)
    for tiers, words in ((2, "two tiers"), (3, "three tiers")):
        sus = _most_sus(unit, tiers) if tiers >= shape.tiers else 0
        if sus > unit.seating.sus or (sus and tiers > shape.tiers):
            models = " and ".join(dict.fromkeys(names[:tiers]))
            takes = f"{_upper(unit, sus, tiers)} of {models}{anew}"
            yield grown.step(f"{words} of these switches", _devices(unit, grown, sus), takes)


def _several(shape: FabricShape, grown: Growing) -> FabricShape | None:
    """Return this shape if the growing members fill several scalable units, else a larger one that the sizing makes and where they do."""
    if len(grown.units(shape.seating)) > 2 and shape.upper:
        return shape
    loose: dict[str, object] = {"spines": None}
    if shape.topology.one_su:
        loose["topology"] = None
    demand = replace(shape.demand, spec=shape.demand.spec.model_copy(update=loose))
    devices = max(grown.max, 2)
    while devices <= MOST_PROBED:
        found = grown.sized(demand, devices)
        if found and found.upper and len(grown.units(found.seating)) > 2:
            return found
        devices *= 2
    return None


def _under(shape: FabricShape, grown: Growing) -> Step:
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
    most = _devices(shape, grown, max(sus, shape.seating.sus))
    larger = "; a larger `max`" if most > grown.max else ""
    return grown.step(what, most, f"{why}{_a_plane(shape)}{larger}")


def _a_plane(shape: FabricShape) -> str:
    return " a plane" if shape.planes > 1 else ""


def _most_sus(unit: FabricShape, tiers: int) -> int:
    """Return the most scalable units that this many tiers join: by bisection over the sizing."""
    shared = spine_split(unit.demand)

    def fits(sus: int) -> bool:
        return _join(unit, sus, tiers, shared) is not None

    low, high = 0, 1
    while high <= _MOST_SUS and fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _join(unit: FabricShape, sus: int, tiers: int, shared: Split) -> Upper | None:
    per_su, demand = unit.seating.leaves_per_su, unit.demand
    if tiers == 2:
        return two_tiers(sus * per_su, unit.uplinks, demand.spine.radix)
    return three_tiers(sus * per_su, per_su, unit.uplinks, shared, demand.core.radix)


def _upper(unit: FabricShape, sus: int, tiers: int) -> str:
    upper = _join(unit, sus, tiers, spine_split(unit.demand))
    assert upper is not None
    leaves, spines, cores = sus * unit.seating.leaves_per_su, upper.spines * upper.pods, upper.spines * upper.group
    return count_switches(unit.planes * leaves, unit.planes * spines, unit.planes * cores)


def _devices(shape: FabricShape, grown: Growing, sus: int) -> int:
    """Count the devices of a fabric with this many scalable units: new ones are full."""
    seating = shape.seating
    full = max(grown.units(seating))
    today = 0
    for su in range(seating.sus):
        runs = seating.in_su(su)
        today += full if runs and grown.only(runs) else grown.seats(runs)
    return today + (sus - seating.sus) * full
