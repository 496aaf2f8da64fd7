"""Route leaks between instances: BGP leaks connected routes, by route-maps with the prefixes of the zones of allowed flows.

CumulusNetworks/docs 5.15, VRF Route Leaking: dynamic by BGP alone, of routes that are redistributed. An instance announces only its leaf's prefixes
to the fabric, so no route of a single host leaves the switch. The default instance does not take part: that document requires a separate instance
for shared services (`route-leaking-default`).
"""

from ipaddress import ip_network

from generator.plan.leaks import Leak, leaks_on
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.cumulus.dialect import Dialect
from generator.render.cumulus.sessions import TWIN, UNICAST
from generator.render.cumulus.tree import Branch, add_rule, at

_LINK_BITS = {4: 31, 6: 127}
"""Length of a host link's prefix, by IP version."""


def add_leaks(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add the imports of each instance, and the routes that others may import."""
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
