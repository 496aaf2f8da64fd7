"""Pinned cables: ids and lengths that a site has, tied to the cables that carry the links."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.model.around import Around
from generator.model.cluster import Cluster
from generator.model.device import Link
from generator.model.pinned import Seat
from generator.plan.cabling.cables import CableAllocator
from generator.plan.cabling.chosen import CableKey, CablePins
from generator.plan.cabling.media import Medium
from generator.source.diagnostic import Diagnostic, Note
from generator.source.rule import register
from generator.source.span import Loc
from generator.spec.pins import LinkPin, end_of

register(
    "pin-cable",
    title="A pinned cable that cannot be used there",
    stage="plan",
    why="A link follows from the seats of its two ends, and a cable must have a length in which its kind is sold.",
    fix="Correct the pin, or describe the cable in a catalog folder beside the spec.",
)


_FIXES = {
    True: "ports are pinned among those of the envelope's devices in the same scalable unit, where no splitter joins them; move the cable, or state the places (positions) of hosts",
    False: "uplinks are pinned among the ports that those of the envelope have in the same pod; move the cable, or raise the envelope",
}
"""Where ports of hosts, and those of switches, can be pinned to."""


class _Pin(Struct, frozen=True):
    """A pinned link with its cable."""

    loc: Loc
    stated: LinkPin
    link: Link
    key: CableKey


def pin_cables(cluster: Cluster, allocators: Mapping[str, CableAllocator]) -> list[Diagnostic]:
    """Pass the pins to the allocators, and return the problems of pins that cannot be kept."""
    found = list(_pins(cluster, allocators))
    problems = [each for each in found if isinstance(each, Diagnostic)]
    pins = [each for each in found if isinstance(each, _Pin)]
    problems += _twice(pins)
    problems += _torn(cluster, allocators, pins)
    shared = CablePins(
        Around({pin.key: pin.stated.cable for pin in pins if pin.stated.cable}),
        lambda key: allocators[key[0]].usual_id(*key[1:]),
        {pin.key: pin.stated.length_m for pin in pins if pin.stated.length_m is not None},
    )
    for allocator in allocators.values():
        allocator.pin(shared)
    for pin in pins:
        allocators[pin.link.fabric].of(pin.link)
    return problems + [_unsold(pin, shared.unsold[pin.key]) for pin in pins if pin.key in shared.unsold]


def _pins(cluster: Cluster, allocators: Mapping[str, CableAllocator]) -> Iterator[_Pin | Diagnostic]:
    """Yield every pinned link with its cable, or why there is none."""
    seats: dict[str, Seat] = dict((*cluster.floor.hosts.items(), *cluster.floor.switch_names.items()))
    there = {(seats[link.a.device], link.a.interface): link for link in cluster.reserved}
    for index, stated in enumerate(cluster.pinned.spec.links):
        loc: Loc = ("pins", "links", index)
        seat, interface = _end(cluster, stated.a)
        link = there.get((seat, interface)) if seat else None
        key = allocators[link.fabric].cable_key(link) if link else None
        if link is None or key is None:
            yield _no_link(stated, loc)
        elif stated.b and _end(cluster, stated.b) != (seats[link.b.device], link.b.interface):
            yield _wrong_end(cluster, stated, loc, seats[link.b.device], link)
        else:
            yield _Pin(loc, stated, link, key)


def _end(cluster: Cluster, text: str) -> tuple[Seat | None, str]:
    device, interface = end_of(text)
    return cluster.pinned.seat_of(device), interface


def _no_link(stated: LinkPin, loc: Loc) -> Diagnostic:
    return Diagnostic(
        code="pin-cable",
        loc=(*loc, "a"),
        message=f"no link that ends on an installed switch begins at {stated.a}",
        help="the lower end comes first, called as without pins: a host and its port, or a leaf and its uplink; cabling/cables.csv lists both",
    )


def _wrong_end(cluster: Cluster, stated: LinkPin, loc: Loc, seat: Seat, link: Link) -> Diagnostic:
    kind, seats = next((kind, seats) for kind, seats in cluster.pinned.kinds.items() if seat in seats)
    return Diagnostic(
        code="pin-cable",
        loc=(*loc, "b"),
        message=f"{stated.a} is pinned to {stated.b}, and its seat is on {kind}{seats.index(seat) + 1} {link.b.interface}",
        notes=(Note("the leaf is chosen here", ("fabrics", link.fabric, "leaf")),),
        help=_FIXES[link.kind == "host_leaf"],
    )


def _twice(pins: list[_Pin]) -> Iterator[Diagnostic]:
    """Report cables with two ids, and ids of two cables."""
    by_key: dict[CableKey, _Pin] = {}
    by_id: dict[str, _Pin] = {}
    for pin in (each for each in pins if each.stated.cable):
        cable = pin.stated.cable or ""
        same, other = by_key.setdefault(pin.key, pin), by_id.setdefault(cable, pin)
        if same.stated.cable != cable:
            said = f"{pin.stated.a} and {same.stated.a} are in one cable, which is pinned to {cable} and to {same.stated.cable}"
            yield _two(pin, same, said)
        elif other.key != pin.key:
            yield _two(pin, other, f"{cable} is pinned for two cables, of {pin.stated.a} and of {other.stated.a}")


def _torn(cluster: Cluster, allocators: Mapping[str, CableAllocator], pins: list[_Pin]) -> Iterator[Diagnostic]:
    """Report cables of several links whose ends are pinned to different cages."""
    asked = {pin.key: pin for pin in pins if pin.stated.b and pin.link.kind != "host_leaf"}
    first: dict[CableKey, Link] = {}
    for link in cluster.reserved if asked else ():
        key = allocators[link.fabric].cable_key(link) if link.kind != "host_leaf" else None
        if key is None or cluster.dealt[link.fabric].uplinks == {}:
            continue
        other = first.setdefault(key, link)
        if _cages(other) != _cages(link):
            pin = asked.get(key) or next(each for each in asked.values() if each.link.fabric == link.fabric)
            yield Diagnostic(
                code="pin-cable",
                loc=(*pin.loc, "b"),
                message=f"{link.a.interface} and {other.a.interface} of {link.a.device} are in one cable, which would end in {_cage(other)} and in {_cage(link)}",
                help="pin all links of a cable to the ports of one cage, in their order",
            )
            return


def _cages(link: Link) -> tuple[str, str, str, str]:
    return link.a.device, link.a.cage, link.b.device, link.b.cage


def _cage(link: Link) -> str:
    return f"cage {link.b.cage} of {link.b.device}"


def _two(pin: _Pin, other: _Pin, message: str) -> Diagnostic:
    note = Note("the other is pinned here", (*other.loc, "cable"))
    return Diagnostic(
        code="pin-twice", loc=(*pin.loc, "cable"), message=message, notes=(note,), help="correct one of the two"
    )


def _unsold(pin: _Pin, medium: Medium) -> Diagnostic:
    sold = ", ".join(f"{length:g}" for length in medium.cable.lengths_m)
    reach = f", and its transceivers reach {medium.path.room_m:g} m" if medium.path else ""
    return Diagnostic(
        code="pin-cable",
        loc=(*pin.loc, "length_m"),
        message=f"the cable of {pin.stated.a} is pinned to {pin.stated.length_m:g} m, and {medium.cable.model} is sold in {sold} m{reach}",
        help="correct the length, or describe the installed cable in a catalog folder beside the spec",
    )
