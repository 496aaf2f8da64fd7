"""Rack units: the device in each, and the devices that must leave before another can take its place."""

from collections.abc import Iterable, Iterator

from generator.change.records import Row
from generator.change.tables import PlanRows

Place = tuple[str, int]
"""A rack and a unit in it."""


def places_of(row: Row) -> Iterator[Place]:
    """Return the rack units of a device."""
    return ((row["rack"], row["unit"] + height) for height in range(row.get("height_u") or 1))


def devices_in(plan: PlanRows) -> Iterator[Row]:
    """Yield hosts, then switches."""
    yield from plan["hosts"]
    yield from plan["switches"]


class Occupancy:
    """The device in each rack unit; a device that moves or leaves frees its units when its step is done."""

    def __init__(self, old: PlanRows, new: PlanRows) -> None:
        """Start with the places of the earlier plan."""
        self._before = {row["name"]: set(places_of(row)) for row in devices_in(old)}
        self._after = {row["name"]: set(places_of(row)) for row in devices_in(new)}
        self._held = {place: name for name, places in self._before.items() for place in places}
        self._units = {row["name"]: row["units"] for row in old["racks"]}

    def waits_for(self, name: str) -> set[str]:
        """Return the other devices at the later place of a device."""
        found = {self._held[place] for place in self._after.get(name, ()) if place in self._held}
        return found - {name}

    def has_room(self, name: str) -> bool:
        """Whether the rack of a device has enough adjacent units, free in both plans, to hold the device temporarily."""
        units = self._before.get(name, ())
        taken = {place for plan in (self._before, self._after) for places in plan.values() for place in places}
        run = 0
        for rack, _ in list(units)[:1]:
            for unit in range(1, self._units.get(rack, 0) + 1):
                run = 0 if (rack, unit) in taken else run + 1
                if run == len(units):
                    return True
        return False

    def carried(self, names: Iterable[str]) -> set[str]:
        """Return the devices that are in another rack or unit in the later plan."""
        return {name for name in names if name in self._after and self._before.get(name) != self._after[name]}

    def free(self, names: Iterable[str]) -> None:
        """Free the old units of devices that move; their new units need no entry, as no other device gets them."""
        for name in names:
            for place in self._before.get(name, set()) - self._after.get(name, set()):
                self._held.pop(place, None)
