"""Destinations outside of the cluster to which hosts may open connections; all others are closed, unless the spec opens them."""

from collections.abc import Iterable, Iterator, Sequence
from ipaddress import ip_address, ip_network

from msgspec import UNSET, UnsetType

from generator.model.cluster import Cluster
from generator.plan.access.by_port import asked_anywhere
from generator.plan.access.directory import server_zone
from generator.plan.access.outgoing import Asked, asked_outside
from generator.plan.access.records import GATEWAYS, SITE, Access, Destination, Flow, Service, Zone, fewest
from generator.plan.access.services import service_of

_DNS = 53


def plan_egress(cluster: Cluster, zones: Sequence[Zone], flows: Iterable[Flow]) -> tuple[Destination, ...] | UnsetType:
    """Return the destinations of every zone, sorted; UNSET where connections to the site are not closed."""
    if cluster.spec.egress.outside == "open":
        return UNSET
    outward: dict[str, list[Service]] = {}
    for flow in flows:
        if flow.to == SITE:
            outward.setdefault(flow.source, []).append(flow.service)
    found: dict[tuple[str, str, str], set[str]] = {}
    anywhere: set[tuple[str, str, str]] = set()
    services: dict[str, Service] = {}
    for why, parties, names, prefixes in _stated(cluster, zones):
        for zone in zones:
            if zone.role == GATEWAYS or not {zone.name, zone.segment, zone.party} & set(parties):
                continue
            for name in names:
                service = service_of(name)
                if service is not None and any(_within(service, each) for each in outward.get(zone.name, ())):
                    services[name] = service
                    key = zone.name, why, name
                    found.setdefault(key, set()).update(prefixes)
                    anywhere.update(() if prefixes else (key,))
    return tuple(
        Destination(source=zone, service=services[name], prefixes=() if key in anywhere else fewest(prefixes), why=why)
        for key, prefixes in sorted(found.items())
        for zone, why, name in (key,)
    )


def _stated(
    cluster: Cluster, zones: Sequence[Zone]
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]]:
    """Yield what states a destination, its sources and services, and its prefixes; none: every address of the site."""
    spec = cluster.spec
    for asked in asked_outside(cluster):
        if (prefix := own_prefix(asked.host)) and server_zone(cluster, zones, asked.host) == SITE:
            yield asked.why, asked.sources, asked.services, (prefix,)
    if spec.egress.outside == "ports":
        yield from ((each.why, each.sources, each.services, ()) for each in named_only(cluster, zones))
        yield from ((each.why, each.sources, each.services, ()) for each in asked_anywhere(cluster, zones))
    for name, stated in spec.egress.destinations.items():
        yield f"egress.destinations.{name}", stated.source, stated.services, tuple(map(str, stated.to))
    for name, rule in spec.access.items():
        if SITE in rule.to:
            yield f"access.{name}", rule.source, rule.services, ()


def own_prefix(host: str) -> str:
    """Return an address as a prefix; empty for a name."""
    try:
        return str(ip_network(ip_address(host)))
    except ValueError:
        return ""


def named_only(cluster: Cluster, zones: Sequence[Zone]) -> Iterator[Asked]:
    """Yield the services at the site that are stated by a name, and that no destination has among its names."""
    known = {name for each in cluster.spec.egress.destinations.values() for name in each.names}
    for asked in asked_outside(cluster):
        if not own_prefix(asked.host) and asked.host not in known and server_zone(cluster, zones, asked.host) == SITE:
            yield asked


def resolves_names(access: Access) -> bool:
    """Whether hosts may ask a name server of the site: themselves, or control hosts for them."""
    return access.egress is UNSET or any(each.service.covers("udp", _DNS) for each in access.egress)


def _within(service: Service, allowed: Service) -> bool:
    """Whether a flow to the site allows all that a service is."""
    if allowed.protocol == "any":
        return True
    return service.protocol == allowed.protocol and all(
        any(a <= first and last <= b for a, b in allowed.ports) for first, last in service.ports
    )
