"""BGP sessions inside a fabric, and each switch's own values: a session at both ends of every cable between switches, its families, and the switch's loopbacks.

A session that one end lacks takes its cable out of use; the other cables hide that until the last of them fails.
"""

from collections.abc import Iterator
from typing import NamedTuple

from generator.plan.routing import IPV6_GROUP
from generator.source.span import Loc
from generator.verify.settings.sessions import groups
from generator.verify.settings.wanted import CUMULUS, EOS, FRR, SONIC, Rule, SwitchRows, Wanted

_NO_SESSION = "the cable has a session at both ends in the plan; without it, the cable carries nothing"
_NO_PEER = "without the neighbour's AS number, no session of this group is opened"
_OTHER = "the plan has another AS number for this switch, and its neighbours only open sessions with that"
_NO_FAMILY = "sessions of this group exchange no routes of the family"
_UNKNOWN = "switches of the fabric have no route to this loopback, which the plan has announced"


class _Peer(NamedTuple):
    """A session inside the fabric, of a port: by an address, which has the AS number beside it, or by an interface."""

    port: str
    name: str
    group: str
    asn: int
    numbered: bool
    twin: bool


def _peers(switch: SwitchRows) -> Iterator[_Peer]:
    """Yield the session of every cable to another switch. Beside one between addresses of IPv4 there is one for IPv6."""
    for port in switch.ports:
        group, address, asn = port["group"], port["peer_address"], port["peer_asn"]
        if group and address:
            yield _Peer(port["interface"], address, group, asn, numbered=True, twin=False)
        if group and not address:
            yield _Peer(port["interface"], port["interface"], group, asn, numbered=False, twin=False)
        elif group and switch.row["loopback_ipv6"]:
            yield _Peer(port["interface"], port["interface"], f"{group}{IPV6_GROUP}", asn, numbered=False, twin=True)


def _external(switch: SwitchRows) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the groups whose members are only known by their interfaces, so that the group has their AS number, with the ports of these."""
    found: dict[str, tuple[str, ...]] = {}
    for each in _peers(switch):
        if not each.numbered:
            found[each.group] = (*found.get(each.group, ()), each.port)
    yield from sorted(found.items())


def _own(switch: SwitchRows, *places: Loc, file: str = "") -> Iterator[Wanted]:
    """Ask for the switch's AS number, on which all of its sessions depend."""
    ports = tuple(each.port for each in _peers(switch))
    yield from (Wanted(place, str(switch.row["asn"]), _OTHER, file, ports) for place in places)


def _session(switch: SwitchRows, both: Wanted, number: Wanted | None) -> Iterator[Wanted]:
    """Ask for a session; and for the AS number of its neighbour, if there is a session."""
    yield both
    places = switch.files.get(both.file or switch.os)
    if number and places and places.value(both.loc) is not None:
        yield number


def _loopbacks(switch: SwitchRows) -> Iterator[tuple[str, str]]:
    """Yield the addresses of a switch itself, as prefixes with their IP version: its loopbacks, and where its tunnels end."""
    row = switch.row
    yield from (("4", f"{each}/32") for each in (row["loopback"], row["vtep"]) if each)
    if row["loopback_ipv6"]:
        yield "6", f"{row['loopback_ipv6']}/128"


def _families(switch: SwitchRows) -> Iterator[tuple[str, str]]:
    """Yield the groups with each family that they carry: an IP version, or nothing for EVPN."""
    for group, _, versions in groups(switch):
        yield from ((group, version) for version in versions)
        if switch.row["overlay"] and not group.endswith(IPV6_GROUP):
            yield group, ""


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    bgp = switch.bgp
    yield from _own(switch, ("DEVICE_METADATA", "localhost", "bgp_asn"), ("BGP_GLOBALS", "default", "local_asn"))
    yield from _own(switch, ("router bgp",), file=FRR)
    for port, name, group, asn, numbered, twin in _peers(switch):
        at, by = (port,), "" if numbered else "interface v6only " if twin else "interface "
        row, line = ("BGP_NEIGHBOR", f"default|{name}"), f"neighbor {name} {by}peer-group {group}"
        number = Wanted((*row, "asn"), str(asn), _NO_PEER, "", at) if numbered else None
        yield from _session(switch, Wanted((*row, "peer_group_name"), group, _NO_SESSION, "", at), number)
        number = Wanted((bgp, f"neighbor {name} remote-as {asn}"), "", _NO_PEER, FRR, at) if numbered else None
        yield from _session(switch, Wanted((bgp, line), "", _NO_SESSION, FRR, at), number)
    for group, ports in _external(switch):
        yield Wanted(("BGP_PEER_GROUP", f"default|{group}", "peer_type"), "external", _NO_PEER, "", ports)
        yield Wanted((bgp, f"neighbor {group} remote-as"), "external", _NO_PEER, FRR, ports)
    for group, version in _families(switch):
        row = ("BGP_PEER_GROUP_AF", f"default|{group}|{f'ipv{version}_unicast' if version else 'l2vpn_evpn'}")
        yield Wanted((*row, "admin_status"), "up", _NO_FAMILY)
        family = f"address-family {f'ipv{version} unicast' if version else 'l2vpn evpn'}"
        yield Wanted((bgp, family, f"neighbor {group} activate"), "", _NO_FAMILY, FRR)
    for version, prefix in _loopbacks(switch):
        yield Wanted(("BGP_GLOBALS_AF_NETWORK", f"default|ipv{version}_unicast|{prefix}"), "", _UNKNOWN)
        yield Wanted((bgp, f"address-family ipv{version} unicast", f"network {prefix}"), "", _UNKNOWN, FRR)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    bgp = ("vrf", "default", "router", "bgp")
    yield from _own(switch, *((*above, "autonomous-system") for above in (("router", "bgp"), bgp)))
    for port, name, group, asn, numbered, _ in _peers(switch):
        place = (*bgp, "neighbor", name)
        number = Wanted((*place, "remote-as"), str(asn), _NO_PEER, "", (port,)) if numbered else None
        yield from _session(switch, Wanted((*place, "peer-group"), group, _NO_SESSION, "", (port,)), number)
    for group, ports in _external(switch):
        yield Wanted((*bgp, "peer-group", group, "remote-as"), "external", _NO_PEER, "", ports)
    for group, version in _families(switch):
        for above in (bgp, (*bgp, "peer-group", group)):
            state = (*above, "address-family", f"ipv{version}-unicast" if version else "l2vpn-evpn", "state")
            # NVUE has IPv4 on unless it is turned off.
            if version != "4" or switch.main.value(state) is not None:
                yield Wanted(state, "on", _NO_FAMILY)
    for version, prefix in _loopbacks(switch):
        yield Wanted((*bgp, "address-family", f"ipv{version}-unicast", "network", prefix), "", _UNKNOWN)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    bgp = switch.bgp
    yield from _own(switch, ("router bgp",))
    for port, name, group, asn, numbered, _ in _peers(switch):
        line = f"neighbor {name} peer group {group}" if numbered else f"neighbor interface {name} peer-group {group} remote-as {asn}"  # fmt: skip
        number = Wanted((bgp, f"neighbor {name} remote-as {asn}"), "", _NO_PEER, "", (port,)) if numbered else None
        yield from _session(switch, Wanted((bgp, line), "", _NO_SESSION, "", (port,)), number)
    for group, version in _families(switch):
        family = f"address-family {f'ipv{version}' if version else 'evpn'}"
        yield Wanted((bgp, family, f"neighbor {group} activate"), "", _NO_FAMILY)
    for version, prefix in _loopbacks(switch):
        yield Wanted((bgp, f"address-family ipv{version}", f"network {prefix}"), "", _UNKNOWN)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
