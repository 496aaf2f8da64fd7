"""BGP as config_db holds it: the same sessions and filters as frr.conf, for SONiC's own management framework."""

from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.sonic import Table, Tables

MAX_PATHS = 128
_TRANSIT = ("spine", "core")


def own_prefixes(switch: Switch) -> list[str]:
    """What a switch itself brings into BGP: its loopback, then what it serves."""
    return [f"{switch.loopback}/32", *switch.networks]


def own_prefixes_ipv6(switch: Switch) -> list[str]:
    """The same in IPv6, where the spec has it."""
    return [f"{switch.loopback_ipv6}/128", *switch.networks_ipv6] if switch.loopback_ipv6 else []


def announces_all(switch: Switch) -> bool:
    """Whether a switch passes on what it learns: spines and cores do, leaves never."""
    return switch.tier in _TRANSIT


def routing_tables(plan: Plan, switch: Switch) -> Tables:
    """Give globals, peer groups, neighbours, networks, prefix sets and route maps."""
    ports = [port for port in plan.ports_of[switch.name] if port.group]
    groups = sorted({port.group for port in ports})
    tables: Tables = {
        "BGP_GLOBALS": {
            "default": {
                "local_asn": str(switch.asn),
                "router_id": switch.loopback,
                "load_balance_mp_relax": "true",
                "log_nbr_state_changes": "true",
                "default_ipv4_unicast": "false",
                "coalesce_time": "1000",
            }
        },
        "BGP_GLOBALS_AF": {"default|ipv4_unicast": {"max_ebgp_paths": str(MAX_PATHS)}},
        "BGP_GLOBALS_AF_NETWORK": {f"default|ipv4_unicast|{prefix}": {} for prefix in own_prefixes(switch)},
        **_policy(plan, switch),
    }
    if switch.aggregates:
        tables["STATIC_ROUTE"] = {f"default|{prefix}": {"blackhole": "true"} for prefix in switch.aggregates}
    if groups:
        family = {"admin_status": "up", "route_map_in": ["ACCEPT"], "route_map_out": ["ANNOUNCE"]}
        tables["BGP_PEER_GROUP"] = {
            f"default|{group}": {"peer_type": "external", "bfd": "true", "capability_ext_nexthop": "true"}
            for group in groups
        }
        tables["BGP_PEER_GROUP_AF"] = {f"default|{group}|ipv4_unicast": dict(family) for group in groups}
        tables["BGP_NEIGHBOR"] = {f"default|{port.interface}": {"peer_group_name": port.group} for port in ports}
        if "frontend" in switch.carries:
            for group in groups:
                tables["BGP_PEER_GROUP_AF"][f"default|{group}|l2vpn_evpn"] = {"admin_status": "up"}
    if switch.loopback_ipv6:
        _add_ipv6(tables, plan, switch, groups)
    if switch.vtep:
        tables["BGP_GLOBALS_AF"]["default|l2vpn_evpn"] = {"advertise-all-vni": "true"}
    return tables


def _policy(plan: Plan, switch: Switch) -> Tables:
    own: Table = {
        f"OWN|{5 * n}|{prefix}|exact": {"action": "permit"} for n, prefix in enumerate(own_prefixes(switch), 1)
    }
    learned: Table = {
        f"FABRIC|{5 * n}|{line.prefix}|{line.length}..{line.length}": {"action": "permit"}
        for n, line in enumerate(plan.filters[switch.fabric], 1)
    }
    maps: Table = {
        "ACCEPT|10": {"route_operation": "permit", "match_prefix_set": "FABRIC"},
        "ANNOUNCE|10": {"route_operation": "permit", "match_prefix_set": "OWN"},
    }
    if announces_all(switch):
        maps["ANNOUNCE|20"] = {"route_operation": "permit", "match_prefix_set": "FABRIC"}
    return {
        "PREFIX_SET": {"OWN": {"mode": "IPv4"}, "FABRIC": {"mode": "IPv4"}},
        "PREFIX": own | learned,
        "ROUTE_MAP_SET": {"ACCEPT": {}, "ANNOUNCE": {}},
        "ROUTE_MAP": maps,
    }


def _add_ipv6(tables: Tables, plan: Plan, switch: Switch, groups: list[str]) -> None:
    """Add the second address family: the same networks, filters and peers."""
    own = own_prefixes_ipv6(switch)
    tables["BGP_GLOBALS_AF"]["default|ipv6_unicast"] = {"max_ebgp_paths": str(MAX_PATHS)}
    tables["BGP_GLOBALS_AF_NETWORK"] |= {f"default|ipv6_unicast|{prefix}": {} for prefix in own}
    if switch.aggregates_ipv6:
        routes = {f"default|{prefix}": {"blackhole": "true"} for prefix in switch.aggregates_ipv6}
        tables.setdefault("STATIC_ROUTE", {}).update(routes)
    tables["PREFIX_SET"] |= {"OWN6": {"mode": "IPv6"}, "FABRIC6": {"mode": "IPv6"}}
    tables["PREFIX"] |= {f"OWN6|{5 * n}|{prefix}|exact": {"action": "permit"} for n, prefix in enumerate(own, 1)}
    for n, line in enumerate((line for line in plan.filters[switch.fabric] if line.ipv6), 1):
        tables["PREFIX"][f"FABRIC6|{5 * n}|{line.ipv6}|{line.ipv6_length}..{line.ipv6_length}"] = {"action": "permit"}
    tables["ROUTE_MAP_SET"] |= {"ACCEPT6": {}, "ANNOUNCE6": {}}
    tables["ROUTE_MAP"] |= {
        "ACCEPT6|10": {"route_operation": "permit", "match_ipv6_prefix_set": "FABRIC6"},
        "ANNOUNCE6|10": {"route_operation": "permit", "match_ipv6_prefix_set": "OWN6"},
    }
    if announces_all(switch):
        tables["ROUTE_MAP"]["ANNOUNCE6|20"] = {"route_operation": "permit", "match_ipv6_prefix_set": "FABRIC6"}
    family = {"admin_status": "up", "route_map_in": ["ACCEPT6"], "route_map_out": ["ANNOUNCE6"]}
    tables.setdefault("BGP_PEER_GROUP_AF", {}).update({f"default|{group}|ipv6_unicast": family for group in groups})
