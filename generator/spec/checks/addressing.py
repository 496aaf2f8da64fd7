"""Pools, segments and AS numbers."""

from collections.abc import Iterator
from ipaddress import IPv4Network
from itertools import combinations

from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec

_POOLS = ("compute", "storage", "frontend", "oob", "loopbacks")
_LAST_PRIVATE = 4_294_967_294
_FIRST_PRIVATE = 4_200_000_000
PRIVATE_ASNS = ((64_512, 65_534), (_FIRST_PRIVATE, _LAST_PRIVATE))
"""AS numbers for private use (RFC 6996, section 5)."""
ASN_SPAN = 32_999_999
"""What clustergen adds to `asn_base` at most: fabric 3, tier 2, number 999,999."""
_IPV6_MOST = 32


def _pools(spec: ClusterSpec) -> list[tuple[str, Loc, IPv4Network]]:
    given = spec.fabrics.given()
    pools = [
        (f"pool {name}", ("addressing", name), getattr(spec.addressing, name))
        for name in _POOLS
        if name in given or name == "loopbacks"
    ]
    if any(fabric.underlay == "numbered" for fabric in given.values()):
        pools.append(("pool underlay", ("addressing", "underlay"), spec.addressing.underlay))
    return [*pools, *((f"segment {name}", ("segments", name, "prefix"), s.prefix) for name, s in spec.segments.items())]


@spec_rule(
    title="Pools that overlap",
    why="An address would belong to two things.",
    fix="Move one of the two; a segment of your own may lie in the frontend pool behind its first /16.",
)
def pools_overlap(spec: ClusterSpec) -> Iterator[Finding]:
    """Pools and segments must be apart; segments may lie in the unused part of the frontend pool."""
    for (name, loc, prefix), (other, there, second) in combinations(_pools(spec), 2):
        within = {name, other} & {"pool frontend"} and "segment" in name + other and not second.overlaps(_inband(spec))
        if prefix.overlaps(second) and not within:
            yield Finding(
                message=f"{other} {second} overlaps {name} {prefix}",
                loc=there,
                notes=(Note(f"{name} is here", loc),),
                help=f"move one of them: {name} ends at {prefix.broadcast_address}",
            )


def _inband(spec: ClusterSpec) -> IPv4Network:
    """What the in-band segment takes of the frontend pool at most: 3 bits of role, and room for every host in one role."""
    pool = spec.addressing.frontend
    hosts = sum(group.max or group.count for group in spec.hosts.values())
    return IPv4Network((pool.network_address, max(pool.prefixlen, 32 - max(16, 3 + (hosts + 1).bit_length()))))


@spec_warning(
    title="A pool of public addresses",
    why="Addresses of others that are used inside make their owners unreachable.",
    fix="Use a private range unless the addresses are yours.",
)
def public_prefix(spec: ClusterSpec) -> Iterator[Finding]:
    """Pools are usually private."""
    for name, loc, prefix in _pools(spec):
        if prefix.is_global and not prefix.is_multicast:
            yield Finding(
                message=f"{name} {prefix} is public address space",
                loc=loc,
                help="use a private range unless these addresses are yours",
            )


@spec_rule(
    title="AS numbers that leave the private range",
    why="Fabrics, tiers and leaves are digits of the AS number, up to 32,999,999 above the base; all of them must be private "
    "(RFC 6996).",
    fix="Use a base from 4200000000 to 4261967295.",
)
def asn_range(spec: ClusterSpec) -> Iterator[Finding]:
    """The base leaves room for every fabric."""
    base = spec.addressing.asn_base
    if not _FIRST_PRIVATE <= base <= _LAST_PRIVATE - ASN_SPAN:
        yield Finding(
            message=f"AS numbers from {base} to {base + ASN_SPAN} are not all private ({_FIRST_PRIVATE} to {_LAST_PRIVATE})",
            loc=("addressing", "asn_base"),
            help=f"use {_FIRST_PRIVATE} to {_LAST_PRIVATE - ASN_SPAN}",
        )


@spec_rule(
    title="An IPv6 prefix without room for the coordinates",
    why="Each pool takes a /64 below it, so that an address shows the same coordinate as its IPv4 twin.",
    fix="Give a /32 or shorter, such as fd42:c1::/32.",
)
def ipv6_pool(spec: ClusterSpec) -> Iterator[Finding]:
    """A /32 or shorter, and unicast."""
    prefix = spec.addressing.ipv6
    if prefix is not None and (prefix.prefixlen > _IPV6_MOST or prefix.is_multicast or prefix.is_link_local):
        yield Finding(
            message=f"{prefix} has no room for the coordinates of five pools",
            loc=("addressing", "ipv6"),
            help="give a /32 or shorter, such as fd42:c1::/32",
        )
