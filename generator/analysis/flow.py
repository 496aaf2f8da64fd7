"""Maximum flow over a switch graph, exact and fast: switches that are alike are merged first.

Merging is by colour refinement: two switches stay together while they have equal bandwidth to every class. A flow between
whole classes can then be shared out evenly (each trunk carries its part of the classes' joint bandwidth, so what enters
and leaves a switch stays balanced), and every flow adds up to one between classes. So the merged graph has the same maximum
flow as the full one, whatever the graph; a Clos only makes it small. (Grohe, Kersting, Mladenov, Selman, "Dimension
Reduction via Colour Refinement", ESA 2014, prove it for linear programs in general.)
"""

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise

_NOTHING = 1e-9
"""Gb/s below which a rest is rounding."""
Capacities = list[dict[int, float]]
Ends = tuple[Sequence[float], Sequence[float]]
"""Gb/s supplied on each switch, and Gb/s taken there."""


def alike(neighbours: Sequence[Mapping[int, float]], seed: Iterable[Hashable]) -> list[int]:
    """Return the class of every switch: the coarsest in which a class's members share `seed` and their bandwidth to each class.

    Twins, which share one mapping of neighbours as well, are one switch to this search.
    """
    marks = list(seed)
    twins = _number(zip(map(id, neighbours), marks, strict=True))
    firsts = _firsts(twins)
    classes = _refined([_by_class(neighbours[first], twins) for first in firsts], [marks[first] for first in firsts])
    return [classes[twin] for twin in twins]


def _refined(neighbours: Sequence[Mapping[int, float]], seed: Iterable[Hashable]) -> list[int]:
    """Divide classes until all members of each have the same bandwidth to every class."""
    classes = _number(seed)
    count = len(set(classes))
    while True:
        sums = (frozenset(_by_class(around, classes).items()) for around in neighbours)
        finer = _number(zip(classes, sums, strict=True))
        if len(set(finer)) == count:
            return classes
        classes, count = finer, len(set(finer))


def max_flows(neighbours: Sequence[Mapping[int, float]], asked: Sequence[Ends]) -> list[float]:
    """Return the most Gb/s that can go at once from each supply to its sink, over trunks in both directions; the merging is done once, fine enough for all of them.

    Supply and sink are the bandwidth of the sending and of the receiving host ports on each switch.
    """
    if not asked:
        return []
    classes = alike(neighbours, zip(*(side for ends in asked for side in ends), strict=True))
    members = Counter(classes)
    count = len(members)
    trunks: Capacities = [
        {other: gbps * members[mine] for other, gbps in _by_class(neighbours[first], classes).items() if other != mine}
        for mine, first in enumerate(_firsts(classes))
    ]
    return [_flow(trunks, _sums(classes, count, supply), _sums(classes, count, sink)) for supply, sink in asked]


def _sums(classes: Sequence[int], count: int, gbps: Sequence[float]) -> list[float]:
    sums = [0.0] * count
    for mine, each in zip(classes, gbps, strict=True):
        sums[mine] += each
    return sums


def _flow(trunks: Sequence[Mapping[int, float]], supply: Sequence[float], sink: Sequence[float]) -> float:
    """Return one flow over classes."""
    source, target = len(trunks), len(trunks) + 1
    room: Capacities = [{**around, target: taken} for around, taken in zip(trunks, sink, strict=True)]
    room += [dict(enumerate(supply)), {}]
    for near, around in enumerate(room):
        for far in list(around):
            room[far].setdefault(near, 0.0)
    return _dinic(room, source, target)


def _by_class(around: Mapping[int, float], classes: Sequence[int]) -> dict[int, float]:
    """Return the bandwidth of one switch to each class."""
    sums: dict[int, float] = {}
    for far, gbps in around.items():
        other = classes[far]
        sums[other] = sums.get(other, 0.0) + gbps
    return sums


def _firsts(classes: Sequence[int]) -> list[int]:
    """Return the first member of every class, by its number."""
    found: dict[int, int] = {}
    for member, mine in enumerate(classes):
        found.setdefault(mine, member)
    return list(found.values())


def _number(marks: Iterable[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(mark, len(numbers)) for mark in marks]


def _dinic(room: Capacities, source: int, target: int) -> float:
    """Dinic's algorithm (1970): shortest paths first, all paths of one length in one phase."""
    total = 0.0
    while True:
        levels = _levels(room, source)
        if target not in levels:
            return total
        ahead = {near: [far for far in room[near] if levels.get(far) == level + 1] for near, level in levels.items()}
        while pushed := _push(room, ahead, source, target):
            total += pushed


def _levels(room: Capacities, source: int) -> dict[int, int]:
    levels, queue = {source: 0}, deque([source])
    while queue:
        near = queue.popleft()
        for far, left in room[near].items():
            if left > _NOTHING and far not in levels:
                levels[far] = levels[near] + 1
                queue.append(far)
    return levels


def _push(room: Capacities, ahead: dict[int, list[int]], source: int, target: int) -> float:
    """Fill one path from source to target and return its Gb/s; 0 where this phase has no more. Dead ends are removed from `ahead`."""
    path = [source]
    while path[-1] != target:
        near = path[-1]
        while ahead[near] and room[near][ahead[near][-1]] <= _NOTHING:
            ahead[near].pop()
        if ahead[near]:
            path.append(ahead[near][-1])
        elif near == source:
            return 0.0
        else:
            path.pop()
            ahead[path[-1]].pop()
    hops = list(pairwise(path))
    gbps = min(room[near][far] for near, far in hops)
    for near, far in hops:
        room[near][far] -= gbps
        room[far][near] += gbps
    return gbps
