"""Addresses between hosts and leaves of the fabrics that are routed to the leaf, by coordinate: two for every host link.

`host_links: routed` is a /31 (RFC 3021): the even address is the host, the odd one its leaf, unless a site has them in reverse. With `vlan`, all hosts of a rail in one scalable
unit share the prefix that their leaf announces for them: the odd address is the host, as the even one of the first coordinate is the
network's own, and the gateway is the even one of the last coordinate, which no host has, as its odd one is the broadcast address.
"""

from collections.abc import Iterator, Mapping
from ipaddress import IPv4Network, IPv6Address, IPv6Network
from typing import Literal, get_args

from msgspec import Struct, field

from generator.model.around import Around
from generator.model.cluster import Cluster
from generator.model.fabric_shape import FabricShape
from generator.model.pinned_ports import Places
from generator.plan.addressing.layout import Layout, dotted
from generator.plan.addressing.numbers import IPV6_MORE, ipv6_twin
from generator.plan.addressing.pairs import Pairs, PinnedEnd
from generator.plan.addressing.pools import ROUTED, in_vlans

__all__ = ["ROUTED", "HostLinks", "LinkAddresses"]
P2P = 31
Coordinate = tuple[int, str, int, int]
"""Plane, member, ordinal and rail of a host's link."""
AddressKey = Literal["addresses", "addresses_ipv6"]
"""The key of a device's pins that has its addresses, by IP version."""
VLAN_BASES: Mapping[str, int] = {"compute": 900, "storage": 950}
"""The VLAN of the first rail or side. Below 1006, where EOS begins to take VLANs for its routed ports (`vlan internal order`), and below 3000,
where those of tenants begin."""


class LinkAddresses(Struct, frozen=True, gc=False):
    """The two ends of one host link: in a VLAN, the leaf's is the gateway that all its hosts share. `length` is IPv4's."""

    host: str
    leaf: str
    host_ipv6: str
    leaf_ipv6: str
    length: int = P2P


def pinned_links(
    cluster: Cluster, shape: FabricShape, key: AddressKey = "addresses"
) -> Iterator[PinnedEnd[Coordinate]]:
    """Yield the pinned addresses of a fabric, by the key of pins that has them: of hosts' ports, and of leaves that are installed."""
    members = {member.name: member for member in shape.demand.members}
    for seat, pin in cluster.pinned.hosts:
        stated = getattr(pin, key)
        member = members.get(seat[0]) if stated else None
        for rail, port in enumerate(member.ports if member else ()):
            for plane in range(shape.planes):
                name = f"{port.interface}p{plane}" if shape.planes > 1 else port.interface
                if name in stated:
                    loc = cluster.pinned.loc(seat, key, name)
                    yield PinnedEnd((plane, *seat, rail), upper=False, loc=loc, address=stated[name])
    asked = {seat: getattr(pin, key) for seat, pin in cluster.pinned.switches if seat[1] == "leaf"}
    asked = {seat: stated for seat, stated in asked.items() if stated}
    for link in cluster.reserved if asked else ():
        leaf = cluster.floor.switch_names[link.b.device]
        ours = link.fabric == shape.name and link.kind == "host_leaf" and not one_address(shape)
        address = asked[leaf].get(link.b.interface) if ours and leaf in asked else None
        if address:
            loc = cluster.pinned.loc(leaf, key, link.b.interface)
            yield PinnedEnd(coordinate(shape, link.index), upper=True, loc=loc, address=address)


def pinned_gateways(
    cluster: Cluster, shape: FabricShape, key: AddressKey = "addresses"
) -> Iterator[PinnedEnd[Coordinate]]:
    """Yield the pinned addresses of leaves in the VLANs of rails: the coordinate of a gateway has no member, and its unit for an ordinal."""
    for seat, pin in cluster.pinned.switches if in_vlans(shape) else ():
        fabric, tier, ordinal = seat
        plane, leaf = divmod(ordinal, shape.in_plane("leaf"))
        for rail in range(most_ports(shape)) if tier == "leaf" and fabric == (shape.carrier or shape.name) else ():
            name = f"Vlan{vlan_of(shape, rail)}"
            if name in getattr(pin, key):
                at = (plane, "", leaf // shape.seating.leaves_per_su, rail)
                loc = cluster.pinned.loc(seat, key, name)
                yield PinnedEnd(at, upper=True, loc=loc, address=getattr(pin, key)[name])


def one_address(shape: FabricShape) -> bool:
    """Whether a link has one address, the host's, and not one at either end."""
    return in_vlans(shape) or shape.demand.spec.technology == "infiniband"


def coordinate(shape: FabricShape, index: int) -> Coordinate:
    """Read the coordinate of a host link from its index."""
    plane, member, place = shape.host_link(index)
    ports = next(len(each.ports) for each in shape.demand.members if each.name == member)
    return (plane, member, *divmod(place, ports))


def most_ports(shape: FabricShape) -> int:
    """Return the ports that a device has at most on a fabric: its rails, or sides."""
    return max(len(member.ports) for member in shape.demand.members)


def vlan_of(shape: FabricShape, rail: int) -> int:
    """Return the VLAN of a rail: on every leaf that serves it, and stretched between none."""
    base = shape.demand.spec.host_vlans
    return (VLAN_BASES[shape.name] if base is None else base) + rail


def _pinned_pairs(cluster: Cluster, shape: FabricShape, key: AddressKey) -> Pairs[Coordinate]:
    if key == "addresses_ipv6" and cluster.spec.addressing.ipv6 is None:
        return Pairs()
    ends = pinned_links(cluster, shape, key)
    if not one_address(shape):
        return Pairs.make(ends)
    return Pairs(Around({end.key: int(end.address) - 1 for end in (*ends, *pinned_gateways(cluster, shape, key))}))


class HostLinks(Struct):
    """Gives addresses by coordinate for one fabric."""

    cluster: Cluster
    shape: FabricShape
    layout: Layout
    in_vlans: bool
    """Whether a rail's ports on a leaf are in one VLAN, not a /31 each."""
    places: Places
    _offsets: dict[tuple[str, int], int]
    _ports: dict[str, int]
    pairs: Pairs[Coordinate] = field(default_factory=Pairs)
    """Pinned pairs of addresses, of which a host in a VLAN or over IPoIB has one."""
    pairs_ipv6: Pairs[Coordinate] = field(default_factory=Pairs)
    """The same in IPv6. A link without a pin has the coordinate of its IPv4 addresses."""
    _pairs: dict[int, LinkAddresses] = field(default_factory=dict)
    _begins: dict[tuple[int, int, int], int] = field(default_factory=dict)
    """The first address of each scalable unit on a rail of a plane."""

    @classmethod
    def make(cls, cluster: Cluster, shape: FabricShape, layout: Layout) -> "HostLinks":
        """Find where each run begins within its SU."""
        offsets, _ = shape.seating.coordinates()
        ports = {member.name: len(member.ports) for member in shape.demand.members}
        flat = shape.demand.spec.technology == "infiniband"  # a rail is one flat prefix over all leaves
        places = Places(shape) if flat else cluster.dealt[shape.name].places
        pairs, pairs_ipv6 = (_pinned_pairs(cluster, shape, key) for key in get_args(AddressKey))
        return cls(cluster, shape, layout, in_vlans(shape), places, offsets, ports, pairs, pairs_ipv6)

    def rail(self, index: int) -> int:
        """Return the rail in whose prefix a host link is: its own, unless it is cabled to another leaf than that of its seat."""
        return self.places.coordinate(self.coordinate(index))[-1]

    def coordinate(self, index: int) -> Coordinate:
        """Read the coordinate of a host link: plane, member, ordinal, rail."""
        plane, member, place = self.shape.host_link(index)
        return (plane, member, *divmod(place, self._ports[member]))

    def vlan(self, rail: int) -> int:
        """Return the VLAN of a rail."""
        return vlan_of(self.shape, rail)

    def vlans(self) -> dict[int, int]:
        """Return the rails of the envelope with their VLANs; empty where every port is a separate link."""
        return {rail: self.vlan(rail) for rail in range(most_ports(self.shape))} if self.in_vlans else {}

    def low(self, plane: int, member: str, ordinal: int, rail: int) -> int:
        """Return the first of the two addresses that a host's link has, an even one unless it is pinned, as an integer."""
        key = (plane, member, ordinal, rail)
        return self.pairs.lows.of(key, self._low) if self.pairs.lows.pins else self._low(key)

    def _low(self, key: Coordinate) -> int:
        plane, member, ordinal, rail = self.places.coordinate(key) if key[1] and self.places.pins.pins else key
        if not member:
            return int(self.su_prefix(plane, rail, ordinal).broadcast_address) - 2
        run = self.shape.seating.run_of(member, ordinal)
        at = (plane, rail, run.su)
        if at not in self._begins:
            pod, su = divmod(run.su, self.shape.sus_per_pod)
            self._begins[at] = self.layout.address(plane=plane, rail=rail, pod=pod, su=su)
        return self._begins[at] + self.layout.offset("host", self._offsets[member, run.first] + ordinal - run.first)

    def of(self, index: int) -> LinkAddresses:
        """Return both ends of a host link by its index."""
        found = self._pairs.get(index)
        if found is None:
            found = self._pairs[index] = self.pair(*self.coordinate(index))
        return found

    def pair(self, plane: int, member: str, ordinal: int, rail: int) -> LinkAddresses:
        """Return both ends of a host's link on a rail of a plane."""
        low = self.low(plane, member, ordinal, rail)
        key = (plane, member, ordinal, rail)
        if not self.in_vlans:
            host, leaf = self.pairs.ends(key, low)
            return LinkAddresses(dotted(host), dotted(leaf), *self._ends_ipv6(key, host, leaf))
        _, member, ordinal, rail = self.places.coordinate(key)
        su = self.shape.seating.run_of(member, ordinal).su
        gateway, gateway_ipv6 = self.gateway(plane, rail, su)
        length = self.su_prefix(plane, rail, su).prefixlen
        return LinkAddresses(dotted(low + 1), gateway, self._after_ipv6(key, low), gateway_ipv6, length)

    def gateway(self, plane: int, rail: int, su: int) -> tuple[str, str]:
        """Return a leaf's own address in the VLAN of a rail, and its IPv6 twin."""
        low = self.low(plane, "", su, rail)
        return dotted(low + 1), self._after_ipv6((plane, "", su, rail), low)

    def _twin(self, address: int) -> str:
        return ipv6_twin(self.cluster, self.shape.name, address - int(self.layout.prefix.network_address))

    def _low_ipv6(self, key: Coordinate) -> int:
        """Return the first of the two IPv6 addresses of a link: around the pins, that of its IPv4 addresses."""
        return self.pairs_ipv6.lows.of(key, lambda each: int(IPv6Address(self._twin(self.low(*each)))))

    def _ends_ipv6(self, key: Coordinate, host: int, leaf: int) -> tuple[str, str]:
        """Return the IPv6 addresses of both ends, which are in the order of the IPv4 ones unless a pin turns them."""
        if self.cluster.spec.addressing.ipv6 is None:
            return "", ""
        pins = self.pairs_ipv6.lows.pins
        if not pins:
            return self._twin(host), self._twin(leaf)
        low = self._low_ipv6(key)
        ends = self.pairs_ipv6.ends(key, low) if key in pins else (low + (host & 1), low + (leaf & 1))
        return str(IPv6Address(ends[0])), str(IPv6Address(ends[1]))

    def _after_ipv6(self, key: Coordinate, low: int) -> str:
        """Return the one IPv6 address of a port in a VLAN, whose IPv4 address follows `low`."""
        return str(IPv6Address(self._low_ipv6(key) + 1)) if self.pairs_ipv6.lows.pins else self._twin(low + 1)

    def rail_prefix(self, plane: int, rail: int) -> IPv4Network:
        """Everything on one rail of one plane."""
        return self.layout.prefix_of(through="rail", plane=plane, rail=rail)

    def su_prefix(self, plane: int, rail: int, su: int) -> IPv4Network:
        """One rail of one scalable unit: what its leaf announces."""
        pod, within = divmod(su, self.shape.sus_per_pod)
        return self.layout.prefix_of(through="su", plane=plane, rail=rail, pod=pod, su=within)

    def su_prefix_ipv6(self, plane: int, rail: int, su: int) -> str:
        """The same in IPv6, where the spec has it."""
        prefix = self.su_prefix(plane, rail, su)
        offset = int(prefix.network_address) - int(self.layout.prefix.network_address)
        twin = ipv6_twin(self.cluster, self.shape.name, offset)
        return str(IPv6Network(f"{twin}/{prefix.prefixlen + IPV6_MORE}")) if twin else ""

    def rails_on(self, leaf: int) -> list[int]:
        """The rails (port indexes) that a leaf serves."""
        su, within = divmod(leaf % self.shape.in_plane("leaf"), self.shape.seating.leaves_per_su)
        zones = [run.zones for run in self.shape.seating.in_su(su)]
        return sorted({rail for each in zones for rail, zone in enumerate(each) if zone.leaf == within})
