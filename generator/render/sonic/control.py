"""ACL_TABLE of type CTRLPLANE: who may reach the switch's own services. caclmgrd (sonic-host-services) makes iptables rules of them.

One such rule is enough for it to drop all else that is sent to the switch, IPv6 too, but for answers, ICMP, DHCP, BGP and tunnels. So no table
needs a rule that drops, IPv6 needs no table, and BFD needs one: caclmgrd opens it for sessions of the ASIC alone, and ours are FRR's.
"""

from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort
from generator.render.sonic import Table, Tables
from generator.render.sonic.management import GNMI_PORT, has_gnmi, has_snmp

_FROM = "management/control"
_HIGHEST = 10_000
_LINK_LOCAL = "fe80::/10"
_PEERS = "CONTROL-PEERS"


def control_tables(plan: Plan, switch: Switch) -> Tables:
    """Give a table for each service that the switch has; nothing where no control host has a management port."""
    zone = plan.access.zone.get(_FROM)
    if zone is None or not zone.prefixes:
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
            tables[name] = _table(service, f"{service} from {_FROM}")
            _accept(rules, name, [{"SRC_IP": prefix, **match} for prefix in zone.prefixes])
    ports = [port for port in plan.ports_of[switch.name] if port.group]
    for name, matches in _peers(switch, ports).items():
        tables[name] = _table("ANY", "BFD from the switches at these ports")
        _accept(rules, name, matches)
    return {"ACL_TABLE": tables, "ACL_RULE": rules}


def _peers(switch: Switch, ports: list[SwitchPort]) -> dict[str, list[dict[str, str]]]:
    """Give what BFD of each address family comes from, a port a rule: iptables takes one. No service but `ANY` has UDP.

    Releases before 202505 read no `IN_PORTS` (caclmgrd of each branch), and accept the same addresses at any port.
    """
    by_address = [
        {"SRC_IP": f"{port.peer_address}/32", "IN_PORTS": port.interface} for port in ports if port.peer_address
    ]
    link_local = [
        {"SRC_IPV6": _LINK_LOCAL, "IN_PORTS": port.interface}
        for port in ports
        if not port.peer_address or switch.loopback_ipv6
    ]
    found = {_PEERS: by_address, f"{_PEERS}-V6": link_local}
    return {name: matches for name, matches in found.items() if matches}


def _table(service: str, description: str) -> dict[str, object]:
    return {"policy_desc": description, "type": "CTRLPLANE", "stage": "ingress", "services": [service]}


def _accept(rules: Table, table: str, matches: list[dict[str, str]]) -> None:
    """Number the rules: caclmgrd keeps one of each priority."""
    for number, match in enumerate(matches, 1):
        rules[f"{table}|RULE_{number}"] = {"PRIORITY": str(_HIGHEST - number), "PACKET_ACTION": "ACCEPT", **match}
