"""Path selection and gateways: equal paths, seeds and fields of the hash, and the MAC address that all leaves share.

SONiC's image derives the seed of its hash from the switch's type (docker-orchagent, switch.json.j2): 0 for a ToRRouter, 10 for a LeafRouter, 25 for every name with
SpineRouter in it. With one seed, the second tier would not spread the flows that the first put on one path.
"""

from collections.abc import Iterator

from generator.plan.routing import GATEWAY_MAC, MAX_PATHS
from generator.plan.sonic import paths_within
from generator.verify.settings.buffers import platform_of
from generator.verify.settings.wanted import CUMULUS, EOS, FRR, SONIC, Row, Rule, SwitchRows, Wanted

_TYPES = ({"leaf": "LeafRouter", "spine": "SpineRouter"}, {"leaf": "ToRRouter", "spine": "LeafRouter", "core": "SpineRouter"})  # fmt: skip
"""Types with a separate seed for each tier, without cores and with them."""
_FLOW = ("SRC_IP", "DST_IP", "IP_PROTOCOL", "L4_SRC_PORT", "L4_DST_PORT", "IN_PORT")
"""What distinguishes flows: those of two RoCE hosts differ only by their source port of UDP."""
_IDLE = "links beyond this number of equal paths carry no traffic"
_TWO_MACS = "hosts that move to another leaf keep the MAC address of a gateway that does not exist there"


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    row, main = switch.row, switch.main
    fabric = switch.fabric(row["fabric"])
    wanted = _TYPES[bool(fabric["cores"])][row["tier"]]
    yield Wanted(("DEVICE_METADATA", "localhost", "type"), wanted, "two tiers would hash with the same seed and leave paths unused")  # fmt: skip
    paths, bgp = str(paths_within(platform_of(switch))), switch.bgp
    for family in _families(switch):
        yield Wanted(("BGP_GLOBALS_AF", f"default|{family}_unicast", "max_ebgp_paths"), paths, _IDLE)
        yield Wanted((bgp, f"address-family {family} unicast", "maximum-paths"), paths, _IDLE, FRR)
    place = ("SWITCH_HASH", "GLOBAL", "ecmp_hash")
    fields = [each for each in _FLOW if each in (_published(switch) or ())]
    if not fields:
        yield Wanted(("SWITCH_HASH",), None, "no document states the fields that this silicon supports")
    elif switch.ports and {*(main.value(place) or "").split(",")} != {*fields}:
        yield Wanted(
            place, ",".join(fields), "these fields distinguish flows, and a document states them for this silicon"
        )
    shared = _shared(switch)
    for vlan in shared:
        if switch.has("anycast-gateway"):
            yield Wanted(("VLAN_INTERFACE", vlan, "static_anycast_gateway"), "true", _TWO_MACS)
        else:
            yield Wanted(("VLAN", vlan, "mac"), GATEWAY_MAC, _TWO_MACS)
    if shared and switch.has("anycast-gateway"):
        yield Wanted(("SAG", "GLOBAL", "gateway_mac"), GATEWAY_MAC, _TWO_MACS)


def _families(switch: SwitchRows) -> tuple[str, ...]:
    """Return the IP versions that switches of its fabric route, as FRR names them."""
    return ("ipv4", "ipv6") if switch.row["loopback_ipv6"] else ("ipv4",)


def _published(switch: SwitchRows) -> list[str] | None:
    """Return the fields that a document has for the SKU that the switch's file names."""
    model: Row = switch.plan["choices"]["hardware"]["switches"][switch.row["model"]]["os"]["sonic"]
    sku = switch.main.value(("DEVICE_METADATA", "localhost", "hwsku"))
    platform: Row = next((each for each in model.get("others", ()) if each["hwsku"] == sku), model)
    found: list[str] | None = platform.get("hash_fields")
    return found


def _shared(switch: SwitchRows) -> list[str]:
    """Return the VLANs whose gateway is on every leaf: those that a tunnel stretches."""
    stretched = {vlan["vlan"] for vlan in switch.plan["vlans"] if vlan["vni"] is not None and switch.row["vtep"]}
    return [each["interface"] for each in switch.addresses if each["use"] == "gateway" and each["vlan"] in stretched]


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    """Ask that no leaf states a MAC address: all leaves then derive one from the default fabric ID (Cumulus Linux, Virtual Router Redundancy: 00:00:5E:00:01:01)."""
    for version in _families(switch):
        at = ("vrf", "default", "router", "bgp", "address-family", f"{version}-unicast", "multipaths", "ebgp")
        yield Wanted(at, str(MAX_PATHS), _IDLE)
    shared = _shared(switch)
    for name in shared:
        for family in ("ip", "ipv4", "ipv6"):
            yield Wanted(("interface", name.lower(), family, "vrr", "mac-address"), None, _TWO_MACS)
    for key in ("fabric-mac", "fabric-id") if shared else ():
        yield Wanted(("system", "global", key), None, _TWO_MACS)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    yield Wanted((switch.bgp, "maximum-paths"), f"{MAX_PATHS} ecmp {MAX_PATHS}", _IDLE)
    if _shared(switch):
        yield Wanted(("ip virtual-router mac-address",), GATEWAY_MAC, _TWO_MACS)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
