"""Spare ports by kind: of the cages of every tier: in use, kept for the envelope, and free.

Counted over installed switches and their fabric cages. A cage is taken when the envelope uses a port of it, and with it every neighbour that it
disables; free ports are those of the free cages at the speed of hosts and of uplinks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from generator.analysis.graph import RANKS
from generator.catalog.model import Switch as SwitchModel
from generator.model.device import SwitchTier
from generator.model.faceplate import Bank, banks, ports_in, step
from generator.plan.fabrics import Fabric
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Switch

_SIDES = {("leaf_spine", "leaf"), ("spine_core", "spine"), ("leaf_leaf", "leaf")}
"""The kinds of links and tiers whose ports are uplinks, or peer links of a pair."""


class PortUse(Struct, frozen=True):
    """Ports of one kind: linked, and kept for the rest of the envelope."""

    kind: Literal["down", "up"]
    used: int
    kept: int


class SparePorts(Struct, frozen=True, kw_only=True):
    """One kind of cage on the switches of one tier. `scarcest` is the switch with the fewest free cages, `least` how many it has.

    `free_ports` is the number of ports of all free cages, by speed in Gb/s.
    """

    tier: SwitchTier
    model: str
    form_factor: str
    switches: int
    cages: int
    taken: int
    free: int
    least: int
    scarcest: str
    uses: tuple[PortUse, ...]
    free_ports: tuple[tuple[float, int], ...]


def spare_ports(plan: Plan, fabric: Fabric) -> list[SparePorts]:
    """Count every tier and kind of cage of a fabric."""
    linked = _linked(plan)
    found: list[SparePorts] = []
    for tier in RANKS:
        alike: dict[tuple[str, str | None], list[Switch]] = {}
        for switch in plan.switches:
            if switch.fabric == fabric.name and switch.tier == tier:
                alike.setdefault((switch.model, switch.os), []).append(switch)
        for (model, os), switches in alike.items():
            cages = banks(plan.hardware.get(SwitchModel, model), os)
            found += [_count(plan, fabric, tier, switches, bank, linked) for bank in cages]
    return found


@once
def _linked(plan: Plan) -> set[tuple[str, str, int]]:
    """Return every port that has a link: device, cage, port."""
    return {(end.device, end.cage, end.port) for link in plan.links for end in (link.a, link.b)}


def _count(
    plan: Plan,
    fabric: Fabric,
    tier: SwitchTier,
    switches: Sequence[Switch],
    bank: Bank,
    linked: set[tuple[str, str, int]],
) -> SparePorts:
    cages = set(bank.cages)
    used: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    free: list[int] = []
    strides = {breakout.ports: step(breakout) for breakout in bank.breakouts}
    for switch in switches:
        taken: dict[int, int] = {}
        for port in plan.reserved_of[switch.name]:
            if port.cage in cages:
                taken[port.cage] = strides.get(port.ports, 1)
                if port.kind == "edge":
                    continue
                kind = "up" if (port.kind, tier) in _SIDES else "down"
                counted = used if (switch.name, str(port.cage), port.port) in linked else kept
                counted[kind] += 1
        free.append(max(0, len(cages) - sum(taken.values())))
    least = min(free)
    return SparePorts(
        tier=tier,
        model=switches[0].model,
        form_factor=bank.form_factor,
        switches=len(switches),
        cages=len(cages) * len(switches),
        taken=len(cages) * len(switches) - sum(free),
        free=sum(free),
        least=least,
        scarcest=switches[free.index(least)].name,
        uses=tuple(PortUse(kind, used[kind], kept[kind]) for kind in ("down", "up") if used[kind] or kept[kind]),
        free_ports=tuple(_free_ports(fabric, tier, bank, free)),
    )


def _free_ports(fabric: Fabric, tier: SwitchTier, bank: Bank, free: Sequence[int]) -> Iterator[tuple[float, int]]:
    speeds = {fabric.host_gbps, fabric.uplink_gbps} if tier == "leaf" else {fabric.uplink_gbps}
    for gbps in sorted(speeds, reverse=True):
        breakout = bank.breakout(gbps)
        if breakout:
            yield gbps, sum(ports_in(cages, breakout) for cages in free)
