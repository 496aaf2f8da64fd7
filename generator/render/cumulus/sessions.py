"""BGP sessions: peer groups with their filters and limits, a neighbour a port between switches, and a group that listens for hosts that run pods."""

from generator.plan.addressing.pods import ROUTES_A_HOST
from generator.plan.kubernetes.peering import Listener
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import IPV6_GROUP, NOTHING, ONE_HOP, POD_GROUP, RESTART_MINUTES
from generator.render.cumulus.dialect import DEFAULT, Dialect
from generator.render.cumulus.tree import Branch, add_rule, at

UNICAST = {4: "ipv4-unicast", 6: "ipv6-unicast"}
TWIN = {4: "", 6: "6"}
"""Suffix of the names of filters, by IP version."""
BFD_PROFILE = "FABRIC"
_AFTER_OWN = 30


def add_sessions(tree: Branch, plan: Plan, switch: Switch, versions: list[int], dialect: Dialect) -> None:
    """Add a session for each port: by its interface, or by the address at the other end where the underlay is numbered.

    The addresses of a numbered underlay are IPv4: IPv6 then has separate link-local sessions, as its routes would otherwise have unreachable next
    hops.
    """
    ports = [port for port in plan.ports_of[switch.name] if port.group]
    if not ports:
        return
    if dialect.modern:
        dialect.turn_on(tree, "router", "bfd")
        at(tree, "router", "bfd", "profile", BFD_PROFILE)
    bgp = at(tree, "vrf", DEFAULT, "router", "bgp")
    numbered = any(port.peer_address for port in ports)
    limits = plan.limits[switch.fabric]
    for group in sorted({port.group for port in ports}):
        spoken = versions[:1] if numbered else versions
        branch = _add_group(bgp, group, spoken, limits.of(group), dialect)
        if not numbered:
            branch["remote-as"] = "external"
        twins = [branch]
        if switch.overlay:
            dialect.turn_on(branch, "address-family", "l2vpn-evpn")
        if numbered and versions[1:]:
            twins.append(_add_group(bgp, f"{group}{IPV6_GROUP}", versions[1:], limits.of(group), dialect))
            twins[1]["remote-as"] = "external"
        for each in twins if plan.fabrics[switch.fabric].ttl_security else ():
            dialect.turn_on(each, "ttl-security")["hops"] = ONE_HOP
    for port in ports:
        if numbered:
            neighbour = at(bgp, "neighbor", port.peer_address)
            neighbour |= {"type": "numbered", "remote-as": port.peer_asn, "peer-group": port.group}
        if not numbered or versions[1:]:
            group = f"{port.group}{IPV6_GROUP}" if numbered else port.group
            at(bgp, "neighbor", port.interface).update({"type": "unnumbered", "peer-group": group})


def _add_group(bgp: Branch, name: str, versions: list[int], limit: int, dialect: Dialect) -> Branch:
    branch = at(bgp, "peer-group", name)
    if dialect.modern:
        at(branch, "bfd")["profile"] = BFD_PROFILE
    else:
        dialect.turn_on(branch, "bfd")
    for version in versions:
        maps = (f"ACCEPT{TWIN[version]}", f"ANNOUNCE{TWIN[version]}")
        add_policies(branch, version, maps, limit, dialect)
    return branch


def add_policies(peer: Branch, version: int, maps: tuple[str, str], limit: int, dialect: Dialect) -> None:
    """Add the policy of a peer or peer group for an IP version: route-maps in and out, the limit of routes, and the seconds after which a session above it is retried."""
    family = dialect.turn_on(peer, "address-family", UNICAST[version])
    at(family, "policy", "inbound")["route-map"], at(family, "policy", "outbound")["route-map"] = maps
    at(family, "prefix-limits", "inbound").update({"maximum": limit, "reestablish-wait": 60 * RESTART_MINUTES})


def add_pods(tree: Branch, found: Listener, dialect: Dialect) -> None:
    """Listen for hosts: their routes are announced to the fabric, and nothing is announced to them."""
    peering = found.peering
    bgp = at(tree, "vrf", DEFAULT, "router", "bgp")
    listening = at(bgp, "dynamic-neighbor")
    listening["limit"] = found.sessions
    for prefix in peering.hosts:
        at(listening, "listen-range", prefix)["peer-group"] = POD_GROUP
    group = at(bgp, "peer-group", POD_GROUP)
    group |= {"remote-as": peering.pod_asn, "passive-mode": dialect.yes}
    own = dialect.turn_on(group, "local-as")
    own |= {"asn": peering.leaf_asn, "prepend": dialect.no, "replace": dialect.yes}
    at(group, "graceful-restart")["mode"] = "off"
    add_policies(group, 4, (POD_GROUP, NOTHING), ROUTES_A_HOST, dialect)
    policy = at(tree, "router", "policy")
    prefixes = at(policy, "prefix-list", POD_GROUP)
    prefixes["type"] = "ipv4"
    length = {"min-prefix-len": peering.length, "max-prefix-len": peering.length}
    at(add_rule(prefixes, 5, "permit"), "match", peering.pods).update(length)
    add_rule(at(policy, "as-path-list", POD_GROUP), 5, "permit")["aspath-exp"] = f"^{peering.pod_asn}$"
    match = {"ip-prefix-list": POD_GROUP, "type": "ipv4"}
    add_rule(at(policy, "route-map", POD_GROUP), 10, "permit")["match"] = match
    add_rule(at(policy, "route-map", NOTHING), 10, "deny")
    learned = add_rule(at(policy, "route-map", "ANNOUNCE"), _AFTER_OWN, "permit")
    learned["match"] = match | {"as-path-list": POD_GROUP}
