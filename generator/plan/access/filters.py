"""What a switch lets in at a host's port, line by line: the flows that the host may start, and its answers to those that it may hear.

Switches keep no state about conversations: an answer is known by the TCP flags of an established one, or by the port that it comes from. The
filter stands where packets enter, at the ports of hosts; ports between switches have none. Its first lines drop what claims to come from
addresses of the segment that are not the zone's own, so the lines after them may take the whole segment as their source.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_network
from itertools import groupby
from typing import TYPE_CHECKING

from netaddr import IPSet

from generator.plan.access.records import ANY, SITE, Access, Flow, Service, Zone
from generator.plan.access.services import SERVICES
from generator.plan.addressing.segments import INBAND
from generator.plan.records import Switch, SwitchPort

if TYPE_CHECKING:
    from generator.plan.plan import Plan

BORDER = "border"
_BROADCAST = "255.255.255.255/32"
_CLIENT_PORTS = (1024, 65535)
PERMIT = "permit"
DENY = "deny"
PortRange = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterLine:
    """A line: the first that matches decides. `protocol` is tcp, udp, icmp or any; no ports: every port; `established`: answers only."""

    action: str
    protocol: str
    source: str
    destination: str
    source_ports: PortRange | None = None
    ports: PortRange | None = None
    established: bool = False
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PortFilter:
    """The lines for ports whose hosts are alike, by address family. What no line permits is denied."""

    name: str
    fabric: str
    role: str
    tenant: str
    lines: tuple[FilterLine, ...]
    lines_ipv6: tuple[FilterLine, ...]


def switch_filters(plan: "Plan", switch: Switch) -> list[tuple[PortFilter, list[SwitchPort]]]:
    """Give a leaf's filters with the ports that each stands at. A compute leaf has none unless it carries other fabrics: all there is one zone."""
    if switch.tier != "leaf":
        return []
    found: dict[tuple[str, str, str], list[SwitchPort]] = {}
    for port in plan.ports_of[switch.name]:
        if port.kind == "host_leaf" and (port.fabric != "compute" or len(switch.carries) > 1):
            found.setdefault((port.fabric, port.role, port.tenant), []).append(port)
    return [(plan.port_filters[key], ports) for key, ports in sorted(found.items())]


def port_filter(access: Access, fabric: str, role: str, tenant: str) -> PortFilter:
    """Make the filter of the ports of a role's hosts on a fabric."""
    zones = _zones_at(access, fabric, role, tenant)
    name = "-".join(word for word in (fabric, role, tenant) if word).upper()
    return PortFilter(
        name=name,
        fabric=fabric,
        role=role,
        tenant=tenant,
        lines=tuple(_folded(_lines(access, zones, ipv6=False))),
        lines_ipv6=tuple(_folded(_lines(access, zones, ipv6=True))),
    )


def _zones_at(access: Access, fabric: str, role: str, tenant: str) -> list[Zone]:
    """Find the zones that a port's host has addresses in."""
    if fabric == "oob":
        names = {"bmc": "bmc", "switch": "management"}
        found = access.zone_of(names.get(role, "management"), role, tenant)
        return [found] if found else []
    segments = sorted({zone.segment for zone in access.zones if zone.fabric == fabric})
    zones = (access.zone_of(segment, role, tenant) for segment in segments)
    return [zone for zone in zones if zone is not None]


def _lines(access: Access, zones: list[Zone], *, ipv6: bool) -> Iterator[FilterLine]:
    """Give what may be started, then the answers, then what stays closed; the site is what is left."""
    anywhere = "::/0" if ipv6 else "0.0.0.0/0"
    for zone in zones:
        yield from _claims(access, zone, ipv6=ipv6)
    for zone in zones:
        for flow in access.flows_from[zone.name]:
            if flow.to != SITE:
                yield from _started(access, zone, flow, ipv6=ipv6)
        for flow in access.flows_to[zone.name]:
            if flow.source != SITE:
                yield from _answered(access, zone, flow, ipv6=ipv6)
    for zone in zones:
        if zone.role == BORDER and zone.segment == INBAND:
            yield from _from_outside(access, zone, ipv6=ipv6)
    if not any(SITE in (flow.to, flow.source) for zone in zones for flow in _around(access, zone)):
        return
    for pool in access.pools_ipv6 if ipv6 else access.pools:
        yield FilterLine(
            action=DENY, protocol=ANY, source=anywhere, destination=pool, why="all else within the cluster"
        )
    for zone in zones:
        home = _home(access, zone, ipv6=ipv6)
        for flow in access.flows_from[zone.name]:
            for ports in _ranges(flow.service) if home and flow.to == SITE else ():
                protocol, why = flow.service.protocol, f"{flow.service.name} to the site"
                yield FilterLine(action=PERMIT, protocol=protocol, source=home, destination=anywhere, ports=ports, why=why)  # fmt: skip


def _from_outside(access: Access, zone: Zone, *, ipv6: bool) -> Iterator[FilterLine]:
    """Give what enters by a border host: what the site may start, and answers from there to those who have a way out.

    Nothing from there has an address of the cluster. Answers over UDP are known by where they come from alone, so only those of names
    and time are let in, to ports that clients have.
    """
    anywhere = "::/0" if ipv6 else "0.0.0.0/0"
    for pool in access.pools_ipv6 if ipv6 else access.pools:
        yield FilterLine(action=DENY, protocol=ANY, source=pool, destination=anywhere, why="the cluster's own addresses, from outside")  # fmt: skip
    for flow in access.flows_from.get(SITE, ()):
        for destination in _prefixes(access.zone[flow.to], ipv6=ipv6):
            for ports in _ranges(flow.service):
                why = f"{flow.service.name} from the site to {flow.to}"
                yield FilterLine(action=PERMIT, protocol=flow.service.protocol, source=anywhere, destination=destination, ports=ports, why=why)  # fmt: skip
    home = _home(access, zone, ipv6=ipv6)
    if home:
        why = "answers of the site"
        yield FilterLine(action=PERMIT, protocol="tcp", source=anywhere, destination=home, established=True, why=why)
        for name in ("dns", "ntp"):
            port = SERVICES[name].ports[0]
            yield FilterLine(action=PERMIT, protocol="udp", source=anywhere, destination=home, source_ports=port, ports=_CLIENT_PORTS, why=why)  # fmt: skip
        # Errors about a conversation, such as a packet that is too large for a router outside (RFC 1191); a host's firewall drops the rest.
        yield FilterLine(action=PERMIT, protocol="icmp", source=anywhere, destination=home, why=why)


def _around(access: Access, zone: Zone) -> list[Flow]:
    return [*access.flows_from[zone.name], *access.flows_to[zone.name]]


def _claims(access: Access, zone: Zone, *, ipv6: bool) -> Iterator[FilterLine]:
    """Drop what claims an address of the segment that no host of the zone has."""
    home = _home(access, zone, ipv6=ipv6)
    if not home:
        return
    others = IPSet([home]) - IPSet(_prefixes(zone, ipv6=ipv6))
    for prefix in others.iter_cidrs():
        yield FilterLine(
            action=DENY,
            protocol=ANY,
            source=str(prefix),
            destination="::/0" if ipv6 else "0.0.0.0/0",
            why="somebody else's address",
        )


def _started(access: Access, zone: Zone, flow: Flow, *, ipv6: bool) -> Iterator[FilterLine]:
    for destination in _prefixes(access.zone[flow.to], ipv6=ipv6):
        for ports in _ranges(flow.service):
            yield FilterLine(
                action=PERMIT,
                protocol=flow.service.protocol,
                source=_home(access, zone, ipv6=ipv6),
                destination=destination,
                ports=ports,
                why=f"{flow.service.name} to {flow.to}",
            )
    if flow.service.name == "dhcp" and not ipv6:
        for source in ("0.0.0.0/32", _home(access, zone, ipv6=ipv6)):
            yield FilterLine(
                action=PERMIT,
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
                action=PERMIT,
                protocol=flow.service.protocol,
                source=_home(access, zone, ipv6=ipv6),
                destination=destination,
                source_ports=ports,
                established=flow.service.protocol == "tcp",
                why=f"answers of {flow.service.name} to {flow.source}",
            )
    if flow.service.name == "dhcp" and not ipv6:
        yield FilterLine(
            action=PERMIT,
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
    """Give the one prefix that holds all of a zone's segment; empty where it has no addresses of the family."""
    return (access.covers_ipv6 if ipv6 else access.covers).get(zone.segment, "")


def _folded(lines: Iterable[FilterLine]) -> Iterator[FilterLine]:
    """Say together what differs in the destination alone, in the fewest prefixes; the order of what permits and what denies stays."""
    for _, run in groupby(lines, key=lambda line: line.action):
        alike: dict[tuple[object, ...], list[FilterLine]] = {}
        for line in run:
            key = (line.protocol, line.source, line.source_ports, line.ports, line.established)
            alike.setdefault(key, []).append(line)
        for same in alike.values():
            reasons = list(dict.fromkeys(line.why for line in same))
            why = reasons[0] if len(reasons) == 1 else f"{reasons[0]} and {len(reasons) - 1} more"
            for prefix in _collapsed({line.destination for line in same}):
                yield replace(same[0], destination=prefix, why=why)


def _collapsed(prefixes: set[str]) -> list[str]:
    every = [ip_network(prefix) for prefix in prefixes]
    v4 = [each for each in every if isinstance(each, IPv4Network)]
    v6 = [each for each in every if isinstance(each, IPv6Network)]
    return [str(each) for each in (*collapse_addresses(v4), *collapse_addresses(v6))]
