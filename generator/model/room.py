"""Racks: where every device of the envelope stands, by coordinate.

Row A (and on) holds switches and service hosts in pairs of racks, odd and even ordinals apart, so that the
two of a redundant pair never share a rack. Compute rows follow, one scalable unit after the other; the leaves
of a unit stand in network racks at the end of its last row (rails reach every rack of the unit, so their
leaves cannot be top of rack; NVIDIA DGX SuperPOD RA-11333-001).
"""

from dataclasses import dataclass, field

from generator.model.device import Place
from generator.spec.racks import RacksSpec

_LETTERS = 26


@dataclass(frozen=True, slots=True)
class RackSlot:
    """A rack's place: row and position from 0, and what it is for: `hosts` or `switches`."""

    name: str
    row: int
    position: int
    use: str


def rack_name(row: int, position: int, digits: int) -> str:
    """Name a rack by where it stands: row letter, then position: A01, B12, AA03."""
    letters = ""
    row += 1
    while row:
        row, rest = divmod(row - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{position + 1:0{digits}d}"


@dataclass(slots=True)
class Floor:
    """Hands out rack places row by row."""

    spec: RacksSpec
    row: int = 0
    position: int = 0
    slots: list[RackSlot] = field(default_factory=list)

    def next_rack(self, use: str) -> RackSlot:
        """Take the next place of this row, or the first of a new one."""
        if self.position >= self.spec.per_row:
            self.new_row()
        digits = max(2, len(str(self.spec.per_row)))
        slot = RackSlot(rack_name(self.row, self.position, digits), self.row, self.position, use)
        self.position += 1
        self.slots.append(slot)
        return slot

    def new_row(self) -> None:
        """Begin a row, unless this one is still empty."""
        if self.position:
            self.row, self.position = self.row + 1, 0


@dataclass(slots=True)
class Pairs:
    """Stacks devices into pairs of racks, side by side, from the top down or from the bottom up."""

    floor: Floor
    use: str
    downwards: bool
    racks: list[list[RackSlot]] = field(default_factory=lambda: [[], []])
    used: list[int] = field(default_factory=lambda: [10_000, 10_000])

    def add(self, ordinal: int, height_u: int, gap_units: int = 0) -> Place:
        """Place one device on the side of its ordinal, with empty units above it."""
        spec, side = self.floor.spec, ordinal % 2
        room = spec.units - spec.first_unit + 1
        if self.used[side] + height_u > room:
            for every in (0, 1):
                self.racks[every].append(self.floor.next_rack(self.use))
            self.used = [0, 0]
        slot = self.racks[side][-1]
        low = spec.first_unit + self.used[side]
        if self.downwards:
            low = spec.units - self.used[side] - height_u + 1
        self.used[side] += height_u + gap_units
        return Place(rack=slot.name, row=slot.row, position=slot.position, unit=low, height_u=height_u)


@dataclass(slots=True)
class OneRack:
    """Stacks the leaves of one scalable unit from the top of a rack down, and on into the next rack."""

    floor: Floor
    slot: RackSlot | None = None
    used: int = 0

    def add(self, ordinal: int, height_u: int) -> Place:
        """Place the next leaf, whatever its ordinal: every host needs every leaf of its rails' unit."""
        del ordinal
        spec = self.floor.spec
        if self.slot is None or self.used + height_u > spec.units - spec.first_unit + 1:
            self.slot, self.used = self.floor.next_rack("switches"), 0
        self.used += height_u
        unit = spec.units - self.used + 1
        slot = self.slot
        return Place(rack=slot.name, row=slot.row, position=slot.position, unit=unit, height_u=height_u)


@dataclass(slots=True)
class HostStack:
    """Stacks the hosts of a group `per_rack` to a rack, from the bottom up."""

    floor: Floor
    per_rack: int
    height_u: int
    gap_units: int

    def run(self, first: int, count: int) -> dict[int, RackSlot]:
        """Take racks for hosts `first` to `first + count`: the rack of each `per_rack` of them."""
        racks = [self.floor.next_rack("hosts") for _ in range(-(-count // self.per_rack))]
        return {first + index * self.per_rack: rack for index, rack in enumerate(racks)}

    def place(self, racks: dict[int, RackSlot], first: int, ordinal: int) -> Place:
        """Give the place of one host of a run."""
        index, slot_in_rack = divmod(ordinal - first, self.per_rack)
        slot = racks[first + index * self.per_rack]
        unit = self.floor.spec.first_unit + slot_in_rack * (self.height_u + self.gap_units)
        return Place(rack=slot.name, row=slot.row, position=slot.position, unit=unit, height_u=self.height_u)


def per_rack_default(spec: RacksSpec, height_u: int, gap_units: int) -> int:
    """Hosts that fit into the units of a rack."""
    return max(1, (spec.units - spec.first_unit + 1 + gap_units) // (height_u + gap_units))
