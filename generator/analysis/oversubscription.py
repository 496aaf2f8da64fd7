"""Oversubscription by tier: downlink bandwidth of every switch over its uplink bandwidth, now and with all of the envelope's ports.

The meaning is that of `plan.summary`: a fabric's own host links count, not those of the fabrics that it carries, nor the
out-of-band switches' own management ports. On a pair where every host is on both leaves, no traffic has to cross.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.analysis.graph import RANKS, TRUNKS, SwitchGraph
from generator.model.device import SwitchTier
from generator.plan.edge import EDGE
from generator.plan.fabrics import Fabric
from generator.plan.plan import Plan

_TIERS = {rank: tier for tier, rank in RANKS.items()}
_SIDEWAYS = "leaf_leaf"
Sums = dict[str, tuple[float, float]]
"""Gb/s from below and upwards, by switch."""


class Ratio(Struct, frozen=True):
    """Downlink and uplink bandwidth of a switch, Gb/s. `crosses`: whether traffic from below needs the uplinks at all."""

    switch: str
    down_gbps: float
    up_gbps: float
    crosses: bool = True

    @property
    def value(self) -> float:
        """Gb/s from below to Gb/s upwards: 1 is non-blocking, less means more uplink bandwidth than hosts can use."""
        return self.down_gbps / self.up_gbps if self.crosses else 1.0


class TierRatio(Struct, frozen=True, kw_only=True):
    """The least and the greatest ratio of a tier; `alike` counts the switches that have the greatest. `when` is now or envelope."""

    tier: SwitchTier
    when: str
    switches: int
    least: Ratio
    most: Ratio
    alike: int

    @property
    def crosses(self) -> bool:
        """Whether any traffic needs the uplinks of these switches."""
        return self.most.crosses


def tier_ratios(plan: Plan, fabric: Fabric, graph: SwitchGraph) -> list[TierRatio]:
    """Return the ratio of every tier with one above it, and of two joined leaves."""
    envelope = _envelope(plan, fabric, graph)
    found = []
    for rank in (0, 1):
        names = {graph.names[switch]: switch for switch in graph.of_rank(rank)}
        now = {name: (_below(graph, switch), graph.up_gbps[switch]) for name, switch in names.items()}
        for when, sums in (("now", now), ("envelope", {name: envelope[name] for name in names if name in envelope})):
            found += list(_tier(_TIERS[rank], when, sums, crosses=fabric.crosses))
    return found


def _below(graph: SwitchGraph, switch: int) -> float:
    rank = graph.ranks[switch]
    return graph.own_gbps[switch] + sum(g for far, g in graph.gbps[switch].items() if graph.ranks[far] < rank)


def _envelope(plan: Plan, fabric: Fabric, graph: SwitchGraph) -> Sums:
    """Add up the ports of the envelope on the installed switches, by kind of link and side. Uplinks to the site carry neither hosts nor the fabric."""
    found: Sums = {}
    for switch, rank in zip(graph.names, graph.ranks, strict=True):
        down = up = 0.0
        for port in plan.reserved_of.get(switch, ()):
            if port.kind == EDGE:
                continue
            if port.kind == _SIDEWAYS or (port.kind, rank) in {("leaf_spine", 0), ("spine_core", 1)}:
                up += port.speed_gbps
            elif port.kind in TRUNKS or (port.fabric == graph.fabric and port.peer not in fabric.switches):
                down += port.speed_gbps
        found[switch] = (down, up)
    return found


def _tier(
    tier: SwitchTier, when: str, sums: Mapping[str, tuple[float, float]], *, crosses: bool
) -> Iterator[TierRatio]:
    ratios = [Ratio(name, down, up, crosses) for name, (down, up) in sums.items() if up]
    if ratios:
        most = max(ratios, key=lambda ratio: ratio.value)
        yield TierRatio(
            tier=tier,
            when=when,
            switches=len(ratios),
            least=min(ratios, key=lambda ratio: ratio.value),
            most=most,
            alike=sum(ratio.value == most.value for ratio in ratios),
        )
