"""Uplinks to the site: addresses, sessions with their own filters, static routes, and the site's routes in the fabric."""

from generator.plan.edge import SITE_LIST, Instance, Line, SiteUplink, Transit, instances, transit
from generator.plan.edge_secrets import edge_secret
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import AFTER_PODS, announces_all
from generator.plan.secrets import reference
from generator.render.cumulus.dialect import DEFAULT, Dialect
from generator.render.cumulus.sessions import BFD_PROFILE, TWIN, UNICAST, add_policies
from generator.render.cumulus.tree import Branch, add_rule, at


def add_edge(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add the uplinks to the site of a border leaf, and the filters of site routes on every switch of the fabric."""
    for instance in instances(plan.site_uplinks, switch):
        for uplink in instance.uplinks:
            _add_interface(tree, uplink, dialect)
        _add_instance(tree, instance, dialect)
    if found := transit(plan.site_uplinks, switch):
        _add_transit(tree, found, passes=announces_all(switch))


def _add_interface(tree: Branch, uplink: SiteUplink, dialect: Dialect) -> None:
    branch = at(tree, "interface", uplink.interface)
    if uplink.vlan:
        branch |= {
            "type": "sub",
            "base-interface": uplink.port,
            "vlan": uplink.vlan,
            "description": f"{uplink.name} site",
        }
    for each in uplink.families:
        dialect.add_address(branch, each.address)
    if uplink.vrf:
        dialect.set_vrf(branch, uplink.vrf)


def _add_instance(tree: Branch, instance: Instance, dialect: Dialect) -> None:
    vrf = instance.vrf or DEFAULT
    bgp = at(tree, "vrf", vrf, "router", "bgp")
    for version in sorted({each.version for uplink in instance.uplinks for each in uplink.families}):
        family = dialect.turn_on(bgp, "address-family", UNICAST[version])
        for prefix in instance.brought(version):
            at(family, "network", prefix)
    for prefix, peer in instance.statics():
        version = 6 if ":" in prefix else 4
        route = at(tree, "vrf", vrf, "router", "static", prefix)
        at(route, "address-family", UNICAST[version])
        at(route, "via", peer)["type"] = f"ipv{version}-address"
    for uplink in instance.sessions:
        _add_session(tree, bgp, uplink, dialect)


def _add_session(tree: Branch, bgp: Branch, uplink: SiteUplink, dialect: Dialect) -> None:
    if uplink.bfd and dialect.modern:
        dialect.turn_on(tree, "router", "bfd")
        at(tree, "router", "bfd", "profile", BFD_PROFILE)
    for each in uplink.families:
        peer = at(bgp, "neighbor", each.peer)
        peer |= {"type": "numbered", "remote-as": uplink.asn}
        if uplink.password:
            peer["password"] = reference(edge_secret(uplink.password))
        if uplink.bfd and dialect.modern:
            at(peer, "bfd")["profile"] = BFD_PROFILE
        elif uplink.bfd:
            dialect.turn_on(peer, "bfd")
        if each.version == 6:
            # NVUE enables IPv4 for every neighbour by default.
            at(peer, "address-family", UNICAST[4])["state" if dialect.modern else "enable"] = dialect.no
        add_policies(peer, each.version, (each.into, each.out), each.limit, dialect)
        _add_map(tree, each.into, each.version, each.accepts)
        _add_map(tree, each.out, each.version, each.announces)


def _add_map(tree: Branch, name: str, version: int, lines: tuple[Line, ...]) -> None:
    """Add a prefix list and its route-map; a map without lines permits nothing."""
    policy = at(tree, "router", "policy")
    rule = add_rule(at(policy, "route-map", name), 10, "permit" if lines else "deny")
    if lines:
        _add_list(policy, name, version, lines)
        rule["match"] = {"ip-prefix-list": name, "type": f"ipv{version}"}


def _add_list(policy: Branch, name: str, version: int, lines: tuple[Line, ...]) -> None:
    listed = at(policy, "prefix-list", name)
    listed["type"] = f"ipv{version}"
    for number, line in enumerate(lines, 1):
        match = at(add_rule(listed, 5 * number, "permit"), "match", line.prefix)
        if not line.exact:
            match |= {"min-prefix-len": line.shortest, "max-prefix-len": line.longest}


def _add_transit(tree: Branch, found: Transit, *, passes: bool) -> None:
    """Add the site's routes to the policy of the fabric: all switches accept them, spines pass them on, and a border leaf announces those of its own edge."""
    policy = at(tree, "router", "policy")
    own = bool(found.paths) and not passes
    for number, path in enumerate(found.paths if own else (), 1):
        add_rule(at(policy, "as-path-list", SITE_LIST), 5 * number, "permit")["aspath-exp"] = path
    for version, lines in found.lines.items():
        name = f"{SITE_LIST}{TWIN[version]}"
        _add_list(policy, name, version, lines)
        match = {"ip-prefix-list": name, "type": f"ipv{version}"}
        add_rule(at(policy, "route-map", f"ACCEPT{TWIN[version]}"), 20, "permit")["match"] = match
        if passes or own:
            rule = add_rule(at(policy, "route-map", f"ANNOUNCE{TWIN[version]}"), AFTER_PODS, "permit")
            rule["match"] = match | ({"as-path-list": SITE_LIST} if own else {})
