"""Filters of a switch at a host's port: the flows that the host may start, and its answers to flows that it may receive.

Switches keep no state of connections: an answer is matched by the TCP flags of an established one, or by its source port. The filter is applied
where packets enter, at the ports of hosts; ports between switches have none. Its first lines drop spoofed addresses of the segment, which are not
the zone's own, so the lines after them may take the whole segment as their source.
"""

from collections.abc import Iterable, Iterator, Sequence
from ipaddress import ip_address, ip_interface
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from generator.plan.access.edge_lines import (
    ANSWERS,
    CLIENT_PORTS,
    lines_through,
    lines_to_tenant,
    ranges,
    reporting_to,
)
from generator.plan.access.line_numbers import numbered
from generator.plan.access.lines import Band, FilterLine, PortFilter
from generator.plan.access.records import ANY, BURST, GATEWAYS, PODS, SITE, Access, Flow, Zone, fewest
from generator.plan.access.services import SERVICES
from generator.plan.addressing.pods import POD_ROLES
from generator.plan.addressing.segments import INBAND
from generator.plan.addressing.spans import less_prefixes
from generator.plan.edge import EDGE, OOB, Family, SiteUplink
from generator.plan.edge_uplinks import COMPUTE

BORDER = "border"
_BROADCAST = "255.255.255.255/32"
_BGP = (179, 179)
_BFD = (3784, 3784)
"""The control packets of a neighbour on the same link (RFC 5881, section 4)."""


class _Family(Struct, frozen=True):
    """The matrix in one address family."""

    access: Access
    ipv6: bool

    @property
    def anywhere(self) -> str:
        return "::/0" if self.ipv6 else "0.0.0.0/0"

    @property
    def pools(self) -> tuple[str, ...]:
        return self.access.pools_ipv6 if self.ipv6 else self.access.pools

    def prefixes(self, zone: Zone) -> tuple[str, ...]:
        return zone.prefixes_ipv6 if self.ipv6 else zone.prefixes

    def home(self, zone: Zone) -> str:
        """Return the one prefix that holds all of a zone's segment; empty where it has no addresses of the family."""
        return (self.access.covers_ipv6 if self.ipv6 else self.access.covers).get(zone.segment, "")

    def flows_from(self, zone: str) -> list[Flow]:
        return _own_first(self.access.flows_from[zone])

    def flows_to(self, zone: str) -> list[Flow]:
        return _own_first(self.access.flows_to[zone])


def port_filter(access: Access, fabric: str, role: str, tenant: str) -> PortFilter:
    """Make the filter of the ports of a role's hosts on a fabric."""
    zones = _zones_at(access, fabric, role, tenant)
    name = "-".join(word for word in (fabric, role, tenant) if word).upper()
    return PortFilter(
        name=name,
        fabric=fabric,
        role=role,
        tenant=tenant,
        lines=numbered(_folded(_lines(_Family(access, ipv6=False), zones))),
        lines_ipv6=numbered(_folded(_lines(_Family(access, ipv6=True), zones))),
    )


def edge_filter(access: Access, uplinks: Sequence[SiteUplink], every: Sequence[SiteUplink]) -> PortFilter:
    """Make the filter of a front port that leads to the site, or of a sub-interface: the packets that its uplinks may bring, in any instance. `every`: all uplinks of the cluster.

    In the default instance these are those that a border host may pass in, from accepted prefixes alone. In a tenant's, flows and answers from accepted prefixes to its hosts in announced ones.
    """
    return PortFilter(
        name=edge_filter_name(uplinks[0]),
        fabric=OOB if uplinks[0].fabric == OOB else "frontend",
        role=EDGE,
        tenant="",
        lines=numbered(_folded(_edge_lines(_Family(access, ipv6=False), uplinks, every))),
        lines_ipv6=numbered(_folded(_edge_lines(_Family(access, ipv6=True), uplinks, every))),
    )


def edge_filter_name(uplink: SiteUplink) -> str:
    """Return the name of the filter of an uplink: that of its cage, and its tag where each has a filter of its own."""
    tag = f"-{uplink.vlan}" if uplink.guard != uplink.port else ""
    return f"{EDGE.upper()}-{uplink.cage}{tag}"


def _edge_lines(family: _Family, uplinks: Sequence[SiteUplink], every: Sequence[SiteUplink]) -> Iterator[FilterLine]:
    mine = [(uplink, each) for uplink in uplinks for each in uplink.families if (each.version == 6) is family.ipv6]
    for uplink, each in mine:
        yield from _spoken(uplink, each)
    common = [each for uplink, each in mine if not uplink.tenant]
    accepted = fewest(line.prefix for each in common for line in each.accepts)
    if mine and uplinks[0].fabric == OOB:
        yield from _to_devices(family, common, accepted)
    elif common:
        gateways = family.access.zone[f"{INBAND}/{GATEWAYS}"]
        yield from _from_outside(family, gateways, accepted, reporting_to(accepted, common))
    elif mine:
        yield from _posing(family)
    for uplink, each in mine:
        yield from lines_to_tenant(family.access, uplink, each)
        yield from lines_through(family.access, uplink, each, every)


def _to_devices(family: _Family, ends: Sequence[Family], accepted: Sequence[str]) -> Iterator[FilterLine]:
    """Yield the lines of entering packets out of band: flows that accepted networks may start there, and answers to the devices that query them, including the leaf.

    There is no firewall behind this filter, so only allowed ICMP enters.
    """
    zones = [zone for zone in family.access.zones if zone.fabric == OOB]
    names = {zone.name for zone in zones}
    asking = {flow.source for flow in family.access.flows_to[SITE] if flow.source in names}
    homes = dict.fromkeys(family.home(zone) for zone in zones if zone.name in asking)
    near = [f"{ip_interface(each.address).ip}/{ip_address(each.peer).max_prefixlen}" for each in ends]
    yield from _posing(family)
    yield from _entering(family, [flow for flow in family.flows_from(SITE) if flow.to in names], accepted)
    clock = SERVICES["ntp"].ports[0]
    for source, home in product(accepted, (*homes, *(near if homes else ()))):
        yield from _answers(source, home)
        # The clocks of switches use the same port for requests and answers (ntpd).
        yield FilterLine(Band.ENTERING, "udp", source, home, ANSWERS, source_ports=clock, ports=clock)


def _spoken(uplink: SiteUplink, each: Family) -> Iterator[FilterLine]:
    """Yield the lines for packets of the peer to the border leaf itself: BGP opened by either side, BFD, and pings."""
    far = f"{each.peer}/{ip_address(each.peer).max_prefixlen}"
    near = f"{ip_interface(each.address).ip}/{ip_address(each.peer).max_prefixlen}"
    why = f"the session with {uplink.name}"
    if uplink.asn is not None:
        yield FilterLine(Band.ENTERING, "tcp", far, near, why, ports=_BGP)
        yield FilterLine(Band.ENTERING, "tcp", far, near, why, source_ports=_BGP, established=True)
    if uplink.bfd:
        yield FilterLine(Band.ENTERING, "udp", far, near, why, ports=_BFD)
    yield FilterLine(Band.ENTERING, "icmp", far, near, why)


def _zones_at(access: Access, fabric: str, role: str, tenant: str) -> list[Zone]:
    """Find the zones that a port's host has addresses in."""
    if fabric == "oob":
        names = {"bmc": "bmc", "switch": "management"}
        found = access.zone_of(names.get(role, "management"), role, tenant)
        return [found] if found else []
    segments = {zone.segment for zone in access.zones if zone.fabric == fabric}
    if PODS in access.zone and role not in POD_ROLES:
        segments -= {PODS}
    if BURST in access.zone and role != "control":  # the gateway of burst hosts is one
        segments -= {BURST}
    zones = (access.zone_of(segment, role, tenant) for segment in sorted(segments))
    return [zone for zone in zones if zone is not None]


def _lines(family: _Family, zones: list[Zone]) -> Iterator[FilterLine]:
    """Yield lines for flows that may be started, then for answers, then the denied rest of the cluster; everything else is the site."""
    for zone in zones:
        yield from _claims(family, zone)
    for zone in zones:
        for flow in family.flows_from(zone.name):
            if flow.to != SITE:
                yield from _started(family, zone, flow)
        for flow in family.flows_to(zone.name):
            if flow.source != SITE:
                yield from _answered(family, zone, flow)
    for zone in zones:
        if zone.role == BORDER and zone.segment == INBAND:
            yield from _from_outside(family, zone, [family.anywhere], [family.anywhere])
    flows = {zone.name: (family.flows_from(zone.name), family.flows_to(zone.name)) for zone in zones}
    if not any(SITE in {flow.source, flow.to} for both in flows.values() for flow in (*both[0], *both[1])):
        return
    for pool in family.pools:
        yield FilterLine(Band.POOLS, ANY, family.anywhere, pool, "all else within the cluster")
    for zone in (zone for zone in zones if family.home(zone)):
        home, (starts, answers) = family.home(zone), flows[zone.name]
        outward = [flow for flow in starts if flow.to == SITE]
        for flow in outward:
            for ports in ranges(flow.service):
                why = f"{flow.service.name} to the site"
                yield FilterLine(Band.LEAVING, flow.service.protocol, home, family.anywhere, why, ports=ports)
        if any(flow.service.protocol == ANY for flow in outward):
            continue  # answers are among it
        for flow in (flow for flow in answers if flow.source == SITE):
            yield from (replace(line, band=Band.LEAVING) for line in _answered(family, zone, flow))


def _from_outside(
    family: _Family, zone: Zone, sources: Sequence[str], reporting: Sequence[str]
) -> Iterator[FilterLine]:
    """Yield the lines of packets that enter from the site: flows that it may start, and answers to hosts with a route to it.

    `sources`: its networks, and `reporting` those of errors. None may have a source address of the cluster. Answers over UDP are matched by their source alone, so only those of DNS and NTP are accepted, to
    ports of clients.
    """
    yield from _posing(family)
    # Rails and a tenant's own segments are reached by that tenant's uplinks alone.
    zones = ((flow, family.access.zone[flow.to]) for flow in family.flows_from(SITE))
    into = (flow for flow, to in zones if to.fabric != COMPUTE and to.segment not in family.access.owned)
    yield from _entering(family, into, sources)
    if home := family.home(zone):
        for source in sources:
            yield from _answers(source, home)
        # Errors about a conversation, such as a packet that is too large for a router outside (RFC 1191); a host's firewall drops the rest.
        yield from (FilterLine(Band.ENTERING, "icmp", source, home, ANSWERS) for source in reporting)


def _entering(family: _Family, flows: Iterable[Flow], sources: Sequence[str]) -> Iterator[FilterLine]:
    for flow in flows:
        why = f"{flow.service.name} from the site to {flow.to_party}"
        for source, destination in product(sources, family.prefixes(family.access.zone[flow.to])):
            for ports in ranges(flow.service):
                yield FilterLine(Band.ENTERING, flow.service.protocol, source, destination, why, ports=ports)


def _answers(source: str, home: str) -> Iterator[FilterLine]:
    yield FilterLine(Band.ENTERING, "tcp", source, home, ANSWERS, established=True)
    for name in ("dns", "ntp"):
        port = SERVICES[name].ports[0]
        yield FilterLine(Band.ENTERING, "udp", source, home, ANSWERS, source_ports=port, ports=CLIENT_PORTS)


def _posing(family: _Family) -> Iterator[FilterLine]:
    for pool in family.pools:
        yield FilterLine(Band.POSING, ANY, pool, family.anywhere, "the cluster's own addresses, from outside")


def _own_first(flows: Iterable[Flow]) -> list[Flow]:
    """Return the cluster's own flows before those of `access`, so that a rule that allows what is already allowed adds no line."""
    return sorted(flows, key=lambda flow: flow.origin is not None)


def _claims(family: _Family, zone: Zone) -> Iterator[FilterLine]:
    """Drop source addresses of the segment that no host of the zone has.

    Where the zone is a role without its tenants' hosts, each tenant's addresses have separate lines: an additional tenant adds lines, and splits
    none.
    """
    home = family.home(zone)
    if not home:
        return
    alike = (each for each in family.access.zones if (each.segment, each.role) == (zone.segment, zone.role))
    beside = [] if zone.tenant else [prefix for each in alike if each.tenant for prefix in family.prefixes(each)]
    others = less_prefixes(home, [*family.prefixes(zone), *beside])
    for prefix in (*others, *beside):
        yield FilterLine(Band.CLAIMS, ANY, prefix, family.anywhere, "somebody else's address")


def _started(family: _Family, zone: Zone, flow: Flow) -> Iterator[FilterLine]:
    home, service = family.home(zone), flow.service
    why = f"{service.name} to {flow.to_party}"
    for destination in family.prefixes(family.access.zone[flow.to]):
        for ports in ranges(service):
            yield FilterLine(Band.WITHIN, service.protocol, home, destination, why, ports=ports)
    if service.name == "dhcp" and not family.ipv6:
        why = "dhcp without an address, or without a server that answers (RFC 2131)"
        for source in ("0.0.0.0/32", home):
            yield FilterLine(Band.WITHIN, "udp", source, _BROADCAST, why, ports=service.ports[0])


def _answered(family: _Family, zone: Zone, flow: Flow) -> Iterator[FilterLine]:
    home, service = family.home(zone), flow.service
    why, tcp = f"answers of {service.name} to {flow.source_party}", service.protocol == "tcp"
    for destination in family.prefixes(family.access.zone[flow.source]):
        for ports in ranges(service):
            yield FilterLine(Band.WITHIN, service.protocol, home, destination, why, source_ports=ports, established=tcp)
    if service.name == "dhcp" and not family.ipv6:
        why = "offers of dhcp to who has no address yet (RFC 2131)"
        yield FilterLine(Band.WITHIN, "udp", home, _BROADCAST, why, source_ports=service.ports[0])


def _folded(lines: Iterable[FilterLine]) -> Iterator[FilterLine]:
    """Yield the lines with the destinations of one reason joined into the fewest prefixes, and without repetitions.

    Lines of different reasons are not joined: a new reason changes no existing line.
    """
    alike: dict[tuple[object, ...], list[FilterLine]] = {}
    for line in lines:
        key = (line.band, line.why, line.protocol, line.source, line.source_ports, line.ports, line.established)
        alike.setdefault(key, []).append(line)
    said: set[tuple[Band, str]] = set()
    for same in alike.values():
        prefixes = {line.destination for line in same}
        for prefix in fewest(prefixes) if same[0].band is not Band.POOLS else sorted(prefixes):
            line = replace(same[0], destination=prefix)
            if (text := (line.band, line.says)) not in said:
                said.add(text)
                yield line
