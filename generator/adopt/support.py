"""Values of the design that no source states: the tool has chosen them, and the site may have others."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from generator.adopt.design import Port
from generator.adopt.findings import Comparison
from generator.adopt.site_map import ValueKind
from generator.adopt.values import names_vlan

TITLES: Mapping[ValueKind, str] = {
    "places": "racks and units",
    "addresses": "addresses",
    "asns": "AS numbers",
    "loopbacks": "loopbacks",
    "vteps": "tunnel ends",
    "vnis": "VNIs",
    "vlans": "VLAN ids",
    "cables": "cables",
    "labels": "ids of cables",
    "lengths": "lengths of cables",
}
"""Kinds of values as a map calls them, and as a report does."""
_OF_SWITCHES: Mapping[ValueKind, str] = {"asns": "asn", "loopbacks": "loopback", "vteps": "vtep"}


class Unstated(Struct, frozen=True):
    """Of a kind: how many values the design has, how many of them no source states, and the first of those."""

    kind: ValueKind
    held: int
    count: int
    first: str


def unstated(here: Comparison, pins: Mapping[str, Any], spec: Mapping[str, Any]) -> list[Unstated]:
    """Return every kind of value that the design has and that no source, pin or key of the spec states."""
    support = _Support(here, pins, spec)
    found = []
    for kind in TITLES:
        every = list(support.of(kind))
        lacking = [about for about, is_stated in every if not is_stated]
        if lacking:
            found.append(Unstated(kind, len(every), len(lacking), lacking[0]))
    return found


class _Support:
    """Each method yields the subject of a value, and whether it is stated."""

    def __init__(self, here: Comparison, pins: Mapping[str, Any], spec: Mapping[str, Any]) -> None:
        self.survey, self.seats, self.ports, self.design = here.survey, here.seats.of, here.ports, here.design
        self.joined, self.pins, self.spec = here.joined, pins, spec
        self.devices = {key: device for device, key in self.seats.items()}

    def of(self, kind: ValueKind) -> Iterator[tuple[str, bool]]:
        """Yield the values of a kind."""
        if kind in _OF_SWITCHES:
            return self._switches(_OF_SWITCHES[kind])
        if kind in {"cables", "labels", "lengths"}:
            return self._links(kind)
        return {"places": self._places, "addresses": self._addresses, "vnis": self._vnis, "vlans": self._vlans}[kind]()

    def _places(self) -> Iterator[tuple[str, bool]]:
        for key, name in self.design.names.items():
            device = self.devices.get(key, "")
            yield name, all((what, device) in self.survey.facts for what in ("rack", "unit"))

    def _switches(self, what: str) -> Iterator[tuple[str, bool]]:
        """Numbers of switches. One that several share is stated if one of them has it."""
        known = {
            (self.design.kinds_of[self.seats[device]], fact.value)
            for (_, device), fact in self.survey.about(what)
            if self.seats.get(device) in self.design.kinds_of
        }
        for switch in self.design.draft.switches:
            key = self.design.keys[switch.name]
            if value := self.design.values.get((what, key)):
                yield switch.name, (self.design.kinds_of[key], value) in known

    def _addresses(self) -> Iterator[tuple[str, bool]]:
        """Addresses of ports. Of a pair, one is enough, and of a gateway that leaves share, that of one leaf."""
        stated: set[tuple[Port, str]] = set()
        for (_, device, said, *_), fact in self.survey.about("address"):
            if key := self.seats.get(device):
                stated.add(((key, self.ports.of(device, said, key)), fact.value))
        reached = {(self.seats.get(device), fact.value) for (_, device), fact in self.survey.about("reached")}
        shared = {(port, value) for (_, port), value in stated}
        for each in self.design.draft.addresses:
            if each.use in {"loopback", "vtep"} or not each.address:
                continue
            port = self.design.keys[each.device], each.interface
            peer = self.design.peers.get(port)
            yield (
                f"{each.device} {each.interface}",
                (port, each.address) in stated
                or (port[0], each.address) in reached
                or (each.use == "gateway" and (each.interface, each.address) in shared)
                or (each.use == "link" and peer is not None and (peer, self.design.addresses.get(peer)) in stated),
            )

    def _vnis(self) -> Iterator[tuple[str, bool]]:
        said = {(int(vlan), fact.value) for (_, device, vlan), fact in self.survey.about("vni") if device in self.seats}
        for each in self.design.draft.vlans:
            if each.vni is not None:
                yield each.name, (each.vlan, each.vni) in said or self.pins.get("vnis", {}).get(each.name) == each.vni

    def _vlans(self) -> Iterator[tuple[str, bool]]:
        """Ids of VLANs: a source that has the name, an interface that is called by it, or the spec."""
        numbers = {names_vlan(key[2]) for key, _ in self.survey.about("address") if key[1] in self.seats}
        numbers |= {int(key[2]) for key, _ in self.survey.about("vni") if key[1] in self.seats}
        stated = _mapping(self.spec, "vlans") | {
            name: _mapping({"": body}, "").get("vlan") for name, body in _mapping(self.spec, "segments").items()
        }
        for each in self.design.draft.vlans:
            said = (self.survey.value("vlan", each.name), stated.get(each.name))
            yield f"{each.name} ({each.vlan})", each.vlan in said or each.vlan in numbers

    def _links(self, kind: ValueKind) -> Iterator[tuple[str, bool]]:
        what = {"cables": "", "labels": "label", "lengths": "length_m"}[kind]
        seen = {port for cable, a, b in self.joined if not what or getattr(cable, what) for port in (a, b)}
        for link in self.design.draft.links:
            ends = [(self.design.keys[end.device], end.interface) for end in (link.a, link.b)]
            yield f"{link.a.device} {link.a.interface}", any(end in seen for end in ends)


def _mapping(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    return dict(found) if isinstance(found, Mapping) else {}
