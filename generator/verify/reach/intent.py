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
    closed: bool = False
    """Whether hosts may use only stated destinations at the site."""
    destinations: Mapping[str, list[tuple[str, Ports, tuple[str, ...]]]] = {}
    """By zone: protocol, ports and prefixes; without prefixes, everything at the site."""

    def may_leave(self, source: str, family: int, address: int, door: Door) -> bool:
        """Whether hosts of a zone may use a service at an address of the site."""
        return any(
            _covers(protocol, ports, door)
            and (
                not prefixes
                or any(family_of(p) == family and span_of(p)[0] <= address <= span_of(p)[1] for p in prefixes)
            )
            for protocol, ports, prefixes in self.destinations.get(source, ())
        )

    def may(self, source: str, to: str, door: Door) -> bool:
        """Whether a flow allows a service. RDMA is allowed in both directions: packets of both have the same destination port, so a switch cannot distinguish them."""
        return self._may(source, to, door) or (door.rdma and self._may(to, source, door))

    def _may(self, source: str, to: str, door: Door) -> bool:
        return any(_covers(protocol, ports, door) for protocol, ports in self.flows.get((source, to), ()))

    def zone_of(self, family: int, address: int) -> str:
        """Return the narrowest zone with an address; empty where there is none."""
        for (version, bits), found in self.places.items():
            if version == family and (zone := found.get(address >> bits)):
                return zone
        return ""

    def doors(self) -> list[Door]:
        """Return the first and last port of every service, those beside a range, those that stay closed, and RoCE's."""
        found = {Door("icmp", 0), Door("udp", ROCE, rdma=True), *(Door(*each) for each in _CLOSED)}
        stated = [(protocol, ports) for rows in self.destinations.values() for protocol, ports, _ in rows]
        for flows in (*self.flows.values(), stated):
            for protocol, ports in flows:
                found |= {Door(protocol, 0)} if protocol == _VRRP else set()
                found |= {Door(protocol, port) for first, last in ports for port in _edges(first, last)}
        return sorted(found)

    @property
    def outside(self) -> tuple[str, ...]:
        """The prefixes of the site that are stated, each once."""
        return tuple(dict.fromkeys(p for rows in self.destinations.values() for *_, prefixes in rows for p in prefixes))


def _covers(protocol: str, ports: Ports, door: Door) -> bool:
    """Whether a service has a door."""
    return protocol == ANY or (protocol == door.protocol and (not ports or any(a <= door.port <= b for a, b in ports)))


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
        closed="egress" in plan,
        destinations=_destinations(plan),
        places=dict(sorted(places.items(), key=lambda each: each[0][1])),
        roce=frozenset(zone["name"] for zone in plan["zones"] if zone["fabric"] in fabrics),
    )


def _destinations(plan: Mapping[str, Any]) -> dict[str, list[tuple[str, Ports, tuple[str, ...]]]]:
    """Read the destinations at the site of every zone."""
    found: dict[str, list[tuple[str, Ports, tuple[str, ...]]]] = {}
    for row in plan.get("egress", ()):
        ports = tuple((first, last) for first, last in row["ports"])
        found.setdefault(row["source"], []).append((row["protocol"], ports, tuple(row["prefixes"])))
    return found
