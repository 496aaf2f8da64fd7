"""Pins by device: each entry of `pins.devices` is a seat of the envelope, or an error."""

import difflib
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from generator.model.device import TIERS, SwitchTier
from generator.model.fabric_shape import FabricShape
from generator.model.groups import HostGroup
from generator.model.naming import kind_of
from generator.model.planes import envelope_switches, switch_name, switch_stem
from generator.source.diagnostic import Diagnostic, Note, Problems
from generator.source.span import Loc
from generator.spec.pins import NO_PINS, DevicePin, PinsSpec

HostSeat = tuple[str, int]
SwitchSeat = tuple[str, SwitchTier, int]
Seat = HostSeat | SwitchSeat
"""A host by group and ordinal, or a switch by fabric, tier and ordinal."""


class Pinned(Struct, frozen=True):
    """Pins by seat; `keys` has the name of each device in `pins`, `kinds` all seats of the envelope by kind."""

    spec: PinsSpec = NO_PINS
    devices: Mapping[Seat, DevicePin] = field(default_factory=dict)
    keys: Mapping[Seat, str] = field(default_factory=dict)
    kinds: Mapping[str, Sequence[Seat]] = field(default_factory=dict)

    def seat_of(self, device: str) -> Seat | None:
        """Return the seat of a device by its name in `pins`; None where the envelope has none."""
        kind, ordinal = kind_of(device)
        seats = self.kinds.get(kind, ())
        return seats[ordinal] if 0 <= ordinal < len(seats) else None

    @property
    def hosts(self) -> Iterator[tuple[HostSeat, DevicePin]]:
        """Yield the pins of hosts."""
        return ((seat, pin) for seat, pin in self.devices.items() if len(seat) == 2)

    @property
    def switches(self) -> Iterator[tuple[SwitchSeat, DevicePin]]:
        """Yield the pins of switches."""
        return ((seat, pin) for seat, pin in self.devices.items() if len(seat) == 3)

    def explained(self, seat: Seat) -> list[str]:
        """Return a line with the keys that pin a device; none where nothing does."""
        pin = self.devices.get(seat)
        kind = next((kind for kind, seats in self.kinds.items() if kind in self.spec.names and seat in seats), "")
        fixed = [key for key in type(pin).model_fields if getattr(pin, key)] if pin else []
        found = [f"{', '.join(fixed)} by pins.devices.{self.keys[seat]}"] if fixed else []
        found += [f"the name by pins.names.{kind}"] if kind and "name" not in fixed else []
        return [f"pinned: {'; '.join(found)}"] if found else []

    def loc(self, seat: Seat, *more: str) -> Loc:
        """Return the place of a pin of a device."""
        return ("pins", "devices", self.keys[seat], *more)


class _Kind(Struct, frozen=True):
    """Devices of a kind: their seats by ordinal, and the key of the spec that says how many there are."""

    seats: Sequence[Seat]
    origin: Loc


def find_pinned(
    pins: PinsSpec, groups: Sequence[HostGroup], shapes: Mapping[str, FabricShape], problems: Problems
) -> Pinned:
    """Map every pin to its seat; pins of what the envelope does not have, or that name two devices alike, go to `problems`."""
    if pins == NO_PINS:
        return Pinned()
    kinds = dict(_kinds(groups, shapes))
    problems.add(*(_unknown(kind, ("pins", "names", kind), kinds) for kind in pins.names if kind not in kinds))
    found: dict[Seat, DevicePin] = {}
    keys: dict[Seat, str] = {}
    for device, pin in pins.devices.items():
        kind, ordinal = kind_of(device)
        loc: Loc = ("pins", "devices", device)
        if kind not in kinds or ordinal < 0:
            problems.add(_unknown(device, loc, kinds))
        elif ordinal >= len(kinds[kind].seats):
            problems.add(_beyond(device, kind, kinds[kind], loc))
        elif (seat := kinds[kind].seats[ordinal]) in found:
            problems.add(_same_device(device, keys[seat], loc))
        else:
            found[seat], keys[seat] = pin, device
    pinned = Pinned(pins, found, keys, {name: kind.seats for name, kind in kinds.items()})
    problems.add(*_names(pinned, groups, shapes, {seat: name for name, kind in kinds.items() for seat in kind.seats}))
    return pinned


def _kinds(groups: Sequence[HostGroup], shapes: Mapping[str, FabricShape]) -> Iterator[tuple[str, _Kind]]:
    for group in groups:
        key = "max" if group.spec.max else "count"
        yield group.name, _Kind([(group.name, ordinal) for ordinal in range(group.max)], (*group.origin, key))
    for name, shape in shapes.items():
        for tier in TIERS if not shape.carrier else ():
            size = shape.in_plane(tier)
            for plane in range(shape.planes if size else 0):
                seats = [(name, tier, plane * size + each) for each in range(size)]
                yield f"{switch_stem(shape, plane)}-{tier}", _Kind(seats, ("fabrics", name))


def _names(
    pinned: Pinned, groups: Sequence[HostGroup], shapes: Mapping[str, FabricShape], kinds: Mapping[Seat, str]
) -> Iterator[Diagnostic]:
    """Report names that two devices would have, or that something else has."""
    every: dict[Seat, str] = {(group.name, n): group.host_name(n) for group in groups for n in range(group.max)}
    for shape in (each for each in shapes.values() if not each.carrier):
        for tier in TIERS:
            every |= {(shape.name, tier, n): switch_name(shape, tier, n) for n in envelope_switches(shape).of(tier)}
    taken: dict[str, Seat] = {}
    others: dict[str, Loc] = {group.name: ("hosts", group.name) for group in groups}
    locs = {seat: _name_loc(pinned, seat, kinds[seat]) for seat in every}
    for seat, name in sorted(every.items(), key=lambda each: locs[each[0]] is not None):
        loc = locs[seat]
        if name in taken or (name in others and loc):
            other = locs[taken[name]] if name in taken else others[name]
            said = "another device that is not pinned" if other is None else "this"
            yield Diagnostic(
                code="pin-name",
                loc=loc or ("pins",),
                message=f"{name} is the name of two devices",
                notes=(Note(f"{said} has that name, too", other or ()),),
                help="pin another name, or pin the other device's name as well",
            )
        taken.setdefault(name, seat)


def _name_loc(pinned: Pinned, seat: Seat, kind: str) -> Loc | None:
    """Return the place that fixes a device's name."""
    if seat in pinned.devices and pinned.devices[seat].name:
        return pinned.loc(seat, "name")
    return ("pins", "names", kind, "pattern") if kind in pinned.spec.names else None


def _unknown(device: str, loc: Loc, kinds: Mapping[str, _Kind]) -> Diagnostic:
    near = difflib.get_close_matches(kind_of(device)[0], kinds, 1, 0.5)
    known = ", ".join(kinds)
    return Diagnostic(
        code="pin-unknown",
        loc=loc,
        at_key=True,
        message=f"{device} is pinned, and the cluster has no such device",
        help=f"did you mean {near[0]}?"
        if near and near[0] != device
        else f"devices are called by kind and number; the kinds are {known}",
    )


def _beyond(device: str, kind: str, found: _Kind, loc: Loc) -> Diagnostic:
    return Diagnostic(
        code="pin-unknown",
        loc=loc,
        at_key=True,
        message=f"{device} is pinned, and the envelope has {len(found.seats)} of {kind}",
        notes=(Note("the envelope follows from here", found.origin),),
        help=f"raise {'.'.join(map(str, found.origin))}, or remove the pin",
    )


def _same_device(device: str, other: str, loc: Loc) -> Diagnostic:
    return Diagnostic(
        code="pin-twice",
        loc=loc,
        at_key=True,
        message=f"{device} and {other} are the same device",
        notes=(Note("it is pinned here, too", ("pins", "devices", other)),),
        help="keep both in one entry",
    )
