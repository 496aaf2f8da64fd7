"""Hosts that answer for the buckets of an object store, and the address at which they do."""

from collections.abc import Iterator

from generator.plan.hosts.lustre import ports_of
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.spec.ceph import CephSpec

S3 = "s3-"
"""Prefix of the name that the gateways of an object store share, before the tier's name. If one gateway does not respond, a client tries the next address."""


def is_gateway(spec: CephSpec, host: Host) -> bool:
    """Whether a host of the group that serves a tier has one of its gateways."""
    return host.ordinal < spec.gateways


def shared_names(plan: Plan, host: Host) -> Iterator[str]:
    """Yield the names that a host shares with the other gateways of the store that it serves."""
    return (f"{S3}{tier.name}" for tier, _ in _stores(plan, host))


def gateway_addresses(plan: Plan, host: Host) -> Iterator[str]:
    """Yield the addresses of a host's gateways: its first one on the tier's fabric."""
    for tier, _ in _stores(plan, host):
        yield from (address for _, address in [*ports_of(plan, tier, host)][:1])


def moving_addresses(plan: Plan, host: Host) -> Iterator[str]:
    """Yield the addresses that a host shares with the other gateways of the store that it serves."""
    for _, spec in _stores(plan, host):
        yield from map(str, spec.addresses)


def addresses_of_name(plan: Plan, host: Host) -> Iterator[str]:
    """Yield the addresses of a host for the name of its store: its own one, or, on the first gateway, those that move between all gateways."""
    moving = tuple(moving_addresses(plan, host))
    if not moving:
        yield from gateway_addresses(plan, host)
    elif host.ordinal == 0:
        yield from moving


def _stores(plan: Plan, host: Host) -> Iterator[tuple[Tier, CephSpec]]:
    """Yield the tiers for which a host is a gateway."""
    for tier in plan.tiers:
        spec = plan.site.storage[tier.name].ceph
        if spec and tier.group == host.group and is_gateway(spec, host):
            yield tier, spec
