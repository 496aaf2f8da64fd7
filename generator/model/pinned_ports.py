"""Ports that hosts of a site stand on: each is one of the ports that devices of the envelope have on the same leaf, dealt otherwise.

A leaf announces the prefix of what is on it, and rails stay on their leaf, so no pin leads to another leaf. Ports that share a splitter stay as they are: its legs
go to neighbours.
"""

from collections.abc import Iterator, Mapping

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

PortKey = tuple[str, int, int]
"""A member, the ordinal of a device, and the index of its port."""
Seats = Around[PortKey, Seat]
NO_SEATS: Seats = Around({})
_Known = dict[tuple[str, int], dict[tuple[int, str, Breakout], Seat]]
"""Seats by leaf, interface and division, of a fabric's scalable unit."""


def pin_ports(pinned: Pinned, shapes: Mapping[str, FabricShape], problems: Problems) -> dict[str, Seats]:
    """Return the pinned ports by fabric. What is no such port is left out here, and refused where cables are pinned."""
    found: dict[str, dict[PortKey, Seat]] = {name: {} for name in shapes}
    first: dict[tuple[str, Seat], Loc] = {}
    known: _Known = {}
    for index, link in enumerate(pinned.spec.links):
        loc: Loc = ("pins", "links", index, "b")
        for name, shape in shapes.items():
            key = _key(shape, link.a)
            seat = _seat(pinned, shape, key, link.b, known) if key and link.b else None
            if key is None or seat is None:
                continue
            other = first.setdefault((name, seat), loc)
            if other != loc:
                problems.add(_twice(f"{link.b} is pinned for two cables", loc, other))
            elif found[name].setdefault(key, seat) != seat:
                problems.add(_twice(f"{link.a} is pinned to two ports", loc, ("pins", "links")))
    return {name: Around(seats) for name, seats in found.items() if seats}


def seat_of(shape: FabricShape, seats: Seats, key: PortKey) -> Seat:
    """Return the seat of a device's port, around those that are pinned."""

    def choose(each: PortKey) -> Seat:
        member, ordinal, port = each
        return shape.seating.seat(shape.seating.run_of(member, ordinal), ordinal, port)

    return seats.of(key, choose)


def _key(shape: FabricShape, text: str) -> PortKey | None:
    """Read the end of a link: a device of the envelope with a port of that name on a fabric that has one plane."""
    device, _, interface = text.partition(" ")
    kind, ordinal = kind_of(device)
    member = next((each for each in shape.demand.members if each.name == kind and 0 <= ordinal < each.max), None)
    ports = [port.interface for port in member.ports] if member and shape.planes == 1 and not member.manages else []
    return (kind, ordinal, ports.index(interface)) if interface in ports else None


def _seat(pinned: Pinned, shape: FabricShape, key: PortKey, text: str, known: _Known) -> Seat | None:
    """Find the seat behind a port of a leaf: among those of the envelope's devices there whose cages are divided alike."""
    device, _, interface = text.partition(" ")
    usual, port = seat_of(shape, NO_SEATS, key), _ports(shape)[key[0]][key[2]]
    home = (shape.carrier or shape.name, "leaf", usual.leaf)
    su = usual.leaf // shape.seating.leaves_per_su
    if pinned.seat_of(device) != home or _in_splitter(port):
        return None
    if (shape.name, su) not in known:
        known[shape.name, su] = dict(_seats(shape, su))
    return known[shape.name, su].get((usual.leaf, interface, port.breakout))


def _seats(shape: FabricShape, su: int) -> Iterator[tuple[tuple[int, str, Breakout], Seat]]:
    """Yield every seat of a scalable unit by leaf, interface and how its cage is divided."""
    tier, cages = shape.demand.leaf, shape.demand.host_bank.cages
    for run in shape.seating.in_su(su):
        for index, port in enumerate(_ports(shape)[run.member]):
            for ordinal in range(run.first, run.first + run.count) if not _in_splitter(port) else ():
                seat = shape.seating.seat(run, ordinal, index)
                name = interface_name(tier.model, tier.os, cages[seat.cage], seat.port + 1, port.breakout.ports)
                yield (seat.leaf, name, port.breakout), seat


def _in_splitter(port: MemberPort) -> bool:
    return port.cage_ports == 1 and port.breakout.ports > 1


def _ports(shape: FabricShape) -> dict[str, tuple[MemberPort, ...]]:
    return {member.name: member.ports for member in shape.demand.members}


def _twice(message: str, loc: Loc, other: Loc) -> Diagnostic:
    note = Note("the other is pinned here", other)
    return Diagnostic(code="pin-twice", loc=loc, message=message, notes=(note,), help="correct one of the two")
