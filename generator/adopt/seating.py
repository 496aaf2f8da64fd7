"""Match every device of the site with one of its kind in the design, by common values.

An address, a port, a number or a name that the design gives to one seat is a vote for that seat; cables of neighbours whose seats are known are votes,
too. The most votes are served first. A device without any takes a free seat of the unit that its cables lead to, in the order of names.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from generator.adopt.design import Design
from generator.adopt.kinds import Kinds
from generator.adopt.names import counted
from generator.adopt.site_map import SiteMap
from generator.adopt.survey import End, Survey

_ROUNDS = 3
_OWN = {"loopback": 3, "asn": 3, "vtep": 2, "unit": 0}


class Seats(Struct):
    """The name of each device in pins, and the planned name of each of its ports."""

    of: dict[str, str] = field(default_factory=dict)
    homeless: list[str] = field(default_factory=list)
    """Devices of a kind that has no more seats."""


class Ports(Struct, frozen=True):
    """Names of ports at the site, mapped to planned ones."""

    design: Design
    kinds: Kinds
    site: SiteMap

    def of(self, device: str, said: str, key: str) -> str:
        """Return the port of a device in a seat; empty where it has none of that name."""
        mapped = self.site.ports.get(self.kinds.of.get(device, ""), {}).get(said)
        return self.design.port(key, mapped or said)


def find_seats(survey: Survey, kinds: Kinds, site: SiteMap, design: Design) -> Seats:
    """Assign every device a seat of its kind."""
    ports = Ports(design, kinds, site)
    seats = Seats()
    cables: dict[str, list[tuple[str, End]]] = {}
    for cable in survey.rows:
        for (device, port), far in ((cable.a, cable.b), (cable.b, cable.a)):
            cables.setdefault(device, []).append((port, far))
    own = {kind: _own_votes(survey, kinds, site, design, kind) for kind in kinds.members}
    for _ in range(_ROUNDS):
        before = dict(seats.of)
        votes = {kind: {device: Counter(each) for device, each in of.items()} for kind, of in own.items()}
        for kind, of in votes.items():
            for device in of:
                of[device].update(_cable_votes(device, cables.get(device, ()), kind, ports, before))
        seats = Seats()
        for kind, of in votes.items():
            _serve(kind, kinds.members[kind], of, design, seats, cables, ports, before)
        if seats.of == before:
            break
    return seats


def _own_votes(survey: Survey, kinds: Kinds, site: SiteMap, design: Design, kind: str) -> dict[str, Counter[str]]:
    """Count the own values that each device of a kind has in common with a seat."""
    pool = design.pools.get(kind, [])
    inside = set(pool)
    votes: dict[str, Counter[str]] = {device: Counter() for device in kinds.members[kind]}
    holders = {
        (what, value): key for (what, key), value in design.values.items() if _OWN.get(what) and value and key in inside
    }
    for device, mine in votes.items():
        for what, weight in _OWN.items():
            key = holders.get((what, survey.value(what, device)))
            mine[key or ""] += weight
        holder = design.holders.get(str(survey.value("reached", device)))
        mine[holder[0] if holder else ""] += 2
        key = design.keys.get(device)
        mine[key or ""] += 3
    ports = site.ports.get(kind, {})
    for (_, device, said, *_), fact in survey.about("address"):
        if device in votes and (holder := design.holders.get(fact.value)) and holder[0] in inside:
            same = design.port(holder[0], ports.get(said, said)) == holder[1]
            votes[device][holder[0]] += 2 if same else 0
    for device, ordinal in counted(kinds.members[kind]).items():
        if ordinal < len(pool):
            votes[device][pool[ordinal]] += 1
    return {
        device: Counter({key: count for key, count in each.items() if key in inside and count})
        for device, each in votes.items()
    }


def _cable_votes(
    device: str, cables: Sequence[tuple[str, End]], kind: str, ports: Ports, seats: dict[str, str]
) -> Iterator[str]:
    """Yield a seat for each cable whose other end has a seat, whose neighbour there is of this kind."""
    design = ports.design
    inside = design.pools.get(kind, ())
    for said, (far, far_said) in cables:
        seat = seats.get(far)
        port = ports.of(far, far_said, seat) if seat else ""
        there = design.peers.get((seat or "", port))
        if there and inside and design.kinds_of[there[0]] == kind:
            same = ports.of(device, said, there[0]) == there[1]
            yield from (there[0], there[0]) if same else (there[0],)


def _serve(
    kind: str,
    devices: list[str],
    votes: dict[str, Counter[str]],
    design: Design,
    seats: Seats,
    cables: dict[str, list[tuple[str, End]]],
    ports: Ports,
    before: dict[str, str],
) -> None:
    """Hand out the seats of a kind."""
    free = dict.fromkeys(design.pools.get(kind, ()))
    order = {key: n for n, key in enumerate(free)}
    asked = (
        (-count, n, order[key], device, key) for n, device in enumerate(devices) for key, count in votes[device].items()
    )
    for _, _, _, device, key in sorted(asked):
        if device not in seats.of and key in free:
            seats.of[device] = key
            del free[key]
    for device in devices:
        if device not in seats.of:
            if not free:
                seats.homeless.append(device)
                continue
            seats.of[device] = key = _nearest(device, free, ports, cables.get(device, []), before)
            del free[key]


def _nearest(
    device: str, free: dict[str, None], ports: Ports, cables: list[tuple[str, End]], seats: dict[str, str]
) -> str:
    """Return the first free seat of the scalable unit whose leaves a device is cabled to most."""
    design = ports.design
    wanted = {(said, seats[far]) for said, (far, _) in cables if far in seats}
    best, most = next(iter(free)), 0
    tried: set[tuple[str, ...]] = set()
    for key in free if wanted else ():
        leaves = design.neighbours.get(key, ())
        if leaves in tried:
            continue
        tried.add(leaves)
        agreed = sum(
            1 for said, leaf in wanted if design.peers.get((key, ports.of(device, said, key)), ("",))[0] == leaf
        )
        if agreed > most:
            best, most = key, agreed
    return best
