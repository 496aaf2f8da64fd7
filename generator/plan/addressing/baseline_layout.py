"""Address layouts on a baseline: an address is a coordinate, so a pool keeps its fields as long as they are wide enough."""

from ipaddress import IPv4Network

from msgspec.structs import replace

from generator.model.cluster import Cluster
from generator.plan.addressing.layout import Field

_ENDS = 2
"""Ordinals that count from 1, and the last address, which is the broadcast's."""


def baseline_fields(cluster: Cluster, pool: str, prefix: IPv4Network, fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """Return the fields with the widths of the earlier plan, if they are wide enough now.

    A pool that was widened from the same first address gives its new bits to the most significant field: they are 0 in every existing address.
    """
    stood = cluster.baseline.layouts.get(pool)
    if stood is None:
        return fields
    was, widths = IPv4Network(stood[0]), dict(stood[1])
    if was.network_address != prefix.network_address or was.prefixlen < prefix.prefixlen:
        return fields
    if list(widths) != [field.name for field in fields]:
        return fields
    widths[fields[0].name] += was.prefixlen - prefix.prefixlen
    fits = all(field.used + (_ENDS if field.name == "ordinal" else 0) <= 1 << widths[field.name] for field in fields)
    return tuple(replace(field, bits=widths[field.name]) for field in fields) if fits else fields


def baseline_prefix(cluster: Cluster, pool: str, within: IPv4Network, prefix: IPv4Network) -> IPv4Network:
    """Return the part of a pool that a segment had, where it is still inside and as large as is needed now."""
    stood = cluster.baseline.layouts.get(pool)
    was = IPv4Network(stood[0]) if stood else None
    return was if was and was.subnet_of(within) and was.prefixlen <= prefix.prefixlen else prefix
