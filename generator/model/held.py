"""Rack units of devices that an earlier plan has and the spec no longer names: they stay empty, so that these devices can return."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct, field

from generator.model.baseline import BaselineFloor, BaselineRow
from generator.model.device import Place

Unit = tuple[str, int]
"""A rack and a unit in it."""


class Held(Struct, frozen=True, kw_only=True):
    """Rows of racks of absent compute groups, and the places of other absent hosts and switches by name."""

    rows: tuple[BaselineRow, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    """The groups of hosts, as far as they are known."""

    @property
    def units(self) -> frozenset[Unit]:
        """All units that are kept."""
        every = (unit for row in self.rows for unit in _units_of_row(row))
        return frozenset((*every, *(unit for place in self.places.values() for unit in units_of(place))))

    def without(self, taken: Collection[Unit]) -> "Held":
        """Return what is left after devices took units, as only pins do: a place or row is kept as a whole, or not at all."""
        return Held(
            rows=tuple(row for row in self.rows if not any(unit in taken for unit in _units_of_row(row))),
            places={
                name: place for name, place in self.places.items() if not any(unit in taken for unit in units_of(place))
            },
            groups=self.groups,
        )


def held_of(floor: BaselineFloor, groups: Collection[str], devices: Collection[str]) -> Held:
    """Return what the floor of an earlier plan has, except for these groups and devices."""
    return Held(
        rows=tuple(row for row in floor.rows if row.group not in groups),
        places={name: place for name, place in floor.places.items() if name not in devices},
        groups=floor.groups,
    )


def units_of(place: Place) -> Iterator[Unit]:
    """Yield the units of a place."""
    return ((place.rack, place.unit + height) for height in range(place.height_u))


def _units_of_row(row: BaselineRow) -> Iterator[Unit]:
    return (
        (rack, unit + height)
        for rack in row.racks
        for unit in row.units[: row.per_rack]
        for height in range(row.height_u)
    )
