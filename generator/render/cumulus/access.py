"""Access lists at the ports of hosts, inbound: the plan's lines with their short numbers, and an end to each list, which NVUE does not add."""

from generator.plan.access.line_numbers import short_numbers
from generator.plan.access.lines import FilterLine, PortFilter, PortRange
from generator.plan.access.records import ANY
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.cumulus.switching import bridged_names
from generator.render.cumulus.tree import Branch, add_rule, at

_LAST = 65535
_PORTS = ("tcp", "udp")
_NEIGHBOURS = {10: "neighbor-solicitation", 20: "neighbor-advertisement", 30: "router-solicitation"}
"""Without these no IPv6 host finds its gateway (RFC 4861)."""


def add_access(tree: Branch, plan: Plan, switch: Switch) -> None:
    """Add a list for each kind of host and IP version, and put it at its ports."""
    bonded = bridged_names(plan, switch)
    for found, ports in plan.filters_on(switch):
        names = [bonded.get(port.interface, port.interface) for port in ports]
        _add_list(tree, found, names, ipv6=False)
        _add_list(tree, found, names, ipv6=True)


def _add_list(tree: Branch, found: PortFilter, names: list[str], *, ipv6: bool) -> None:
    """Add one list. Where hosts have no IPv6, its list only permits neighbour discovery."""
    name = f"{found.name}-V6" if ipv6 else found.name
    branch = at(tree, "acl", name)
    branch["type"] = "ipv6" if ipv6 else "ipv4"
    for number, kind in _NEIGHBOURS.items() if ipv6 else ():
        at(add_rule(branch, number, "permit"), "match")["ip"] = {"icmpv6-type": kind, "protocol": "icmpv6"}
    for number, line in short_numbers(found.lines_ipv6 if ipv6 else found.lines):
        _fill_rule(add_rule(branch, number, line.action), line, ipv6=ipv6)
    at(add_rule(branch, _LAST, "deny"), "match")["ip"] = {"dest-ip": "ANY", "source-ip": "ANY"}
    for interface in names:
        at(tree, "interface", interface, "acl", name, "inbound")


def _fill_rule(rule: Branch, line: FilterLine, *, ipv6: bool) -> None:
    rule["remark"] = line.why
    match = at(rule, "match", "ip")
    match |= {"dest-ip": line.destination, "source-ip": line.source}
    if line.protocol == ANY:
        return
    match["protocol"] = "icmpv6" if ipv6 and line.protocol == "icmp" else line.protocol
    if line.protocol not in _PORTS:
        return
    for key, ports in (("dest-port", line.ports), ("source-port", line.source_ports)):
        if ports:
            at(match, line.protocol, key, _range(ports))
    if line.established:
        at(match, "tcp")["state"] = "established"


def _range(ports: PortRange) -> str:
    first, last = ports
    return str(first) if first == last else f"{first}:{last}"
