"""Topologies: the leaf of the scalable unit to which each port of a host is cabled."""

from collections.abc import Callable, Iterator

from msgspec import Struct


class Spread(Struct, frozen=True):
    """The leaves of one scalable unit, and the leaf of each port, by the port's index."""

    leaves: int
    leaf_of: tuple[int, ...]
    why: str


class Topology(Struct, frozen=True, kw_only=True):
    """A topology. `spreads(ports, leaves_per_host)` gives the candidates, the one with fewest leaves first.

    `uplinks`: leaves are joined by spines (or to each other). `reserve`: uplink ports are kept free even
    where one leaf holds everything. `one_su`: all hosts must fit one scalable unit. `rails`: each rail of a unit has
    one leaf, so leaves serve whole rows and not racks.
    """

    name: str
    title: str
    spreads: Callable[[int, int], Iterator[Spread]]
    uplinks: bool
    reserve: bool
    one_su: bool
    rails: bool = False


def whole_rails(ports: int, _leaves_per_host: int) -> Iterator[Spread]:
    """Whole rails share a leaf, spread as evenly as they can be: all of them on one leaf, then fewer, down to one rail a leaf."""
    for leaves in sorted({-(-ports // per_leaf) for per_leaf in range(1, ports + 1)}):
        most, least = -(-ports // leaves), ports // leaves
        count = f"{least} or {most}" if least < most else f"{most}"
        yield Spread(
            leaves=leaves,
            leaf_of=tuple(port * leaves // ports for port in range(ports)),
            why=f"{count} whole rail{'s' if most > 1 else ''} on each leaf",
        )
