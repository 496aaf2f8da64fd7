"""Cables: the physical thing that carries each link, with an id that is the coordinate of its first link.

A transceiver serves its whole cage, so all fibre links of one kind of device use the same pair of transceivers,
chosen for the longest of them that the envelope can have; ready-made cables are chosen cable by cable.
Where harnesses divide both cages, a link's cable is the cord between the panels; the harnesses belong to the transceivers.
"""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from generator.catalog.model import Optic
from generator.model.cluster import Cluster
from generator.model.device import Link, LinkKind, Place
from generator.model.fabric_shape import FabricShape
from generator.model.member import Member
from generator.model.planes import envelope_links, switch_name
from generator.plan.cabling.chosen import CableKey, CablePins, Cabling
from generator.plan.cabling.guards import guards
from generator.plan.cabling.media import Media, Medium, Socket, refusals
from generator.plan.cabling.pairs import switch_pairs
from generator.plan.cabling.refusal import Refusal
from generator.plan.cabling.route import needed_length_m
from generator.source.diagnostic import Diagnostic

FABRIC_LETTERS = {"compute": "C", "storage": "S", "frontend": "F", "oob": "O"}
_socket = cache(Socket)
"""Sockets are few: each is made once and reused for every link."""
KIND_LETTERS: dict[LinkKind, str] = {"host_leaf": "H", "leaf_spine": "U", "spine_core": "K", "leaf_leaf": "P"}


class _Joint(Struct, frozen=True):
    """What links between equal cages share: both cages, the number of links in a ready-made cable, and the key of their transceivers."""

    a: Socket
    b: Socket
    legs: int
    key: tuple[str, str]
    """Kind of link or group of hosts, and the pair of cages."""
    ready: Socket | None
    """The lower end of a ready-made cable, where the cages take one."""


class CableAllocator:
    """Gives the cable of every link of one fabric."""

    def __init__(self, cluster: Cluster, shape: FabricShape, media: Media) -> None:
        """Prepare the widths of ids and the members' runs."""
        self._cluster, self._shape, self._media = cluster, shape, media
        self._members = sorted(shape.demand.members, key=lambda member: member.order)
        self._fibre: dict[tuple[str, str], Medium | None] = {}
        self._baseline_optics: dict[tuple[str, str], tuple[str, str]] = {}
        self._longest: dict[str, float] = {}
        self._lengths: dict[tuple[int | bool, ...], float] = {}
        self._made: dict[LinkKind, dict[int, Cabling | None]] = {kind: {} for kind in KIND_LETTERS}
        self._joints: dict[tuple[object, ...], _Joint] = {}
        self._alike: dict[tuple[object, ...], tuple[int, Medium]] = {}
        self._refused: dict[tuple[str, Socket, Socket], tuple[Link, float]] = {}
        self._pins: CablePins | None = None
        self._by_name = {member.name: member for member in self._members}
        self._ids = {
            kind: (f"{FABRIC_LETTERS[shape.name]}{KIND_LETTERS[kind]}", shape.digits(kind, count))
            for kind, count in envelope_links(shape.first).items()
        }
        self._place = cache(cluster.floor.by_name)
        self._hosts = {group.name: group.model for group in cluster.groups}
        self._guards = guards(cluster, shape)

    def of(self, link: Link) -> Cabling | None:
        """Return a link's cable; None where none can be bought (see `refused`)."""
        made = self._made[link.kind]
        try:
            return made[link.index]
        except KeyError:
            chosen = self._chosen(link)
            found = made[link.index] = self._pinned(link, *chosen) if chosen else None
            return found

    def pin(self, pins: CablePins) -> None:
        """Apply pinned ids and lengths."""
        self._pins = pins

    def cable_key(self, link: Link) -> CableKey | None:
        """Return the key of a link's cable, independent of its id: fabric, kind and first link."""
        chosen = self._chosen(link)
        return (self._shape.name, link.kind, chosen[0]) if chosen else None

    def usual_id(self, kind: LinkKind, first: int) -> str:
        """Return the id that a cable has where none is pinned."""
        letters, digits = self._ids[kind]
        return letters + str(first + 1).zfill(digits)

    def _pinned(self, link: Link, first: int, links: int, medium: Medium) -> Cabling:
        """Return a cable with its id and length around those that are pinned."""
        if self._pins is None:
            return Cabling(self.usual_id(link.kind, first), links, medium)
        key: CableKey = (self._shape.name, link.kind, first)
        length = self._pins.lengths.get(key)
        if length is not None and length != medium.cable_m:
            a, b = _socket(link.a.form_factor, link.a.ports, links), _socket(link.b.form_factor, link.b.ports)
            found = self._media.of_length(
                medium,
                length,
                a if link.a.ports == 1 else _socket(link.a.form_factor, link.a.ports),
                b,
                link.speed_gbps,
            )
            if found is None:
                self._pins.unsold[key] = medium
            medium = found or medium
        return Cabling(self._pins.ids.of(key, self._pins.usual), links, medium)

    def _chosen(self, link: Link) -> tuple[int, int, Medium] | None:
        """Return the first link, the number of links and the medium of a link's cable."""
        own = length = self._length(link)
        whose = self._shape.host_link(link.index)[1] if link.kind == "host_leaf" else ""
        splits = whose and link.a.ports == 1 < link.b.ports
        if splits:
            _, length = self._splitter(link, link.b.ports)
        cages = (link.a.form_factor, link.a.ports, link.b.form_factor, link.b.ports, whose and link.a.cage)
        ends = (link.kind, whose, cages, link.speed_gbps)
        found = self._alike.get((ends, own, length))
        if found is None:
            if ends not in self._joints:
                self._joints[ends] = self._joint(link, whose)
            found = self._choose(link, self._joints[ends], own, length)
            if found is None:
                return None
            self._alike[ends, own, length] = found
        links, medium = found
        first = link.index // links * links
        if splits and links > 1:
            first, shared = self._splitter(link, links)
            medium = self._media.fibre_between(medium, shared) if medium.path else medium
        return first, links, medium

    def _joint(self, link: Link, whose: str) -> _Joint:
        near, far = self._guards[link.kind]
        a = _socket(link.a.form_factor, link.a.ports, 1, self._adapter(link, whose), *near)
        b = _socket(link.b.form_factor, link.b.ports, 1, "", *far)
        legs = self._legs(link)
        ready = None
        if a.ports == b.ports == legs:
            ready = a
        elif a.ports == 1 and b.ports == legs:
            ready = _socket(a.form_factor, 1, legs, "", *near)
        kind = whose if whose in self._by_name else link.kind
        return _Joint(a, b, legs, (kind, _words(a, b, link.speed_gbps)), ready)

    def _choose(self, link: Link, joint: _Joint, own: float, length: float) -> tuple[int, Medium] | None:
        """Choose a cable for a link of a length, which a ready-made cable may have to exceed for others that it carries: its links, and the medium."""
        a, b, legs = joint.a, joint.b, joint.legs
        ready = self._media.assembly(joint.ready, b, link.speed_gbps, length) if joint.ready else None
        if ready and (not refusals(ready, a, b) or self._laid(joint)):
            return legs, ready
        medium = self._fibre_medium(link, joint, own, needed=ready is None)
        if ready and (medium is None or refusals(medium, a, b)):
            return legs, ready
        return (medium.links, self._media.fibre_between(medium, own)) if medium else None

    def optics(self) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
        """Yield the transceivers chosen so far: kind of link and pair of cages, and the two models."""
        for key, medium in self._fibre.items():
            if medium and medium.path and key not in self._baseline_optics:
                yield key, (medium.path.one.optic.model, medium.path.two.optic.model)
        yield from self._baseline_optics.items()

    def refused(self) -> Iterator[Diagnostic]:
        """Report what could not be bought: once for each kind of link and pair of cages, with the greatest length."""
        for (_, a, b), (link, length) in self._refused.items():
            split = Socket(a.form_factor, a.ports, b.ports) if a.ports == 1 and link.kind == "host_leaf" else a
            reach = max(self._media.longest_m(socket, b, link.speed_gbps) for socket in (a, split))
            seated = self._media.seats(a, link.speed_gbps)
            yield Refusal(link=link, a=a, b=b, length_m=length, reach_m=reach, seated=seated).said(self._shape)

    def _length(self, link: Link) -> float:
        return self._between(self._place(link.a.device), self._place(link.b.device))

    def _between(self, a: Place, b: Place) -> float:
        """The cable length between two places, m: many pairs of racks are as far apart."""
        along, across = abs(a.position - b.position), abs(a.row - b.row)
        key = (a.unit, a.height_u, b.unit, b.height_u, along, across, a.rack == b.rack)
        found = self._lengths.get(key)
        if found is None:
            spec = self._cluster.spec
            found = self._lengths[key] = needed_length_m(spec.racks, a, b, spec.cabling.bend_m)
        return found

    def _adapter(self, link: Link, whose: str) -> str:
        """The adapter behind a host's divided cage, or nothing."""
        host = self._hosts.get(whose) if link.a.ports > 1 else None
        return next((port.nic or "" for port in host.ports if port.cage == link.a.cage), "") if host else ""

    def _legs(self, link: Link) -> int:
        """The number of links in the ready-made cable that would carry this one."""
        if link.kind == "host_leaf":
            return link.b.ports if link.a.ports == 1 else 1
        ports, upper = link.b.ports, self._shape.upper
        per_pair = self._shape.peer_links or (upper.per_pair if upper else 1)
        if link.kind == "spine_core" and upper:
            per_pair = upper.core_per_pair
        return ports if ports == link.a.ports and per_pair % ports == 0 else 1

    def _splitter(self, link: Link, legs: int) -> tuple[int, float]:
        """The first link of the hosts of the envelope that share the leaf's cage, and the greatest length to one of them."""
        member, _, port = self._seat(link)
        sharing = self._sharing(link, legs)
        leaf = self._place(link.b.device)
        length = max(self._between(self._place_of(member, each), leaf) for each in sharing)
        place = sharing.start * len(member.ports) + port
        return self._shape.host_link_number(link.plane, member.name, place), length

    def _sharing(self, link: Link, legs: int) -> range:
        """The ordinals of the envelope's hosts whose links share the leaf's cage with this one."""
        member, ordinal, _ = self._seat(link)
        run = self._shape.seating.run_of(member.name, ordinal)
        low = ordinal - (ordinal - run.first) % legs
        return range(low, min(low + legs, run.first + run.count))

    def legs(self, link: Link, cabling: Cabling) -> list[tuple[Place, str, str]]:
        """Where the legs of a splitter go, installed or not: place, device and cage; nothing for any other cable."""
        if cabling.links == 1 or link.kind != "host_leaf" or link.a.ports > 1:
            return []
        member, _, port = self._seat(link)
        cage = member.ports[port].cage
        return [
            (self._place_of(member, each), member.device(each), cage) for each in self._sharing(link, cabling.links)
        ]

    def _seat(self, link: Link) -> tuple[Member, int, int]:
        """Read a host link's coordinate: its member, ordinal and port index."""
        _, name, place = self._shape.host_link(link.index)
        member = self._by_name[name]
        return (member, *divmod(place, len(member.ports)))

    def _place_of(self, member: Member, ordinal: int) -> Place:
        if member.origin[0] == "fabrics":
            return self._place(member.device(ordinal))
        return self._cluster.floor.host(member.name, ordinal)

    def _laid(self, joint: _Joint) -> bool:
        """Whether an earlier plan chose the cables of this kind of link regardless of vendor locks: they stay."""
        baseline = self._shape.demand.baseline_fabric
        if baseline is None:
            return False
        near, far = (self._cluster.catalog.find(Optic, model) for model in baseline.optics.get(joint.key, ("", "")))
        return near is None or far is None or joint.a.refuses(near) or joint.b.refuses(far)

    def _fibre_medium(self, link: Link, joint: _Joint, length: float, *, needed: bool) -> Medium | None:
        """The transceivers of this kind of link, for the longest of the envelope. `needed`: without them there is no cable, which is then refused."""
        a, b, legs, key = joint.a, joint.b, joint.legs, joint.key
        paired, fan = a.ports == b.ports == legs > 1, a.ports == 1 and b.ports == legs > 1
        baseline = self._shape.demand.baseline_fabric
        if baseline and (optics := baseline.optics.get(key)):
            # existing transceivers stay, if they reach
            found = self._media.fibre(a, b, link.speed_gbps, length, paired=paired, fan=fan, optics=optics)
            if found:
                self._baseline_optics[key] = optics
                return found
        if key in self._fibre and (self._fibre[key] or not needed):
            return self._fibre[key]
        longest = max(length, self._longest_of(link, key[0]))
        if key not in self._fibre:
            self._fibre[key] = self._media.fibre(a, b, link.speed_gbps, longest, paired=paired, fan=fan)
        if needed and self._fibre[key] is None:
            refused = self._refused.get((link.kind, a, b), (link, 0.0))
            self._refused[link.kind, a, b] = (link, max(longest, refused[1]))
        return self._fibre[key]

    def _longest_of(self, link: Link, kind: str) -> float:
        if kind not in self._longest:
            pairs = (
                self._host_pairs(kind)
                if link.kind == "host_leaf"
                else switch_pairs(self._shape, self._place, link.kind)
            )
            self._longest[kind] = max((self._between(a, b) for a, b in pairs), default=0.0)
        return self._longest[kind]

    def _host_pairs(self, name: str) -> Iterator[tuple[Place, Place]]:
        seating = self._shape.seating
        member = next((m for m in self._members if m.name == name), None)
        for run in seating.of(name) if member else ():
            assert member is not None
            hosts = [self._place_of(member, ordinal) for ordinal in range(run.first, run.first + run.count)]
            homes = {zone.leaf for zone in run.zones}
            for leaf in self._shape.leaves_of(run.su):
                if leaf % seating.leaves_per_su in homes:
                    place = self._place(switch_name(self._shape, "leaf", leaf))
                    yield from ((host, place) for host in hosts)


@cache
def _words(a: Socket, b: Socket, speed_gbps: float) -> str:
    """Name a pair of cages at a speed, as the key of their transceivers in `plan.json`."""
    return f"{a.words} to {b.words} at {speed_gbps:g}"
