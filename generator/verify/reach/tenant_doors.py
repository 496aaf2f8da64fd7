"""Filters where the site enters tenants' instances: accepted networks reach the tenant's announced hosts for services of the matrix, and nothing else enters."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from generator.plan.edge import DEFAULTS, Family, SiteUplink
from generator.verify.reach.filters import Gate, Line, gate
from generator.verify.reach.intent import ROCE, SITE, Door, Intent, read_intent
from generator.verify.reach.packet import CALLER_PORT, Packet, Span, span_of
from generator.verify.rendered import Rendered, read_forwarding
from generator.verify.systems.records import Port

OUTSIDE = {4: ("198.51.100.7", "203.0.113.7"), 6: ("2001:db8::7", "2001:db8:ffff::7")}
"""Addresses of documentation (RFC 5737, RFC 3849) that represent networks of the site."""


class _Home(Struct, frozen=True):
    """Hosts of a tenant behind a connection: their zone and the first of their addresses."""

    zone: str
    address: int


def tenant_doors(known: Rendered, uplinks: Sequence[SiteUplink]) -> Iterator[str]:
    """Yield what the filter of a tenant's connection blocks or lets through otherwise; switches that cannot be read are reported with reachability."""
    intent = read_intent(known.plan)
    for uplink in uplinks:
        files = read_forwarding(known, uplink.switch) if uplink.tenant else None
        port = files.port(uplink.guard) if files else None
        if files is None or port is None:
            continue
        # one filter has the lines of all uplinks at its place
        beside = [each for each in uplinks if (each.switch, each.guard, each.tenant) == (uplink.switch, uplink.guard, uplink.tenant)]  # fmt: skip
        for family in uplink.families:
            # the other side itself reports packets that are too large
            theirs = [prefix for each in beside for own in each.families if own.version == family.version for prefix in (own.peer, *(line.prefix for line in own.accepts))]  # fmt: skip
            for home in _homes(known.plan, uplink.tenant, family):
                for said in _judge(port, family, home, intent, list(map(span_of, theirs))):
                    yield f"{files.file}: {uplink.name}, IPv{family.version}: {said}"


def _homes(plan: Mapping[str, Any], tenant: str, family: Family) -> Iterator[_Home]:
    announced = [span_of(line.prefix) for line in family.announces if line.prefix != DEFAULTS[family.version]]
    for zone in plan["zones"]:
        for prefix in zone["prefixes_ipv6" if family.version == 6 else "prefixes"]:
            if zone["tenant"] == tenant and any(holds(home, span_of(prefix)[0]) for home in announced):
                yield _Home(zone["name"], span_of(prefix)[0])


def _judge(port: Port, family: Family, home: _Home, intent: Intent, known: Sequence[Span]) -> Iterator[str]:
    version = family.version
    permits = [line for each in port.lists if each.family in {None, version} for line in each.lines if line.permits and _reaches(line, version, home.address)]  # fmt: skip
    doors = sorted({*intent.doors(), *_doors(permits)})
    outside = [span_of(text)[0] for text in OUTSIDE[version]]
    for line in family.accepts:
        source = outside[0] if line.prefix == DEFAULTS[version] else span_of(line.prefix)[0] + 1
        at = gate(port.lists, version, source, home.address)
        for door in doors:
            passes, where = at.decide(_packet(version, source, home.address, door))
            if passes and not intent.may(SITE, home.zone, door) and not _answers(intent, home.zone, door):
                yield f"packets from {line.prefix} to {home.zone}, {door}, are {by(where)}, and access has no flow for them"
                break
            if not passes and intent.may(SITE, home.zone, door):
                yield f"packets from {line.prefix} to {home.zone}, {door}, are blocked by {where}"
                break
    if (posing := _passing(port, version, home.address, home.address + 1, doors)) is not None:
        yield f"packets from outside with an address of the cluster are {by(posing)}"
    strangers = [*outside, *(end for line in permits for end in line.source or ())]
    for stranger in (each for each in strangers if not any(holds(span, each) for span in known)):
        if (let_in := _passing(port, version, stranger, home.address, doors)) is not None:
            yield f"packets from networks that are not accepted are {by(let_in)}"
            break


def _passing(port: Port, version: int, source: int, to: int, doors: Iterable[Door]) -> str | None:
    """Return what lets a packet pass, for the first service by which one does; None where none does."""
    at: Gate = gate(port.lists, version, source, to)
    found = (at.decide(_packet(version, source, to, door)) for door in doors)
    return next((where for passes, where in found if passes), None)


def _packet(version: int, source: int, to: int, door: Door) -> Packet:
    return Packet(family=version, source=source, destination=to, protocol=door.protocol, port=door.port)


def _doors(lines: Iterable[Line]) -> Iterator[Door]:
    """Yield the services that lines open, whether the matrix has them or not."""
    for line in lines:
        if line.ports and not line.flags and line.source_ports is None:
            yield from (Door(line.protocol, port) for port in line.ports)


def _reaches(line: Line, version: int, address: int) -> bool:
    return line.family in {None, version} and (line.destination is None or holds(line.destination, address))


def _answers(intent: Intent, zone: str, door: Door) -> bool:
    """Whether a packet passes as an answer or error: those of ICMP, and answers over UDP from the caller's port."""
    if door.protocol == "icmp":
        return bool(intent.flows.get((zone, SITE)) or intent.flows.get((SITE, zone)))
    if door.protocol != "udp":
        return False
    rdma = Door("udp", ROCE, rdma=True)
    return intent.may(zone, SITE, Door("udp", CALLER_PORT)) or (door.port == ROCE and intent.may(SITE, zone, rdma))


def holds(span: Span, address: int) -> bool:
    """Whether an address is in a span."""
    return span[0] <= address <= span[1]


def by(where: str) -> str:
    """Say what let a packet pass."""
    return f"allowed by {where}" if where else "not blocked"
