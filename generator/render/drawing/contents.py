"""What stands in each rack, what is kept free for the envelope, and which racks are alike."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from generator.model.device import Place
from generator.model.wiring import switch_name
from generator.plan.plan import Plan
from generator.plan.power import RackLoad
from generator.plan.records import Rack
from generator.render.drawing.palette import FABRICS, KEPT, ROLES, Paint


@dataclass(frozen=True, slots=True)
class Slot:
    """A device at its units, or a place that is kept for one. `kind` is its group's role, or its fabric and tier."""

    name: str
    model: str
    kind: str
    unit: int
    height_u: int
    paint: Paint


@dataclass(frozen=True, slots=True)
class Contents:
    """A rack, its devices from the lowest unit up, and its load."""

    rack: Rack
    slots: tuple[Slot, ...]
    load: RackLoad

    @property
    def alike(self) -> Hashable:
        """What two racks that look the same share: all but names."""
        devices = tuple((slot.model, slot.kind, slot.unit, slot.height_u) for slot in self.slots)
        return (self.rack.use, devices, self.load.power_w, len(self.load.unknown))

    @property
    def devices(self) -> int:
        """Devices that are installed."""
        return sum(slot.paint is not KEPT for slot in self.slots)

    @property
    def units_used(self) -> int:
        """Rack units that devices take."""
        return sum(slot.height_u for slot in self.slots if slot.paint is not KEPT)

    @property
    def paint(self) -> Paint:
        """The colour of what takes most of its units."""
        units: dict[Paint, int] = {}
        for slot in self.slots:
            if slot.paint is not KEPT:
                units[slot.paint] = units.get(slot.paint, 0) + slot.height_u
        return max(units, key=lambda paint: units[paint])


def rack_contents(plan: Plan, loads: Mapping[str, RackLoad]) -> list[Contents]:
    """Fill every rack that has something in it."""
    slots: dict[str, list[Slot]] = {rack.name: [] for rack in plan.racks}
    for host in plan.hosts:
        slots[host.rack].append(Slot(host.name, host.model, host.role, host.unit, host.height_u, ROLES[host.role]))
    for switch in plan.switches:
        kind = f"{switch.fabric} {switch.tier}"
        paint = FABRICS[switch.fabric]
        slots[switch.rack].append(Slot(switch.name, switch.model, kind, switch.unit, switch.height_u, paint))
    for name, model, place in _kept(plan):
        if place.rack in slots:
            slots[place.rack].append(Slot(name, model, "kept", place.unit, place.height_u, KEPT))
    for mine in slots.values():
        mine.sort(key=lambda slot: slot.unit)
    return [Contents(rack, tuple(slots[rack.name]), loads[rack.name]) for rack in plan.racks]


def kinds_of(racks: list[Contents]) -> dict[Hashable, list[Contents]]:
    """Gather the racks that are alike, in the order of the first of each kind."""
    found: dict[Hashable, list[Contents]] = {}
    for each in racks:
        found.setdefault(each.alike, []).append(each)
    return found


def _kept(plan: Plan) -> Iterator[tuple[str, str, Place]]:
    """Give the places of the envelope where nothing stands yet."""
    cluster = plan.cluster
    for group in cluster.groups:
        for ordinal in sorted({*range(group.max)} - {*group.installed}):
            yield group.host_name(ordinal), group.model.model, cluster.floor.host(group.name, ordinal)
    there = {(switch.fabric, switch.tier, switch.ordinal) for switch in plan.switches}
    for (fabric, tier, ordinal), place in cluster.floor.switch_places.items():
        if (fabric, tier, ordinal) not in there:
            shape = cluster.shapes[fabric]
            chosen = {"leaf": shape.demand.leaf, "spine": shape.demand.spine, "core": shape.demand.core}[tier]
            yield switch_name(shape, tier, ordinal), chosen.model.model, place
