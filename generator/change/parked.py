"""Cables that are unplugged between two steps: counts of their links, updated incrementally, so that no step counts all of them again."""

from collections import Counter

from msgspec import Struct, field

from generator.change.records import Row
from generator.change.touched import MANAGEMENT

Rail = tuple[str, str, int | None]
"""A lower device, a fabric and a rail."""


def rail_of(link: Row) -> Rail:
    """Return the rail that a link is one of."""
    return link["a"]["device"], link["fabric"], link["rail"]


class Parked(Struct):
    """Links that were up before and are unplugged, by number, in the order of unplugging."""

    links: dict[int, Row] = field(default_factory=dict)
    fabrics: Counter[str] = field(default_factory=Counter)
    rails: dict[str, dict[Rail, dict[int, None]]] = field(default_factory=dict)
    """By lower device: the numbers of the links of each rail. Management is in none of these two."""
    uppers: dict[str, Counter[str]] = field(default_factory=dict)
    """By lower device: the number of unplugged links to each upper device."""
    several: set[str] = field(default_factory=set)
    """Lower devices with unplugged links to more than one upper device."""

    def add(self, number: int, link: Row) -> None:
        """Add an unplugged link."""
        self.links[number] = link
        self.fabrics[link["fabric"]] += 1
        if link["fabric"] != MANAGEMENT:
            self.rails.setdefault(link["a"]["device"], {}).setdefault(rail_of(link), {})[number] = None
            self._count(link, 1)

    def remove(self, number: int) -> None:
        """Remove a link that is plugged in again, if it was unplugged."""
        link = self.links.pop(number, None)
        if link is None:
            return
        self.fabrics[link["fabric"]] -= 1
        if link["fabric"] != MANAGEMENT:
            of_device = self.rails[link["a"]["device"]]
            del of_device[rail_of(link)][number]
            if not of_device[rail_of(link)]:
                del of_device[rail_of(link)]
            self._count(link, -1)

    def holds(self, rail: Rail) -> bool:
        """Whether a link of a rail is unplugged."""
        return rail in self.rails.get(rail[0], ())

    def first(self, rail: Rail) -> int:
        """Return the number of the first unplugged link of a rail."""
        return next(iter(self.rails[rail[0]][rail]))

    def _count(self, link: Row, by: int) -> None:
        lower, upper = link["a"]["device"], link["b"]["device"]
        found = self.uppers.setdefault(lower, Counter())
        found[upper] += by
        if not found[upper]:
            del found[upper]
        if len(found) > 1:
            self.several.add(lower)
        else:
            self.several.discard(lower)
