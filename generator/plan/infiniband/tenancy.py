"""Tenants: the hosts that each of them has, by name, within the envelope."""

from collections.abc import Iterator

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.spec.tenants import pkey_of, unfold


class Tenant(Struct, frozen=True, kw_only=True):
    """A tenant with the names of its hosts, those that are yet to come among them."""

    name: str
    pkey: int
    hosts: frozenset[str]


def plan_tenants(cluster: Cluster) -> tuple[Tenant, ...]:
    """Return every tenant, by name; what names no host of the envelope is left to the rules."""
    if not cluster.spec.tenants:
        return ()
    names = {group.name: [group.host_name(ordinal) for ordinal in range(group.max)] for group in cluster.groups}
    envelope = {host for hosts in names.values() for host in hosts}
    found = []
    for name, tenant in sorted(cluster.spec.tenants.items()):
        mine = {host for entry in tenant.hosts for host in names.get(entry) or unfold(entry) if host in envelope}
        found.append(Tenant(name=name, pkey=pkey_of(name, tenant), hosts=frozenset(mine)))
    return tuple(found)


def strangers(cluster: Cluster, name: str) -> Iterator[tuple[int, str, str]]:
    """Return the entries of a tenant that the envelope does not have: (index of the entry, the entry, the first such host)."""
    groups = {group.name for group in cluster.groups}
    envelope = {group.host_name(ordinal) for group in cluster.groups for ordinal in range(group.max)}
    for index, entry in enumerate(cluster.spec.tenants[name].hosts):
        if entry not in groups:
            unknown = next((host for host in unfold(entry) if host not in envelope), None)
            if unknown is not None:
                yield index, entry, unknown
