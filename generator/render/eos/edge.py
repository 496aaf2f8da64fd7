"""Uplinks to the site: addresses, sessions with their own filters, static routes, and the site's routes in the fabric."""

from typing import Any

from generator.plan.access.lines import PortFilter
from generator.plan.edge import SITE_LIST, Family, Instance, Line, SiteUplink, Transit, instances, transit
from generator.plan.edge_secrets import edge_secret
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort
from generator.plan.routing import AFTER_PODS, announces_all
from generator.plan.secrets import reference
from generator.render.eos import Section, Sections, stated
from generator.render.eos.access import guarded
from generator.render.eos.routing import retried

_LISTS = {4: "prefix_lists", 6: "ipv6_prefix_lists"}
_MATCH = {4: "ip address prefix-list", 6: "ipv6 address prefix-list"}


def add_edge(
    sections: Sections, plan: Plan, switch: Switch, filters: list[tuple[PortFilter, list[SwitchPort]]]
) -> None:
    """Add the uplinks to the site of a border leaf, and the filters of site routes on every switch of the fabric."""
    guards = {port.interface: each for each, ports in filters for port in ports}
    for instance in instances(plan.site_uplinks, switch):
        for uplink in instance.uplinks:
            _add_interface(sections, uplink, guards.get(uplink.guard))
        _add_statics(sections, instance)
        _add_instance(sections, instance)
    if found := transit(plan.site_uplinks, switch):
        _add_transit(sections, found, passes=announces_all(switch))


def _add_interface(sections: Sections, uplink: SiteUplink, guard: PortFilter | None) -> None:
    rows: list[Section] = sections["ethernet_interfaces"]
    place = next(number for number, row in enumerate(rows) if row["name"] == uplink.port)
    own = stated(
        {
            "vrf": uplink.vrf,
            "ip_address": uplink.address,
            "ipv6_addresses": [uplink.ipv6] if uplink.ipv6 else [],
        }
    )
    if not uplink.vlan:
        rows[place] |= own
        return
    head: Section = {"name": uplink.interface, "description": f"{uplink.name} site", "shutdown": False}
    rows.insert(
        place + 1,
        {**head, "encapsulation_dot1q": {"vlan": uplink.vlan}, "mtu": uplink.mtu_bytes, **own, **guarded(guard)},
    )


def _add_statics(sections: Sections, instance: Instance) -> None:
    for prefix, peer in instance.statics():
        row = stated({"vrf": instance.vrf, "prefix": prefix, "next_hop": peer})
        sections.setdefault("ipv6_static_routes" if ":" in prefix else "static_routes", []).append(row)


def _add_instance(sections: Sections, instance: Instance) -> None:
    bgp: Section = sections["router_bgp"]
    if instance.vrf:
        bgp = next(row for row in bgp["vrfs"] if row["name"] == instance.vrf)
    for version in sorted({each.version for uplink in instance.uplinks for each in uplink.families}):
        networks = [{"prefix": prefix} for prefix in instance.brought(version)]
        # pyavd prints an instance's networks of IPv4 from its own key, those of IPv6 from its family.
        home = bgp if instance.vrf and version == 4 else bgp.setdefault(f"address_family_ipv{version}", {})
        if networks:
            home.setdefault("networks", []).extend(networks)
    for uplink in instance.sessions:
        for each in uplink.families:
            bgp.setdefault("neighbors", []).append(_neighbor(uplink, each))
            family = bgp.setdefault(f"address_family_{each.afi}", {})
            family.setdefault("neighbors", []).append(_activated(each))
            _add_map(sections, each.into, each.version, each.accepts)
            _add_map(sections, each.out, each.version, each.announces)
            said = [retried(each.peer)]
            if uplink.password:
                # pyavd takes an encrypted one alone (type 7), and EOS encrypts with the peer's address: EOS does that when it is loaded.
                said.append(f"neighbor {each.peer} password 0 {reference(edge_secret(uplink.password))}")
            bgp["eos_cli"] = "\n".join([*bgp.get("eos_cli", "").splitlines(), *said])


def _neighbor(uplink: SiteUplink, each: Family) -> Section:
    """Return a session; a list that is too long ends it."""
    return {
        "ip_address": each.peer,
        "remote_as": str(uplink.asn),
        "description": uplink.name,
        **({"bfd": True} if uplink.bfd else {}),
        "maximum_accepted_routes": {"limit": each.limit},
    }


def _activated(each: Family) -> Section:
    return {"ip_address": each.peer, "activate": True, "route_map_in": each.into, "route_map_out": each.out}


def _add_map(sections: Sections, name: str, version: int, lines: tuple[Line, ...]) -> None:
    """Add a prefix list and its route-map; a map without lines permits nothing."""
    entry: Section = {"sequence": 10, "type": "deny"}
    if lines:
        _add_list(sections, name, version, lines)
        entry = {"sequence": 10, "type": "permit", "match": [f"{_MATCH[version]} {name}"]}
    sections.setdefault("route_maps", []).append({"name": name, "sequence_numbers": [entry]})


def _add_list(sections: Sections, name: str, version: int, lines: tuple[Line, ...]) -> None:
    entries = [{"sequence": 10 * number, "action": _action(line)} for number, line in enumerate(lines, 1)]
    sections.setdefault(_LISTS[version], []).append({"name": name, "sequence_numbers": entries})


def _action(line: Line) -> str:
    if line.exact:
        return f"permit {line.prefix}"
    if line.shortest == line.longest:
        return f"permit {line.prefix} eq {line.longest}"
    return f"permit {line.prefix} le {line.longest}"


def _add_transit(sections: Sections, found: Transit, *, passes: bool) -> None:
    """Add the site's routes to the policy of the fabric: all switches accept them, spines pass them on, and a border leaf announces those of its own edge."""
    own = bool(found.paths) and not passes
    if own:
        entries = [{"type": "permit", "match": path} for path in found.paths]
        # A regular expression on the path: `_` matches a separator or an end.
        sections["as_path"] = {"regex_mode": "string", "access_lists": [{"name": SITE_LIST, "entries": entries}]}
    maps: dict[str, Any] = {row["name"]: row["sequence_numbers"] for row in sections.get("route_maps", [])}
    for version, lines in found.lines.items():
        twin = "" if version == 4 else "6"
        if f"ACCEPT{twin}" not in maps:
            continue  # a switch without peers in the fabric
        _add_list(sections, f"{SITE_LIST}{twin}", version, lines)
        match = [f"{_MATCH[version]} {SITE_LIST}{twin}"]
        maps[f"ACCEPT{twin}"].append({"sequence": 20, "type": "permit", "match": match})
        if passes or own:
            also = [f"as-path {SITE_LIST}"] if own else []
            maps[f"ANNOUNCE{twin}"].append({"sequence": AFTER_PODS, "type": "permit", "match": [*match, *also]})
