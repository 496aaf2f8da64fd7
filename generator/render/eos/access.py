"""Access lists: the plan's filters, line by line, at the ports where packets enter."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from generator.plan.access.line_numbers import LAST
from generator.plan.access.lines import FilterLine, PortFilter, PortRange
from generator.plan.records import SwitchPort
from generator.render.eos import Section, Sections

_ANYWHERE = {"0.0.0.0/0", "::/0"}
_REMARK = 100
_NEIGHBOURS = {"133": "router solicitation", "135": "neighbour solicitation", "136": "neighbour advertisement"}
"""ICMPv6 types by which a host finds its neighbours and its router (RFC 4861): what ARP is to IPv4, which no IP filter sees."""


def access_sections(filters: list[tuple[PortFilter, list[SwitchPort]]], *, ipv6: bool) -> Sections:
    """Return every list of the switch, one for each family.

    IPv6 is denied where the cluster has none: hosts have link-local addresses, which would pass every other list.
    """
    if not filters:
        return {}
    around = list(_neighbours()) if ipv6 else []
    return {
        "ip_access_lists": [
            {"name": each.name, "entries": [*_lines(each.lines, "ip", "icmp"), *_rest("ip")]} for each, _ in filters
        ],
        "ipv6_access_lists": [
            {
                "name": ipv6_name(each),
                "entries": [*around, *_lines(each.lines_ipv6, "ipv6", "icmpv6"), *_rest("ipv6")],
            }
            for each, _ in filters
        ],
    }


def guarded(each: PortFilter | None) -> Section:
    """Return the keys that apply a filter to a port: empty where there is none."""
    return {} if each is None else {"access_group_in": each.name, "ipv6_access_group_in": ipv6_name(each)}


def ipv6_name(each: PortFilter) -> str:
    """Name a filter's second list."""
    return f"{each.name}-V6"


def _rest(everything: str) -> Iterator[Section]:
    """Report what EOS does at the end of a list anyhow, so that it is counted and seen."""
    yield {"sequence": LAST - 1, "remark": "all else"}
    yield {"sequence": LAST, "action": "deny", "protocol": everything, "source": "any", "destination": "any"}


def _neighbours() -> Iterator[Section]:
    for number, (kind, why) in zip(range(10, LAST, 20), _NEIGHBOURS.items(), strict=False):
        yield {"sequence": number, "remark": why}
        match: Section = {"protocol": "icmpv6", "source": "any", "destination": "any", "icmp_type": kind}
        yield {"sequence": number + 10, "action": "permit", **match}


def _lines(lines: Iterable[FilterLine], everything: str, icmp: str) -> Iterator[Section]:
    """Yield the entries of lines, after one remark with their reason, which has a separate number."""
    for number, run in groupby(lines, key=lambda line: line.remark):
        same = list(run)
        yield {"sequence": number, "remark": same[0].why[:_REMARK]}
        for line in same:
            yield _entry(line, {"any": everything, "icmp": icmp}.get(line.protocol, line.protocol))


def _entry(line: FilterLine, protocol: str) -> Section:
    entry: Section = {
        "sequence": line.number,
        "action": line.action,
        "protocol": protocol,
        "source": _place(line.source),
        **_ports("source_ports", line.source_ports),
        "destination": _place(line.destination),
        **_ports("destination_ports", line.ports),
    }
    return entry | ({"tcp_flags": ["established"]} if line.established else {})


def _place(prefix: str) -> str:
    if prefix in _ANYWHERE:
        return "any"
    return prefix.removesuffix("/128" if ":" in prefix else "/32")


def _ports(key: str, ports: PortRange | None) -> Section:
    if ports is None:
        return {}
    first, last = ports
    if first == last:
        return {f"{key}_match": "eq", key: [str(first)]}
    return {f"{key}_match": "range", key: [str(first), str(last)]}
