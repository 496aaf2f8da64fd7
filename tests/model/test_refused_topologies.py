"""Rings and tori that are refused: their figures against graphs that are walked and cut by hand."""

from collections import deque
from itertools import combinations

import pytest

from generator.model.refused_topologies import Neighbours, neighbours

Edges = list[tuple[int, int]]


def edges(found: Neighbours) -> Edges:
    """Each leaf with the next one in its row and in its column, as often as there are links."""
    joined = []
    for row in range(found.rows):
        for column in range(found.columns):
            here = row * found.columns + column
            joined += [(here, row * found.columns + (column + 1) % found.columns)] * found.links
            if found.rows > 1:
                joined += [(here, (row + 1) % found.rows * found.columns + column)] * found.links
    return joined


def least_cut(leaves: int, joined: Edges) -> int:
    halves = (set(half) for half in combinations(range(leaves), leaves // 2))
    return min(sum((a in half) != (b in half) for a, b in joined) for half in halves)


def farthest(leaves: int, joined: Edges) -> int:
    """Switches on the longest of the shortest ways."""
    around: dict[int, set[int]] = {leaf: set() for leaf in range(leaves)}
    for a, b in joined:
        around[a].add(b)
        around[b].add(a)
    reached, todo = {0: 1}, deque([0])
    while todo:
        here = todo.popleft()
        for there in around[here] - reached.keys():
            reached[there] = reached[here] + 1
            todo.append(there)
    return max(reached.values())


@pytest.mark.parametrize(
    ("name", "leaves", "shape"),
    [
        ("ring", 4, (1, 4)),
        ("ring", 8, (1, 8)),
        ("ring", 14, (1, 14)),
        ("torus", 8, (2, 4)),
        ("torus", 10, (2, 5)),
        ("torus", 11, (3, 4)),
        ("torus", 15, (3, 5)),
        ("torus", 16, (4, 4)),
    ],
)
def test_cut_and_ways_are_those_of_the_graph(name: str, leaves: int, shape: tuple[int, int]) -> None:
    found = neighbours(name, leaves, 8)
    assert (found.rows, found.columns) == shape
    joined = edges(found)
    assert len(joined) == found.leaves * 8 / 2
    assert least_cut(found.leaves, joined) == found.cut
    assert farthest(found.leaves, joined) == found.farthest
