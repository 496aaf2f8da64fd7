"""BGP with hosts that run pods: a peer group that listens, what it takes, and what of it goes to the fabric."""

from generator.plan.addressing.pods import ROUTES_A_HOST
from generator.plan.kubernetes.peering import Listener
from generator.plan.routing import NOTHING, POD_GROUP
from generator.render.cumulus.dialect import DEFAULT, Dialect
from generator.render.cumulus.tree import Branch, at

_AFTER_OWN = "30"


def add_pods(tree: Branch, found: Listener, dialect: Dialect) -> None:
    """Listen for hosts: what they tell goes to the fabric, and nothing goes to them."""
    peering = found.peering
    bgp = at(tree, "vrf", DEFAULT, "router", "bgp")
    listening = at(bgp, "dynamic-neighbor")
    listening["limit"] = found.sessions
    for prefix in peering.hosts:
        at(listening, "listen-range", prefix)["peer-group"] = POD_GROUP
    group = at(bgp, "peer-group", POD_GROUP)
    group |= {"remote-as": peering.pod_asn, "passive-mode": dialect.yes}
    own = at(group, "local-as")
    own |= {"asn": peering.leaf_asn, "prepend": dialect.no, "replace": dialect.yes}
    dialect.turn_on(own)
    at(group, "graceful-restart")["mode"] = "off"
    family = at(group, "address-family", "ipv4-unicast")
    dialect.turn_on(family)
    at(family, "policy", "inbound")["route-map"] = POD_GROUP
    at(family, "policy", "outbound")["route-map"] = NOTHING
    at(family, "prefix-limits", "inbound")["maximum"] = ROUTES_A_HOST
    _add_policy(at(tree, "router", "policy"), found)


def _add_policy(policy: Branch, found: Listener) -> None:
    peering = found.peering
    prefixes = at(policy, "prefix-list", POD_GROUP)
    prefixes["type"] = "ipv4"
    rule = _rule(prefixes, "5", "permit")
    length = {"min-prefix-len": peering.length, "max-prefix-len": peering.length}
    at(rule, "match", peering.pods).update(length)
    _rule(at(policy, "as-path-list", POD_GROUP), "5", "permit")["aspath-exp"] = f"^{peering.pod_asn}$"
    match = {"ip-prefix-list": POD_GROUP, "type": "ipv4"}
    _rule(at(policy, "route-map", POD_GROUP), "10", "permit")["match"] = match
    _rule(at(policy, "route-map", NOTHING), "10", "deny")
    learned = _rule(at(policy, "route-map", "ANNOUNCE"), _AFTER_OWN, "permit")
    learned["match"] = match | {"as-path-list": POD_GROUP}


def _rule(named: Branch, number: str, action: str) -> Branch:
    rule = at(named, "rule", number)
    at(rule, "action", action)
    return rule
