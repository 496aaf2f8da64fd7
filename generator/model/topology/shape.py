"""What a topology decides: which leaf of its scalable unit each port of a host goes to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """The leaves of one scalable unit, and the leaf of each port, by the port's index."""

    leaves: int
    leaf_of: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Topology:
    """A shape. `spreads(ports, leaves_per_host)` gives the candidates, the one with fewest leaves first.

    `uplinks`: leaves are joined by spines (or to each other). `reserve`: uplink ports are kept free even
    where one leaf holds everything. `one_su`: all hosts must fit one scalable unit.
    """

    name: str
    title: str
    spreads: Callable[[int, int], Iterator[Spread]]
    uplinks: bool
    reserve: bool
    one_su: bool


def whole_rails(ports: int, _leaves_per_host: int) -> Iterator[Spread]:
    """Whole rails share a leaf: all of them on one, then fewer, down to one rail a leaf."""
    for per_leaf in range(ports, 0, -1):
        yield Spread(
            leaves=-(-ports // per_leaf),
            leaf_of=tuple(port // per_leaf for port in range(ports)),
            why=f"{per_leaf} whole rail{'s' if per_leaf > 1 else ''} on each leaf",
        )
