"""Switches on the shortest path between ports of two hosts, counted for all pairs without visiting each.

Leaves with the same neighbours are equally far from everything else, so one search from each such group gives all
distances; pairs are then products of counts. Pairs of ports of one host are left out.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping

from msgspec import Struct

from generator.analysis.graph import HostPort, SwitchGraph

NO_PATH = 0
"""The count for ports without a path between them."""
Count = Counter[int]
"""Pairs by the number of switches on their path."""


class Hops(Struct, frozen=True, kw_only=True):
    """Pairs of ports of two different hosts: all of them, and those of one rail (empty without rails)."""

    every: Mapping[int, int]
    same_rail: Mapping[int, int]


class Distances:
    """Links on the shortest path between switches with hosts."""

    def __init__(self, graph: SwitchGraph) -> None:
        """Group the switches that have the same neighbours, and search once from each group."""
        groups: dict[frozenset[int], int] = {}
        self.group: dict[int, int] = {}
        first: list[int] = []
        for switch in sorted({port.switch for port in graph.own_ports}):
            around = frozenset(graph.links[switch])
            if around not in groups or not around:
                groups[around] = len(first)
                first.append(switch)
            self.group[switch] = groups[around]
        self.count = len(first)
        self._links: list[list[int | None]] = []
        for start in first:
            reached = distances(graph, start)
            self._links.append([2 if far == start and graph.links[far] else reached.get(far) for far in first])

    def switches(self, one: int, other: int) -> int:
        """Return the switches on the path between two different switches of these groups; `NO_PATH` where there is none."""
        links = self._links[one][other]
        return NO_PATH if links is None else links + 1


def distances(graph: SwitchGraph, start: int) -> dict[int, int]:
    """Return the number of links on the shortest path from a switch to every one that it reaches."""
    found, queue = {start: 0}, deque([start])
    while queue:
        near = queue.popleft()
        for far in graph.links[near]:
            if far not in found:
                found[far] = found[near] + 1
                queue.append(far)
    return found


def count_hops(graph: SwitchGraph) -> Hops:
    """Count all pairs, and those of one rail."""
    between = Distances(graph)
    rails: dict[int, list[HostPort]] = {}
    for port in graph.own_ports:
        if port.rail is not None:
            rails.setdefault(port.rail, []).append(port)
    same: Count = Counter()
    for ports in rails.values():
        same += _pairs(between, ports)
    every = _pairs(between, graph.own_ports)
    every.subtract(_own_pairs(between, graph, rails_only=False))
    same.subtract(_own_pairs(between, graph, rails_only=True))
    return Hops(every=_sorted(every), same_rail=_sorted(same))


def _pairs(between: Distances, ports: Iterable[HostPort]) -> Count:
    """Count all pairs of these ports, including those of one host."""
    on_switch = Counter(port.switch for port in ports)
    in_group: Counter[int] = Counter()
    alone: Counter[int] = Counter()
    found: Count = Counter()
    for switch, count in on_switch.items():
        group = between.group[switch]
        found[1] += count * (count - 1) // 2
        in_group[group] += count
        alone[group] += count * count
    for one, count in in_group.items():
        found[between.switches(one, one)] += (count * count - alone[one]) // 2
        for other, more in in_group.items():
            if one < other:
                found[between.switches(one, other)] += count * more
    return found


def _own_pairs(between: Distances, graph: SwitchGraph, *, rails_only: bool) -> Count:
    """Count the pairs of ports of one host: hosts with their ports on the same switches are counted together."""
    hosts_ports: dict[str, list[tuple[int, int | None]]] = {}
    for port in graph.own_ports:
        hosts_ports.setdefault(port.device, []).append((port.switch, port.rail))
    patterns = Counter(map(tuple, hosts_ports.values()))
    found: Count = Counter()
    for pattern, hosts in patterns.items():
        for place, (one, rail) in enumerate(pattern):
            for other, its in pattern[:place]:
                if not rails_only or (rail == its and rail is not None):
                    found[1 if one == other else between.switches(between.group[one], between.group[other])] += hosts
    return found


def _sorted(count: Count) -> dict[int, int]:
    return {switches: pairs for switches, pairs in sorted(count.items()) if pairs}
