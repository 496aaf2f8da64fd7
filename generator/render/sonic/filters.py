"""ACL_TABLE and ACL_RULE: allowed packets from a host's port, by priority, all else dropped.

A rule is named by its line's number, and lines of a band share priorities: they have the same action, so their order does not matter, and switches
accept it (sonic-mgmt tests rules that forward with one priority). Existing rules keep name and priority when a line is added.

Both table types are our own: the YANG of newer releases takes TCP flags only in a type that lists them, and has no next header for IPv6, so the
protocol is used instead. IPv6 has a table at every filtered port, also where the cluster has no IPv6: link-local addresses always exist.
"""

from collections.abc import Iterable, Iterator

from generator.plan.access.lines import PERMIT, FilterLine, PortFilter, PortRange
from generator.plan.access.records import ANY
from generator.plan.records import SwitchPort
from generator.render.sonic import Table, Tables

_TYPE = "HOST_PORT"
_TYPE_V6 = "HOST_PORT_V6"
_PORTS = ["L4_SRC_PORT", "L4_DST_PORT", "L4_SRC_PORT_RANGE", "L4_DST_PORT_RANGE", "TCP_FLAGS"]
_SHAPE = {"ACTIONS": ["PACKET_ACTION"], "BIND_POINTS": ["PORT"]}
_TYPES: Table = {
    _TYPE: {"MATCHES": ["ETHER_TYPE", "SRC_IP", "DST_IP", "IP_PROTOCOL", *_PORTS], **_SHAPE},
    _TYPE_V6: {"MATCHES": ["IP_TYPE", "SRC_IPV6", "DST_IPV6", "IP_PROTOCOL", "ICMPV6_TYPE", *_PORTS], **_SHAPE},
}
_HIGHEST = "9999"
_LOWEST = "1"
"""Priorities within those of SONiC's own acl-loader: neighbour discovery before every line, the default after."""
_PROTOCOLS = {
    False: {"icmp": "1", "tcp": "6", "udp": "17", "vrrp": "112"},
    True: {"icmp": "58", "tcp": "6", "udp": "17", "vrrp": "112"},
}
_ESTABLISHED = {"ACK": "0x10/0x10", "RST": "0x04/0x04"}
"""A segment of an established connection has ACK or RST (RFC 9293)."""
_DEFAULT = {"PRIORITY": _LOWEST, "PACKET_ACTION": "DROP", "ETHER_TYPE": "0x0800"}
_DEFAULT_V6 = {"PRIORITY": _LOWEST, "PACKET_ACTION": "DROP", "IP_TYPE": "IPV6ANY"}
_NEIGHBOURS = {"RS": "133", "RA": "134", "NS": "135", "NA": "136"}
"""Neighbour discovery, without which no IPv6 address is found (RFC 4890, section 4.4.1)."""
_CLOSED = "ALL-V6"
Row = dict[str, str]
Rule = tuple[str, Row]
"""A rule's name and its fields."""


def filter_tables(filters: list[tuple[PortFilter, list[SwitchPort]]], control: Tables) -> Tables:
    """Return every filter with its ports, after `control`, the tables of the switch's own services."""
    if not filters:
        return control
    tables: Table = dict(control.get("ACL_TABLE", {}))
    rules: Table = dict(control.get("ACL_RULE", {}))
    closed: list[str] = []
    for each, ports in filters:
        names = [port.interface for port in ports]
        tables[each.name] = _table(_TYPE, f"what {each.name.lower()} may send", names)
        _add(rules, each.name, _rules(each.lines, ipv6=False), _DEFAULT)
        if each.lines_ipv6:
            name = f"{each.name}-V6"
            tables[name] = _table(_TYPE_V6, f"what {each.name.lower()} may send over IPv6", names)
            _add(rules, name, (*_discovery(), *_rules(each.lines_ipv6, ipv6=True)), _DEFAULT_V6)
        else:
            closed += names
    if closed:
        tables[_CLOSED] = _table(_TYPE_V6, "no IPv6 here", closed)
        _add(rules, _CLOSED, (), _DEFAULT_V6)
    return {"ACL_TABLE_TYPE": _TYPES, "ACL_TABLE": tables, "ACL_RULE": rules}


def _table(kind: str, description: str, ports: list[str]) -> dict[str, object]:
    return {"policy_desc": description, "type": kind, "stage": "ingress", "ports": ports}


def _add(rules: Table, table: str, named: Iterable[Rule], default: Row) -> None:
    for name, row in named:
        rules[f"{table}|{name}"] = row
    rules[f"{table}|DEFAULT"] = default


def _discovery() -> Iterator[Rule]:
    for name, kind in _NEIGHBOURS.items():
        row = {"PACKET_ACTION": "FORWARD", "IP_TYPE": "IPV6ANY", "IP_PROTOCOL": "58", "ICMPV6_TYPE": kind}
        yield f"NEIGHBOUR_{name}", {"PRIORITY": _HIGHEST, **row}


def _rules(lines: Iterable[FilterLine], *, ipv6: bool) -> Iterator[Rule]:
    """Yield a rule for every line, and two for answers over TCP: an entry matches one set of flags."""
    for line in lines:
        name, row = f"RULE_{line.number}", _rule(line, ipv6=ipv6)
        if line.established:
            for flag, flags in _ESTABLISHED.items():
                yield f"{name}_{flag}", {**row, "TCP_FLAGS": flags}
        else:
            yield name, row


def _rule(line: FilterLine, *, ipv6: bool) -> Row:
    family = "V6" if ipv6 else ""
    row = {
        "PRIORITY": str(line.priority),
        "PACKET_ACTION": "FORWARD" if line.action == PERMIT else "DROP",
        **({"IP_TYPE": "IPV6ANY"} if ipv6 else {"ETHER_TYPE": "0x0800"}),
        f"SRC_IP{family}": line.source,
        f"DST_IP{family}": line.destination,
    }
    if line.protocol != ANY:
        row["IP_PROTOCOL"] = _PROTOCOLS[ipv6][line.protocol]
    return row | _port("SRC", line.source_ports) | _port("DST", line.ports)


def _port(side: str, ports: PortRange | None) -> Row:
    if ports is None:
        return {}
    first, last = ports
    return {f"L4_{side}_PORT": str(first)} if first == last else {f"L4_{side}_PORT_RANGE": f"{first}-{last}"}
