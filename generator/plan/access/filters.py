"""What a switch lets in at a host's port, line by line: the flows that the host may start, and its answers to those that it may hear.

Switches keep no state about conversations: an answer is known by the TCP flags of an established one, or by the port that it comes from. The
filter stands where packets enter, at the ports of hosts; ports between switches have none. Its first lines drop what claims to come from
addresses of the segment that are not the zone's own, so the lines after them may take the whole segment as their source.
"""

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_network

from msgspec.structs import replace

from generator.plan.access.line_numbers import numbered
from generator.plan.access.lines import Band, FilterLine, PortFilter, PortRange
from generator.plan.access.records import ANY, PODS, SITE, Access, Flow, Service, Zone
from generator.plan.access.services import SERVICES
from generator.plan.addressing.pods import POD_ROLES
from generator.plan.addressing.segments import INBAND
from generator.plan.addressing.spans import less_prefixes

BORDER = "border"
_BROADCAST = "255.255.255.255/32"
_CLIENT_PORTS = (1024, 65535)


def port_filter(access: Access, fabric: str, role: str, tenant: str) -> PortFilter:
    """Make the filter of the ports of a role's hosts on a fabric."""
    zones = _zones_at(access, fabric, role, tenant)
    name = "-".join(word for word in (fabric, role, tenant) if word).upper()
    return PortFilter(
        name=name,
        fabric=fabric,
        role=role,
        tenant=tenant,
        lines=numbered(_folded(_lines(access, zones, ipv6=False))),
        lines_ipv6=numbered(_folded(_lines(access, zones, ipv6=True))),
    )


def _zones_at(access: Access, fabric: str, role: str, tenant: str) -> list[Zone]:
    """Find the zones that a port's host has addresses in."""
    if fabric == "oob":
        names = {"bmc": "bmc", "switch": "management"}
        found = access.zone_of(names.get(role, "management"), role, tenant)
        return [found] if found else []
    segments = {zone.segment for zone in access.zones if zone.fabric == fabric}
    if PODS in access.zone and role not in POD_ROLES:
        segments -= {PODS}
    zones = (access.zone_of(segment, role, tenant) for segment in sorted(segments))
    return [zone for zone in zones if zone is not None]


def _lines(access: Access, zones: list[Zone], *, ipv6: bool) -> Iterator[FilterLine]:
    """Yield what may be started, then the answers, then what stays closed; the site is what is left."""
    anywhere = "::/0" if ipv6 else "0.0.0.0/0"
    for zone in zones:
        yield from _claims(access, zone, ipv6=ipv6)
    for zone in zones:
        for flow in _own_first(access.flows_from[zone.name]):
            if flow.to != SITE:
                yield from _started(access, zone, flow, ipv6=ipv6)
        for flow in _own_first(access.flows_to[zone.name]):
            if flow.source != SITE:
                yield from _answered(access, zone, flow, ipv6=ipv6)
    for zone in zones:
        if zone.role == BORDER and zone.segment == INBAND:
            yield from _from_outside(access, zone, ipv6=ipv6)
    if not any(SITE in (flow.to, flow.source) for zone in zones for flow in _around(access, zone)):
        return
    for pool in access.pools_ipv6 if ipv6 else access.pools:
        why = "all else within the cluster"
        yield FilterLine(band=Band.POOLS, protocol=ANY, source=anywhere, destination=pool, why=why)
    for zone in zones:
        home = _home(access, zone, ipv6=ipv6)
        for flow in _own_first(access.flows_from[zone.name]):
            for ports in _ranges(flow.service) if home and flow.to == SITE else ():
                protocol, why = flow.service.protocol, f"{flow.service.name} to the site"
                yield FilterLine(band=Band.LEAVING, protocol=protocol, source=home, destination=anywhere, ports=ports, why=why)  # fmt: skip
        if not any(flow.to == SITE for flow in access.flows_from[zone.name]):
            for flow in _own_first(access.flows_to[zone.name]):
                answers = _answered(access, zone, flow, ipv6=ipv6) if home and flow.source == SITE else ()
                yield from (replace(line, band=Band.LEAVING) for line in answers)


def _from_outside(access: Access, zone: Zone, *, ipv6: bool) -> Iterator[FilterLine]:
    """Yield what enters by a border host: what the site may start, and answers from there to those who have a way out.

    Nothing from there has an address of the cluster. Answers over UDP are known by where they come from alone, so only those of names
    and time are let in, to ports that clients have.
    """
    anywhere = "::/0" if ipv6 else "0.0.0.0/0"
    for pool in access.pools_ipv6 if ipv6 else access.pools:
        yield FilterLine(band=Band.POSING, protocol=ANY, source=pool, destination=anywhere, why="the cluster's own addresses, from outside")  # fmt: skip
    for flow in _own_first(access.flows_from.get(SITE, ())):
        for destination in _prefixes(access.zone[flow.to], ipv6=ipv6):
            for ports in _ranges(flow.service):
                why = f"{flow.service.name} from the site to {flow.to_party}"
                yield FilterLine(band=Band.ENTERING, protocol=flow.service.protocol, source=anywhere, destination=destination, ports=ports, why=why)  # fmt: skip
    home = _home(access, zone, ipv6=ipv6)
    if home:
        why = "answers of the site"
        yield FilterLine(
            band=Band.ENTERING, protocol="tcp", source=anywhere, destination=home, established=True, why=why
        )
        for name in ("dns", "ntp"):
            port = SERVICES[name].ports[0]
            yield FilterLine(band=Band.ENTERING, protocol="udp", source=anywhere, destination=home, source_ports=port, ports=_CLIENT_PORTS, why=why)  # fmt: skip
        # Errors about a conversation, such as a packet that is too large for a router outside (RFC 1191); a host's firewall drops the rest.
        yield FilterLine(band=Band.ENTERING, protocol="icmp", source=anywhere, destination=home, why=why)


def _own_first(flows: Iterable[Flow]) -> list[Flow]:
    """Return the cluster's own flows before those of `access`, so that a rule that opens what is open says nothing more."""
    return sorted(flows, key=lambda flow: flow.origin is not None)


def _around(access: Access, zone: Zone) -> list[Flow]:
    return [*access.flows_from[zone.name], *access.flows_to[zone.name]]


def _claims(access: Access, zone: Zone, *, ipv6: bool) -> Iterator[FilterLine]:
    """Drop what claims an address of the segment that no host of the zone has.

    Where the zone is what tenants leave of a role, each tenant's addresses have lines of their own: a tenant more adds some, and splits none.
    """
    home = _home(access, zone, ipv6=ipv6)
    if not home:
        return
    tenants = [each for each in access.zones if (each.segment, each.role) == (zone.segment, zone.role) and each.tenant]
    beside = [] if zone.tenant else [_prefixes(each, ipv6=ipv6) for each in tenants]
    others = less_prefixes(home, [*_prefixes(zone, ipv6=ipv6), *(prefix for each in beside for prefix in each)])
    for prefix in (*map(str, others), *(prefix for each in beside for prefix in each)):
        yield FilterLine(
            band=Band.CLAIMS,
            protocol=ANY,
            source=prefix,
            destination="::/0" if ipv6 else "0.0.0.0/0",
            why="somebody else's address",
        )


def _started(access: Access, zone: Zone, flow: Flow, *, ipv6: bool) -> Iterator[FilterLine]:
    for destination in _prefixes(access.zone[flow.to], ipv6=ipv6):
        for ports in _ranges(flow.service):
            yield FilterLine(
                band=Band.WITHIN,
                protocol=flow.service.protocol,
                source=_home(access, zone, ipv6=ipv6),
                destination=destination,
                ports=ports,
                why=f"{flow.service.name} to {flow.to_party}",
            )
    if flow.service.name == "dhcp" and not ipv6:
        for source in ("0.0.0.0/32", _home(access, zone, ipv6=ipv6)):
            yield FilterLine(
                band=Band.WITHIN,
                protocol="udp",
                source=source,
                destination=_BROADCAST,
                ports=flow.service.ports[0],
                why="dhcp without an address, or without a server that answers (RFC 2131)",
            )


def _answered(access: Access, zone: Zone, flow: Flow, *, ipv6: bool) -> Iterator[FilterLine]:
    for destination in _prefixes(access.zone[flow.source], ipv6=ipv6):
        for ports in _ranges(flow.service):
            yield FilterLine(
                band=Band.WITHIN,
                protocol=flow.service.protocol,
                source=_home(access, zone, ipv6=ipv6),
                destination=destination,
                source_ports=ports,
                established=flow.service.protocol == "tcp",
                why=f"answers of {flow.service.name} to {flow.source_party}",
            )
    if flow.service.name == "dhcp" and not ipv6:
        yield FilterLine(
            band=Band.WITHIN,
            protocol="udp",
            source=_home(access, zone, ipv6=ipv6),
            destination=_BROADCAST,
            source_ports=flow.service.ports[0],
            why="offers of dhcp to who has no address yet (RFC 2131)",
        )


def _prefixes(zone: Zone, *, ipv6: bool) -> tuple[str, ...]:
    return zone.prefixes_ipv6 if ipv6 else zone.prefixes


def _ranges(service: Service) -> tuple[PortRange | None, ...]:
    return service.ports or (None,)


def _home(access: Access, zone: Zone, *, ipv6: bool) -> str:
    """Return the one prefix that holds all of a zone's segment; empty where it has no addresses of the family."""
    return (access.covers_ipv6 if ipv6 else access.covers).get(zone.segment, "")


def _folded(lines: Iterable[FilterLine]) -> Iterator[FilterLine]:
    """Say together what one reason opens to several destinations, in the fewest prefixes; what was said is not said again.

    Reasons are kept apart: what comes for another reason does not change a line that stands.
    """
    alike: dict[tuple[object, ...], list[FilterLine]] = {}
    for line in lines:
        key = (line.band, line.why, line.protocol, line.source, line.source_ports, line.ports, line.established)
        alike.setdefault(key, []).append(line)
    said: set[tuple[Band, str]] = set()
    for same in alike.values():
        prefixes = {line.destination for line in same}
        for prefix in _collapsed(prefixes) if same[0].band is not Band.POOLS else sorted(prefixes):
            line = replace(same[0], destination=prefix)
            if (line.band, line.says) not in said:
                said.add((line.band, line.says))
                yield line


def _collapsed(prefixes: set[str]) -> list[str]:
    every = [ip_network(prefix) for prefix in prefixes]
    v4 = [each for each in every if isinstance(each, IPv4Network)]
    v6 = [each for each in every if isinstance(each, IPv6Network)]
    return [str(each) for each in (*collapse_addresses(v4), *collapse_addresses(v6))]
