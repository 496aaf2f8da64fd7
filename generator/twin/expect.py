"""Expected routes from the cables: every equal shortest path, computed from cables.csv only."""

from collections import defaultdict, deque
from collections.abc import Container, Iterable

from generator.twin.tree import Link

Routes = dict[str, set[str]]


def expected_ports(links: Iterable[Link], source: str, ends: Container[str] = ()) -> Routes:
    """For every switch that `source` can reach: the ports of `source` where a shortest path to it begins; no path leads through one of `ends`."""
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    ports: defaultdict[str, set[str]] = defaultdict(set)
    for link in links:
        for near, far in link.ends():
            neighbours[near.device].add(far.device)
            if near.device == source:
                ports[far.device].add(near.interface)
    hops = {source: 0}
    found: defaultdict[str, set[str]] = defaultdict(set)
    waiting = deque([source])
    while waiting:
        here = waiting.popleft()
        if here != source and here in ends:
            continue
        for there in sorted(neighbours[here]):
            if there not in hops:
                hops[there] = hops[here] + 1
                waiting.append(there)
            if hops[there] == hops[here] + 1:
                found[there] |= ports[there] if here == source else found[here]
    return dict(found)
