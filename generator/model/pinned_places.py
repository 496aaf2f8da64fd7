"""Pinned places: a device that the plan had there goes to a place that a pinned device left, or to the next free one."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.model.baseline import BaselineFloor
from generator.model.device import Place
from generator.model.floor import FloorPlan
from generator.model.groups import HostGroup
from generator.model.in_racks import fixtures_of
from generator.model.pinned import Pinned, Seat
from generator.model.room import Floor, RackSlot
from generator.model.units import fit_up
from generator.source.diagnostic import Diagnostic, Note
from generator.source.span import Loc


class _Room(Struct):
    """Units that are taken, by rack; `whole` racks come with all that is in them."""

    floor: Floor
    taken: dict[str, set[int]]
    whole: set[str]

    def take(self, place: Place) -> None:
        self.taken.setdefault(place.rack, set()).update(_units(place))

    def free(self, place: Place) -> bool:
        return not self.taken.get(place.rack, set()) & {*_units(place)}

    def find(self, like: Place, use: str) -> Place:
        """Find the lowest free units for a device in the nearest rack of its use, or in a new one."""
        spec = self.floor.spec
        racks = [each for each in self.floor.slots if each.use == use and each.name not in self.whole]
        for slot in sorted(racks, key=lambda each: (abs(each.row - like.row), abs(each.position - like.position))):
            unit = fit_up(spec, spec.first_unit, like.height_u)
            while unit is not None:
                place = _at(slot, unit, like.height_u)
                if self.free(place):
                    return place
                unit = fit_up(spec, unit + 1, like.height_u)
        return _at(self.floor.next_rack(use), spec.first_unit, like.height_u)


def refused_labels(floor: Floor) -> list[Diagnostic]:
    """Return an error for each rack that has the name of another one."""
    first: dict[str, RackSlot] = {}
    problems = []
    for slot in sorted(floor.slots, key=lambda each: _label(floor, each) is not None):
        other = first.setdefault(slot.name, slot)
        loc = _label(floor, slot) or _label(floor, other)
        if other is slot or loc is None:
            continue
        places = f"the racks at {floor.place(other)} and {floor.place(slot)}"
        note = Note("the other is named here", there) if (there := _label(floor, other)) else None
        problems.append(
            Diagnostic(
                code="pin-twice",
                loc=loc,
                message=f"{slot.name} is the name of two racks: {places}",
                notes=(note,) if note else (),
                help=f"give each a name of its own; {floor.place(other)} has this name "
                + ("by its pin" if note else "by its place, unless pins.racks names it"),
            )
        )
    return problems


def _label(floor: Floor, slot: RackSlot) -> Loc | None:
    """Return the pin that names a rack; None where it has the name of its place."""
    place = floor.place(slot)
    return ("pins", "racks", place) if floor.labels.get(place) == slot.name else None


def pin_places(
    plan: FloorPlan, floor: Floor, groups: Sequence[HostGroup], pinned: Pinned, baseline: BaselineFloor
) -> list[Diagnostic]:
    """Put pinned devices in their places and move others away; return the problems."""
    asked = [seat for seat, pin in pinned.devices.items() if pin.rack or pin.unit]
    if not asked:
        return []
    places: dict[Seat, Place] = {}
    places.update((seat, plan.host(*seat)) for seat in plan.hosts.values())
    places.update(plan.switch_places.items())
    delivered = {g.name for g in groups if g.model.rack_fixtures or g.share}
    whole = _whole(plan, floor, groups)
    room, problems = _Room(floor, {}, {*whole}), []
    fixed: dict[Seat, Place] = {}
    for seat in asked:
        place = _wanted(floor, places[seat], pinned, seat, None if seat[0] in delivered else whole)
        free = isinstance(place, Place) and room.free(place)
        clash = place if free or isinstance(place, Diagnostic) else _clash(fixed, place, pinned, seat)
        if isinstance(clash, Diagnostic):
            problems.append(clash)
        elif isinstance(place, Place):
            fixed[seat] = place
            room.take(place)
    if not problems:
        _around(
            plan, room, places, fixed, {plan.hosts.get(name) or plan.switch_names.get(name) for name in baseline.places}
        )
    return problems


def _around(
    plan: FloorPlan, room: _Room, places: dict[Seat, Place], fixed: dict[Seat, Place], stood: set[Seat | None]
) -> None:
    """Keep every place that no device is pinned to, those of an earlier plan first, and find new ones for the rest."""
    use = {slot.name: slot.use for slot in room.floor.slots}
    moved, moving = dict(fixed), []
    for seat in sorted((each for each in places if each not in fixed), key=lambda each: each not in stood):
        if room.free(places[seat]):
            room.take(places[seat])
        else:
            moving.append(seat)
    for rack, unit in plan.held.units:
        room.taken.setdefault(rack, set()).add(unit)
    for seat in moving:
        was = places[seat]
        left = (places[each] for each in fixed if places[each].height_u == was.height_u)
        moved[seat] = next((each for each in left if room.free(each)), None) or room.find(was, use[was.rack])
        room.take(moved[seat])
    for seat, place in ((seat, place) for seat, place in moved.items() if places[seat] != place):
        if len(seat) == 2:
            plan.host_places[seat] = place
        else:
            plan.switch_places[seat] = place


def _whole(plan: FloorPlan, floor: Floor, groups: Sequence[HostGroup]) -> dict[str, set[int]]:
    """Return the units that fixtures take in racks that are delivered whole."""
    taken: dict[str, set[int]] = {}
    for group in (each for each in groups if each.model.rack_fixtures):
        there = {
            u for each in fixtures_of(plan, floor, group) for u in range(each.unit, each.unit + each.fixture.height_u)
        }
        for place in (plan.host(group.name, ordinal) for ordinal in range(group.max)):
            taken.setdefault(place.rack, {*there}).update(_units(place))
    return taken


def _wanted(
    floor: Floor, was: Place, pinned: Pinned, seat: Seat, whole: dict[str, set[int]] | None
) -> Place | Diagnostic:
    """Return the place that a pin asks for: keys that it leaves out stay as planned. `whole` is None for devices that come with a rack."""
    pin, racks, key = pinned.devices[seat], floor.spec, pinned.keys[seat]
    use = "hosts" if len(seat) == 2 else "switches"
    slot = floor.named(pin.rack, use) if pin.rack else None
    if pin.rack and slot is None:
        said = f"{key} is pinned to rack {pin.rack}, and the site has no rack of that name"
        fix = f"name the rack's place in pins.racks, as in `B02: {pin.rack}`; a row has {racks.per_row} positions"
        return _refused(pinned, seat, said, fix)
    place = _at(slot, pin.unit or was.unit, was.height_u) if slot else replace(was, unit=pin.unit or was.unit)
    if whole is None and place != was:
        said = f"{key} comes with a rack that is delivered whole, and is at U{was.unit} of {was.rack} there"
        return _refused(pinned, seat, said, "remove rack and unit; pins.racks names the rack itself")
    if whole and {*_units(place)} & whole.get(place.rack, set()):
        said = f"{place.rack} is delivered whole, and what comes with it takes U{place.unit}"
        return _refused(pinned, seat, said, "correct the pin")
    top = place.unit + place.height_u - 1
    if top > racks.units:
        said = f"{key} at U{place.unit} would end at U{top} with its {place.height_u} units, and a rack ends at U{racks.units}"
        note = Note("racks are described here, or by default", ("racks", "units"))
        return _refused(pinned, seat, said, f"pin it to U{racks.units - place.height_u + 1} or lower", note)
    if place.unit < racks.first_unit:
        note = Note("devices begin here, or by default", ("racks", "first_unit"))
        said = f"{key} is pinned to U{place.unit}, below U{racks.first_unit}, where devices begin"
        return _refused(pinned, seat, said, f"pin it to U{racks.first_unit} or higher, or lower racks.first_unit", note)
    if lost := sorted({*racks.reserved_units} & {*_units(place)}):
        note = Note("they are reserved here", ("racks", "reserved_units"))
        return _refused(pinned, seat, f"{key} would take U{lost[0]}, which is reserved", "correct one of the two", note)
    return place


def _clash(fixed: dict[Seat, Place], place: Place, pinned: Pinned, seat: Seat) -> Diagnostic | None:
    for other, there in fixed.items():
        both = {*_units(place)} & {*_units(there)} if place.rack == there.rack else set()
        if both:
            said = f"{pinned.keys[seat]} and {pinned.keys[other]} are pinned to U{min(both)} of {place.rack}"
            heights = f"{there.height_u} units from U{there.unit} on, and {place.height_u} from U{place.unit} on"
            note = Note(f"the other is pinned here: {heights}", pinned.loc(other))
            return _refused(pinned, seat, said, "correct one of the two", note)
    return None


def _refused(pinned: Pinned, seat: Seat, message: str, fix: str, *notes: Note) -> Diagnostic:
    pin = pinned.devices[seat]
    loc = pinned.loc(seat, "unit" if pin.unit else "rack")
    return Diagnostic(code="pin-place", loc=loc, message=message, notes=notes, help=fix)


def _at(slot: RackSlot, unit: int, height_u: int) -> Place:
    return Place(rack=slot.name, row=slot.row, position=slot.position, unit=unit, height_u=height_u)


def _units(place: Place) -> Iterable[int]:
    return range(place.unit, place.unit + place.height_u)
