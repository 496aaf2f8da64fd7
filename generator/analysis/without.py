"""The effect of losing each switch of a fabric: switches with equal effect are one row, so that the rows do not grow with the cluster."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from generator.analysis.failure_cases import Health, connected
from generator.analysis.graph import RANKS, SwitchGraph
from generator.model.device import SwitchTier

MOST = 16
"""Rows of one tier at most; the rest, with less effect, are only counted."""
_TIERS = {rank: tier for tier, rank in RANKS.items()}
_Cost = tuple[int, tuple[tuple[str, int], ...], float, int, float]
"""Tier, devices that lose a port by group, share of their bandwidth, devices with no other switch, share of uplinks."""


class Without(Struct, frozen=True, kw_only=True):
    """The loss while one of `switches` is down.

    `touched` counts the devices that lose a port, by group; `part` is the largest share of the bandwidth on this fabric that one of those judged
    loses (`population`), `cut_off` how many devices lose the fabric, without managers, `uplinks` the largest share of the uplinks of a lower switch.
    """

    tier: SwitchTier
    switches: tuple[str, ...]
    touched: tuple[tuple[str, int], ...]
    part: float
    cut_off: int
    uplinks: float


def without_each(health: Health) -> tuple[Without, ...]:
    """Return the losses for every switch of a fabric, tier by tier, the largest first; at most `MOST` rows per tier."""
    found: dict[_Cost, list[tuple[int, int]]] = {}
    for plane, graph in enumerate(health.graphs):
        for switch, cost in _costs(health, plane, graph):
            found.setdefault(cost, []).append((plane, switch))
    ranked = sorted(found.items(), key=lambda each: (each[0][0], -each[0][3], -each[0][2], -each[0][4], each[1]))
    shown: Counter[int] = Counter()
    rows = []
    for cost, places in ranked:
        shown[cost[0]] += 1
        if shown[cost[0]] <= MOST:
            rows.append(_row(health, cost, places))
    return tuple(rows)


def _row(health: Health, cost: _Cost, places: Sequence[tuple[int, int]]) -> Without:
    """Judge one of the switches with equal effect: which devices still reach the largest part of a plane."""
    rank, touched, part, _, uplinks = cost
    plane, switch = places[0]
    devices, _ = connected(health.graphs[plane].without([switch]))
    return Without(
        tier=_TIERS[rank],
        switches=tuple(health.graphs[plane].names[switch] for plane, switch in places),
        touched=touched,
        part=part,
        cut_off=health.cut_off(plane, devices),
        uplinks=uplinks,
    )


def _costs(health: Health, plane: int, graph: SwitchGraph) -> Iterator[tuple[int, _Cost]]:
    lost: dict[int, Counter[str]] = {}
    for port in graph.ports:
        lost.setdefault(port.switch, Counter())[port.device] += port.gbps  # type: ignore[assignment]
    known: dict[int, float] = {}
    for switch, rank in enumerate(graph.ranks):
        mine = lost.get(switch, Counter())
        groups = Counter(health.population.group(device) for device in mine)
        judged = [device for device in mine if health.population.judged(device)] or list(mine)
        part = max((mine[device] / health.host_gbps[device] for device in judged), default=0.0)
        around = graph.gbps[switch]
        if id(around) not in known:
            known[id(around)] = _uplinks(graph, rank, around)
        yield (
            switch,
            (
                rank,
                tuple(sorted(groups.items())),
                round(part, 9),
                health.alone[plane, switch],
                known[id(around)],
            ),
        )


def _uplinks(graph: SwitchGraph, rank: int, around: Mapping[int, float]) -> float:
    """Return the largest share of its uplinks that a switch of the tier below loses with this one."""
    return round(
        max((gbps / graph.up_gbps[far] for far, gbps in around.items() if graph.ranks[far] < rank), default=0.0), 9
    )
