"""Limits of growth of a fabric: in its seats, in its envelope, under its spines, with one, two and three tiers of its switches.

The counts follow the arithmetic of the sizing itself (`model.sizing`, `model.tiers`, `model.converged`), for the members of `growing`; the
other groups stay as they are. Where a scalable unit is shared with another group only what it holds today is counted, so no
limit is too high.
"""

from collections.abc import Iterator

from generator.analysis.growing import Growing, growing
from generator.analysis.growth_leaves import pair_limit
from generator.analysis.growth_tiers import beyond, count_switches
from generator.catalog.model import Switch
from generator.model.demand import make_tier
from generator.model.fabric_shape import FabricShape
from generator.plan.draft import Draft
from generator.plan.growth import Growth, Step
from generator.plan.plan import Plan

_NEAR = 8
"""Multiples of the envelope below which the next limit is also computed."""


def growth(plan: Draft, shape: FabricShape) -> Growth:
    """Find the limits of a fabric."""
    grown = growing(plan, shape)
    steps = [
        grown.step("installed", grown.installed, _switches(plan, shape), computed=False),
        _seats(shape, grown),
        grown.step("the envelope", grown.max, _envelope(shape), computed=False),
    ]
    carried = shape.demand.spec.carries
    if carried:
        steps.append(pair_limit(plan, shape, grown))
        after = [f"without `carries`, where a converged pair ends: switches of their own for {' and '.join(carried)}"]
    else:
        steps += beyond(shape, grown)
        after = list(_after(plan, shape, near=steps[-1].devices < _NEAR * grown.max))
    return Growth(unit=grown.unit, short=grown.short, steps=tuple(steps), after=tuple(after))


def _switches(plan: Plan, shape: FabricShape) -> str:
    tiers = [switch.tier for switch in plan.switches if switch.fabric == shape.name]
    return count_switches(tiers.count("leaf"), tiers.count("spine"), tiers.count("core"))


def _envelope(shape: FabricShape) -> str:
    return f"{count_switches(shape.leaves, shape.spines, shape.cores)}; nothing existing changes"


def _seats(shape: FabricShape, grown: Growing) -> Step:
    """Count the seats of the envelope on existing leaves."""
    seating = shape.seating
    sus = {seating.run_of(each.name, ordinal).su for each in shape.demand.members for ordinal in each.installed}
    seats = max(sum(grown.seats(seating.in_su(su)) for su in sus), grown.installed)
    return grown.step("the seats of the existing leaves", seats, "host cables only", computed=False)


def _after(plan: Draft, shape: FabricShape, *, near: bool) -> Iterator[str]:
    """Return what comes after the last planned tier; larger switches are searched where that limit is near."""
    demand = shape.demand
    spine, speed = demand.spine, demand.uplink_gbps
    larger = {}
    for model in plan.catalog.every(Switch) if near else ():
        tier = make_tier(model, spine.os, speed) if model.technology == spine.model.technology and model.cages else None
        if tier and tier.radix > spine.radix:
            larger[model.model] = tier.radix
    ranked = sorted(larger.items(), key=lambda each: (each[1], each[0]))
    what = f"larger spines, with more than the {spine.radix} ports at {speed:g} Gb/s of {spine.model.model}"
    if ranked:
        yield f"{what}, such as {', '.join(f'{model} ({radix} ports)' for model, radix in ranked[:3])} of the catalog"
    else:
        yield (
            f"{what}: the catalog has no such switch"
            if near
            else f"{what}: this limit is far off; `clustergen catalog list` lists the switches of the catalog"
        )
    if demand.planes == 1 and shape.name == "compute":
        yield "more planes: if a NIC port can be split, each part gets its own fabric, whose switches have more ports at the lower speed"
    yield "clustergen does not plan a fourth tier: beyond three tiers, build separate clusters and connect them above their cores"
