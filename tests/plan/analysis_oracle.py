"""Small fabrics made by hand, and slow answers to hold the quick ones against."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from generator.analysis.graph import HostPort, SwitchGraph

Trunks = Mapping[tuple[int, int], tuple[int, float]]
"""Links and Gb/s of each, by (lower, upper) switch."""


def fabric(
    tiers: Iterable[int], trunks: Trunks, ports: Iterable[tuple[str, int, float, int | None]], pods: Iterable[int] = ()
) -> SwitchGraph:
    """Make a graph: a rank for every switch, trunks, and host ports (device, switch, Gb/s, rail)."""
    ranks = tuple(tiers)
    gbps: list[dict[int, float]] = [{} for _ in ranks]
    links: list[dict[int, int]] = [{} for _ in ranks]
    for (low, high), (count, speed) in trunks.items():
        for near, far in ((low, high), (high, low)):
            gbps[near][far], links[near][far] = count * speed, count
    return SwitchGraph(
        fabric="compute",
        plane=0,
        names=tuple(f"switch{number:03d}" for number in range(len(ranks))),
        ranks=ranks,
        sus=tuple(number if rank == 0 else None for number, rank in enumerate(ranks)),
        pods=tuple(pods) or (0,) * len(ranks),
        gbps=tuple(gbps),
        links=tuple(links),
        ports=tuple(HostPort(*port) for port in ports),
    )


def two_tiers(hosts: Iterable[int], spines: int, per_pair: int = 1, speed: float = 1.0) -> SwitchGraph:
    """Leaves with so many single-port hosts each, every leaf joined to every spine alike."""
    on_leaf = list(hosts)
    leaves = len(on_leaf)
    trunks = {(leaf, leaves + spine): (per_pair, speed) for leaf in range(leaves) for spine in range(spines)}
    ports = [(f"h{leaf}-{n}", leaf, 1.0, None) for leaf, count in enumerate(on_leaf) for n in range(count)]
    return fabric([0] * leaves + [1] * spines, trunks, ports)


def fat_tree(k: int) -> SwitchGraph:
    """The three-tier tree of k-port switches: k pods of k/2 leaves and k/2 spines, k*k/4 cores, k*k*k/4 hosts."""
    half = k // 2
    leaves, spines = k * half, k * half
    trunks: dict[tuple[int, int], tuple[int, float]] = {}
    for pod in range(k):
        for spine in range(half):
            for leaf in range(half):
                trunks[pod * half + leaf, leaves + pod * half + spine] = (1, 1.0)
            for core in range(half):
                trunks[leaves + pod * half + spine, leaves + spines + spine * half + core] = (1, 1.0)
    ports = [(f"h{leaf}-{n}", leaf, 1.0, None) for leaf in range(leaves) for n in range(half)]
    pods = [leaf // half for leaf in range(leaves)] * 2 + [0] * (half * half)
    return fabric([0] * leaves + [1] * spines + [2] * (half * half), trunks, ports, pods)


def slow_flow(graph: SwitchGraph, first: set[str]) -> float:
    """The flow from the hosts of one half to all others."""
    supply, sink = [0.0] * len(graph.names), [0.0] * len(graph.names)
    for port in graph.ports:
        (supply if port.device in first else sink)[port.switch] += port.gbps
    return slow_flow_of(graph, supply, sink)


def slow_flow_of(graph: SwitchGraph, supply: Sequence[float], sink: Sequence[float]) -> float:
    """Edmonds and Karp on the whole graph, switch by switch: from where Gb/s are supplied to where they are taken."""
    source, target = -1, -2
    room: dict[int, dict[int, float]] = {switch: dict(around) for switch, around in enumerate(graph.gbps)}
    room |= {source: dict(enumerate(supply)), target: {}}
    for switch, gbps in enumerate(sink):
        room[switch][target] = gbps
    total = 0.0
    while True:
        came: dict[int, int] = {}
        queue = deque([source])
        while queue and target not in came:
            near = queue.popleft()
            for far, left in room[near].items():
                if left > 1e-9 and far not in came and far != source:
                    came[far] = near
                    queue.append(far)
        if target not in came:
            return total
        way = [target]
        while way[-1] != source:
            way.append(came[way[-1]])
        hops = [(near, far) for far, near in pairwise(way)]
        gbps = min(room[near][far] for near, far in hops)
        for near, far in hops:
            room[near][far] -= gbps
            room[far][near] = room[far].get(near, 0.0) + gbps
        total += gbps


def all_halves(graph: SwitchGraph) -> Iterator[set[str]]:
    """Yield every way to put half of the hosts on one side."""
    hosts = sorted(graph.ports_of)
    for chosen in combinations(hosts, len(hosts) // 2):
        yield set(chosen)


def switches_between(graph: SwitchGraph, one: int, other: int) -> int:
    """Search from one switch for another; 0 where there is no way."""
    found, queue = {one: 1}, deque([one])
    while queue:
        near = queue.popleft()
        for far in graph.links[near]:
            if far not in found:
                found[far] = found[near] + 1
                queue.append(far)
    return found.get(other, 0)


def pieces(graph: SwitchGraph) -> list[set[str]]:
    """Return the hosts of every connected part that has some, the one with most bandwidth first."""
    parts: list[tuple[float, set[str]]] = []
    left = {port.switch for port in graph.ports}
    while left:
        start = min(left)
        part = {switch for switch in range(len(graph.names)) if switches_between(graph, start, switch)}
        left -= part
        mine = [port for port in graph.ports if port.switch in part]
        parts.append((sum(port.gbps for port in mine), {port.device for port in mine}))
    parts.sort(key=lambda part: -part[0])
    return [hosts for _, hosts in parts]
