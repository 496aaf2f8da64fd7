"""Pinned ports of devices: each is a port that a device of the envelope has in the same scalable unit.

The two devices exchange places, on any leaf of the unit. Ports that share a splitter stay: its legs go to neighbours.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from generator.catalog.model import Breakout
from generator.model.around import Around
from generator.model.fabric_shape import FabricShape
from generator.model.interfaces import interface_name
from generator.model.member import MemberPort
from generator.model.naming import kind_of
from generator.model.pinned import Pinned
from generator.model.runs import Seat
from generator.source.diagnostic import Diagnostic, Note, Problems
from generator.source.span import Loc
from generator.spec.pins import end_of

PortKey = tuple[int, str, int, int]
"""A plane, a member, the ordinal of a device, and the index of its port."""
_Known = dict[tuple[str, int], dict[tuple[int, str, Breakout], tuple[str, int, int]]]
"""The seat of each port of a scalable unit, by leaf, interface and division."""


class Places(Struct, frozen=True):
    """The place of each port of a fabric's devices, around the pinned ones."""

    shape: FabricShape
    pins: Around[PortKey, PortKey] = field(default_factory=lambda: Around({}))

    def seat(self, key: PortKey) -> Seat:
        """Return the seat of a port in its plane."""
        return self._usual(self.place(key))

    def place(self, key: PortKey) -> PortKey:
        """Return the port whose place this port has."""
        return self.pins.of(key, lambda each: each) if self.pins.pins else key

    def coordinate(self, key: PortKey) -> PortKey:
        """Return the coordinate for a port's number: its own on its own leaf, else that of a port that left the leaf to which it is cabled."""
        place = self.place(key)
        home = self._usual(place).leaf
        if self._usual(key).leaf == home:
            return key
        while self.seat(place).leaf == home:
            place = self.place(place)
        return place

    def _usual(self, key: PortKey) -> Seat:
        _, member, ordinal, port = key
        seating = self.shape.seating
        return seating.seat(seating.run_of(member, ordinal), ordinal, port)


def pin_ports(pinned: Pinned, shapes: Mapping[str, FabricShape], problems: Problems) -> dict[str, Places]:
    """Return the places of ports by fabric. Pins of other ports are left out here, and refused where cables are pinned."""
    found: dict[str, dict[PortKey, PortKey]] = {name: {} for name in shapes}
    first: dict[tuple[str, PortKey], Loc] = {}
    known: _Known = {}
    for index, link in enumerate(pinned.spec.links):
        loc: Loc = ("pins", "links", index, "b")
        for name, shape in shapes.items():
            key = _key(shape, link.a)
            place = _place(pinned, shape, key, link.b, known) if key and link.b else None
            if key is None or place is None:
                continue
            other = first.setdefault((name, place), loc)
            if other != loc:
                problems.add(twice(f"{link.b} is pinned for two cables", loc, other))
            elif found[name].setdefault(key, place) != place:
                problems.add(twice(f"{link.a} is pinned to two ports", loc, ("pins", "links")))
    return {name: Places(shape, Around(found[name])) for name, shape in shapes.items()}


def _key(shape: FabricShape, text: str) -> PortKey | None:
    """Read the end of a link: a device of the envelope with a port of that name on a fabric."""
    device, interface = end_of(text)
    kind, ordinal = kind_of(device)
    member = next((each for each in shape.demand.members if each.name == kind and 0 <= ordinal < each.max), None)
    for index, port in enumerate(member.ports if member and not member.manages else ()):
        for plane in range(shape.planes):
            if interface == (f"{port.interface}p{plane}" if shape.planes > 1 else port.interface):
                return plane, kind, ordinal, index
    return None


def _place(pinned: Pinned, shape: FabricShape, key: PortKey, text: str, known: _Known) -> PortKey | None:
    """Return the port that the plan has at a port of a leaf: of devices in the same unit, with cages divided alike."""
    device, interface = end_of(text)
    seat, port = pinned.seat_of(device), _ports(shape)[key[1]][key[3]]
    su = Places(shape).seat(key).leaf // shape.seating.leaves_per_su
    if seat is None or seat[:2] != (shape.carrier or shape.name, "leaf") or _in_splitter(port):
        return None
    plane, leaf = divmod(seat[-1], shape.in_plane("leaf"))
    if plane != key[0] or leaf // shape.seating.leaves_per_su != su:
        return None
    if (shape.name, su) not in known:
        known[shape.name, su] = dict(_seats(shape, su))
    owner = known[shape.name, su].get((leaf, interface, port.breakout))
    return (plane, *owner) if owner else None


def _seats(shape: FabricShape, su: int) -> Iterator[tuple[tuple[int, str, Breakout], tuple[str, int, int]]]:
    """Yield the seats of a scalable unit by leaf, interface and division of the cage."""
    tier, cages = shape.demand.leaf, shape.demand.host_bank.cages
    for run in shape.seating.in_su(su):
        for index, port in enumerate(_ports(shape)[run.member]):
            for ordinal in range(run.first, run.first + run.count) if not _in_splitter(port) else ():
                seat = shape.seating.seat(run, ordinal, index)
                name = interface_name(tier.model, tier.os, cages[seat.cage], seat.port + 1, port.breakout.ports)
                yield (seat.leaf, name, port.breakout), (run.member, ordinal, index)


def _in_splitter(port: MemberPort) -> bool:
    return port.cage_ports == 1 and port.breakout.ports > 1


def _ports(shape: FabricShape) -> dict[str, tuple[MemberPort, ...]]:
    return {member.name: member.ports for member in shape.demand.members}


def twice(message: str, loc: Loc, other: Loc) -> Diagnostic:
    """Return the problem of two pins that contradict each other."""
    note = Note("the other is pinned here", other)
    return Diagnostic(code="pin-twice", loc=loc, message=message, notes=(note,), help="correct one of the two")
