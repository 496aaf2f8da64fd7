"""AS numbers and loopbacks of switches: coordinates of fabric, tier and ordinal."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address

from msgspec import Struct

from generator.model.around import Around
from generator.model.cluster import Cluster
from generator.model.device import TIERS, Switch, SwitchTier
from generator.model.fabric_shape import FabricShape
from generator.model.planes import envelope_switches, switch_name
from generator.plan.addressing.layout import Layout, dotted
from generator.plan.addressing.pools import FABRIC_CODES, TIER_CODES
from generator.plan.tenants import plan_vrfs
from generator.source.span import Loc

AsKey = tuple[str, SwitchTier, int]
"""Fabric, tier and coordinate of an AS number: leaves have one each, spines one a pod."""
IdentityKey = tuple[int, int, int]
"""Codes of fabric and tier, and the number of a switch."""
_FABRIC_STEP = 10_000_000
_TIER_STEP = 1_000_000


class Identity(Struct, frozen=True):
    """The router id and AS number of a switch."""

    asn: int | None
    loopback: str
    loopback_ipv6: str
    vtep: str


def as_number(cluster: Cluster, fabric: str, tier: SwitchTier, coordinate: int) -> int:
    """Return the AS number of a coordinate: readable digits, `base + fabric, tier, number from 1`.

    Leaves have one each; the spines of a pod share one, and so do the cores of a plane, so that no path runs
    through two of them (RFC 7938, section 5.2.1).
    """
    base = cluster.spec.addressing.asn_base
    return base + FABRIC_CODES[fabric] * _FABRIC_STEP + TIER_CODES[tier] * _TIER_STEP + coordinate + 1


def as_numbers(cluster: Cluster, fabric: str, pins: Around[AsKey, int]) -> dict[str, int]:
    """Return the AS number of every switch of a fabric's envelope, by name, around those that are pinned."""
    shape = cluster.shapes[fabric]
    if shape.demand.spec.technology == "infiniband" or shape.carrier:
        return {}
    found = {}
    for tier in TIERS:
        for ordinal in envelope_switches(shape).of(tier):
            key = (fabric, tier, _as_coordinate(cluster, shape, tier, ordinal))
            found[switch_name(shape, tier, ordinal)] = pins.of(key, lambda each: as_number(cluster, *each))
    return found


def pinned_as_numbers(cluster: Cluster) -> Iterator[tuple[AsKey, Loc, int]]:
    """Yield the pinned AS numbers: fabric, tier and coordinate, and where it is pinned."""
    for seat, pin in cluster.pinned.switches:
        if pin.asn is not None:
            fabric, tier, ordinal = seat
            coordinate = _as_coordinate(cluster, cluster.shapes[fabric], tier, ordinal)
            yield (fabric, tier, coordinate), cluster.pinned.loc(seat, "asn"), pin.asn


def pinned_loopbacks_ipv6(cluster: Cluster) -> Iterator[tuple[IdentityKey, Loc, IPv6Address]]:
    """Yield the pinned IPv6 loopbacks, with the same keys as the IPv4 ones."""
    for seat, pin in cluster.pinned.switches:
        fabric, tier, ordinal = seat
        if pin.loopback_ipv6 is not None:
            key = (FABRIC_CODES[fabric], TIER_CODES[tier], cluster.shapes[fabric].number(tier, ordinal) + 1)
            yield key, cluster.pinned.loc(seat, "loopback_ipv6"), pin.loopback_ipv6


def pinned_identities(cluster: Cluster) -> Iterator[tuple[IdentityKey, Loc, IPv4Address]]:
    """Yield the pinned loopbacks and tunnel ends: codes of fabric and tier and the number, and where it is pinned."""
    for seat, pin in cluster.pinned.switches:
        fabric, tier, ordinal = seat
        number = cluster.shapes[fabric].number(tier, ordinal) + 1
        for what, address, code in (("loopback", pin.loopback, tier), ("vtep", pin.vtep, "vtep")):
            if address is not None:
                yield (FABRIC_CODES[fabric], TIER_CODES[code], number), cluster.pinned.loc(seat, what), address


def _as_coordinate(cluster: Cluster, shape: FabricShape, tier: SwitchTier, ordinal: int) -> int:
    plane, local = divmod(ordinal, shape.in_plane(tier))
    pod = local // shape.upper.spines if shape.upper and tier == "spine" else 0
    return _coordinate(cluster, shape.name, tier, ordinal, plane, pod)


def _coordinate(cluster: Cluster, fabric: str, tier: SwitchTier, ordinal: int, plane: int, pod: int) -> int:
    if tier == "core":
        return plane
    shape = cluster.shapes[fabric]
    return shape.number("leaf", ordinal) if tier == "leaf" else shape.numbers("pods").number(str(plane), pod)


def identify(
    cluster: Cluster,
    switch: Switch,
    layout: Layout,
    asn: int | None,
    pins: Around[IdentityKey, int],
    pins_ipv6: Around[IdentityKey, str],
    tunnelled: frozenset[str],
) -> Identity:
    """Number one switch, around what is pinned; `tunnelled` are the fabrics whose leaves run EVPN."""
    if switch.model.technology == "infiniband":
        return Identity(None, "", "", "")
    fabric = FABRIC_CODES[switch.fabric]
    number = cluster.shapes[switch.fabric].number(switch.tier, switch.ordinal) + 1

    def choose(key: IdentityKey) -> int:
        return layout.address(fabric=key[0], tier=key[1], ordinal=key[2])

    def twin(key: IdentityKey) -> str:
        return ipv6_twin(cluster, "loopbacks", pins.of(key, choose) - int(layout.prefix.network_address))

    own = (fabric, TIER_CODES[switch.tier], number)
    vtep = ""
    if switch.tier == "leaf" and not tunnelled.isdisjoint(switch.carries):
        vtep = dotted(pins.of((fabric, TIER_CODES["vtep"], number), choose))
    return Identity(asn, dotted(pins.of(own, choose)), pins_ipv6.of(own, twin), vtep)


def overlaid(cluster: Cluster) -> frozenset[str]:
    """Return the fabrics whose leaves run EVPN: the frontend, and others on which tenants have instances."""
    return frozenset({"frontend", *(vrf.fabric for vrf in plan_vrfs(cluster))})


IPV6_MORE = 128 - 32
"""The difference of an IPv6 prefix length and that of its IPv4 counterpart."""
_IPV6_POOLS = {"compute": 1, "storage": 2, "frontend": 3, "oob": 4, "loopbacks": 5}


def ipv6_twin(cluster: Cluster, pool: str, offset: int) -> str:
    """Return the IPv6 address of the same coordinate: the ULA prefix, the pool's number, then the same bits."""
    prefix = cluster.spec.addressing.ipv6
    if prefix is None:
        return ""
    return str(IPv6Address(int(prefix.network_address) + (_IPV6_POOLS[pool] << 64) + offset))
