"""ACL_TABLE of type CTRLPLANE: access to the switch's own services. caclmgrd (sonic-host-services) makes iptables rules of them.

One such rule is enough for it to drop all else that is sent to the switch, IPv6 too, but for answers, ICMP, DHCP, BGP and tunnels. So no table
needs a rule that drops, IPv6 needs no table, and BFD needs one: caclmgrd only permits it for sessions of the ASIC, and ours are FRR's.

caclmgrd keeps one rule of each priority of a table. A rule's priority is its line's number, and names it.
"""

from collections.abc import Iterable

from generator.plan.access.control import CONTROL_ZONE, ControlLine, control_hosts, neighbours
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.sonic import Table, Tables
from generator.render.sonic.management import GNMI_PORT, has_gnmi, has_snmp

_PEERS = "CONTROL-PEERS"
_SAID = "BFD from the switches at these ports"


def control_tables(plan: Plan, switch: Switch) -> Tables:
    """Return a table for each service that the switch has; empty where no control host has a management port."""
    hosts = control_hosts(plan)
    if not hosts:
        return {}
    asked = {
        "SSH": (True, {}),
        "SNMP": (has_snmp(plan, switch), {}),
        "EXTERNAL_CLIENT": (has_gnmi(plan, switch), {"L4_DST_PORT": GNMI_PORT}),
    }
    tables: Table = {}
    rules: Table = {}
    for service, (on, match) in asked.items():
        if on:
            name = f"CONTROL-{service.replace('_', '-')}"
            tables[name] = _table(service, f"{service} from {CONTROL_ZONE}")
            _accept(rules, name, "SRC_IP", hosts, match)
    # BFD, a port a rule: iptables takes one. No service but `ANY` has UDP. Releases before 202505 read no `IN_PORTS` (caclmgrd of each branch), and
    # accept the same addresses at any port.
    ports = [port for port in plan.ports_of[switch.name] if port.group]
    for name, field, ipv6 in ((_PEERS, "SRC_IP", False), (f"{_PEERS}-V6", "SRC_IPV6", True)):
        peers = neighbours(switch, ports, plan.site_uplinks, ipv6=ipv6)
        if peers:
            tables[name] = _table(
                "ANY",
                _SAID
                if not any(uplink.switch == switch.name for uplink in plan.site_uplinks)
                else f"{_SAID}, and from the site",
            )
            _accept(rules, name, field, peers, {})
    return {"ACL_TABLE": tables, "ACL_RULE": rules}


def _table(service: str, description: str) -> dict[str, object]:
    return {"policy_desc": description, "type": "CTRLPLANE", "stage": "ingress", "services": [service]}


def _accept(rules: Table, table: str, field: str, lines: Iterable[ControlLine], match: dict[str, str]) -> None:
    for line in lines:
        at = {"IN_PORTS": line.interface} if line.interface else {}
        row = {"PRIORITY": str(line.number), "PACKET_ACTION": "ACCEPT", field: line.source, **at, **match}
        rules[f"{table}|RULE_{line.number}"] = row
