"""EVPN at the ends of tunnels: each tenant's instance has its VXLAN network and announces its routes, and each stretched segment announces the MAC addresses of its hosts."""

from collections.abc import Iterator

from generator.source.span import Loc
from generator.verify.settings.wanted import CUMULUS, EOS, FRR, SONIC, Rule, SwitchRows, Wanted

_NO_VNI = "the instance has this VXLAN network in the plan; without it, its routes reach no other switch"
_NO_ROUTES = "the instance's routes reach no other switch"
_NO_HOSTS = "the other switches do not learn which hosts of this segment are here"
_NO_NETWORKS = "this switch announces none of its VXLAN networks, so the others have no tunnels to it"


def _instances(switch: SwitchRows) -> dict[str, str]:
    """Return the VXLAN network of every instance on a switch that ends tunnels."""
    fabrics = switch.row["carries"]
    has = switch.row["vrfs"] if switch.row["vtep"] else ()
    return {row["name"]: str(row["vni"]) for row in switch.plan["vrfs"] if row["name"] in has and row["fabric"] in fabrics}  # fmt: skip


def _versions(switch: SwitchRows) -> tuple[str, ...]:
    """Return the IP versions that instances route: IPv6 where the rails have prefixes of it."""
    return ("4", "6") if switch.row["aggregates_ipv6"] else ("4",)


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    bgp, family = switch.bgp, "address-family l2vpn evpn"
    if switch.row["vtep"]:
        yield Wanted(("BGP_GLOBALS_AF", "default|l2vpn_evpn", "advertise-all-vni"), "true", _NO_NETWORKS)
        yield Wanted((bgp, family, "advertise-all-vni"), "", _NO_NETWORKS, FRR)
    for name, vni in _instances(switch).items():
        yield Wanted(("VRF", name, "vni"), vni, _NO_VNI)
        yield Wanted((f"vrf {name}", "vni"), vni, _NO_VNI, FRR)
        for version in _versions(switch):
            line = (f"{bgp} vrf {name}", family, f"advertise ipv{version} unicast")
            yield Wanted(line, "", _NO_ROUTES, FRR)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    if switch.row["vtep"]:
        yield Wanted(("evpn", "state"), "on", _NO_NETWORKS)
    for name, vni in _instances(switch).items():
        yield Wanted(("vrf", name, "evpn", "state"), "on", _NO_VNI)
        yield Wanted(("vrf", name, "evpn", "vni", vni), "", _NO_VNI)
        families = ("vrf", name, "router", "bgp", "address-family")
        yield Wanted((*families, "l2vpn-evpn", "state"), "on", _NO_ROUTES)
        for version in _versions(switch):
            yield Wanted((*families, f"ipv{version}-unicast", "route-export", "to-evpn", "state"), "on", _NO_ROUTES)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    """EOS announces each instance and each segment in EVPN by its route targets."""
    bgp = switch.bgp
    for name, vni in _instances(switch).items():
        yield Wanted(("interface Vxlan1", f"vxlan vrf {name} vni"), vni, _NO_VNI)
        yield from _targets(switch, (bgp, f"vrf {name}"), "route-target import evpn", vni)
        yield from _targets(switch, (bgp, f"vrf {name}"), "route-target export evpn", vni)
    for vlan, vni in segments(switch):
        yield from _targets(switch, (bgp, f"vlan {vlan}"), "route-target both", vni)
        yield Wanted((bgp, f"vlan {vlan}", "redistribute learned"), "", _NO_HOSTS)


def _targets(switch: SwitchRows, block: Loc, line: str, vni: str) -> Iterator[Wanted]:
    """Require the target of a VXLAN network among those of a block; other targets are judged with leaks."""
    if not any(each.startswith(f"{line} ") and each.endswith(f":{vni}") for each in switch.main.below(block)):
        yield Wanted((*block, line), f"one that ends in :{vni}", _NO_ROUTES)


def segments(switch: SwitchRows) -> Iterator[tuple[int, str]]:
    """Yield the VLANs of a switch that tunnels stretch, with their VXLAN networks."""
    if switch.row["vtep"]:
        vnis = {row["vlan"]: row["vni"] for row in switch.plan["vlans"] if row["vni"] is not None}
        yield from ((vlan, str(vnis[vlan])) for vlan in switch.row["vlans"] if vlan in vnis)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
