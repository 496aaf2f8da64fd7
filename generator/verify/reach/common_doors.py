"""Filters where the site enters the default instance: packets come from accepted networks alone, and never with an address of the cluster."""

from collections.abc import Iterator, Sequence

from generator.plan.edge import Family, SiteUplink
from generator.verify.reach.filters import Line, gate
from generator.verify.reach.packet import CALLER_PORT, Packet, Span, span_of
from generator.verify.reach.tenant_doors import OUTSIDE, by, holds
from generator.verify.rendered import Rendered, read_forwarding
from generator.verify.systems.records import Port


def common_doors(known: Rendered, uplinks: Sequence[SiteUplink]) -> Iterator[str]:
    """Yield whom the filter of a connection of the default instance lets in besides accepted networks, whose services are judged with reachability."""
    for uplink in uplinks:
        files = read_forwarding(known, uplink.switch) if not uplink.tenant else None
        port = files.port(uplink.guard) if files else None
        if files is None or port is None:
            continue
        # one filter has the lines of all uplinks at its place
        beside = [each for each in uplinks if (each.switch, each.guard) == (uplink.switch, uplink.guard)]
        for family in uplink.families:
            theirs = [each for other in beside for each in other.families if each.version == family.version]
            column = "prefixes_ipv6" if family.version == 6 else "prefixes"
            own = [span_of(prefix) for zone in known.plan["zones"] if zone["fabric"] for prefix in zone[column]]
            for said in _judge(port, family.version, theirs, own):
                yield f"{files.file}: {uplink.name}, IPv{family.version}: {said}"


def _judge(port: Port, version: int, families: Sequence[Family], own: Sequence[Span]) -> Iterator[str]:
    known = [span_of(prefix) for each in families for prefix in (each.peer, *(line.prefix for line in each.accepts))]
    permits = [line for each in port.lists if each.family in {None, version} for line in each.lines if line.permits and line.family in {None, version}]  # fmt: skip
    permits.append(Line(permits=True, rule=""))  # what no line matches
    posing = own[0][0] if own else None
    outside = [span_of(text)[0] for text in OUTSIDE[version]]
    strangers = [("from outside with an address of the cluster", line, posing) for line in permits if posing is not None]  # fmt: skip
    strangers += [
        ("from networks that are not accepted", line, source)
        for line in permits
        for source in (*outside, *(line.source or ()))
        if not any(holds(span, source) for span in known)
    ]
    said: set[str] = set()
    for who, line, source in strangers:
        if who not in said and (line.source is None or holds(line.source, source)):
            packet = _packet(version, source, line, own)
            passes, where = gate(port.lists, version, source, packet.destination).decide(packet)
            if passes:
                said.add(who)
                yield f"packets {who} are {by(where)}"


def _packet(version: int, source: int, line: Line, own: Sequence[Span]) -> Packet:
    """Make a packet that a line matches, to an address of the cluster where it has one."""
    ends = (first for first, _ in own if line.destination is None or holds(line.destination, first))
    to = next(ends, line.destination[0] if line.destination else 0)
    return Packet(
        family=version,
        source=source,
        destination=to,
        protocol=line.protocol or "tcp",
        source_port=line.source_ports[0] if line.source_ports else CALLER_PORT,
        port=line.ports[0] if line.ports else 1,
        answer=bool(line.flags),
    )
