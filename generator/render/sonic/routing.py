"""BGP as config_db holds it: the same sessions and filters as frr.conf, for SONiC's own management framework."""

from generator.plan.kubernetes.peering import listener
from generator.plan.leaks import crossings
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import (
    ESTABLISH_S,
    IPV6_GROUP,
    ONE_HOP,
    START_HOLD_S,
    announces_all,
    own_prefixes,
    own_prefixes_ipv6,
)
from generator.plan.sonic import equal_paths
from generator.plan.states import MAINTENANCE
from generator.render.sonic import Table, Tables
from generator.render.sonic.pods import add_pods
from generator.render.sonic.sessions import Session, Sessions, limit_of

_DEFAULT = "default"
_BY_INTERFACE = "0.0.0.0"  # noqa: S104  (nobody listens there: it stands for no address)
"""The next hop of a route that has an interface alone (sonic-static-route.yang, nexthop)."""


def routing_tables(plan: Plan, switch: Switch, sessions: Sessions) -> Tables:
    """Return globals, peer groups, neighbours, networks, prefix sets and route maps."""
    tables: Tables = {
        "BGP_GLOBALS": {
            "default": {
                "local_asn": str(switch.asn),
                "router_id": switch.loopback,
                "load_balance_mp_relax": "true",
                "log_nbr_state_changes": "true",
                "default_ipv4_unicast": "false",
                "coalesce_time": "1000",
                "max_delay": str(START_HOLD_S),
                "establish_wait": str(ESTABLISH_S),
                # The switch of maintenance: true, or `bgp graceful-shutdown` in FRR, makes every peer prefer other paths (RFC 8326).
                "graceful_shutdown": "true" if switch.state == MAINTENANCE else "false",
            }
        },
        "BGP_GLOBALS_AF": {"default|ipv4_unicast": _paths(plan, switch)},
        "BGP_GLOBALS_AF_NETWORK": {f"default|ipv4_unicast|{prefix}": {} for prefix in own_prefixes(switch)},
        **_policy(plan, switch),
    }
    if switch.aggregates:
        tables["STATIC_ROUTE"] = {f"default|{prefix}": {"blackhole": "true"} for prefix in switch.aggregates}
    if switch.way_out:
        tables.setdefault("STATIC_ROUTE", {})["default|0.0.0.0/0"] = {"nexthop": switch.way_out}
    if sessions.groups:
        tables |= _peers(switch, sessions)
    if switch.loopback_ipv6:
        _add_ipv6(tables, plan, switch, sessions)
    if switch.vtep:
        tables["BGP_GLOBALS_AF"]["default|l2vpn_evpn"] = {"advertise-all-vni": "true"}
    if found := listener(plan, switch):
        add_pods(tables, found)
    for vrf in switch.vrfs:
        _add_vrf(tables, plan, switch, vrf)
    for each in crossings(plan, switch):
        row = {"nexthop": each.host or _BY_INTERFACE, "ifname": each.interface, "nexthop-vrf": each.source or _DEFAULT}
        tables.setdefault("STATIC_ROUTE", {})[f"{each.into or _DEFAULT}|{each.prefix}"] = row
    return tables


def _peers(switch: Switch, sessions: Sessions) -> Tables:
    """Return the sessions. A numbered one names its peer's address and AS number; an unnumbered one its interface."""
    group = (
        {"bfd": "true"}
        if sessions.numbered
        else {"peer_type": "external", "bfd": "true", "capability_ext_nexthop": "true"}
    ) | _guard(sessions)
    limits = {name: str(sessions.limits.of(name)) for name in sessions.groups}
    maps = {"route_map_in": ["ACCEPT"], "route_map_out": ["ANNOUNCE"]}
    families: Table = {
        f"default|{name}|ipv4_unicast": {"admin_status": "up", **limit_of(limit), **maps}
        for name, limit in limits.items()
    }
    if switch.overlay:
        families |= {f"default|{name}|l2vpn_evpn": {"admin_status": "up"} for name in sessions.groups}
    rows: dict[tuple[str, int | None], dict[str, str]] = {}
    neighbors: Table = {}
    for peer in sessions.peers:
        row = rows.get((peer.group, peer.asn))
        if row is None:
            row = rows[peer.group, peer.asn] = _neighbor(peer)
        neighbors[f"default|{peer.name}"] = row
    return {
        "BGP_PEER_GROUP": {f"default|{name}": group for name in sessions.groups},
        "BGP_PEER_GROUP_AF": families,
        "BGP_NEIGHBOR": neighbors,
    }


def _guard(sessions: Sessions) -> dict[str, str]:
    return {"ttl_security_hops": str(ONE_HOP)} if sessions.ttl_security else {}


def _neighbor(peer: Session) -> dict[str, str]:
    return {"peer_group_name": peer.group} | ({"asn": str(peer.asn)} if peer.asn else {})


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


def _add_ipv6(tables: Tables, plan: Plan, switch: Switch, sessions: Sessions) -> None:
    """Add the second address family: the same networks, filters and peers, over separate link-local sessions on a numbered underlay."""
    own = own_prefixes_ipv6(switch)
    tables["BGP_GLOBALS_AF"]["default|ipv6_unicast"] = _paths(plan, switch)
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
    if not sessions.groups:
        return
    maps = {"route_map_in": ["ACCEPT6"], "route_map_out": ["ANNOUNCE6"]}
    for group in sessions.groups:
        name = f"{group}{IPV6_GROUP}" if sessions.numbered else group
        limit = str(sessions.limits.of(group))
        tables["BGP_PEER_GROUP_AF"][f"default|{name}|ipv6_unicast"] = {
            "admin_status": "up",
            **limit_of(limit),
            **maps,
        }
        if sessions.numbered:
            tables["BGP_PEER_GROUP"][f"default|{name}"] = {"peer_type": "external", "bfd": "true"} | _guard(sessions)
    if sessions.numbered:
        tables["BGP_NEIGHBOR"] |= {
            f"default|{peer.interface}": {"peer_group_name": f"{peer.group}{IPV6_GROUP}"} for peer in sessions.peers
        }


def _paths(plan: Plan, switch: Switch) -> dict[str, str]:
    return {"max_ebgp_paths": str(equal_paths(plan, switch))}


def _add_vrf(tables: Tables, plan: Plan, switch: Switch, vrf: str) -> None:
    """Add a tenant's instance: it has no sessions; its prefixes are announced as EVPN routes (type 5) with its VXLAN network."""
    tables["BGP_GLOBALS"][vrf] = {"local_asn": str(switch.asn), "router_id": switch.loopback}
    tables["BGP_GLOBALS_AF"][f"{vrf}|ipv4_unicast"] = _paths(plan, switch)
    for prefix in switch.aggregates:
        tables["BGP_GLOBALS_AF_NETWORK"][f"{vrf}|ipv4_unicast|{prefix}"] = {}
        tables["STATIC_ROUTE"][f"{vrf}|{prefix}"] = {"blackhole": "true"}
    if switch.aggregates_ipv6:
        tables["BGP_GLOBALS_AF"][f"{vrf}|ipv6_unicast"] = _paths(plan, switch)
    for prefix in switch.aggregates_ipv6:
        tables["BGP_GLOBALS_AF_NETWORK"][f"{vrf}|ipv6_unicast|{prefix}"] = {}
        tables["STATIC_ROUTE"][f"{vrf}|{prefix}"] = {"blackhole": "true"}
