"""What a step takes down: the links, the devices that would lose a second path, the hosts that lose a rail, and the capacity of fabrics."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from generator.change.parked import rail_of
from generator.change.patch import Patch, Task
from generator.change.records import Row
from generator.change.step import Capacity
from generator.change.tables import PlanRows
from generator.change.touched import MANAGEMENT


class Losses:
    """The links of each fabric so far, and what a step takes from them, given the cables that are unplugged."""

    def __init__(self, old: PlanRows, patch: Patch, leaving: AbstractSet[str]) -> None:
        """Count the links; devices that are `leaving` lose nothing."""
        self._patch, self._leaving = patch, leaving
        self._hosts = {row["name"] for row in old["hosts"]}
        self._of = {link["fabric"]: 0 for link in old["links"]}
        for link in old["links"]:
            self._of[link["fabric"]] += 1

    def count(self, tasks: Iterable[Task]) -> None:
        """Update the number of links of each fabric: new ones count once they are plugged, removed ones until they are unplugged."""
        for task in tasks:
            if task.before is None and task.after is not None:
                self._of[task.after["fabric"]] = self._of.get(task.after["fabric"], 0) + 1
            elif task.before is not None and task.after is None:
                self._of[task.before["fabric"]] -= 1

    def cut(self, tasks: Iterable[Task], out: set[str]) -> list[Row]:
        """Return the links that a step takes down in addition to those unplugged before: unplugged ones, and all of devices that are out."""
        found = {id(task.before): task.before for task in tasks if task.before is not None}
        found |= {id(link): link for link in self._patch.on(out)}
        return list(found.values())

    def overtaxed(self, cut: Sequence[Row], out: set[str]) -> set[str]:
        """Return the devices that would lose their path to more than one upper device: switches first, as their loss affects hosts."""
        found = self._cut_twice(cut) - out - self._hosts
        found |= self._cut_twice([*cut, *self._patch.on(found)]) & self._hosts - out
        return found - self._leaving

    def _cut_twice(self, cut: Iterable[Row]) -> set[str]:
        """Return the lower devices whose links to more than one upper device are cut or unplugged."""
        parked = self._patch.parked
        return parked.several | {
            name for name, uppers in _upper_devices(cut).items() if len(uppers | parked.uppers.get(name, {}).keys()) > 1
        }

    def strangled(self, cut: Iterable[Row]) -> list[str]:
        """Name the hosts that lose their last link in some fabric and rail, so that their jobs must not run: first those with an unplugged link of it."""
        patch, loose = self._patch, self._patch.parked
        lost = Counter(
            rail_of(link)
            for link in cut
            if link["a"]["device"] in self._hosts and link["fabric"] != MANAGEMENT and id(link) not in patch.unused
        )
        last = [rail for rail, count in lost.items() if patch.rails.get(rail, 0) == count]
        first = sorted((rail for rail in last if loose.holds(rail)), key=loose.first)
        return list(dict.fromkeys(rail[0] for rail in (*first, *last)))

    def capacity(self, cut: Iterable[Row]) -> tuple[Capacity, ...]:
        """Return the links of each fabric that are down: unplugged and cut."""
        lost = self._patch.parked.fabrics + Counter(link["fabric"] for link in cut)
        return tuple(Capacity(fabric, lost[fabric], of) for fabric, of in self._of.items() if fabric in lost)


def _upper_devices(links: Iterable[Row]) -> Mapping[str, set[str]]:
    """Return the upper devices of links by the lower one, but for management."""
    found: dict[str, set[str]] = {}
    for link in links:
        if link["fabric"] != MANAGEMENT:
            found.setdefault(link["a"]["device"], set()).add(link["b"]["device"])
    return found
