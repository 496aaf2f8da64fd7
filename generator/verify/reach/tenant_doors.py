"""Filters where the site enters tenants' instances, which have no row in the matrix: accepted networks may reach announced ones, and nothing else enters."""

from collections.abc import Iterator, Sequence

from generator.plan.edge import DEFAULTS, Family, SiteUplink
from generator.verify.reach.filters import gate
from generator.verify.reach.packet import Packet, Span, span_of
from generator.verify.rendered import Rendered, read_forwarding
from generator.verify.systems.records import Port

_OUTSIDE = {4: ("198.51.100.7", "203.0.113.7"), 6: ("2001:db8::7", "2001:db8:ffff::7")}
"""Addresses of documentation (RFC 5737, RFC 3849) that represent networks of the site."""
_DOOR = 23
"""A port that no flow of any cluster opens (`intent.py`): on SONiC the filter of a front port serves all instances, whose flows it permits as well."""


def tenant_doors(known: Rendered, uplinks: Sequence[SiteUplink]) -> Iterator[str]:
    """Yield what the filter of a tenant's connection blocks or lets through otherwise; switches that cannot be read are reported with reachability."""
    for uplink in uplinks:
        files = read_forwarding(known, uplink.switch) if uplink.tenant else None
        port = files.port(uplink.guard) if files else None
        if files is None or port is None:
            continue
        # one filter has the lines of all tenants that share a front port
        beside = [each for each in uplinks if each.tenant and (each.switch, each.port) == (uplink.switch, uplink.port)]
        for family in uplink.families:
            for said in _judge(port, family, beside):
                yield f"{files.file}: {uplink.name}, IPv{family.version}: {said}"


def _judge(port: Port, family: Family, beside: Sequence[SiteUplink]) -> Iterator[str]:
    homes = [span_of(line.prefix) for line in family.announces if line.prefix != DEFAULTS[family.version]]
    known = [span_of(line.prefix) for each in beside for own in each.families if own.version == family.version for line in own.accepts]  # fmt: skip
    outside = [span_of(text)[0] for text in _OUTSIDE[family.version]]
    for home in homes:
        for line in family.accepts:
            source = outside[0] if line.prefix == DEFAULTS[family.version] else span_of(line.prefix)[0] + 1
            passes, where = _enters(port, family, source, home)
            if not passes:
                yield f"packets from {line.prefix} are blocked by {where}"
        passes, where = _enters(port, family, home[0] + 1, home)
        if passes:
            yield f"packets from outside with an address of the cluster are {_by(where)}"
        for stranger in outside:
            passes, where = _enters(port, family, stranger, home)
            if passes and not any(first <= stranger <= last for first, last in known):
                yield f"packets from networks that are not accepted are {_by(where)}"
                break


def _enters(port: Port, family: Family, source: int, home: Span) -> tuple[bool, str]:
    """Whether a packet to the first host of a network passes the filters of a port, and what decides it."""
    packet = Packet(family=family.version, source=source, destination=home[0] + 1, protocol="tcp", port=_DOOR)
    return gate(port.lists, family.version, source, packet.destination).decide(packet)


def _by(where: str) -> str:
    return f"allowed by {where}" if where else "not blocked"
