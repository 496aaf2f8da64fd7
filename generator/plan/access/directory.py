"""Where servers are that a spec names, such as those of the directory: at hosts of the cluster, by name or address, or at the site."""

from collections.abc import Iterable, Iterator
from ipaddress import AddressValueError, IPv4Address, IPv4Network

from generator.model.cluster import Cluster
from generator.plan.access.records import SITE, Zone
from generator.plan.access.services import https_at
from generator.plan.addressing.segments import INBAND
from generator.spec.directory import server_of
from generator.spec.oidc import issuer_of

_SERVICES = {389: "ldap", 636: "ldaps"}


def directory_servers(cluster: Cluster, zones: Iterable[Zone]) -> Iterator[tuple[str, str, str]]:
    """Yield each server: its URI, the zone that it is in, and the service that it answers by."""
    directory = cluster.spec.services.directory
    zones = tuple(zones)
    for uri in directory.uris if directory else ():
        _, host, port = server_of(uri)
        yield uri, server_zone(cluster, zones, host), _SERVICES.get(port, f"tcp/{port}")


def identity_provider(cluster: Cluster, zones: Iterable[Zone]) -> Iterator[tuple[str, str, str]]:
    """Yield the identity provider of Kubernetes, if there is one, in the same form."""
    kubernetes = cluster.spec.scheduler.kubernetes
    if kubernetes and kubernetes.oidc:
        host, port = issuer_of(kubernetes.oidc.issuer)
        yield kubernetes.oidc.issuer, server_zone(cluster, zones, host), https_at(port)


def server_zone(cluster: Cluster, zones: Iterable[Zone], host: str) -> str:
    """Return the zone of a server that a spec names by a name or an address: of the cluster, or the site."""
    return _zone_of(zones, host) or _of_host(cluster, host) or SITE


def _zone_of(zones: Iterable[Zone], host: str) -> str:
    """Return the zone of an address of the cluster; nothing for names and other addresses."""
    try:
        address = IPv4Address(host)
    except AddressValueError:
        return ""
    inside = (
        zone.name for zone in zones if zone.name != SITE and any(address in IPv4Network(p) for p in zone.prefixes)
    )
    return next(inside, "")


def _of_host(cluster: Cluster, name: str) -> str:
    """Return the in-band zone of a host that is called so, with the cluster's domain or without it."""
    label = name.removesuffix(f".{cluster.spec.domain}")
    for group in cluster.groups:
        if any(group.host_name(ordinal) == label for ordinal in range(group.max)):
            return f"{INBAND}/{group.role}"
    return ""
