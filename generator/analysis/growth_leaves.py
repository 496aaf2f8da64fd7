"""Limits of growth on the existing leaves: one tier of them, or a converged pair. Every limit is computed by the sizing."""

from collections.abc import Callable

from generator.analysis.growing import Growing
from generator.model.fabric_shape import FabricShape
from generator.model.runs import Zone
from generator.plan.draft import Draft
from generator.plan.growth import Step

MOST_PROBED = 1 << 13
"""Devices (out of band: ports) up to which a fabric of several scalable units is sized."""


def pair_limit(plan: Draft, shape: FabricShape, grown: Growing) -> Step:
    """Return how many the two leaves hold in addition to the ports that they carry."""
    others = plan.cluster.shapes
    demands = {name: each.demand for name, each in others.items() if shape.name in (name, each.carrier)}
    most = most_that(lambda devices: grown.paired(demands, devices) is not None, grown.max)
    larger = grown.paired(demands, most) or {}
    moved = [name for name, each in larger.items() if _moves(others[name], each, grown)]
    peers = larger[shape.name].peer_links if larger else 0
    takes = "a larger `max`, host cables" + (f", {peers} links between the leaves" if peers > shape.peer_links else "")
    takes += f"; resized, hosts have other ports on {' and '.join(moved)}" if moved else ""
    return grown.step("all ports of this pair", most, takes if most > grown.max else "the envelope uses all of them")


def _moves(today: FabricShape, larger: FabricShape, grown: Growing) -> bool:
    """Whether the first device of a group that does not grow would get another port."""

    def first(shape: FabricShape) -> dict[str, tuple[Zone, ...]]:
        return {run.member: run.zones for run in reversed(shape.seating.runs) if run.member not in names}

    names = {member.name for member in grown.members}
    after = first(larger)
    return any(after.get(member) != zones for member, zones in first(today).items())


def one_tier(shape: FabricShape, grown: Growing) -> int:
    """Return the most devices with which the sizing still needs these leaves and no spine."""

    def fits(devices: int) -> bool:
        other = grown.sized(shape.demand, devices)
        return other is not None and other.tiers == 1 and other.leaves <= shape.leaves

    return most_that(fits, grown.max)


def most_that(fits: Callable[[int], bool], low: int) -> int:
    """Return the most that fits, where `low` does: doubling first, then bisection."""
    high = max(1, 2 * low)
    while high < MOST_PROBED and fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
