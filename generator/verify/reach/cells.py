"""Cells of the matrix: a request from a station of one zone to a station of another, its path, and the reply's path."""

from collections.abc import Callable

from msgspec import Struct, field
from msgspec.structs import replace

from generator.verify.reach.filters import gate
from generator.verify.reach.firewall import Firewall
from generator.verify.reach.intent import SITE, Door, Intent
from generator.verify.reach.network import Network
from generator.verify.reach.packet import Packet
from generator.verify.reach.stations import Station
from generator.verify.reach.zones import Zones

_ANSWERED = frozenset({53, 123})
"""Source ports of UDP answers from the site: DNS and NTP. Filters permit no others, as no switch recognises answers (docs/segments.md)."""
_NO_ANSWERS = frozenset({"udp", "vrrp"})
"""Protocols whose answers a switch does not distinguish from requests."""


class Fault(Struct, frozen=True):
    """A service of a cell that differs from the intent, and the place that causes it."""

    source: str
    to: str
    door: Door
    said: str
    where: str
    example: str


class _Paths(Struct):
    """The paths from one station to another: decisions of each path's filters and the far firewall on a packet. `outside`: one end is the site."""

    deciders: list[Callable[[Packet], tuple[bool, str]]]

    def every(self, packet: Packet) -> tuple[bool, str]:
        """Whether a packet passes on all paths, and where it is stopped if not."""
        for decide in self.deciders:
            comes, where = decide(packet)
            if not comes:
                return False, where
        return True, ""

    def some(self, packet: Packet) -> tuple[bool, str]:
        """Whether a packet passes on any path, and what permits it."""
        for decide in self.deciders:
            comes, where = decide(packet)
            if comes:
                return True, where
        return False, ""


class Cells(Struct, kw_only=True):
    """The comparison, with its faults and its count of cells."""

    zones: Zones
    network: Network
    intent: Intent
    firewall: Callable[[Station], Firewall | None]
    faults: list[Fault] = field(default_factory=list)
    asked: int = 0
    opened: int = 0
    _doors: list[Door] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Take the doors once."""
        self._doors = self.intent.doors()

    def compare(self, source: str, to: str) -> None:
        """Compare every door between two zones."""
        seen: dict[Door, set[bool]] = {}
        for a, b in self.zones.pairs(source, to):
            roce = {a.zone, b.zone} <= self.intent.roce
            there, back = self._paths(a, b), self._paths(b, a)
            rdma_there, rdma_back = (self._paths(*pair, rdma=True) for pair in ((a, b), (b, a))) if roce else (there, back)  # fmt: skip
            for door in self._doors:
                if door.rdma and not roce:
                    continue
                pair = (rdma_there, rdma_back) if door.rdma else (there, back)
                seen.setdefault(door, set()).add(self._ask(a, b, door, *pair))
        self.asked += len(seen)
        self.opened += sum(1 for came in seen.values() if came == {True})

    def compare_outside(self, site: Station) -> None:
        """Compare flows to and from an address of the site, for the stations that have a route to it.

        Requests of pods have their host's address (masquerade).
        """
        for zone in self.zones.names:
            for each in self.zones.of(zone, site.family):
                if not self.network.outward(each, site):
                    continue
                out, into = self._paths(each, site, outside=True), self._inward(site, each)
                unseen = _Paths([_decider(lambda _: (True, ""), self.firewall(each), each)])
                for door in self._doors:
                    if door.rdma:
                        continue
                    if not each.behind:
                        self.asked += 1
                        answered = door.protocol not in _NO_ANSWERS or door.port in _ANSWERED
                        self.opened += self._ask(each, site, door, out, into if answered else unseen)
                    self.asked += 1
                    if each.behind and not self.intent.may(site.zone, each.zone, door):
                        self._keep_silent(each, site, door, out)
                    else:
                        self.opened += self._ask(site, each, door, into, out)

    def _ask(self, a: Station, b: Station, door: Door, there: _Paths, back: _Paths) -> bool:
        """Try a service. Return whether the request and its reply pass; a difference from the intent is a fault."""
        question = _question(a, b, door)
        example = f"{a} to {b}"
        if not self._may(a, b, door):
            comes, where = there.some(question)
            if comes and not self._takes_for_answer(a, b, door):
                said = "denied by the plan, but allowed by" if where else "denied by the plan, but not blocked"
                self.faults.append(Fault(a.zone, b.zone, door, said, where, example))
            return comes
        comes, where = there.every(question)
        said = "allowed by the plan, but blocked by"
        if comes:
            comes, where = back.every(_reply(question, door))
            said = "allowed by the plan, but its reply is blocked by"
        if not comes:
            self.faults.append(Fault(a.zone, b.zone, door, said, where, example))
        return comes

    def _may(self, a: Station, b: Station, door: Door) -> bool:
        """Whether the plan allows a service; to the site, hosts may only use what it states for them, where it closes the rest."""
        if a.host and b.zone == SITE and self.intent.closed:
            return self.intent.may_leave(a.zone, b.family, b.address, door)
        return self.intent.may(a.zone, b.zone, door)

    def _keep_silent(self, pod: Station, site: Station, door: Door, out: _Paths) -> None:
        """Try a service of a pod from the site that is not allowed: no filter stops the request, and leaves stop the reply."""
        comes, where = out.some(_question(site, pod, door).reply())
        if comes:
            said = (
                "denied by the plan, but its reply is allowed by"
                if where
                else "denied by the plan, but its reply is not blocked"
            )
            self.faults.append(Fault(site.zone, pod.zone, door, said, where, f"{site} to {pod}"))

    def _takes_for_answer(self, a: Station, b: Station, door: Door) -> bool:
        """Whether a ping passes as the answer to one that is allowed: a switch does not distinguish them, a host's own firewall does."""
        return door.protocol == "icmp" and self.firewall(b) is None and self.intent.may(b.zone, a.zone, door)

    def _paths(self, a: Station, b: Station, *, rdma: bool = False, outside: bool = False) -> _Paths:
        firewall = None if rdma or outside else self.firewall(b)
        own = None if rdma else self.firewall(a)
        deciders: list[Callable[[Packet], tuple[bool, str]]] = []
        for path in self.network.paths(a, b, outside=outside, rdma=rdma):
            if path.stop:
                deciders.append(_stopped(path.stop))
                continue
            passed = gate(path.lists, a.family, a.address, b.address).decide
            deciders.append(_decider(_leaving(own, path.leaves_by, passed), firewall, b))
        return _Paths(deciders)

    def _inward(self, site: Station, b: Station) -> _Paths:
        """Paths from the site: the filters of its uplinks, if any, and the host's own firewall."""
        firewall = self.firewall(b)
        filters = [gate(lists, b.family, site.address, b.address).decide for lists in self.network.ways.doors(b, site)]
        return _Paths(
            [_decider(each, firewall, b) for each in filters] or [_decider(lambda _: (True, ""), firewall, b)]
        )


def _question(a: Station, b: Station, door: Door) -> Packet:
    return Packet(family=a.family, source=a.address, destination=b.address, protocol=door.protocol, port=door.port)


def _reply(question: Packet, door: Door) -> Packet:
    """Return the answer. RoCE's go to the port that questions go to (RoCE v2 annex)."""
    reply = question.reply()
    return replace(reply, source_port=question.source_port, port=question.port) if door.rdma else reply


def _stopped(where: str) -> Callable[[Packet], tuple[bool, str]]:
    return lambda _: (False, where)


def _leaving(
    firewall: Firewall | None, interface: str, gate: Callable[[Packet], tuple[bool, str]]
) -> Callable[[Packet], tuple[bool, str]]:
    """Put the firewall of the sender, if it filters what it sends, before the filters of its leaf."""
    if firewall is None or firewall.output is None:
        return gate

    def decide(packet: Packet) -> tuple[bool, str]:
        leaves, where = firewall.leave(packet, interface)
        if not leaves:
            return False, where
        passes, there = gate(packet)
        return passes, there if not passes or not where else f"{where} and {there}".removesuffix(" and ")

    return decide


def _decider(
    gate: Callable[[Packet], tuple[bool, str]], firewall: Firewall | None, b: Station
) -> Callable[[Packet], tuple[bool, str]]:
    def decide(packet: Packet) -> tuple[bool, str]:
        passes, where = gate(packet)
        if not passes or firewall is None:
            return passes, where
        enters, there = firewall.decide(packet, b.interface)
        return enters, there if not enters or not where else f"{where} and {there}"

    return decide
