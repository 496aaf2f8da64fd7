"""BGP: sessions, filters both ways, originated prefixes, and maintenance mode."""

from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort
from generator.plan.routing import (
    IPV6_GROUP,
    MAX_PATHS,
    ONE_HOP,
    RESTART_MINUTES,
    announces_all,
    own_prefixes,
    own_prefixes_ipv6,
)
from generator.plan.states import MAINTENANCE
from generator.render.eos import MGMT, Section, Sections, stated

DRAIN = "DRAIN"
UNIT = "FABRIC"
_PREPENDED = 3


def routing_sections(plan: Plan, switch: Switch) -> Sections:
    """Return static routes, filters, BGP and the maintenance unit."""
    sections: Sections = {**_statics(switch), "router_bgp": _bgp(plan, switch)}
    groups = [row["name"] for row in sections["router_bgp"].get("peer_groups", [])]
    return sections | ({**_policy(plan, switch), **_maintenance(switch, groups)} if groups else {})


def groups_of(plan: Plan, switch: Switch) -> list[str]:
    """Return the peer groups of a switch, by name."""
    return sorted({port.group for port in plan.ports_of[switch.name] if port.group})


def _statics(switch: Switch) -> Sections:
    """Route summary prefixes to Null0, in every instance that announces them: hosts' /31s are longer, and a VLAN's connected network is preferred."""
    gateway = switch.management_gateway
    v4: list[Section] = [{"vrf": MGMT, "prefix": "0.0.0.0/0", "next_hop": gateway}] if gateway else []
    v6: list[Section] = []
    for vrf in ("", *switch.vrfs):
        where = {"vrf": vrf} if vrf else {}
        v4 += [{**where, "prefix": prefix, "interface": "Null0"} for prefix in switch.aggregates]
        v6 += [{**where, "prefix": prefix, "interface": "Null0"} for prefix in switch.aggregates_ipv6]
    if switch.way_out:
        v4.append({"prefix": "0.0.0.0/0", "next_hop": switch.way_out})
    return stated({"static_routes": v4, "ipv6_static_routes": v6})


def _policy(plan: Plan, switch: Switch) -> Sections:
    """Accept the prefixes of the fabric, announce own ones; spines and cores announce learned routes, leaves never."""
    accepted = plan.filters[switch.fabric]
    learned = [_within(line.prefix, line.length) for line in accepted]
    twins = [_within(line.ipv6, line.ipv6_length) for line in accepted if line.ipv6]
    sections: Sections = {
        "prefix_lists": [
            _prefix_list("FABRIC", learned),
            _prefix_list("OWN", [f"permit {prefix}" for prefix in own_prefixes(switch)]),
        ],
        "route_maps": _maps(switch),
    }
    if switch.loopback_ipv6:
        own = [f"permit {prefix}" for prefix in own_prefixes_ipv6(switch)]
        sections["ipv6_prefix_lists"] = [_prefix_list("FABRIC6", twins), _prefix_list("OWN6", own)]
    return sections


def _within(prefix: str, length: int) -> str:
    return f"permit {prefix}" if prefix.endswith(f"/{length}") else f"permit {prefix} eq {length}"


def _prefix_list(name: str, actions: list[str]) -> Section:
    return {"name": name, "sequence_numbers": [{"sequence": 10 * n, "action": a} for n, a in enumerate(actions, 1)]}


def _maps(switch: Switch) -> list[Section]:
    transit = announces_all(switch)
    maps = []
    for suffix, family in (("", "ip"), ("6", "ipv6")) if switch.loopback_ipv6 else (("", "ip"),):
        own = _permit(10, f"{family} address prefix-list OWN{suffix}")
        learned = f"{family} address prefix-list FABRIC{suffix}"
        maps += [
            {"name": f"ACCEPT{suffix}", "sequence_numbers": [_permit(10, learned)]},
            {"name": f"ANNOUNCE{suffix}", "sequence_numbers": [own, *([_permit(20, learned)] if transit else [])]},
        ]
    prepended = " ".join([str(switch.asn)] * _PREPENDED)
    leave = {"sequence": 10, "type": "permit", "set": [f"as-path prepend {prepended}", "community GSHUT additive"]}
    return [*maps, {"name": DRAIN, "sequence_numbers": [leave]}]


def _permit(sequence: int, match: str) -> Section:
    return {"sequence": sequence, "type": "permit", "match": [match]}


def _bgp(plan: Plan, switch: Switch) -> Section:
    ports = [port for port in plan.ports_of[switch.name] if port.group]
    numbered = [port for port in ports if port.address]
    groups = groups_of(plan, switch)
    twins = [f"{group}{IPV6_GROUP}" for group in groups] if numbered and switch.loopback_ipv6 else []
    bgp: Section = {
        "as": str(switch.asn),
        "router_id": switch.loopback,
        "maximum_paths": {"paths": MAX_PATHS, "ecmp": MAX_PATHS},
        "bgp": {"default": {"ipv4_unicast": False}},
        "updates": {"wait_install": True, "wait_for_convergence": True},
        "peer_groups": [_group(plan, switch, group) for group in (*groups, *twins)],
        "eos_cli": "\n".join(retried(group) for group in (*groups, *twins)),
        "neighbors": [{"ip_address": port.peer_address, **_peer(port, "")} for port in numbered],
        "neighbor_interfaces": [
            {"name": port.interface, **_peer(port, IPV6_GROUP if port.address else "")}
            for port in ports
            if twins or not port.address
        ],
        "address_family_ipv4": {
            "networks": [{"prefix": prefix} for prefix in own_prefixes(switch)],
            "peer_groups": [_family(plan, switch, group) | ({} if numbered else _OVER_IPV6) for group in groups],
        },
    }
    if switch.loopback_ipv6:
        bgp["address_family_ipv6"] = {
            "networks": [{"prefix": prefix} for prefix in own_prefixes_ipv6(switch)],
            "peer_groups": [_family(plan, switch, group, "6") for group in twins or groups],
        }
    return stated(bgp)


_OVER_IPV6: Section = {"next_hop": {"address_family_ipv6": {"enabled": True, "originate": True}}}
"""IPv4 routes with IPv6 next hops, on sessions between link-local addresses (RFC 8950)."""


def _peer(port: SwitchPort, suffix: str) -> Section:
    """One session. EOS takes none on an interface without the neighbour's AS number, and pyavd then drops the line."""
    assert port.peer_asn is not None, f"{port.switch} {port.interface}: a session without its neighbour's AS number"
    return {
        "peer_group": f"{port.group}{suffix}",
        "remote_as": str(port.peer_asn),
        "description": f"{port.peer} {port.peer_interface}",
    }


def _group(plan: Plan, switch: Switch, group: str) -> Section:
    """Return a peer group.

    EOS closes a session with more routes than `maximum_routes`, all families together. Those of EVPN follow the MAC addresses of hosts; where it
    runs, only accepted routes of the other families are limited.
    """
    families = 2 if switch.loopback_ipv6 else 1
    limit = 0 if switch.overlay else families * _limit(plan, switch, group)
    guard = {"ttl_maximum_hops": ONE_HOP} if plan.fabrics[switch.fabric].ttl_security else {}
    return {"name": group, "bfd": True, "send_community": "all", "maximum_routes": limit, **guard}


def retried(peer: str) -> str:
    """Return the line by which EOS tries an idle session of a peer, or of a group's, again.

    EOS leaves a session that was over its limit idle until it is cleared (ARISTA-BGP4V2-MIB, aristaBgp4V2PrefixMaxRoutesDoNotIdlePeerForever); the timer
    starts idle sessions (Arista's TOI, BGP Idle Restart Interval; arista.eos 6.2.2, eos_bgp_global, idle_restart_timer: seconds). pyavd has no key for it.
    """
    return f"neighbor {peer} idle-restart-timer {60 * RESTART_MINUTES}"


def _limit(plan: Plan, switch: Switch, group: str) -> int:
    return plan.limits[switch.fabric].of(group.removesuffix(IPV6_GROUP))


def _family(plan: Plan, switch: Switch, group: str, suffix: str = "") -> Section:
    return {
        "name": group,
        "activate": True,
        "route_map_in": f"ACCEPT{suffix}",
        "route_map_out": f"ANNOUNCE{suffix}",
        "maximum_accepted_routes": {"limit": _limit(plan, switch, group)},
    }


def _maintenance(switch: Switch, groups: list[str]) -> Sections:
    """One unit that a person quiesces, or the plan: neighbours then see every route of this switch by a longer path, marked as leaving (RFC 8326)."""
    quiesced = {"quiesce": True} if switch.state == MAINTENANCE else {}
    return {
        "bgp_groups": [{"name": UNIT, "neighbors": groups, "bgp_maintenance_profiles": [DRAIN]}],
        "maintenance": {
            "bgp_profiles": [{"name": DRAIN, "initiator": {"route_map_out": DRAIN}}],
            "units": [{"name": UNIT, **quiesced, "groups": {"bgp_groups": [UNIT]}}],
        },
    }
