"""Who is tested with whom: within a leaf, then across spines, every host with one other at a time.

Two turns a stage, with different partners: a port that is slow with both is slow itself, and one that is slow with one of them has a slow partner.
More turns would test the same ports and uplinks again.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from generator.plan.acceptance.places import Seat
from generator.plan.acceptance.records import Round, Stage

TURNS = 2
Item = TypeVar("Item")


class Pair(Struct, frozen=True):
    """Two hosts, and which port of the first is tested with which of the second."""

    a: str
    b: str
    ports: tuple[tuple[str, str], ...]


def matching(items: Sequence[Item], turn: int) -> list[tuple[Item, Item]]:
    """Pair items, the first half with the second, one further each turn. Of an odd number one is left over, each turn another."""
    turned = [*items[turn % len(items) :], *items[: turn % len(items)]] if len(items) % 2 else list(items)
    half = len(turned) // 2
    return [(turned[index], turned[half + (index + turn) % half]) for index in range(half)]


def pairs_of(seats: Sequence[Seat], stage: Stage, turn: int) -> Iterator[Pair]:
    """Yield the pairs of a turn, seat by seat. The second turn of two items would be the first again, and has none."""
    if stage == "leaf":
        for seat in seats:
            yield from _within(seat, turn, _straight(seat, seat))
        return
    rest: dict[int, Sequence[str]] = {index: seat.hosts for index, seat in enumerate(seats)}
    for first, second in _partners(seats, turn):
        one, other = seats[first], seats[second]
        for a, b in zip(one.hosts, other.hosts, strict=False):
            yield Pair(a, b, _straight(one, other))
        both = min(len(one.hosts), len(other.hosts))
        rest[first], rest[second] = one.hosts[both:], other.hosts[both:]
    for index, hosts in rest.items():
        seat = seats[index]
        ports = _crossed(seat, turn)
        yield from (Pair(a, b, ports) for a, b in _turns(hosts, turn) if ports)


def pairs_in(seats: Sequence[Seat], each: Round) -> Iterator[Pair]:
    """Yield the pairs of a round of the plan."""
    return pairs_of(seats, each.stage, each.turn)


def _within(seat: Seat, turn: int, ports: tuple[tuple[str, str], ...]) -> Iterator[Pair]:
    return (Pair(a, b, ports) for a, b in _turns(seat.hosts, turn))


def _turns(hosts: Sequence[str], turn: int) -> list[tuple[str, str]]:
    """Return the pairs of a turn that no earlier turn has."""
    return matching(hosts, turn) if len(hosts) > 1 and (turn == 0 or len(hosts) > TURNS) else []


def _partners(seats: Sequence[Seat], turn: int) -> Iterator[tuple[int, int]]:
    """Yield the places of two seats that are tested with each other: of one tenant, with as many ports, in other pods where there are any."""
    alike: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for index, seat in enumerate(seats):
        alike.setdefault((seat.tenant, seat.planes), []).append(index)
    for places in alike.values():
        yield from matching(places, turn) if len(places) > 1 else ()


def _straight(one: Seat, other: Seat) -> tuple[tuple[str, str], ...]:
    return tuple(zip(one.ports, other.ports, strict=True))


def _crossed(seat: Seat, turn: int) -> tuple[tuple[str, str], ...]:
    """Pair each port with one of another leaf of its plane: half of the plane's ports further, and one more the second time. Nothing where no shift does that."""
    for extra in (turn, 0):
        partner = dict(_shifted(seat, extra))
        if all(seat.leaves[a] != seat.leaves[b] for a, b in partner.items()):
            return tuple((port, seat.ports[partner[index]]) for index, port in enumerate(seat.ports))
    return ()


def _shifted(seat: Seat, extra: int) -> Iterator[tuple[int, int]]:
    for plane in dict.fromkeys(seat.planes):
        places = [index for index, each in enumerate(seat.planes) if each == plane]
        shift = len(places) // 2 + extra
        yield from ((place, places[(index + shift) % len(places)]) for index, place in enumerate(places))
