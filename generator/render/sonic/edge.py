"""Uplinks to the site in config_db: addresses, sessions with their own filters, static routes."""

from generator.plan.edge import SITE_LIST, Family, Instance, Line, SiteUplink, Transit, instances, transit
from generator.plan.edge_secrets import edge_secret
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import AFTER_PODS, announces_all
from generator.plan.secrets import reference
from generator.render.sonic import Table, Tables
from generator.render.sonic.sessions import limit_of

_DEFAULT = "default"


def add_edge(tables: Tables, plan: Plan, switch: Switch) -> None:
    """Add the uplinks to the site of a border leaf, and the filters of site routes on every switch of the fabric."""
    for instance in instances(plan.site_uplinks, switch):
        for uplink in instance.uplinks:
            _add_interface(tables, uplink)
        _add_instance(tables, instance)
    if found := transit(plan.site_uplinks, switch):
        _add_transit(tables, found, passes=announces_all(switch))


def _add_interface(tables: Tables, uplink: SiteUplink) -> None:
    """Add addresses to a front port, or to its sub-interface for a tag."""
    place = {"vrf_name": uplink.vrf} if uplink.vrf else {}
    tagged = {"admin_status": "up", "vlan": str(uplink.vlan)} if uplink.vlan else {}
    rows = tables.setdefault("VLAN_SUB_INTERFACE" if uplink.vlan else "INTERFACE", {})
    rows[uplink.interface] = {**tagged, **place}
    rows |= {f"{uplink.interface}|{each.address}": {} for each in uplink.families}


def _add_instance(tables: Tables, instance: Instance) -> None:
    name = instance.vrf or _DEFAULT
    for version in sorted({each.version for uplink in instance.uplinks for each in uplink.families}):
        tables["BGP_GLOBALS_AF"].setdefault(f"{name}|ipv{version}_unicast", {})
        networks: Table = {f"{name}|ipv{version}_unicast|{prefix}": {} for prefix in instance.brought(version)}
        tables["BGP_GLOBALS_AF_NETWORK"] |= networks
    statics: Table = {}
    for prefix, peer in instance.statics():
        row = statics.setdefault(f"{name}|{prefix}", {})
        assert isinstance(row, dict)
        row["nexthop"] = f"{row['nexthop']},{peer}" if row else peer
    if statics:
        tables.setdefault("STATIC_ROUTE", {}).update(statics)
    for uplink in instance.sessions:
        _add_session(tables, uplink, name)


def _add_session(tables: Tables, uplink: SiteUplink, instance: str) -> None:
    password = {"auth_password": reference(edge_secret(uplink.password))} if uplink.password else {}
    for each in uplink.families:
        tables.setdefault("BGP_NEIGHBOR", {})[f"{instance}|{each.peer}"] = {
            "asn": str(uplink.asn),
            "name": uplink.name,
            **({"bfd": "true"} if uplink.bfd else {}),
            **password,
        }
        tables.setdefault("BGP_NEIGHBOR_AF", {})[f"{instance}|{each.peer}|{each.afi}_unicast"] = {
            "admin_status": "up",
            "route_map_in": [each.into],
            "route_map_out": [each.out],
            **limit_of(str(each.limit)),
        }
        _add_map(tables, each, each.into, each.accepts)
        _add_map(tables, each, each.out, each.announces)


def _add_map(tables: Tables, family: Family, name: str, lines: tuple[Line, ...]) -> None:
    """Add a prefix list and its route-map; a map without lines permits nothing."""
    _add_list(tables, name, family.version, lines)
    row = {"route_operation": "permit", _match(family.version): name} if lines else {"route_operation": "deny"}
    tables["ROUTE_MAP_SET"][name] = {}
    tables["ROUTE_MAP"][f"{name}|10"] = row


def _add_list(tables: Tables, name: str, version: int, lines: tuple[Line, ...]) -> None:
    if lines:
        tables["PREFIX_SET"][name] = {"mode": f"IPv{version}"}
    for number, line in enumerate(lines, 1):
        span = "exact" if line.exact else f"{line.shortest}..{line.longest}"
        tables["PREFIX"][f"{name}|{5 * number}|{line.prefix}|{span}"] = {"action": "permit"}


def _match(version: int) -> str:
    return "match_prefix_set" if version == 4 else "match_ipv6_prefix_set"


def _add_transit(tables: Tables, found: Transit, *, passes: bool) -> None:
    """Add the site's routes to the policy of the fabric: all switches accept them, spines pass them on, and a border leaf announces those of its own edge."""
    for version, lines in found.lines.items():
        twin = "" if version == 4 else "6"
        name = f"{SITE_LIST}{twin}"
        _add_list(tables, name, version, lines)
        row = {"route_operation": "permit", _match(version): name}
        tables["ROUTE_MAP"][f"ACCEPT{twin}|20"] = row
        if passes:
            tables["ROUTE_MAP"][f"ANNOUNCE{twin}|{AFTER_PODS}"] = row
        elif found.paths:
            tables["ROUTE_MAP"][f"ANNOUNCE{twin}|{AFTER_PODS}"] = {**row, "match_as_path": SITE_LIST}
    if found.paths and not passes:
        tables.setdefault("AS_PATH_SET", {})[SITE_LIST] = {"as_path_set_member": list(found.paths)}
