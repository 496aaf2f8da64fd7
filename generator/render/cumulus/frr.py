"""What FRR is to do, said of the same tree that NVUE gets: NVUE prints a file like it from its own settings when they are applied."""

from collections.abc import Iterator
from typing import Any

from generator.plan.routing import IPV6_GROUP
from generator.render.cumulus.dialect import DEFAULT
from generator.render.cumulus.tree import Branch

_FAMILIES = {"ipv4-unicast": "ipv4 unicast", "ipv6-unicast": "ipv6 unicast", "l2vpn-evpn": "l2vpn evpn"}
_IP = {"ipv4": "ip", "ipv6": "ipv6"}
_ON = ("on", "enabled")


def frr_conf(tree: Branch, header: tuple[str, ...]) -> str:
    """Print frr.conf of a switch."""
    lines = [
        *(f"! {line}".rstrip() for line in header),
        "frr defaults datacenter",
        f"hostname {tree['system']['hostname']}",
        "log syslog informational",
        "service integrated-vtysh-config",
        "! A changed set of equal paths must reach the kernel whole (FRR issue 12239).",
        "zebra nexthop-group keep 1",
        "!",
        *_segments(tree),
        *_policy(tree.get("router", {}).get("policy", {})),
        *_routes(tree),
        *_instances(tree),
        "end",
    ]
    return "\n".join(lines) + "\n"


def _segments(tree: Branch) -> Iterator[str]:
    """Yield the Ethernet segments of bonds, and the uplinks that they depend on."""
    for name, interface in tree["interface"].items():
        homes = interface.get("evpn", {}).get("multihoming", {})
        if not homes:
            continue
        yield f"interface {name}"
        if "uplink" in homes:
            yield " evpn mh uplink"
        else:
            segment = homes["segment"]
            yield f" evpn mh es-df-pref {segment['df-preference']}"
            yield f" evpn mh es-id {segment['local-id']}"
            yield f" evpn mh es-sys-mac {segment['mac-address']}"
        yield from ("exit", "!")


def _policy(policy: Branch) -> Iterator[str]:
    for name, listed in policy.get("prefix-list", {}).items():
        for number, rule in listed["rule"].items():
            for prefix, lengths in rule["match"].items():
                bounds = f" ge {lengths['min-prefix-len']} le {lengths['max-prefix-len']}" if lengths else ""
                action = next(iter(rule["action"]))
                yield f"{_IP[listed['type']]} prefix-list {name} seq {number} {action} {prefix}{bounds}"
    for name, listed in policy.get("as-path-list", {}).items():
        for rule in listed["rule"].values():
            yield f"bgp as-path access-list {name} {next(iter(rule['action']))} {rule['aspath-exp']}"
    yield "!"
    for name, mapped in policy.get("route-map", {}).items():
        for number, rule in mapped["rule"].items():
            yield f"route-map {name} {next(iter(rule['action']))} {number}"
            yield from (f" match {said}" for said in _matched(rule.get("match", {})))
            yield "exit"
    yield "!"


def _matched(match: Branch) -> Iterator[str]:
    if "ip-prefix-list" in match:
        yield f"{_IP[match['type']]} address prefix-list {match['ip-prefix-list']}"
    if "as-path-list" in match:
        yield f"as-path {match['as-path-list']}"


def _routes(tree: Branch) -> Iterator[str]:
    for name, vrf in tree.get("vrf", {}).items():
        routes = [
            f"{'ipv6' if ':' in prefix else 'ip'} route {prefix} {to}"
            for prefix, route in vrf.get("router", {}).get("static", {}).items()
            for to in route["via"]
        ]
        if name == DEFAULT:
            yield from routes
        else:
            yield f"vrf {name}"
            yield from (f" vni {vni}" for vni in vrf["evpn"]["vni"])
            yield from (f" {route}" for route in routes)
            yield "exit-vrf"
        yield "!"


def _instances(tree: Branch) -> Iterator[str]:
    for name, vrf in sorted(tree.get("vrf", {}).items(), key=lambda each: each[0] != DEFAULT):
        bgp = vrf.get("router", {}).get("bgp")
        if not bgp:
            continue
        yield f"router bgp {bgp['autonomous-system']}" + ("" if name == DEFAULT else f" vrf {name}")
        yield f" bgp router-id {bgp['router-id']}"
        if name == DEFAULT:
            yield " bgp bestpath as-path multipath-relax"
            yield " no bgp default ipv4-unicast"
            yield " ! Every family that carries routes has its route-maps; EVPN carries what its leaves import."
            yield " no bgp ebgp-requires-policy"
            if tree.get("maintenance"):
                yield " bgp graceful-shutdown"
        yield from _peers(bgp)
        for family, settings in bgp["address-family"].items():
            yield " !"
            yield f" address-family {_FAMILIES[family]}"
            yield from _family(tree, name, bgp, family, settings)
            yield " exit-address-family"
        yield "exit"
        yield "!"


def _peers(bgp: Branch) -> Iterator[str]:
    for group, settings in bgp.get("peer-group", {}).items():
        yield f" neighbor {group} peer-group"
        if "remote-as" in settings:
            yield f" neighbor {group} remote-as {settings['remote-as']}"
        yield from (f" neighbor {group} {said}" for said in _session(settings))
    if calls := bgp.get("dynamic-neighbor"):
        yield f" bgp listen limit {calls['limit']}"
        yield from (
            f" bgp listen range {each} peer-group {to['peer-group']}" for each, to in calls["listen-range"].items()
        )
    for peer, settings in bgp.get("neighbor", {}).items():
        if "remote-as" in settings:
            yield f" neighbor {peer} remote-as {settings['remote-as']}"
        # Beside an IPv4 /31, FRR would take that peer for the interface's session.
        only = "v6only " if settings["peer-group"].endswith(IPV6_GROUP) else ""
        interface = f"interface {only}" if settings["type"] == "unnumbered" else ""
        yield f" neighbor {peer} {interface}peer-group {settings['peer-group']}"


def _session(settings: Branch) -> Iterator[str]:
    """Yield what a peer group's sessions have beside the peer's number."""
    if "bfd" in settings:
        yield "bfd"
    if own := settings.get("local-as"):
        words = [
            word
            for key, word in (("prepend", "no-prepend"), ("replace", "replace-as"))
            if (own[key] in _ON) == (key == "replace")
        ]
        yield " ".join(("local-as", str(own["asn"]), *words))
    if settings.get("passive-mode") in _ON:
        yield "passive"
    if settings.get("graceful-restart", {}).get("mode") == "off":
        yield "graceful-restart-disable"


def _family(tree: Branch, vrf: str, bgp: Branch, family: str, settings: dict[str, Any]) -> Iterator[str]:
    yield from (f"  network {prefix}" for prefix in settings.get("network", {}))
    for group, peers in bgp.get("peer-group", {}).items():
        spoken = peers["address-family"].get(family)
        if not spoken:
            continue
        yield f"  neighbor {group} activate"
        for way, short in (("inbound", "in"), ("outbound", "out")):
            applied = spoken.get("policy", {}).get(way, {}).get("route-map")
            if applied:
                yield f"  neighbor {group} route-map {applied} {short}"
        if "prefix-limits" in spoken:
            yield f"  neighbor {group} maximum-prefix {spoken['prefix-limits']['inbound']['maximum']}"
    if "multipaths" in settings:
        yield f"  maximum-paths {settings['multipaths']['ebgp']}"
    if family != "l2vpn-evpn":
        return
    if vrf == DEFAULT:
        if "evpn" in tree:
            yield "  advertise-all-vni"
        return
    for other in bgp["address-family"]:
        exported = bgp["address-family"][other].get("route-export", {}).get("to-evpn", {})
        if any(value in _ON for value in exported.values()):
            yield f"  advertise {_FAMILIES[other]}"
