"""The intent: the zones and flows of plan.json, and the services to try."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from generator.verify.reach.packet import family_of, span_of

SITE = "site"
ANY = "any"
_VRRP = "vrrp"
_CLOSED = (("tcp", 23), ("udp", 623), ("tcp", 5900))
"""Doors that no cluster opens: Telnet, IPMI over LAN, VNC."""
ROCE = 4791
"""The destination port of RoCE v2."""
_LAST_PORT = 65535
Ports = tuple[tuple[int, int], ...]


class Door(Struct, frozen=True, order=True):
    """A protocol and a port. `rdma`: RoCE's, which passes both hosts' firewalls by."""

    protocol: str
    port: int
    rdma: bool = False

    def __str__(self) -> str:
        if self.rdma:
            return "RDMA"
        return f"{self.protocol}/{self.port}" if self.port else self.protocol


class Intent(Struct, frozen=True):
    """Allowed services by pair of zones; `places` finds the narrowest zone of an address."""

    zones: tuple[str, ...]
    flows: Mapping[tuple[str, str], list[tuple[str, Ports]]]
    places: Mapping[tuple[int, int], Mapping[int, str]]
    roce: frozenset[str]
    """Zones on a fabric of RoCE."""

    def may(self, source: str, to: str, door: Door) -> bool:
        """Whether a flow allows a service. RDMA is allowed in both directions: packets of both have the same destination port, so a switch cannot distinguish them."""
        return self._may(source, to, door) or (door.rdma and self._may(to, source, door))

    def _may(self, source: str, to: str, door: Door) -> bool:
        for protocol, ports in self.flows.get((source, to), ()):
            if protocol == ANY:
                return True
            if protocol == door.protocol and (not ports or any(a <= door.port <= b for a, b in ports)):
                return True
        return False

    def zone_of(self, family: int, address: int) -> str:
        """Return the narrowest zone with an address; empty where there is none."""
        for (version, bits), found in self.places.items():
            if version == family and (zone := found.get(address >> bits)):
                return zone
        return ""

    def doors(self) -> list[Door]:
        """Return the first and last port of every service, those beside a range, those that stay closed, and RoCE's."""
        found = {Door("icmp", 0), Door("udp", ROCE, rdma=True), *(Door(*each) for each in _CLOSED)}
        for flows in self.flows.values():
            for protocol, ports in flows:
                found |= {Door(protocol, 0)} if protocol == _VRRP else set()
                found |= {Door(protocol, port) for first, last in ports for port in _edges(first, last)}
        return sorted(found)


def _edges(first: int, last: int) -> Iterator[int]:
    yield first
    if last > first:
        yield last
        yield from (port for port in (first - 1, last + 1) if 0 < port <= _LAST_PORT)


def read_intent(plan: Mapping[str, Any]) -> Intent:
    """Read the matrix."""
    flows: dict[tuple[str, str], list[tuple[str, Ports]]] = {}
    for flow in plan["flows"]:
        ports = tuple((first, last) for first, last in flow["ports"])
        flows.setdefault((flow["source"], flow["to"]), []).append((flow["protocol"], ports))
    places: dict[tuple[int, int], dict[int, str]] = {}
    for zone in plan["zones"]:
        for prefix in (*zone["prefixes"], *zone["prefixes_ipv6"]):
            first, last = span_of(prefix)
            bits = (last - first).bit_length()
            places.setdefault((family_of(prefix), bits), {})[first >> bits] = zone["name"]
    fabrics = {row["fabric"] for row in plan["roce"]}
    return Intent(
        zones=tuple(zone["name"] for zone in plan["zones"]),
        flows=flows,
        places=dict(sorted(places.items(), key=lambda each: each[0][1])),
        roce=frozenset(zone["name"] for zone in plan["zones"] if zone["fabric"] in fabrics),
    )
