"""BGP sessions between switches: peer groups with their filters and limits, and a neighbour a port."""

from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import IPV6_GROUP
from generator.render.cumulus.dialect import DEFAULT, Dialect
from generator.render.cumulus.tree import Branch, at

UNICAST = {4: "ipv4-unicast", 6: "ipv6-unicast"}
TWIN = {4: "", 6: "6"}
"""What the names of filters end in, by IP version."""
_BFD = "FABRIC"


def add_sessions(tree: Branch, plan: Plan, switch: Switch, versions: list[int], dialect: Dialect) -> None:
    """Add a session a port: by its interface, or by the address at the other end where the underlay is numbered.

    The addresses of a numbered underlay are IPv4: IPv6 then has link-local sessions of its own, or its routes would have next hops
    that nobody reaches.
    """
    ports = [port for port in plan.ports_of[switch.name] if port.group]
    if not ports:
        return
    if dialect.modern:
        dialect.turn_on(at(tree, "router", "bfd"))
        at(tree, "router", "bfd", "profile", _BFD)
    bgp = at(tree, "vrf", DEFAULT, "router", "bgp")
    numbered = any(port.peer_address for port in ports)
    limits = plan.limits[switch.fabric]
    for group in sorted({port.group for port in ports}):
        spoken = versions[:1] if numbered else versions
        branch = _add_group(bgp, group, spoken, limits.of(group), dialect)
        if not numbered:
            branch["remote-as"] = "external"
        if switch.overlay:
            dialect.turn_on(at(branch, "address-family", "l2vpn-evpn"))
        if numbered and versions[1:]:
            _add_group(bgp, f"{group}{IPV6_GROUP}", versions[1:], limits.of(group), dialect)["remote-as"] = "external"
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
        at(branch, "bfd")["profile"] = _BFD
    else:
        dialect.turn_on(at(branch, "bfd"))
    for version in versions:
        family = at(branch, "address-family", UNICAST[version])
        dialect.turn_on(family)
        at(family, "policy", "inbound")["route-map"] = f"ACCEPT{TWIN[version]}"
        at(family, "policy", "outbound")["route-map"] = f"ANNOUNCE{TWIN[version]}"
        at(family, "prefix-limits", "inbound")["maximum"] = limit
    return branch
