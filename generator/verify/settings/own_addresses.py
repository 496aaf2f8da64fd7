"""Addresses of a switch itself: its loopbacks, the end of its tunnels, and the VXLAN networks and gateways of its VLANs. Sessions come up without them, and what is sent to the planned ones is lost."""

from collections.abc import Iterator

from generator.verify.settings.overlay import segments
from generator.verify.settings.wanted import CUMULUS, EOS, SONIC, Rule, SwitchRows, Wanted

_OWN = "the plan has this address for the switch, and its other files and devices use it"
_TUNNELS = "tunnels of this switch have another end, which no route leads to"
_GATEWAY = "hosts of the VLAN on this leaf have this gateway"
_NETWORK = "the VLAN has this VXLAN network on all other switches"


def _gateways(switch: SwitchRows) -> Iterator[tuple[int, str]]:
    """Yield the VLANs of a switch whose gateway is the same on every leaf, with its address."""
    for row in switch.plan["vlans"]:
        if row["gateway"] and row["vlan"] in switch.row["vlans"] and row["fabric"] in switch.row["carries"]:
            yield row["vlan"], f"{row['gateway']}/{row['prefix'].partition('/')[2]}"


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    row = switch.row
    for name, text in (("Loopback0", row["loopback"]), ("Loopback1", row["vtep"])):
        if text:
            yield Wanted(("LOOPBACK_INTERFACE", f"{name}|{text}/32"), "", _OWN)
    if row["loopback_ipv6"]:
        yield Wanted(("LOOPBACK_INTERFACE", f"Loopback0|{row['loopback_ipv6']}/128"), "", _OWN)
    if row["vtep"]:
        yield Wanted(("VXLAN_TUNNEL", "vtep", "src_ip"), row["vtep"], _TUNNELS)
    for vlan, vni in segments(switch):
        yield Wanted(("VXLAN_TUNNEL_MAP", f"vtep|map_{vni}_Vlan{vlan}", "vni"), vni, _NETWORK)
    for vlan, gateway in _gateways(switch):
        yield Wanted(("VLAN_INTERFACE", f"Vlan{vlan}|{gateway}"), "", _GATEWAY)
        yield Wanted(("VLAN", f"Vlan{vlan}", "vlanid"), str(vlan), _GATEWAY)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    row, lo = switch.row, ("interface", "lo")
    older = "ip" in switch.main.below(lo)
    for family, text in (("ipv4", row["loopback"]), ("ipv4", row["vtep"]), ("ipv6", row["loopback_ipv6"])):
        if text:
            length = 32 if family == "ipv4" else 128
            yield Wanted((*lo, "ip" if older else family, "address", f"{text}/{length}"), "", _OWN)
    if row["vtep"]:
        yield Wanted(("nve", "vxlan", "source", "address"), row["vtep"], _TUNNELS)
    for vlan, vni in segments(switch):
        for domain in switch.main.below(("bridge", "domain")):
            yield Wanted(("bridge", "domain", domain, "vlan", str(vlan), "vni", vni), "", _NETWORK)
    for vlan, gateway in _gateways(switch):
        branch = ("interface", f"vlan{vlan}", "ip" if older else "ipv4")
        if gateway not in switch.main.below((*branch, "address")):
            yield Wanted((*branch, "vrr", "address", gateway), "", _GATEWAY)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    row = switch.row
    for name, text in (("Loopback0", row["loopback"]), ("Loopback1", row["vtep"])):
        if text:
            yield Wanted((f"interface {name}", "ip address"), f"{text}/32", _OWN)
    if row["loopback_ipv6"]:
        yield Wanted(("interface Loopback0", "ipv6 address"), f"{row['loopback_ipv6']}/128", _OWN)
    if row["vtep"]:
        yield Wanted(("interface Vxlan1", "vxlan source-interface"), "Loopback1", _TUNNELS)
    for vlan, vni in segments(switch):
        yield Wanted(("interface Vxlan1", f"vxlan vlan {vlan} vni"), vni, _NETWORK)
    for vlan, gateway in _gateways(switch):
        if f"ip address {gateway}" not in switch.main.below((f"interface Vlan{vlan}",)):
            yield Wanted((f"interface Vlan{vlan}", "ip address virtual"), gateway, _GATEWAY)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
