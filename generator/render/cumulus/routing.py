"""BGP, its filters and the summary routes of hosts, in the default instance and in those of tenants."""

from collections.abc import Iterable
from ipaddress import ip_network

from generator.plan.addressing.records import Vrf
from generator.plan.kubernetes.peering import listener
from generator.plan.leaks import Leak, leaks_on
from generator.plan.plan import Plan
from generator.plan.records import PrefixFilter, Switch
from generator.plan.routing import ESTABLISH_S, MAX_PATHS, START_HOLD_S, announces_all, own_prefixes, own_prefixes_ipv6
from generator.plan.states import MAINTENANCE
from generator.render.cumulus.dialect import DEFAULT, Dialect
from generator.render.cumulus.edge import add_edge
from generator.render.cumulus.sessions import TWIN, UNICAST, add_pods, add_sessions
from generator.render.cumulus.tree import Branch, add_rule, at

_LINK_BITS = {4: 31, 6: 127}
"""Length of a host link's prefix, by IP version."""


def add_routing(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add BGP with its sessions and filters; nothing on a switch without an AS number."""
    if switch.asn is None:
        return
    whole = _add_instance(at(tree, "router", "bgp"), switch, dialect)
    if not switch.overlay:  # FRR before its commit 4d616f022fdd holds EVPN routes back that a switch does not install
        whole["wait-for-install"] = dialect.yes
    whole["convergence-wait"] = {"time": START_HOLD_S, "establish-wait-time": ESTABLISH_S}
    default = _add_instance(at(tree, "vrf", DEFAULT, "router", "bgp"), switch, dialect)
    at(default, "path-selection", "multipath")["aspath-ignore"] = dialect.yes
    for version in _versions(switch):
        _add_family(default, version, _own(switch, version), dialect)
        _add_filters(tree, plan.filters[switch.fabric], switch, version, weighted=plan.fabrics[switch.fabric].weighted)
    if switch.overlay:
        dialect.turn_on(default, "address-family", "l2vpn-evpn")
    add_sessions(tree, plan, switch, _versions(switch), dialect)
    if found := listener(plan, switch):
        add_pods(tree, found, dialect)
        _add_blackholes(tree, DEFAULT, (found.peering.pods,))
    if switch.state == MAINTENANCE:
        at(tree, "maintenance", "unit", "all-protocols")["state"] = "maintenance"
    _add_blackholes(tree, DEFAULT, (*switch.aggregates, *switch.aggregates_ipv6))
    if switch.way_out:
        route = at(tree, "vrf", DEFAULT, "router", "static", "0.0.0.0/0")
        route["address-family"] = UNICAST[4]
        at(route, "via", switch.way_out)["type"] = "ipv4-address"
    for vrf in plan.vrfs_on(switch):
        _add_tenant(tree, switch, vrf, dialect)
    add_leaks(tree, plan, switch, dialect)
    add_edge(tree, plan, switch, dialect)


def _add_instance(bgp: Branch, switch: Switch, dialect: Dialect) -> Branch:
    bgp |= {"autonomous-system": switch.asn, "router-id": switch.loopback}
    return dialect.turn_on(bgp)


def _add_family(bgp: Branch, version: int, prefixes: Iterable[str], dialect: Dialect) -> Branch:
    """Add what an instance announces of an IP version."""
    family = dialect.turn_on(bgp, "address-family", UNICAST[version])
    at(family, "multipaths")["ebgp"] = MAX_PATHS
    for prefix in prefixes:
        at(family, "network", prefix)
    return family


_BANDWIDTH = {"OWN": "multipaths", "FABRIC": "cumulative"}
"""Link bandwidth of a route: own routes count one per session, learned ones are cumulative."""


def _add_filters(
    tree: Branch, accepted: tuple[PrefixFilter, ...], switch: Switch, version: int, *, weighted: bool
) -> None:
    """Add the filters in and out: a leaf announces its own prefixes, a spine also learned ones."""
    policy = at(tree, "router", "policy")
    twin = TWIN[version]
    own = at(policy, "prefix-list", f"OWN{twin}")
    learned = at(policy, "prefix-list", f"FABRIC{twin}")
    own["type"] = learned["type"] = f"ipv{version}"
    for number, prefix in enumerate(_own(switch, version), 1):
        at(add_rule(own, 5 * number, "permit"), "match", prefix)
    pairs = [(line.prefix, line.length) for line in accepted]
    if version == 6:
        pairs = [(line.ipv6, line.ipv6_length) for line in accepted if line.ipv6]
    for number, (prefix, length) in enumerate(pairs, 1):
        match = at(add_rule(learned, 5 * number, "permit"), "match", prefix)
        match |= {"min-prefix-len": length, "max-prefix-len": length}
    maps = {"ACCEPT": ["FABRIC"], "ANNOUNCE": ["OWN", "FABRIC"] if announces_all(switch) else ["OWN"]}
    for name, lists in maps.items():
        for number, prefixes in enumerate(lists, 1):
            rule = add_rule(at(policy, "route-map", f"{name}{twin}"), 10 * number, "permit")
            rule["match"] = {"ip-prefix-list": f"{prefixes}{twin}", "type": f"ipv{version}"}
            if weighted and name == "ANNOUNCE":
                rule["set"] = {"ext-community-bw": _BANDWIDTH[prefixes]}


def _add_blackholes(tree: Branch, vrf: str, prefixes: tuple[str, ...]) -> None:
    """Keep summary routes announced regardless of installed hosts."""
    for prefix in prefixes:
        route = at(tree, "vrf", vrf, "router", "static", prefix)
        at(route, "address-family", UNICAST[ip_network(prefix).version])
        at(route, "via", "blackhole")["type"] = "blackhole"


def _add_tenant(tree: Branch, switch: Switch, vrf: Vrf, dialect: Dialect) -> None:
    """Announce the prefixes of a tenant's hosts as EVPN type 5, in its layer 3 VNI (RFC 9136, section 4.4)."""
    branch = at(tree, "vrf", vrf.name)
    branch["table"] = "auto"
    evpn = dialect.turn_on(branch, "evpn")
    evpn["vlan"] = vrf.vlan
    at(evpn, "vni", str(vrf.vni))
    bgp = _add_instance(at(branch, "router", "bgp"), switch, dialect)
    for version, prefixes in ((4, switch.aggregates), (6, switch.aggregates_ipv6)):
        if not prefixes and not (version == 4 and vrf.vlans):
            continue
        dialect.turn_on(_add_family(bgp, version, prefixes, dialect), "route-export", "to-evpn")
        _add_blackholes(tree, vrf.name, prefixes)
    dialect.turn_on(bgp, "address-family", "l2vpn-evpn")


def _own(switch: Switch, version: int) -> list[str]:
    return own_prefixes(switch) if version == 4 else own_prefixes_ipv6(switch)


def _versions(switch: Switch) -> list[int]:
    """Return the IP versions that a switch routes, 4 first."""
    return [version for version in UNICAST if _own(switch, version)]


def add_leaks(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add the imports of each instance, and the routes that others may import.

    BGP leaks connected routes, by route-maps with the prefixes of the zones of allowed flows (CumulusNetworks/docs 5.15, VRF Route Leaking: dynamic
    by BGP alone, of routes that are redistributed). An instance announces only its leaf's prefixes to the fabric, so no route of a single host leaves the
    switch. The default instance does not take part: that document requires a separate instance for shared services (`route-leaking-default`).
    """
    taken: dict[str, list[Leak]] = {}
    for leak in leaks_on(plan, switch):
        taken.setdefault(leak.into, []).append(leak)
    for into, leaks in taken.items():
        for version in UNICAST if any(leak.prefixes_ipv6 for leak in leaks) else (4,):
            _add_import(tree, into, leaks, version, dialect)


def _add_import(tree: Branch, into: str, leaks: list[Leak], version: int, dialect: Dialect) -> None:
    prefixes = {prefix for leak in leaks for prefix in (leak.prefixes if version == 4 else leak.prefixes_ipv6)}
    whole = {prefix for leak in leaks if leak.vlans for prefix in leak.prefixes}
    name = f"LEAK-{into}{TWIN[version]}"
    policy = at(tree, "router", "policy")
    listed = at(policy, "prefix-list", name)
    listed["type"] = f"ipv{version}"
    for number, prefix in enumerate(sorted(prefixes, key=ip_network), 1):
        match = at(add_rule(listed, 5 * number, "permit"), "match", prefix)
        if prefix not in whole:
            match |= {"min-prefix-len": _LINK_BITS[version], "max-prefix-len": _LINK_BITS[version]}
    rule = add_rule(at(policy, "route-map", name), 10, "permit")
    rule["match"] = {"ip-prefix-list": name, "type": f"ipv{version}"}
    family = _family(tree, into, version)
    imported = dialect.turn_on(family, "route-import", "from-vrf")
    imported["route-map"] = name
    for leak in leaks:
        at(imported, "list", leak.source)
        source = _family(tree, leak.source, version)
        dialect.turn_on(source, "redistribute", "connected")
    for vrf in (into, *(leak.source for leak in leaks)):
        at(_family(tree, vrf, version), "route-export", "to-evpn")["route-map"] = f"ANNOUNCE{TWIN[version]}"


def _family(tree: Branch, vrf: str, version: int) -> Branch:
    return at(tree, "vrf", vrf, "router", "bgp", "address-family", UNICAST[version])
