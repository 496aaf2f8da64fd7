"""Contents of each rack, places kept for the envelope, units that the spec reserves, and equal racks."""

from collections.abc import Hashable, Sequence
from itertools import groupby

from msgspec import Struct

from generator.model.room import row_name
from generator.plan.fixtures import plan_fixtures
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power import RackLoad, rack_loads
from generator.plan.records import Rack
from generator.render.drawing.palette import FABRICS, KEPT, RESERVED, ROLES, Paint

FIXTURE = Paint("#e4e4e4", "#8a8a8a", "#3c3c3c")
"""Fixtures of a rack that is sold whole: switch trays, power shelves."""


RESERVED_FOR = "no device: for patch panels, cable managers, power strips"
"""What `racks.reserved_units` are for."""


class Slot(Struct, frozen=True):
    """A device at its units, a place that is kept for one, or reserved units. `kind` is its group's role, or its fabric and tier."""

    name: str
    model: str
    kind: str
    unit: int
    height_u: int
    paint: Paint
    cables: int = 0
    """Cables that end at it."""

    @property
    def empty(self) -> bool:
        """Whether no device is there."""
        return self.paint is KEPT or self.paint is RESERVED


class Contents(Struct, frozen=True):
    """A rack, its devices from the lowest unit up, and its load."""

    rack: Rack
    slots: tuple[Slot, ...]
    load: RackLoad

    @property
    def alike(self) -> Hashable:
        """Key of racks that look the same: everything except names."""
        devices = tuple((slot.model, slot.kind, slot.unit, slot.height_u) for slot in self.slots)
        return (self.rack.use, devices, self.load.power_w, len(self.load.unknown))

    @property
    def layout(self) -> Hashable:
        """Key of racks with the same contents: everything except names and watts."""
        return (self.rack.use, tuple((slot.model, slot.kind, slot.unit, slot.height_u) for slot in self.slots))

    @property
    def devices(self) -> int:
        """Devices that are installed."""
        return sum(not slot.empty and slot.paint is not FIXTURE for slot in self.slots)

    @property
    def units_used(self) -> int:
        """Rack units that devices take."""
        return sum(slot.height_u for slot in self.slots if not slot.empty)

    @property
    def paint(self) -> Paint:
        """The colour of what takes most of its units."""
        units: dict[Paint, int] = {}
        for slot in self.slots:
            if not slot.empty:
                units[slot.paint] = units.get(slot.paint, 0) + slot.height_u
        return max(units, key=lambda paint: units[paint])


@once
def contents_of(plan: Plan) -> tuple[Contents, ...]:
    """Fill every rack that has something in it."""
    loads = rack_loads(plan)
    slots: dict[str, list[Slot]] = {rack.name: [] for rack in plan.racks}
    cables = _cables(plan)
    for host in plan.hosts:
        paint, ends = ROLES[host.role], cables.get(host.name, 0)
        slots[host.rack].append(Slot(host.name, host.model, host.role, host.unit, host.height_u, paint, ends))
    for switch in plan.switches:
        kind = f"{switch.fabric} {switch.tier}"
        paint, ends = FABRICS[switch.fabric], cables.get(switch.name, 0)
        slots[switch.rack].append(Slot(switch.name, switch.model, kind, switch.unit, switch.height_u, paint, ends))
    for part in plan_fixtures(plan):
        name = "-".join(f"{part.what} {part.number}".split())
        slots[part.rack].append(Slot(name, "with the rack", "fixture", part.unit, part.height_u, FIXTURE))
    for free in plan.free_places:
        if free.rack in slots:
            slots[free.rack].append(Slot(free.name, free.model, "kept", free.unit, free.height_u, KEPT))
    for mine in slots.values():
        mine.extend(_reserved(plan, mine))
        mine.sort(key=lambda slot: slot.unit)
    return tuple(Contents(rack, tuple(slots[rack.name]), loads[rack.name]) for rack in plan.racks)


def _reserved(plan: Plan, slots: Sequence[Slot]) -> list[Slot]:
    """Return the reserved units of a rack, adjacent ones together; devices that a rack is delivered with may take some."""
    taken = {slot.unit + up for slot in slots for up in range(slot.height_u)}
    spec = plan.site.racks
    units = sorted({unit for unit in spec.reserved_units if unit <= spec.units} - taken)
    runs: list[tuple[int, int]] = []
    for unit in units:
        if runs and unit == sum(runs[-1]):
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        else:
            runs.append((unit, 1))
    return [Slot("reserved", "no device", "reserved", first, height, RESERVED) for first, height in runs]


def kinds_of(racks: list[Contents]) -> dict[Hashable, list[Contents]]:
    """Gather the racks that hold the same, in the order of the first of each kind."""
    found: dict[Hashable, list[Contents]] = {}
    for each in racks:
        found.setdefault(each.layout, []).append(each)
    return found


def fold_names(racks: Sequence[Rack]) -> str:
    """Name racks row by row, with runs of positions and of rows that have the same ones folded: `A01-A16`, `rows A-P: 01-16`.

    Names that are pinned otherwise follow, each by itself.
    """
    places: dict[int, list[str]] = {}
    others = []
    for rack in sorted(racks, key=lambda rack: (rack.row, rack.position)):
        place = rack.name.removeprefix(row_name(rack.row))
        if place.isdigit():
            places.setdefault(rack.row, []).append(place)
        else:
            others.append(rack.name)
    folded = {row: _runs(mine) for row, mine in places.items()}
    words = []
    for text, run in groupby(folded, lambda row: folded[row]):
        rows = list(run)
        whole = "-" in text or "," in text
        if len(rows) == 1 and not whole:
            words.append(f"{row_name(rows[0])}{text}")
        else:
            words.append(f"{_rows(rows)}: {text}")
    return "; ".join([*words, *others])


def _runs(places: Sequence[str]) -> str:
    """Fold positions as they are written in names: `01-16, 19`."""
    runs: list[list[str]] = []
    for place in places:
        if runs and int(place) == int(runs[-1][-1]) + 1:
            runs[-1] = [runs[-1][0], place]
        else:
            runs.append([place])
    return ", ".join("-".join(run) for run in runs)


def _rows(rows: Sequence[int]) -> str:
    """Fold rows: `row A`, `rows A-P, T-AI`."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], row]
        else:
            runs.append([row])
    text = ", ".join("-".join(row_name(row) for row in run) for run in runs)
    return f"row{'s' if len(rows) > 1 else ''} {text}"


def _cables(plan: Plan) -> dict[str, int]:
    """Count the cables that end at each device: links of one cable share it."""
    found: dict[str, set[str]] = {}
    for link in plan.links:
        found.setdefault(link.a.device, set()).add(link.cable)
        found.setdefault(link.b.device, set()).add(link.cable)
    return {device: len(cables) for device, cables in found.items()}
