"""What pyavd's schema does not look at: names that lead nowhere, addresses that are none, sessions that it drops without a word."""

from collections.abc import Callable, Iterator
from ipaddress import ip_address, ip_interface, ip_network
from itertools import pairwise
from typing import Any

Section = dict[str, Any]
_DEFAULT = "default"
_INTERFACES = (
    "ethernet_interfaces",
    "port_channel_interfaces",
    "loopback_interfaces",
    "vlan_interfaces",
    "management_interfaces",
)
_METHODS = {"local", "none", "tacacs+", "radius", "group"}


def dangling(config: Section) -> list[str]:
    """Return every name that is used and not defined, by what should define it."""
    known = _defined(config)
    used = [
        *_of_interfaces(config),
        *_of_bgp(config),
        *_of_policy(config),
        *_of_services(config),
        *_of_doors(config),
        *_of_overlay(config),
    ]
    return [f"{place}: no {kind} {name}" for kind, name, place in used if name not in known[kind]]


def idle(config: Section) -> list[str]:
    """Return every access list, profile, route map and prefix list that nothing uses."""
    used = {(kind, name) for kind, name, _ in (*_of_interfaces(config), *_of_bgp(config), *_of_policy(config))}
    used |= {(kind, name) for kind, name, _ in _of_doors(config)}
    kinds = (
        *("access list", "ipv6 access list", "standard access list", "ipv6 standard access list"),
        *("qos profile", "route map", "prefix list", "ipv6 prefix list", "as-path list"),
    )
    known = _defined(config)
    return [
        f"{kind} {name} is used nowhere" for kind in kinds for name in sorted(known[kind]) if (kind, name) not in used
    ]


def wrong_addresses(config: Section) -> list[str]:
    """Return every invalid address, and every address that the switch has twice in an instance."""
    found = [f"{place}: {value} is no address" for place, key, value in _leaves(config) if not _is_address(key, value)]
    seen: dict[tuple[str, str], str] = {}
    for section in _INTERFACES:
        for row in config.get(section, []):
            every = (row.get("ip_address"), row.get("ip_address_virtual"), *row.get("ipv6_addresses", []))
            for text in filter(None, every):
                where = (row.get("vrf", _DEFAULT), text.partition("/")[0])
                if seen.setdefault(where, row["name"]) != row["name"]:
                    found.append(f"{row['name']}: {text} is on {seen[where]} too")
    return found


_READERS: dict[str, Callable[[str], object]] = {
    "ip_address": ip_interface,
    "ip_address_virtual": ip_interface,
    "ipv6_addresses": ip_interface,
    "next_hop": ip_address,
    "prefix": ip_network,
    "router_id": ip_address,
}


def _is_address(key: str, value: Any) -> bool:
    try:
        _READERS.get(key, str)(value)
    except ValueError:
        return False
    return True


def dropped(config: Section, text: str) -> list[str]:
    """Return every session, interface and access list line of the data that the text lacks."""
    lines = {line.strip() for line in text.splitlines()}
    bgp = config["router_bgp"]
    wanted = [f"interface {row['name']}" for row in config["ethernet_interfaces"]]
    wanted += [f"interface {row['name']}" for row in config.get("port_channel_interfaces", [])]
    wanted += [
        f"neighbor interface {row['name']} peer-group {row['peer_group']} remote-as {row.get('remote_as')}"
        for row in bgp.get("neighbor_interfaces", [])
    ]
    for row in bgp.get("neighbors", []):
        wanted.append(f"neighbor {row['ip_address']} remote-as {row.get('remote_as')}")
        if "peer_group" in row:
            wanted.append(f"neighbor {row['ip_address']} peer group {row['peer_group']}")
    missing = [f"the text has no line {line!r}" for line in wanted if line not in lines]
    for kind, word in (("ip_access_lists", "ip access-list"), ("ipv6_access_lists", "ipv6 access-list")):
        for row in config.get(kind, []):
            body = text.partition(f"\n{word} {row['name']}\n")[2].partition("\n!\n")[0].splitlines()
            if len(body) != len(row["entries"]):
                missing.append(f"{row['name']}: {len(row['entries'])} entries became {len(body)} lines")
    return missing


def _defined(config: Section) -> dict[str, set[str]]:
    def names(section: str, key: str = "name") -> set[str]:
        return {str(row[key]) for row in config.get(section, [])}

    interfaces = {"Vxlan1"} if "vxlan_interface" in config else set()
    for section in _INTERFACES:
        interfaces |= names(section)
    security = config.get("management_security", {})
    return {
        "interface": interfaces,
        "link tracking group": names("link_tracking_groups"),
        "vrf": names("vrfs") | {_DEFAULT},
        "vlan": names("vlans", "id"),
        "access list": names("ip_access_lists"),
        "ipv6 access list": names("ipv6_access_lists"),
        "standard access list": names("standard_access_lists"),
        "ipv6 standard access list": names("ipv6_standard_access_lists"),
        "qos profile": names("qos_profiles"),
        "route map": names("route_maps"),
        "prefix list": names("prefix_lists"),
        "ipv6 prefix list": names("ipv6_prefix_lists"),
        "as-path list": {row["name"] for row in config.get("as_path", {}).get("access_lists", [])},
        "peer group": {row["name"] for row in config.get("router_bgp", {}).get("peer_groups", [])},
        "bgp group": names("bgp_groups"),
        "bgp profile": {row["name"] for row in config.get("maintenance", {}).get("bgp_profiles", [])},
        "tls profile": {row["name"] for row in security.get("ssl_profiles", [])},
        "aaa group": names("aaa_server_groups"),
        "tacacs server": {row["host"] for row in config.get("tacacs_servers", {}).get("hosts", [])},
        "snmp group": {row["name"] for row in config.get("snmp_server", {}).get("groups", [])},
        "snmp user": {row["name"] for row in config.get("snmp_server", {}).get("users", [])},
    }


Use = tuple[str, str, str]


def _of_interfaces(config: Section) -> Iterator[Use]:
    keys = {
        "vrf": "vrf",
        "service_profile": "qos profile",
        "access_group_in": "access list",
        "access_group_out": "access list",
        "ipv6_access_group_in": "ipv6 access list",
    }
    for section in _INTERFACES:
        for row in config.get(section, []):
            for key, kind in keys.items():
                if key in row:
                    yield kind, row[key], row["name"]
            if "channel_group" in row:
                yield "interface", f"Port-Channel{row['channel_group']['id']}", row["name"]
            yield from (
                ("link tracking group", name, row["name"]) for name in row.get("link_tracking", {}).get("groups", [])
            )
            for vlan in _vlans_of(row):
                yield "vlan", str(vlan), row["name"]


def _vlans_of(row: Section) -> Iterator[object]:
    if row["name"].startswith("Vlan"):
        yield row["name"].removeprefix("Vlan")
    port = row.get("switchport", {})
    trunk = port.get("trunk", {})
    yield from (each for each in (port.get("access_vlan"), trunk.get("native_vlan")) if each is not None)
    if "allowed_vlan" in trunk:
        yield from trunk["allowed_vlan"].split(",")


def _of_bgp(config: Section) -> Iterator[Use]:
    bgp = config.get("router_bgp", {})
    for row in (*bgp.get("neighbors", []), *bgp.get("neighbor_interfaces", [])):
        if "peer_group" in row:
            yield "peer group", row["peer_group"], "router bgp"
    for row in bgp.get("neighbor_interfaces", []):
        yield "interface", row["name"], "router bgp"
    for family in ("ipv4", "ipv6", "evpn"):
        for row in bgp.get(f"address_family_{family}", {}).get("peer_groups", []):
            yield "peer group", row["name"], f"address family {family}"
            for key in ("route_map_in", "route_map_out"):
                if key in row:
                    yield "route map", row[key], f"address family {family}"
    for row in bgp.get("vlans", []):
        yield "vlan", str(row["id"]), "router bgp"
    yield from _of_sessions(bgp, "router bgp")
    for row in bgp.get("vrfs", []):
        yield "vrf", row["name"], "router bgp"
        yield from _of_sessions(row, f"router bgp, {row['name']}")


def _of_sessions(instance: Section, place: str) -> Iterator[Use]:
    """Yield the route maps of sessions that have their own, as those with the site."""
    for family in ("ipv4", "ipv6"):
        for row in instance.get(f"address_family_{family}", {}).get("neighbors", []):
            yield from (("route map", row[key], place) for key in ("route_map_in", "route_map_out") if key in row)


def _of_policy(config: Section) -> Iterator[Use]:
    kinds = {
        "ip address prefix-list": "prefix list",
        "ipv6 address prefix-list": "ipv6 prefix list",
        "as-path": "as-path list",
    }
    for row in config.get("route_maps", []):
        for step in row["sequence_numbers"]:
            for match in step.get("match", []):
                words, _, name = match.rpartition(" ")
                yield kinds[words], name, f"route-map {row['name']}"
    for row in config.get("bgp_groups", []):
        for name in row["neighbors"]:
            yield "peer group", name, f"group bgp {row['name']}"
        for name in row["bgp_maintenance_profiles"]:
            yield "bgp profile", name, f"group bgp {row['name']}"
    maintenance = config.get("maintenance", {})
    for row in maintenance.get("bgp_profiles", []):
        for name in row["initiator"].values():
            yield "route map", name, f"maintenance profile {row['name']}"
    for row in maintenance.get("units", []):
        for name in row["groups"]["bgp_groups"]:
            yield "bgp group", name, f"maintenance unit {row['name']}"
    for row in (*config.get("static_routes", []), *config.get("ipv6_static_routes", [])):
        yield "vrf", row.get("vrf", _DEFAULT), f"route {row['prefix']}"
    for row in config.get("router_general", {}).get("vrfs", []):
        yield "vrf", row["name"], "router general"
        for leak in row["leak_routes"]:
            yield "vrf", leak["source_vrf"], f"router general, {row['name']}"
            yield "route map", leak["subscribe_policy"], f"router general, {row['name']}"


def _of_services(config: Section) -> Iterator[Use]:
    """Every `vrf`, source interface, TLS profile and server group below the services."""
    kinds = {"vrf": "vrf", "source_interface": "interface", "ssl_profile": "tls profile"}
    services = (
        "ntp",
        "logging",
        "tacacs_servers",
        "snmp_server",
        "management_api_gnmi",
        "aaa_server_groups",
        "ip_tacacs",
        "ip_domain_lookup",
    )
    for name in services:
        for place, key, value in _leaves(config.get(name, {}), name):
            if key in kinds:
                yield kinds[key], str(value), place
    for name in ("ntp", "snmp_server", "ip_domain_lookup"):
        section = config.get(name, {})
        rows = [
            section.get("local_interface"),
            *section.get("local_interfaces", []),
            *section.get("source_interfaces", []),
        ]
        yield from (("interface", row["name"], name) for row in rows if row)
    for name in ("logging", "snmp_server", "ip_tacacs", "ip_name_server", "management_ssh"):
        yield from (("vrf", row["name"], name) for row in config.get(name, {}).get("vrfs", []))
    for row in config.get("aaa_server_groups", []):
        yield from (("tacacs server", each["server"], row["name"]) for each in row["servers"])
    for name in ("aaa_authentication", "aaa_authorization"):
        for place, _, value in _leaves(config.get(name, {}), name):
            words = str(value).split()
            yield from (
                ("aaa group", word, place)
                for before, word in pairwise(words)
                if before == "group" and word not in _METHODS
            )
    snmp = config.get("snmp_server", {})
    yield from (("snmp group", row["group"], "snmp user") for row in snmp.get("users", []))
    yield from (("snmp user", user["username"], "snmp host") for row in snmp.get("hosts", []) for user in row["users"])


def _of_doors(config: Section) -> Iterator[Use]:
    """What may reach the switch itself: lists by source address alone."""
    kinds = {
        **dict.fromkeys(("ip_access_group_in", "ip_access_group", "access_group"), "standard access list"),
        **dict.fromkeys(("ipv6_access_group_in", "ipv6_access_group"), "ipv6 standard access list"),
    }
    for name in ("management_ssh", "management_api_http", "management_api_gnmi"):
        for place, key, value in _leaves(config.get(name, {}), name):
            if key in kinds:
                yield kinds[key], str(value), place
    yield from (("vrf", row["name"], "eapi") for row in config.get("management_api_http", {}).get("enable_vrfs", []))
    for key, kind in (("ipv4_acls", "standard access list"), ("ipv6_acls", "ipv6 standard access list")):
        yield from ((kind, row["name"], "snmp") for row in config.get("snmp_server", {}).get(key, []))


def _of_overlay(config: Section) -> Iterator[Use]:
    vxlan = config.get("vxlan_interface", {}).get("vxlan1", {}).get("vxlan", {})
    if vxlan:
        yield "interface", vxlan["source_interface"], "Vxlan1"
    yield from (("vlan", str(row["id"]), "Vxlan1") for row in vxlan.get("vlans", []))
    yield from (("vrf", row["name"], "Vxlan1") for row in vxlan.get("vrfs", []))


def _leaves(value: Any, place: str = "", key: str = "") -> Iterator[tuple[str, str, Any]]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _leaves(each, f"{place}.{name}" if place else name, name)
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _leaves(each, f"{place}[{number}]", key)
    else:
        yield place, key, value
