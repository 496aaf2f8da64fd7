"""Racks: where every device of the envelope stands, by coordinate.

Row A (and on) holds switches and service hosts in pairs of racks, odd and even ordinals apart, so that the
two of a redundant pair never share a rack. Compute rows follow, one scalable unit after the other; the leaves
of a unit stand in network racks at the end of its last row (rails reach every rack of the unit, so their
leaves cannot be top of rack; NVIDIA DGX SuperPOD RA-11333-001).
"""

import re
from collections.abc import Mapping

from msgspec import Struct, field

from generator.model.device import Place
from generator.model.units import fit_down, fit_up, stack
from generator.spec.racks import RacksSpec

_LETTERS = 26


class RackSlot(Struct, frozen=True):
    """A rack's place: row and position from 0, and its use: `hosts` or `switches`."""

    name: str
    row: int
    position: int
    use: str


def rack_name(row: int, position: int, digits: int) -> str:
    """Name a rack by its place: row letter, then position: A01, B12, AA03."""
    return f"{row_name(row)}{position + 1:0{digits}d}"


def row_name(row: int) -> str:
    """Name a row by its letters: A, B, AA. Racks whose names are pinned need not begin with them."""
    letters = ""
    row += 1
    while row:
        row, rest = divmod(row - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters


def place_name(racks: RacksSpec, row: int, position: int) -> str:
    """Name the place of a rack, with as many digits as the longest row needs."""
    return rack_name(row, position, max(2, len(str(racks.per_row))))


def place_of_rack(name: str) -> tuple[int, int] | None:
    """Read row and position, from 0, from the name of a place; None where it is not one."""
    found = re.fullmatch(r"([A-Z]{1,3})([0-9]{1,3})", name)
    if found is None or int(found[2]) == 0:
        return None
    row = 0
    for letter in found[1]:
        row = row * _LETTERS + ord(letter) - ord("A") + 1
    return row - 1, int(found[2]) - 1


class Floor(Struct):
    """Hands out rack places row by row."""

    spec: RacksSpec
    row: int = 0
    position: int = 0
    slots: list[RackSlot] = field(default_factory=list)
    labels: Mapping[str, str] = field(default_factory=dict)
    """What racks are called, by the name of their place."""
    apart: set[tuple[int, int]] = field(default_factory=set)
    """Places of racks beyond those that the layout has used."""
    free: list[RackSlot] = field(default_factory=list)
    """Racks that a released group has left."""

    def next_rack(self, use: str) -> RackSlot:
        """Take a rack that was left, the next place of this row, or the first of a new one."""
        left = next((slot for slot in self.free if slot.use == use), None)
        if left is not None:
            self.free.remove(left)
            return left
        if self.position >= self.spec.per_row:
            self.new_row()
        if (self.row, self.position) in self.apart:
            self.position += 1
            return self.next_rack(use)
        slot = RackSlot(self.called(self.row, self.position), self.row, self.position, use)
        self.position += 1
        self.slots.append(slot)
        return slot

    def called(self, row: int, position: int) -> str:
        """Return what the rack at a place is called."""
        name = place_name(self.spec, row, position)
        return self.labels.get(name, name)

    def place(self, slot: RackSlot) -> str:
        """Return the name of a rack's place."""
        return place_name(self.spec, slot.row, slot.position)

    def named(self, rack: str, use: str) -> RackSlot | None:
        """Return a rack by its name, also one beyond the layout; None where no place has that name."""
        place = place_of_rack({label: name for name, label in self.labels.items()}.get(rack, rack))
        for slot in self.slots:
            if slot.name == rack or (slot.row, slot.position) == place:
                return slot
        if place is None or place[1] >= self.spec.per_row:
            return None
        self.apart.add(place)
        self.slots.append(RackSlot(self.called(*place), *place, use))
        return self.slots[-1]

    def new_row(self) -> None:
        """Begin a row, unless this one is still empty."""
        if self.position:
            self.row, self.position = self.row + 1, 0


class Pairs(Struct):
    """Stacks devices into pairs of racks, side by side, from the top down or from the bottom up."""

    floor: Floor
    use: str
    downwards: bool
    racks: list[list[RackSlot]] = field(default_factory=lambda: [[], []])
    edges: list[int | None] = field(default_factory=lambda: [None, None])
    """The next free unit of each side's rack, seen from where stacking begins."""
    most: int | None = None
    """Devices in a rack at most, regardless of its free units."""
    counts: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, ordinal: int, height_u: int, gap_units: int = 0) -> Place:
        """Place one device on the side of its ordinal, with empty units above it."""
        spec, side = self.floor.spec, ordinal % 2
        unit = self._fit(side, height_u)
        if unit is None:
            for every in (0, 1):
                self.racks[every].append(self.floor.next_rack(self.use))
            self.edges = [spec.units, spec.units] if self.downwards else [spec.first_unit, spec.first_unit]
            self.counts = [0, 0]
            unit = self._fit(side, height_u) or spec.first_unit
        slot = self.racks[side][-1]
        self.counts[side] += 1
        self.edges[side] = unit - gap_units - 1 if self.downwards else unit + height_u + gap_units
        return Place(rack=slot.name, row=slot.row, position=slot.position, unit=unit, height_u=height_u)

    def _fit(self, side: int, height_u: int) -> int | None:
        edge, spec = self.edges[side], self.floor.spec
        if edge is None or self.counts[side] == self.most:
            return None
        return fit_down(spec, edge, height_u) if self.downwards else fit_up(spec, edge, height_u)


class OneRack(Struct):
    """Stacks the leaves of one scalable unit from the top of a rack down, and on into the next rack."""

    floor: Floor
    slot: RackSlot | None = None
    edge: int = 0
    count: int = 0

    def add(self, ordinal: int, height_u: int) -> Place:
        """Place the next leaf, whatever its ordinal: every host needs every leaf of its rails' unit."""
        del ordinal
        spec = self.floor.spec
        full = self.slot is None or self.count == spec.switches_per_rack
        unit = None if full else fit_down(spec, self.edge, height_u)
        if self.slot is None or unit is None:
            self.slot, self.count = self.floor.next_rack("switches"), 0
            unit = fit_down(spec, spec.units, height_u) or spec.first_unit
        self.edge, self.count = unit - 1, self.count + 1
        slot = self.slot
        return Place(rack=slot.name, row=slot.row, position=slot.position, unit=unit, height_u=height_u)


class HostStack(Struct):
    """Stacks the hosts of a group `per_rack` to a rack, from the bottom up."""

    floor: Floor
    per_rack: int
    height_u: int
    gap_units: int
    units: tuple[int, ...] = ()
    """The lowest unit of each host of a rack."""

    def __post_init__(self) -> None:
        """Stack one rack: all are alike."""
        self.units = stack(self.floor.spec, self.per_rack, self.height_u, self.gap_units)

    def run(self, first: int, count: int) -> dict[int, RackSlot]:
        """Take racks for hosts `first` to `first + count`: the rack of each `per_rack` of them."""
        racks = [self.floor.next_rack("hosts") for _ in range(-(-count // self.per_rack))]
        return {first + index * self.per_rack: rack for index, rack in enumerate(racks)}

    def place(self, racks: dict[int, RackSlot], first: int, ordinal: int) -> Place:
        """Return the place of one host of a run."""
        index, slot_in_rack = divmod(ordinal - first, self.per_rack)
        slot = racks[first + index * self.per_rack]
        # a rack that does not hold them all is refused by a rule of the plan; until then they get some unit
        unit = self.units[slot_in_rack] if slot_in_rack < len(self.units) else self.floor.spec.first_unit
        return Place(rack=slot.name, row=slot.row, position=slot.position, unit=unit, height_u=self.height_u)
