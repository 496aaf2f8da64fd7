"""VLANs and the addresses in them: the in-band segment, the user's own, and those out of band."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.catalog.model import SwitchSystem
from generator.model.around import Around
from generator.model.cluster import Cluster
from generator.model.pinned import Seat
from generator.plan.addressing.baseline_layout import baseline_prefix
from generator.plan.addressing.layout import Layout, dotted
from generator.plan.addressing.pools import (
    ROLE_CODES,
    SEGMENT_CODES,
    inband_prefix,
    oob_layout,
    pinned_oob_layout,
    role_numbers,
    segment_layout,
)
from generator.plan.addressing.records import Vlan
from generator.source.diagnostic import Problems
from generator.source.span import Loc

VNI_BASE = 10_000
INBAND: Final = "inband"
GATEWAYS = "network"
"""The role that gateways have in a segment's layout; no host has it."""
OOB_GATEWAY = 254
"""The place of the gateway among the ports of an out-of-band leaf."""
NOTHING_PINNED: Around[Any, int] = Around({})


class Segment(Struct, frozen=True):
    """A frontend VLAN with its layout, and the roles whose hosts have an address in it."""

    vlan: Vlan
    layout: Layout
    roles: tuple[str, ...]
    pins: Around[tuple[str, int], int] = NOTHING_PINNED
    """Addresses that the site has fixed, by role and ordinal."""
    tenant: str = ""
    """The tenant whose hosts alone are in it; empty where it is everybody's."""

    def has(self, role: str, tenant: str) -> bool:
        """Whether a host of a role, and of a tenant or of none, is in it."""
        return role in self.roles and self.tenant in {"", tenant}

    @property
    def length(self) -> int:
        """Prefix length."""
        return self.layout.prefix.prefixlen

    @property
    def gateway(self) -> str:
        """The address that all leaves answer for."""
        return self.host(GATEWAYS, 0)

    def own(self, leaf: int) -> str:
        """Return the address of a leaf (its ordinal, from 0) beside the shared gateway.

        Where a gateway is an anycast address, some systems require an additional address of the switch, the source of its own connections (Cumulus Linux, Virtual Router Redundancy). The first places of the segment are for these: place 1 is the shared gateway, leaf n
        (from 0) has place n + 2.
        """
        return self.host(GATEWAYS, leaf + 1)

    def gateways(self, leaves: int) -> Iterator[IPv4Address]:
        """Yield the addresses of the envelope's gateways, where some are pinned."""
        places = range(leaves + 1) if any(role == GATEWAYS for role, _ in self.pins.pins) else ()
        yield from (IPv4Address(self.host(GATEWAYS, place)) for place in places)

    def host(self, role: str, ordinal: int) -> str:
        """Return the address of the host with an ordinal (from 0) within its role."""
        return dotted(self.pins.of((role, ordinal), self._address))

    def _address(self, key: tuple[str, int]) -> int:
        role, ordinal = key
        return self.layout.address(role=ROLE_CODES[role], ordinal=ordinal + 1)


def frontend_segments(cluster: Cluster, problems: Problems) -> list[Segment]:
    """Make the in-band segment and the user's own, by VLAN id."""
    if "frontend" not in cluster.shapes:
        return []
    spec = cluster.spec
    pool = spec.addressing.frontend
    inband = baseline_prefix(cluster, INBAND, pool, inband_prefix(pool, cluster.groups))
    wanted: list[tuple[str, int, IPv4Network, Loc, tuple[str, ...], str]] = [
        (INBAND, spec.vlans.inband, inband, ("addressing", "frontend"), tuple(ROLE_CODES)[1:], "every host, untagged")
    ]
    wanted += [
        (name, segment.vlan, segment.prefix, ("segments", name, "prefix"), tuple(segment.roles), segment.description)
        for name, segment in spec.segments.items()
    ]
    found = []
    for name, vlan, prefix, loc, roles, text in sorted(wanted, key=lambda each: each[1]):
        layout = segment_layout(cluster, name, prefix, loc, problems)
        if layout:
            pins = {key: int(address) for key, _, address in pinned_hosts(cluster, name, vlan, roles)}
            pins |= {key: int(address) for key, _, address in pinned_gateways(cluster, name, vlan)}
            record = Vlan(
                vlan=vlan,
                name=name,
                vni=spec.pins.vnis.get(name, VNI_BASE + vlan),
                fabric="frontend",
                prefix=str(prefix),
                gateway="",
                description=text,
            )
            own = spec.segments[name].tenant if name in spec.segments else None
            segment = Segment(record, layout, roles, Around(pins), own or "")
            found.append(replace(segment, vlan=replace(record, gateway=segment.gateway)))
    return found


class OobSegment(Struct, frozen=True):
    """An out-of-band VLAN: one prefix on each leaf, whose gateway is the leaf."""

    name: str
    code: int
    vlan: int
    layout: Layout
    pins: Around[tuple[int, int], int] = NOTHING_PINNED
    """Addresses that the site has fixed, by leaf and cage; the gateway is at 254."""

    def prefix(self, leaf: int) -> IPv4Network:
        """The segment's prefix on a leaf."""
        return self.layout.prefix_of(through="leaf", segment=self.code, leaf=leaf)

    def gateway(self, leaf: int) -> str:
        """The leaf's own address in it."""
        return self.port(leaf, OOB_GATEWAY)

    def port(self, leaf: int, cage: int) -> str:
        """The address of the device at a cage of the leaf."""
        return dotted(self.pins.of((leaf, cage), self._address))

    def _address(self, key: tuple[int, int]) -> int:
        leaf, cage = key
        return self.layout.address(segment=self.code, leaf=leaf, port=cage)


def oob_segments(cluster: Cluster, problems: Problems) -> dict[str, OobSegment]:
    """Make the management and BMC segments, side by side in one pool, or in pinned prefixes; one that does not fit is left out."""
    found: dict[str, OobSegment] = {}
    pinned = cluster.pinned.spec.prefixes
    pool = oob_layout(cluster, problems) if len(pinned) < len(SEGMENT_CODES) else None
    vlans = {"management": cluster.spec.vlans.management, "bmc": cluster.spec.vlans.bmc}
    for name, code in SEGMENT_CODES.items():
        own = pinned_oob_layout(cluster, name, pinned[name], problems) if name in pinned else None
        layout = own if name in pinned else pool
        if layout:
            every = (*pinned_ports(cluster, name), *pinned_oob_gateways(cluster, vlans[name]))
            pins = Around({key: int(at) for key, _, at in every})
            found[name] = OobSegment(name, 0 if own else code, vlans[name], layout, pins)
    return found if len(found) == len(SEGMENT_CODES) else {}


def pinned_hosts(
    cluster: Cluster, segment: str, vlan: int, roles: tuple[str, ...]
) -> Iterator[tuple[tuple[str, int], Loc, IPv4Address]]:
    """Yield the pinned addresses of hosts in a frontend segment: role and number, and where it is pinned."""
    interface = "bond0" if segment == INBAND else f"bond0.{vlan}"
    groups, numbers = {group.name: group for group in cluster.groups}, role_numbers(cluster)
    for seat, pin in cluster.pinned.hosts:
        group = groups.get(seat[0]) if interface in pin.addresses else None
        if group and group.role in roles and group.ports_on("frontend"):
            number = numbers[group.role].number(*seat)
            yield (group.role, number), cluster.pinned.loc(seat, "addresses", interface), pin.addresses[interface]


def pinned_ports(cluster: Cluster, segment: str) -> Iterator[tuple[tuple[int, int], Loc, IPv4Address]]:
    """Yield the pinned addresses out of band, on leaves that are installed: leaf and cage, and where it is pinned."""
    names: dict[str, Seat] = dict((*cluster.floor.hosts.items(), *cluster.floor.switch_names.items()))
    for link in cluster.reserved if any(pin.addresses for pin in cluster.pinned.devices.values()) else ():
        seat = names[link.a.device] if link.fabric == "oob" and link.kind == "host_leaf" else None
        pin = cluster.pinned.devices.get(seat) if seat else None
        if seat and pin and link.a.interface in pin.addresses and (link.a.interface == "bmc") == (segment == "bmc"):
            key = (cluster.floor.switch_names[link.b.device][-1], int(link.b.cage))
            yield key, cluster.pinned.loc(seat, "addresses", link.a.interface), pin.addresses[link.a.interface]


def pinned_gateways(cluster: Cluster, segment: str, vlan: int) -> Iterator[tuple[tuple[str, int], Loc, IPv4Address]]:
    """Yield the pinned gateway of a frontend segment, and the own addresses of leaves: place, and the location of the pin."""
    if segment in cluster.pinned.spec.gateways:
        yield (GATEWAYS, 0), ("pins", "gateways", segment), cluster.pinned.spec.gateways[segment]
    shape, name = cluster.shapes["frontend"], f"Vlan{vlan}"
    for seat, pin in cluster.pinned.switches:
        os = shape.demand.leaf.os
        own = os is not None and cluster.catalog.get(SwitchSystem, os).own_gateway
        if own and seat[:2] == (shape.carrier or shape.name, "leaf") and name in pin.addresses:
            yield (GATEWAYS, seat[2] + 1), cluster.pinned.loc(seat, "addresses", name), pin.addresses[name]


def pinned_oob_gateways(cluster: Cluster, vlan: int) -> Iterator[tuple[tuple[int, int], Loc, IPv4Address]]:
    """Yield the pinned gateways out of band: leaf and place, and where it is pinned."""
    name = f"Vlan{vlan}"
    for seat, pin in cluster.pinned.switches:
        if seat[:2] == ("oob", "leaf") and name in pin.addresses:
            yield (seat[2], OOB_GATEWAY), cluster.pinned.loc(seat, "addresses", name), pin.addresses[name]
