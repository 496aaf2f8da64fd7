"""Rack units: the device in each, and the devices that must leave before another can take its place."""

from collections.abc import Iterable, Iterator

from generator.change.records import Row
from generator.change.tables import PlanRows
from generator.plan.sections import CHOICES

Place = tuple[str, int]
"""A rack and a unit in it."""


def places_of(row: Row) -> Iterator[Place]:
    """Return the rack units of a device."""
    return ((row["rack"], row["unit"] + height) for height in range(row.get("height_u") or 1))


def devices_in(plan: PlanRows) -> Iterator[Row]:
    """Yield hosts, then switches."""
    yield from plan["hosts"]
    yield from plan["switches"]


def _closed(plan: PlanRows) -> set[int]:
    """Return the units of every rack that are not for devices, where the plan states them."""
    racks = plan.get(CHOICES, {}).get("site", {}).get("racks", {})
    return {*range(1, racks.get("first_unit", 1)), *racks.get("reserved_units", ())}


class Occupancy:
    """The device in each rack unit; a device that moves or leaves frees its units when its step is done."""

    def __init__(self, old: PlanRows, new: PlanRows) -> None:
        """Start with the places of the earlier plan."""
        self._before = {row["name"]: set(places_of(row)) for row in devices_in(old)}
        self._after = {row["name"]: set(places_of(row)) for row in devices_in(new)}
        self._held = {place: name for name, places in self._before.items() for place in places}
        self._units = {row["name"]: row["units"] for row in old["racks"]}
        self._closed = _closed(old)
        self._aside: dict[str, set[Place]] = {}

    def waits_for(self, name: str) -> set[str]:
        """Return the other devices at the later place of a device."""
        found = {self._held[place] for place in self._after.get(name, ()) if place in self._held}
        return found - {name}

    def room(self, name: str) -> int | None:
        """Return where in its rack a device can be for a while: the nearest units that are free in both plans, by their lowest; None where there are none."""
        if not self._before.get(name):
            return None
        (rack, home), height = min(self._before[name]), len(self._before[name])
        taken = {
            unit
            for plan in (self._before, self._after, self._aside)
            for places in plan.values()
            for held, unit in places
            if held == rack
        }
        free = {*range(1, self._units.get(rack, 0) + 1)} - taken - self._closed
        found = [unit for unit in free if free.issuperset(range(unit, unit + height))]
        return min(found, key=lambda unit: (abs(unit - home), unit), default=None)

    def set_aside(self, name: str) -> int | None:
        """Return the room of a device, which no other gets until it has its place."""
        unit = self.room(name)
        if unit is not None:
            rack, _ = min(self._before[name])
            self._aside[name] = {(rack, unit + up) for up in range(len(self._before[name]))}
        return unit

    def settle(self, names: Iterable[str]) -> None:
        """Free the units of devices that were set aside, and have their places."""
        for name in names:
            self._aside.pop(name, None)

    def carried(self, names: Iterable[str]) -> set[str]:
        """Return the devices that are in another rack or unit in the later plan."""
        return {name for name in names if name in self._after and self._before.get(name) != self._after[name]}

    def free(self, names: Iterable[str]) -> None:
        """Free the old units of devices that move; their new units need no entry, as no other device gets them."""
        for name in names:
            for place in self._before.get(name, set()) - self._after.get(name, set()):
                self._held.pop(place, None)
