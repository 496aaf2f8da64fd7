"""BGP between switches, except its peers: timing of announcements, limits of prefixes, retry of a session above its limit, and the distance of peers.

On SONiC both files have all of it: frr.conf is what FRR loads, config_db.json what the switch's own processes read.
"""

from collections.abc import Iterator

from generator.plan.routing import ESTABLISH_S, IPV6_GROUP, ONE_HOP, RESTART_MINUTES, START_HOLD_S
from generator.verify.settings.wanted import CUMULUS, EOS, FRR, SONIC, Rule, SwitchRows, Wanted

_EARLY = "routes are announced before the ASIC has them"
_EVPN = "this switch has EVPN, whose routes FRR would not pass on"
_STARTS = "a switch that starts attracts traffic before its peers have announced all routes"
_MANY = "the plan has another limit for routes of these peers"
_STAYS = f"a session over its limit is to be tried again after {RESTART_MINUTES} minutes"
_FAR = "ttl_security of the fabric requires directly connected neighbours at both ends"
_NOT_FAR = "the fabric has no ttl_security, so this end drops the packets of the other end"
_SILENT = "without BFD the routes of a dead neighbour remain until the hold time ends"
_BELOW = ("LEAVES", "PEERS")
"""Peer groups whose members announce their own prefixes alone."""


def groups(switch: SwitchRows) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield every peer group of the fabric: its name, its limit of prefixes, and the IP versions that it carries.

    A numbered underlay has IPv4 addresses, so IPv6 has separate groups.
    """
    limits = next(row for row in switch.plan["limits"] if row["fabric"] == switch.row["fabric"])
    numbered = any(port["peer_address"] for port in switch.ports)
    versions = ("4", "6") if switch.row["loopback_ipv6"] else ("4",)
    for group in sorted({port["group"] for port in switch.ports if port["group"]}):
        limit = str(limits["from_leaf" if group in _BELOW else "from_all"])
        yield group, limit, versions[:1] if numbered else versions
        if numbered and versions[1:]:
            yield f"{group}{IPV6_GROUP}", limit, versions[1:]


def _guarded(switch: SwitchRows) -> bool:
    return bool(switch.fabric(switch.row["fabric"]).get("ttl_security"))


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    bgp = switch.bgp
    local = ("DEVICE_METADATA", "localhost")
    waits = switch.has("wait-install") and not switch.row["overlay"]
    early = _EARLY if waits else f"{_EVPN}, or a release without the command"
    yield Wanted((*local, "suppress-fib-pending"), "enabled" if waits else None, early)
    yield Wanted((bgp, "bgp suppress-fib-pending"), "" if waits else None, early, FRR)
    if waits:
        yield Wanted((*local, "synchronous_mode"), "enable", _EARLY)
    yield Wanted(("BGP_GLOBALS", "default", "max_delay"), str(START_HOLD_S), _STARTS)
    yield Wanted(("BGP_GLOBALS", "default", "establish_wait"), str(ESTABLISH_S), _STARTS)
    yield Wanted((bgp, "update-delay"), f"{START_HOLD_S} {ESTABLISH_S}", _STARTS, FRR)
    guarded = _guarded(switch)
    hops, far = (str(ONE_HOP), _FAR) if guarded else (None, _NOT_FAR)
    for group, limit, versions in groups(switch):
        yield Wanted(("BGP_PEER_GROUP", f"default|{group}", "bfd"), "true", _SILENT)
        yield Wanted((bgp, f"neighbor {group} bfd"), "", _SILENT, FRR)
        yield Wanted(("BGP_PEER_GROUP", f"default|{group}", "ttl_security_hops"), hops, far)
        yield Wanted((bgp, f"neighbor {group} ttl-security hops"), hops, far, FRR)
        for version in versions:
            row = ("BGP_PEER_GROUP_AF", f"default|{group}|ipv{version}_unicast")
            yield Wanted((*row, "max_prefix_limit"), limit, _MANY)
            yield Wanted((*row, "max_prefix_restart_interval"), str(RESTART_MINUTES), _STAYS)
            line = (bgp, f"address-family ipv{version} unicast", f"neighbor {group} maximum-prefix")
            yield Wanted(line, f"{limit} restart {RESTART_MINUTES}", f"{_MANY}, or none; {_STAYS}", FRR)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    bgp = ("router", "bgp")
    evpn = switch.row["overlay"]
    yield Wanted((*bgp, "wait-for-install"), None if evpn else "on", _EVPN if evpn else _EARLY)
    yield Wanted((*bgp, "convergence-wait", "time"), str(START_HOLD_S), _STARTS)
    yield Wanted((*bgp, "convergence-wait", "establish-wait-time"), str(ESTABLISH_S), _STARTS)
    for group, limit, versions in groups(switch):
        peers = ("vrf", "default", *bgp, "peer-group", group)
        if not switch.main.below((*peers, "bfd")):
            yield Wanted((*peers, "bfd"), "a profile", _SILENT)
        if _guarded(switch):
            yield Wanted((*peers, "ttl-security", "state"), "on", _FAR)
            yield Wanted((*peers, "ttl-security", "hops"), str(ONE_HOP), _FAR)
        else:
            yield Wanted((*peers, "ttl-security"), None, _NOT_FAR)
        for version in versions:
            taken = (*peers, "address-family", f"ipv{version}-unicast", "prefix-limits", "inbound")
            yield Wanted((*taken, "maximum"), limit, _MANY)
            yield Wanted((*taken, "reestablish-wait"), str(60 * RESTART_MINUTES), _STAYS)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    """EOS counts all families of a session together; where it runs EVPN, whose routes follow hosts, each other family has its limit alone."""
    bgp = switch.bgp
    yield Wanted((bgp, "update wait-install"), "", _EARLY)
    yield Wanted((bgp, "update wait-for-convergence"), "", _STARTS)
    both = 2 if switch.row["loopback_ipv6"] else 1
    hops, far = (str(ONE_HOP), _FAR) if _guarded(switch) else (None, _NOT_FAR)
    for group, limit, versions in groups(switch):
        yield Wanted((bgp, f"neighbor {group} bfd"), "", _SILENT)
        yield Wanted((bgp, f"neighbor {group} ttl maximum-hops"), hops, far)
        whole = "0" if switch.row["overlay"] else str(both * int(limit))
        yield Wanted((bgp, f"neighbor {group} maximum-routes"), whole, _MANY)
        yield Wanted((bgp, f"neighbor {group} idle-restart-timer"), str(60 * RESTART_MINUTES), _STAYS)
        for version in versions:
            line = (bgp, f"address-family ipv{version}", f"neighbor {group} maximum-accepted-routes")
            yield Wanted(line, limit, _MANY)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
