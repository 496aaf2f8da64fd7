"""Halvings of a fabric: indivisible units, the order in which they are taken, and where the first half ends."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.analysis.graph import SwitchGraph


class Unit(Struct, frozen=True):
    """Host ports that are cut in one proportion: `loads` is their Gb/s on each switch. `key` is their place, `pod` their pod."""

    key: int
    pod: int
    loads: Mapping[int, float]
    weight: float


class Halving(Struct, frozen=True):
    """A halving: the Gb/s of the first half on every switch; the rest is the second.

    `rails`: only ports with a rail take part; the others belong to neither half.
    """

    words: str
    first: tuple[float, ...]
    rails: bool = False

    @property
    def full_gbps(self) -> float:
        """The bandwidth of each half, Gb/s."""
        return sum(self.first)


def host_units(graph: SwitchGraph) -> list[Unit]:
    """Group hosts whose ports are on the same switches in the same proportion: the hosts of a scalable unit."""
    sums: dict[frozenset[tuple[int, float]], dict[int, float]] = {}
    for ports in graph.ports_of.values():
        mine: dict[int, float] = {}
        for port in ports:
            mine[port.switch] = mine.get(port.switch, 0.0) + port.gbps
        total = sum(mine.values())
        key = frozenset((switch, round(gbps / total, 9)) for switch, gbps in mine.items())
        found = sums.setdefault(key, {})
        for switch, gbps in mine.items():
            found[switch] = found.get(switch, 0.0) + gbps
    return sorted((_unit(graph, loads) for loads in sums.values()), key=lambda unit: (unit.key, sorted(unit.loads)))


def port_units(graph: SwitchGraph) -> list[Unit]:
    """Make every switch with host ports a unit: halves may then divide a host between its rails."""
    return [_unit(graph, {switch: gbps}) for switch, gbps in enumerate(graph.down_gbps) if gbps]


def halvings(graph: SwitchGraph, units: Sequence[Unit], shares: Sequence[float]) -> Iterator[Halving]:
    """Yield the natural halves: in order, every other, and by the least uplink bandwidth for their hosts."""
    yield _take(graph, units, "in the order of their positions")
    yield _take(graph, [*units[::2], *units[1::2]], "alternating")
    scarce = sorted(units, key=lambda unit: (_share(unit, shares), unit.key))
    yield _take(graph, scarce, "by uplink bandwidth, least first")
    if len({unit.pod for unit in units}) > 1:
        pods: dict[int, list[Unit]] = {}
        for unit in units:
            pods.setdefault(unit.pod, []).append(unit)
        worst = sorted(pods, key=lambda pod: (min(_share(unit, shares) for unit in pods[pod]), pod))
        yield _take(
            graph, [unit for pod in worst for unit in pods[pod]], "pod by pod, by uplink bandwidth, least first"
        )


def rail_halving(graph: SwitchGraph) -> Iterator[Halving]:
    """Halve by rail, where there are several: all traffic then changes its rail. Ports without one take no part."""
    rails = sorted({port.rail for port in graph.ports if port.rail is not None})
    if len(rails) < 2:
        return
    loads: dict[int, dict[int, float]] = {rail: {} for rail in rails}
    for port in graph.ports:
        if port.rail is not None:
            mine = loads[port.rail]
            mine[port.switch] = mine.get(port.switch, 0.0) + port.gbps
    halving = _take(graph, [_unit(graph, loads[rail]) for rail in rails], "lower rails against upper rails")
    yield replace(halving, rails=any(port.rail is None for port in graph.ports))


def floor_gbps(units: Sequence[Unit], shares: Sequence[float]) -> float:
    """Return a lower bound for all halvings of these units, Gb/s.

    Both halves of a divided unit exchange traffic on its own leaves; the rest is carried at its leaves' shares. That
    sum is concave in how the units are cut, so its least value has all units whole but one.
    """
    half = sum(unit.weight for unit in units) / 2
    carried = sorted((_share(unit, shares), unit.weight) for unit in units)
    switches = [switch for unit in units for switch in unit.loads]
    equal = max(weight for _, weight in carried) - min(weight for _, weight in carried) <= 1e-9 * half
    if equal and len(units) % 2 and len(switches) == len(set(switches)):
        whole = carried[: len(units) // 2]
        return sum(share * weight for share, weight in whole) + carried[0][1] / 2
    least, left = 0.0, half
    for share, weight in carried:
        taken = min(weight, left)
        least, left = least + share * taken, left - taken
    return least


def _unit(graph: SwitchGraph, loads: Mapping[int, float]) -> Unit:
    first = min(loads)
    return Unit(first, graph.pods[first], loads, sum(loads.values()))


def _share(unit: Unit, shares: Sequence[float]) -> float:
    return round(sum(gbps * shares[switch] for switch, gbps in unit.loads.items()) / unit.weight, 9)


def _take(graph: SwitchGraph, units: Sequence[Unit], words: str) -> Halving:
    """Fill the first half in this order; the unit at the middle is divided."""
    first = [0.0] * len(graph.names)
    left = sum(unit.weight for unit in units) / 2
    for unit in units:
        part = min(1.0, left / unit.weight)
        for switch, gbps in unit.loads.items():
            first[switch] += part * gbps
        left -= part * unit.weight
        if left <= 0:
            break
    return Halving(words, tuple(first))
