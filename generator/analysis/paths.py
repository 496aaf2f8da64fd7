"""Paths between two host ports: on one leaf, in one scalable unit, pod and fabric, on one rail and across rails."""

from collections import deque

from msgspec import Struct

from generator.analysis.graph import HostPort, SwitchGraph
from generator.analysis.hops import NO_PATH
from generator.model.device import TIERS


class Path(Struct, frozen=True, kw_only=True):
    """One kind of pair, with the first two ports that are such a pair.

    `rail` is same, other or nothing (a fabric without rails), `far` the distance in the fabric. `switches` on the shortest path are 0 where there is
    none. `count` is the number of shortest paths, counted by link: load is shared over them.
    `tiers` has how many switches of each tier may carry it.
    """

    rail: str
    far: str
    a: HostPort
    b: HostPort
    switches: int
    count: int
    tiers: tuple[tuple[str, int], ...]


_FAR = ("same leaf", "other leaf, same SU", "other SU, same pod", "other pod")
_RAIL = ("same", "other", "")


def kinds_of_paths(graph: SwitchGraph) -> list[Path]:
    """Return the path of every kind of pair with the first cabled host, rail-aligned first, shortest first."""
    if not graph.own_ports:
        return []
    start = graph.own_ports[0]
    pods = len({graph.pods[switch] for switch in graph.of_rank(0)}) > 1
    examples: dict[tuple[int, int], HostPort] = {}
    for port in graph.own_ports:
        if port.device != start.device:
            examples.setdefault((_rail(start, port), _far(graph, start.switch, port.switch)), port)
    reached = _count_paths(graph, start.switch)
    found = []
    for (rail, far), port in sorted(examples.items()):
        links, count = reached.get(port.switch, (None, 0))
        found.append(
            Path(
                rail=_RAIL[rail],
                far=_FAR[far] if pods or far != 2 else "other SU",
                a=start,
                b=port,
                switches=NO_PATH if links is None else links + 1,
                count=count,
                tiers=_between(graph, start.switch, port.switch, reached),
            )
        )
    return found


def _rail(one: HostPort, other: HostPort) -> int:
    if one.rail is None or other.rail is None:
        return 2
    return 0 if one.rail == other.rail else 1


def _far(graph: SwitchGraph, one: int, other: int) -> int:
    if one == other:
        return 0
    if graph.sus[one] == graph.sus[other]:
        return 1
    return 2 if graph.pods[one] == graph.pods[other] else 3


def _count_paths(graph: SwitchGraph, start: int) -> dict[int, tuple[int, int]]:
    """Return the length in links and the number of shortest paths to every switch; parallel links count separately."""
    found, queue = {start: (0, 1)}, deque([start])
    while queue:
        near = queue.popleft()
        length, count = found[near]
        for far, links in graph.links[near].items():
            if far not in found:
                found[far] = (length + 1, count * links)
                queue.append(far)
            elif found[far][0] == length + 1:
                found[far] = (length + 1, found[far][1] + count * links)
    return found


def _between(
    graph: SwitchGraph, start: int, end: int, reached: dict[int, tuple[int, int]]
) -> tuple[tuple[str, int], ...]:
    """Count the switches on all shortest paths, tier after tier, walking back from the end."""
    if end not in reached:
        return ()
    level, steps = {end}, [("leaf", 1)]
    for length in range(reached[end][0] - 1, -1, -1):
        level = {far for near in level for far in graph.links[near] if reached.get(far, (-1, 0))[0] == length}
        tier = TIERS[graph.ranks[min(level)]]
        steps.append((tier, len(level)))
    assert level == {start}
    return tuple(reversed(steps))
