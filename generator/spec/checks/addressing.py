"""Pools, segments and tenants: addresses, AS numbers, VLAN ids and partition keys of their own."""

from collections.abc import Iterator
from ipaddress import IPv4Network
from itertools import combinations, count
from typing import get_args

from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.base import FabricName
from generator.spec.checks.rule import Finding, KeyFinding, repeated, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec
from generator.spec.tenants import pkey_of

_BUILTIN = ("inband", "management", "bmc")
_LAST_PRIVATE = 4_294_967_294
_FIRST_PRIVATE = 4_200_000_000
PRIVATE_ASNS = ((64_512, 65_534), (_FIRST_PRIVATE, _LAST_PRIVATE))
"""AS numbers for private use (RFC 6996, section 5)."""
ASN_SPAN = 32_999_999
"""The largest offset to `asn_base`: fabric 3, tier 2, number 999,999."""
_IPV6_MOST = 61
"""Pools are numbered 1 to 5 in the three bits above a /64."""
_OOB = ("management", "bmc")
"""Out-of-band segments that may have separate prefixes."""


def _pools(spec: ClusterSpec) -> list[tuple[str, Loc, IPv4Network]]:
    given = spec.fabrics.given()
    numbered = ["underlay"] if any(fabric.underlay == "numbered" for fabric in given.values()) else []
    names = (*given, "loopbacks", *numbered)
    pools: list[tuple[str, Loc, IPv4Network]] = [
        (f"pool {name}", ("addressing", name), getattr(spec.addressing, name)) for name in names
    ]
    pinned = spec.pins.prefixes
    if len(pinned) == len(_OOB):
        pools = [each for each in pools if each[1] != ("addressing", "oob")]
    for name, prefix in pinned.items():
        pools.append((f"pinned {name}", ("pins", "prefixes", name), prefix))
    return [*pools, *((f"segment {name}", ("segments", name, "prefix"), s.prefix) for name, s in spec.segments.items())]


@spec_rule(
    title="Pools that overlap",
    why="An address would belong to two pools or segments.",
    fix="Move one of the two; a segment of your own may be in the frontend pool behind its first /16.",
)
def pools_overlap(spec: ClusterSpec) -> Iterator[Finding]:
    """Pools and segments do not overlap; segments may be in the unused part of the frontend pool."""
    for (name, loc, prefix), (other, there, second) in combinations(_pools(spec), 2):
        within = {name, other} & {"pool frontend"} and "segment" in name + other and not second.overlaps(_inband(spec))
        if prefix.overlaps(second) and not within:
            yield Finding(
                message=f"{other} {second} overlaps {name} {prefix}",
                loc=there,
                notes=(Note(f"{name} is here{', or by default' if loc[0] == 'addressing' else ''}", loc),),
                help=f"move one of them: {name} ends at {prefix.broadcast_address}",
            )


def _inband(spec: ClusterSpec) -> IPv4Network:
    """The largest in-band segment in the frontend pool: 3 bits of role, and bits for every host in one role."""
    pool = spec.addressing.frontend
    hosts = sum(group.max or group.count for group in spec.hosts.values())
    return IPv4Network((pool.network_address, max(pool.prefixlen, 32 - max(16, 3 + (hosts + 1).bit_length()))))


@spec_warning(
    title="A pool of public addresses",
    why="If public addresses of others are used inside the cluster, their owners become unreachable.",
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
    title="AS numbers outside of the private range",
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
    title="An IPv6 prefix that is too small",
    why="Each pool takes a /64 below it, so that an address shows the same coordinate as its IPv4 twin.",
    fix="State a /61 or shorter. A site has a /48 (RFC 6177), also of unique local addresses (RFC 4193), such as fd42:c1:7a00::/48.",
)
def ipv6_pool(spec: ClusterSpec) -> Iterator[Finding]:
    """A /61 or shorter, and unicast."""
    prefix = spec.addressing.ipv6
    if prefix is not None and (prefix.prefixlen > _IPV6_MOST or prefix.is_multicast or prefix.is_link_local):
        yield Finding(
            message=f"{prefix} is too small for five pools of a /64 each",
            loc=("addressing", "ipv6"),
            help=f"use a /{_IPV6_MOST} or a shorter prefix, such as fd42:c1:7a00::/48",
        )


@spec_rule(
    title="Two segments with one VLAN id",
    why="They would be one segment, whatever the firewall rules.",
    fix="Give every segment its own id.",
)
def vlan_clash(spec: ClusterSpec) -> Iterator[Finding]:
    """Every VLAN id once."""
    ids: list[tuple[int, Loc]] = [(getattr(spec.vlans, name), ("vlans", name)) for name in _BUILTIN]
    ids += [(segment.vlan, ("segments", name, "vlan")) for name, segment in spec.segments.items()]
    for vlan, first, loc in repeated(ids):
        yield Finding(
            message=f"segment {loc[1]} has VLAN {vlan}, which is {first[1]}'s",
            loc=loc,
            notes=(Note(f"{first[1]} has it here, or by default", first),),
            help="use another id from 2 to 4094",
        )


@spec_rule(
    title="A segment with the name of a built-in one",
    why="Its name would have two meanings.",
    fix="Rename it; the VLAN ids of built-in segments are under `vlans`.",
)
def segment_builtin(spec: ClusterSpec) -> Iterator[Finding]:
    """No segment may be called inband, management or bmc, or as a pool; nor pods, where leaves route to them, or burst, where a tunnel joins burst hosts."""
    kubernetes = spec.scheduler.kubernetes
    pods = {"pods"} if kubernetes and kubernetes.pod_routing == "bgp" else set()
    slurm = spec.scheduler.slurm
    cloud = slurm.burst.cloud if slurm and slurm.burst else None
    burst = {"burst"} if cloud and cloud.wireguard else set()
    for name in spec.segments:
        if name in {*_BUILTIN, *get_args(FabricName), "loopbacks", *pods, *burst}:
            yield KeyFinding(
                message=f"a segment cannot be called {name}: that name is taken",
                loc=("segments", name),
                help="rename it; VLAN ids of built-in segments are set under `vlans`",
            )


@spec_rule(
    title="A segment without a frontend",
    why="Segments are VLANs of the frontend fabric.",
    fix="Add fabrics.frontend.",
    absent=("fabrics",),
)
def segment_without_fabric(spec: ClusterSpec) -> Iterator[Finding]:
    """Segments need the frontend."""
    if "frontend" not in spec.fabrics.given():
        for name in spec.segments:
            yield KeyFinding(
                message=f"segment {name} needs a frontend fabric, and the spec has none",
                loc=("segments", name),
                help="add fabrics.frontend, or remove the segment",
            )


@spec_rule(
    title="One partition key for two tenants",
    why="Hosts with the same partition key reach each other: the two tenants would be one.",
    fix="State another `pkey` for one of them.",
)
def tenant_pkey_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Every tenant has a unique key, stated or derived from its name."""
    stated_first = sorted(spec.tenants.items(), key=lambda pair: (pair[1].pkey is None, pair[0]))
    keys = {name: pkey_of(name, tenant) for name, tenant in stated_first}
    for key, other, name in repeated((key, name) for name, key in keys.items()):
        stated = spec.tenants[name].pkey is not None
        free = next(each for each in count(key + 1) if each not in keys.values())
        yield Finding(
            message=f"the tenants {other} and {name} both have the partition key 0x{key:04x}"
            + ("" if stated else f", which follows from the name {name}"),
            loc=("tenants", name, "pkey") if stated else ("tenants", name),
            at_key=not stated,
            notes=(Note("the other tenant is here", ("tenants", other)),),
            help=f"set tenants.{name}.pkey to a key that no other tenant has, such as 0x{free:04x}",
        )


@spec_rule(
    title="A segment of an unknown tenant",
    why="Only that tenant's hosts would be in it, so it would be empty.",
    fix="Name one of `tenants`, or leave `tenant` out.",
    names=("tenants",),
)
def segment_tenant_unknown(spec: ClusterSpec) -> Iterator[Finding]:
    """Every tenant that a segment names is one of `tenants`."""
    for name, segment in spec.segments.items():
        if segment.tenant is not None and segment.tenant not in spec.tenants:
            known = ", ".join(sorted(spec.tenants))
            yield Finding(
                message=f"the segment {name} belongs to the tenant {segment.tenant}, which does not exist",
                loc=("segments", name, "tenant"),
                help=f"the tenants are {known}" if known else "there are no tenants; leave it out",
            )
