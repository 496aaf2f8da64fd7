"""Lines of an edge port's filter beyond those of the default instance: flows and answers of a tenant's hosts, and transit by an announced default route."""

from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from itertools import product

from generator.plan.access.lines import Band, FilterLine, PortRange
from generator.plan.access.records import ANY, SITE, Access, Service, Zone, fewest, narrowest
from generator.plan.access.services import SERVICES
from generator.plan.addressing.spans import less, span
from generator.plan.edge import DEFAULTS, Family, SiteUplink
from generator.plan.edge_uplinks import COMPUTE

CLIENT_PORTS = (1024, 65535)
ANSWERS = "answers of the site"
_RDMA = (4791, 4791)
"""Requests and answers of RoCE v2 have the same destination port."""


def ranges(service: Service) -> tuple[PortRange | None, ...]:
    """Return the ports of a service; None where it has all."""
    return service.ports or (None,)


def lines_to_tenant(access: Access, uplink: SiteUplink, each: Family) -> Iterator[FilterLine]:
    """Yield the lines of packets that enter a tenant's instance: flows and answers from accepted prefixes to its hosts in announced ones.

    Not the announced prefixes as a whole: hosts of no tenant have rails in them, and RDMA passes the hosts' firewalls by.
    """
    sources = [line.prefix for line in each.accepts]
    reporting = reporting_to(sources, [each])
    for zone, hosts in tenant_zones(access, uplink, each):
        entering = [flow for flow in access.flows_from[SITE] if flow.to == zone.name]
        leaving = [flow for flow in access.flows_to[SITE] if flow.source == zone.name]
        for source, host in product(sources, hosts):
            for flow in entering:
                why = f"{flow.service.name} from the site to {flow.to_party} of tenant {uplink.tenant}"
                for ports in ranges(flow.service):
                    yield FilterLine(Band.ENTERING, flow.service.protocol, source, host, why, ports=ports)
            for flow in leaving:
                yield from _answers(source, host, flow.service, rdma=zone.fabric == COMPUTE)
        if entering or leaving:
            # Errors about a conversation, such as a packet that is too large; a host's firewall drops the rest.
            yield from (FilterLine(Band.ENTERING, "icmp", *ends, ANSWERS) for ends in product(reporting, hosts))


def reporting_to(accepted: Sequence[str], ends: Sequence[Family]) -> tuple[str, ...]:
    """Return whose errors about a conversation may enter: networks of the site, and the other sides themselves, which report packets that are too large."""
    return fewest([*accepted, *(f"{each.peer}/{ip_address(each.peer).max_prefixlen}" for each in ends)])


def tenant_zones(access: Access, uplink: SiteUplink, each: Family) -> Iterator[tuple[Zone, tuple[str, ...]]]:
    """Yield the zones of a tenant that an uplink announces in an IP version, with the prefixes that packets may enter to."""
    homes = [span(line.prefix) for line in each.announces if line.prefix != DEFAULTS[each.version]]
    for zone in access.zones if uplink.tenant else ():
        prefixes = zone.prefixes_ipv6 if each.version == 6 else zone.prefixes
        announced = tuple(one for one in prefixes if not any(less([span(one)], homes)))
        if zone.tenant == uplink.tenant and announced:
            yield zone, _whole(access, zone, announced) if zone.segment in access.owned else announced


def _whole(access: Access, zone: Zone, prefixes: tuple[str, ...]) -> tuple[str, ...]:
    """Return one prefix for hosts of a tenant's own segment, unless it holds others of the segment: hosts between those of a tenant have no address there."""
    cover = narrowest((zone.name, prefix) for prefix in prefixes)[zone.name]
    first, last = span(cover)
    beside = (span(one) for each in access.zones if each.segment == zone.segment and each != zone for one in each.prefixes)  # fmt: skip
    return prefixes if any(low <= last and first <= high for low, high in beside) else (cover,)


def _answers(source: str, host: str, service: Service, *, rdma: bool) -> Iterator[FilterLine]:
    """Yield the lines of answers. Those over UDP are recognised by their source port: of a service without ports, only DNS and NTP are accepted."""
    if service.protocol == ANY:
        yield FilterLine(Band.ENTERING, "tcp", source, host, ANSWERS, established=True)
        for name in ("dns", "ntp"):
            port = SERVICES[name].ports[0]
            yield FilterLine(Band.ENTERING, "udp", source, host, ANSWERS, source_ports=port, ports=CLIENT_PORTS)
    elif service.ports:
        for ports in service.ports:
            tcp = service.protocol == "tcp"
            yield FilterLine(Band.ENTERING, service.protocol, source, host, ANSWERS, source_ports=ports, established=tcp)  # fmt: skip
    if rdma and service.covers("udp", _RDMA[0]):
        yield FilterLine(Band.ENTERING, "udp", source, host, ANSWERS, ports=_RDMA)


def lines_through(
    access: Access, uplink: SiteUplink, each: Family, every: Sequence[SiteUplink]
) -> Iterator[FilterLine]:
    """Yield the lines of transit: of a site router that has the cluster's default route, and of what comes back to it by another uplink of the instance."""
    pairs = [(line.prefix, DEFAULTS[each.version]) for line in each.accepts if uplink.default == "announce"]
    for other in every:
        if (other.vrf, other.fabric, other.default) == (uplink.vrf, uplink.fabric, "announce") and other != uplink:
            behind = (line.prefix for its in other.families if its.version == each.version for line in its.accepts)
            pairs += product((line.prefix for line in each.accepts), behind)
    if pairs:
        for pool in access.pools_ipv6 if each.version == 6 else access.pools:
            yield FilterLine(Band.POOLS, ANY, DEFAULTS[each.version], pool, "all else within the cluster")
    for source, to in pairs:
        yield FilterLine(Band.LEAVING, ANY, source, to, "between routers of the site, by the announced default route")
