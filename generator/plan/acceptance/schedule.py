"""Pairs of hosts to test: within a leaf, then across spines, every host with one other at a time.

Two turns per stage, with different partners: a port that is slow with both is slow itself, and one that is slow with one of them has a slow partner.
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
    for first, second, again in _partners(seats, turn):
        one, other = seats[first], seats[second]
        both = min(len(one.hosts), len(other.hosts))
        ports = (_crossed(one, other, 0) if again else ()) or _straight(one, other)
        far = other.hosts[:both]
        yield from (Pair(a, b, ports) for a, b in zip(one.hosts, [*far[turn:], *far[:turn]], strict=False))
        rest[first], rest[second] = one.hosts[both:], other.hosts[both:]
    for index, hosts in rest.items():
        seat = seats[index]
        ports = _crossed(seat, seat, turn)
        yield from (Pair(a, b, ports) for a, b in _turns(hosts, turn) if ports)


def pairs_in(seats: Sequence[Seat], each: Round) -> Iterator[Pair]:
    """Yield the pairs of a round of the plan."""
    return pairs_of(seats, each.stage, each.turn)


def _within(seat: Seat, turn: int, ports: tuple[tuple[str, str], ...]) -> Iterator[Pair]:
    return (Pair(a, b, ports) for a, b in _turns(seat.hosts, turn))


def _turns(hosts: Sequence[str], turn: int) -> list[tuple[str, str]]:
    """Return the pairs of a turn that no earlier turn has."""
    return matching(hosts, turn) if len(hosts) > 1 and (turn == 0 or len(hosts) > TURNS) else []


def _partners(seats: Sequence[Seat], turn: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the places of two seats that are tested with each other: of one model, tenant and run, with as many ports, in other pods where there are any.

    The last value is whether an earlier turn had the same two.
    """
    alike: dict[tuple[str, str, str, tuple[int, ...]], list[int]] = {}
    for index, seat in enumerate(seats):
        alike.setdefault((seat.model, seat.tenant, seat.run, seat.planes), []).append(index)
    for places in alike.values():
        if len(places) > 1:
            yield from ((*both, turn > 0 and len(places) == TURNS) for both in matching(places, turn))


def _straight(one: Seat, other: Seat) -> tuple[tuple[str, str], ...]:
    return tuple(zip(one.ports, other.ports, strict=True))


def _crossed(one: Seat, other: Seat, turn: int) -> tuple[tuple[str, str], ...]:
    """Pair each port with one of another leaf and rail of its plane, each turn of another leaf where there are enough. Nothing where no shift does that."""
    found: list[tuple[int, ...]] = []
    for extra in range(len(one.ports)):
        partner = _shifted(one, extra)
        leaves = [other.leaves[place] for place in partner]
        apart = all(index != place and one.leaves[index] != leaves[index] for index, place in enumerate(partner))
        taken = any(
            other.leaves[a] == other.leaves[b] for earlier in found for a, b in zip(earlier, partner, strict=True)
        )
        if apart and not taken:
            found.append(partner)
    if not found:
        return ()
    partner = found[turn % len(found)]
    return tuple((port, other.ports[place]) for port, place in zip(one.ports, partner, strict=True))


def _shifted(seat: Seat, extra: int) -> tuple[int, ...]:
    """Return for each port the place of another of its plane: half of the plane's ports further, and `extra` more."""
    found = list(range(len(seat.planes)))
    for plane in dict.fromkeys(seat.planes):
        places = [index for index, each in enumerate(seat.planes) if each == plane]
        for index, place in enumerate(places):
            found[place] = places[(index + len(places) // 2 + extra) % len(places)]
    return tuple(found)
