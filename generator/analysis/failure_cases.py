"""Single failures: the graph of the plane after each, for one of every class of devices or links with equal effect.

Switches and trunks that are alike in the sense of `flow.alike`, with equally many hosts on them alone and equally much of each
half of the bisections, are taken to have the same effect; those that carry most come first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.analysis.bisection import Bisection
from generator.analysis.flow import alike
from generator.analysis.graph import HostPort, SwitchGraph
from generator.analysis.population import Population
from generator.model.device import TIERS

TRIED = 16
"""Classes of one kind that are tried at most."""
_LINKS = {
    (low, high): f"{TIERS[low]} to {TIERS[high]} link" for low in range(len(TIERS)) for high in range(low, len(TIERS))
}


class Case(Struct, frozen=True, kw_only=True):
    """A failure before it is judged: the plane's graph after it."""

    kind: str
    count: int
    name: str
    plane: int
    after: SwitchGraph
    gbps: float
    ports: Sequence[HostPort] = ()


class Health:
    """All planes of a fabric without failures: the reference for failures."""

    def __init__(
        self, graphs: Sequence[SwitchGraph], halves: Sequence[Sequence[Bisection]], population: Population | None = None
    ) -> None:
        """Note each host's bandwidth and the largest part of every plane; `halves` are the readings of each, in order."""
        self.graphs, self.halves, self.population = graphs, halves, population or Population()
        self.gbps: dict[str, float] = {}
        for reading in (reading for plane in halves for reading in plane):
            self.gbps[reading.reading] = self.gbps.get(reading.reading, 0.0) + reading.gbps
        self.host_gbps: Counter[str] = Counter()
        self.switches: dict[str, set[tuple[int, int]]] = {}
        for plane, graph in enumerate(graphs):
            for port in graph.ports:
                self.host_gbps[port.device] += port.gbps  # type: ignore[assignment]
                self.switches.setdefault(port.device, set()).add((plane, port.switch))
        self.alone = Counter(next(iter(places)) for places in self.switches.values() if len(places) == 1)
        self._classes: dict[int, list[int]] = {}
        self.reach = [connected(graph) for graph in graphs]
        self.lost_before = sum(1 for _ in self._cut_off(-1, frozenset()))

    def classes(self, plane: int) -> list[int]:
        """Return the class of every switch of a plane: those of one class are alike in what depends on them."""
        if plane not in self._classes:
            graph = self.graphs[plane]
            alone = [self.alone[plane, switch] for switch in range(len(graph.names))]
            first = zip(*(halving.first for reading in self.halves[plane] for halving in reading.halvings), strict=True)
            self._classes[plane] = alike(graph.gbps, zip(graph.ranks, graph.down_gbps, alone, first, strict=True))
        return self._classes[plane]

    def cut_off(self, plane: int, devices: frozenset[str]) -> int:
        """Count the hosts that a failure cuts off, except managers; `devices` still reach the largest part of `plane`."""
        return sum(1 for _ in self._cut_off(plane, devices)) - self.lost_before

    def _cut_off(self, plane: int, devices: frozenset[str]) -> Iterator[str]:
        others = [devices for place, (devices, _) in enumerate(self.reach) if place != plane]
        for device in self.host_gbps:
            missed = device not in devices and not any(device in reached for reached in others)
            if missed and not self.population.manages(device):
                yield device


def host_links(health: Health) -> Iterator[Case]:
    """Yield the link that is the largest part of its host's bandwidth, of those judged; and one that is the only link of another host."""
    links = [(plane, port) for plane, graph in enumerate(health.graphs) for port in graph.ports]
    judged = [link for link in links if health.population.judged(link[1].device)]
    for plane, worst in (*_largest(health, judged), *_largest(health, [li for li in links if _only(health, li[1])])):
        graph = health.graphs[plane]
        at = graph.ports.index(worst)
        rail = "" if worst.rail is None else f" rail {worst.rail}"
        yield Case(
            kind="host link",
            count=len(links),
            name=f"{worst.device}{rail} to {graph.names[worst.switch]}",
            plane=plane,
            after=replace(graph, ports=graph.ports[:at] + graph.ports[at + 1 :]),
            gbps=worst.gbps,
            ports=[worst],
        )


def _largest(health: Health, links: Sequence[tuple[int, HostPort]]) -> list[tuple[int, HostPort]]:
    if not links:
        return []
    return [max(links, key=lambda link: (link[1].gbps / health.host_gbps[link[1].device], link[1].gbps))]


def _only(health: Health, port: HostPort) -> bool:
    """Whether a port is the only one of its host, and the host is neither judged nor a manager."""
    population = health.population
    whole = port.gbps >= health.host_gbps[port.device]
    return whole and not population.judged(port.device) and not population.manages(port.device)


def trunks(health: Health) -> Iterator[Case]:
    """Yield one trunk link of every pair of classes, tier by tier."""
    cases: dict[str, list[Case]] = {}
    counts: Counter[str] = Counter()
    for plane, graph in enumerate(health.graphs):
        classes = health.classes(plane)
        seen: set[tuple[int, int]] = set()
        for near, around in enumerate(graph.links):
            rank = graph.ranks[near]
            for far, links in around.items():
                above = graph.ranks[far]
                if above < rank or (above == rank and far < near):
                    continue
                kind = _LINKS[rank, above]
                counts[kind] += links
                if (classes[near], classes[far]) not in seen:
                    seen.add((classes[near], classes[far]))
                    name = f"{graph.names[near]} to {graph.names[far]}"
                    gbps = graph.gbps[near][far] / links
                    after = graph.without_link(near, far)
                    case = Case(kind=kind, count=0, name=name, plane=plane, after=after, gbps=gbps)
                    cases.setdefault(kind, []).append(case)
    for kind, mine in sorted(cases.items()):
        yield from (replace(case, count=counts[kind]) for case in mine[:TRIED])


def switches(health: Health, rank: int) -> Iterator[Case]:
    """Yield one switch of every class of a tier, those with most bandwidth first."""
    found: list[tuple[int, float, int, int]] = []
    count = 0
    for plane, graph in enumerate(health.graphs):
        classes = health.classes(plane)
        seen: set[int] = set()
        for switch in graph.of_rank(rank):
            count += 1
            if classes[switch] not in seen:
                seen.add(classes[switch])
                gbps = graph.down_gbps[switch] + sum(graph.gbps[switch].values())
                found.append((health.alone[plane, switch], gbps, plane, switch))
    found.sort(key=lambda each: (-each[0], -each[1], each[2], each[3]))
    for _, gbps, plane, switch in found[:TRIED]:
        graph = health.graphs[plane]
        ports = [port for port in graph.ports if port.switch == switch]
        yield Case(
            kind=TIERS[rank],
            count=count,
            name=graph.names[switch],
            plane=plane,
            after=graph.without([switch]),
            gbps=gbps,
            ports=ports,
        )


def planes(health: Health) -> Iterator[Case]:
    """Yield every plane."""
    for plane, graph in enumerate(health.graphs):
        everything = range(len(graph.names))
        gbps = graph.host_gbps + sum(sum(around.values()) for around in graph.gbps) / 2
        yield Case(
            kind="plane",
            count=len(health.graphs),
            name=f"plane {graph.plane}",
            plane=plane,
            after=graph.without(everything),
            gbps=gbps,
            ports=graph.ports,
        )


def connected(graph: SwitchGraph) -> tuple[frozenset[str], int]:
    """Return the hosts on the largest connected part (by host bandwidth), and how many parts have hosts."""
    part = [-1] * len(graph.names)
    sums: list[float] = []
    for start in graph.seats:
        if part[start] >= 0:
            continue
        part[start], queue, total = len(sums), [start], 0.0
        while queue:
            near = queue.pop()
            total += graph.down_gbps[near]
            for far in graph.links[near]:
                if part[far] < 0:
                    part[far] = part[start]
                    queue.append(far)
        sums.append(total)
    if len(sums) <= 1:
        return graph.devices, len(sums)
    largest = sums.index(max(sums))
    return frozenset(port.device for port in graph.ports if part[port.switch] == largest), len(sums)
