"""AS numbers and loopbacks of switches: coordinates of fabric, tier and ordinal."""

from ipaddress import IPv6Address

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.model.device import Switch
from generator.model.planes import TIERS, envelope_switches, switch_name
from generator.plan.addressing.layout import Layout, dotted
from generator.plan.addressing.pools import FABRIC_CODES, TIER_CODES
from generator.plan.tenants import SHARED, plan_vrfs

_FABRIC_STEP = 10_000_000
_TIER_STEP = 1_000_000


class Identity(Struct, frozen=True):
    """What a switch is called in routing."""

    asn: int | None
    loopback: str
    loopback_ipv6: str
    vtep: str


def as_number(cluster: Cluster, fabric: str, tier: str, coordinate: int) -> int:
    """Return the AS number of a coordinate: readable digits, `base + fabric, tier, number from 1`.

    Leaves have one each; the spines of a pod share one, and so do the cores of a plane, so that no path runs
    through two of them (RFC 7938, section 5.2.1).
    """
    base = cluster.spec.addressing.asn_base
    return base + FABRIC_CODES[fabric] * _FABRIC_STEP + TIER_CODES[tier] * _TIER_STEP + coordinate + 1


def as_numbers(cluster: Cluster, fabric: str) -> dict[str, int]:
    """Return the AS number of every switch of a fabric's envelope, by name."""
    shape = cluster.shapes[fabric]
    if shape.demand.spec.technology == "infiniband" or shape.carrier:
        return {}
    found = {}
    for tier in TIERS:
        for ordinal in envelope_switches(shape).of(tier):
            plane, local = divmod(ordinal, shape.in_plane(tier))
            pod = local // shape.upper.spines if shape.upper and tier == "spine" else 0
            coordinate = _coordinate(cluster, fabric, tier, ordinal, plane, pod)
            found[switch_name(shape, tier, ordinal)] = as_number(cluster, fabric, tier, coordinate)
    return found


def _coordinate(cluster: Cluster, fabric: str, tier: str, ordinal: int, plane: int, pod: int) -> int:
    if tier == "core":
        return plane
    shape = cluster.shapes[fabric]
    return shape.number("leaf", ordinal) if tier == "leaf" else shape.numbers("pods").number(str(plane), pod)


def identify(cluster: Cluster, switch: Switch, layout: Layout) -> Identity:
    """Number one switch."""
    if switch.os is None:
        return Identity(None, "", "", "")
    coordinate = _coordinate(cluster, switch.fabric, switch.tier, switch.ordinal, switch.plane, switch.pod)
    fabric = FABRIC_CODES[switch.fabric]
    number = cluster.shapes[switch.fabric].number(switch.tier, switch.ordinal) + 1
    loopback = layout.address(fabric=fabric, tier=TIER_CODES[switch.tier], ordinal=number)
    vtep = ""
    if switch.tier == "leaf" and overlay(cluster, switch.carries):
        vtep = dotted(layout.address(fabric=fabric, tier=TIER_CODES["vtep"], ordinal=number))
    return Identity(
        as_number(cluster, switch.fabric, switch.tier, coordinate),
        dotted(loopback),
        ipv6_twin(cluster, "loopbacks", loopback - int(layout.prefix.network_address)),
        vtep,
    )


def overlay(cluster: Cluster, carries: tuple[str, ...]) -> bool:
    """Whether switches with ports of these fabrics run EVPN: those of the frontend, and of compute where tenants share it."""
    return "frontend" in carries or (SHARED in carries and bool(plan_vrfs(cluster)))


IPV6_MORE = 128 - 32
"""What an IPv6 prefix length has more than its IPv4 twin's."""
_IPV6_POOLS = {"compute": 1, "storage": 2, "frontend": 3, "oob": 4, "loopbacks": 5}


def ipv6_twin(cluster: Cluster, pool: str, offset: int) -> str:
    """Return the IPv6 address of the same coordinate: the ULA prefix, the pool's number, then the same bits."""
    prefix = cluster.spec.addressing.ipv6
    if prefix is None:
        return ""
    return str(IPv6Address(int(prefix.network_address) + (_IPV6_POOLS[pool] << 64) + offset))
