"""VLANs and tunnels of a switch, as text for `ip -batch`: one bridge per VLAN, one VXLAN device per VNI.

A kernel without 802.1Q has no VLAN-aware bridge; FRR accepts one bridge per VNI as well. A tenant's instance is a separate namespace, and the tunnel
device is moved there: its inner side belongs to the tenant, its outer side stays in the switch's namespace.
"""

from collections.abc import Set as AbstractSet

from generator.twin.switch_config import DEFAULT, SwitchConfig, Vlan

VXLAN_HEADERS_BYTES = 50
"""IPv4, UDP, VXLAN and the inner Ethernet header (RFC 7348)."""


def add(lines: dict[str, list[str]], switch: str, config: SwitchConfig, cabled: AbstractSet[str]) -> None:
    """Append what each of the switch's namespaces needs for its VLANs; `cabled` are the ports that exist."""
    ports = config.rows("PORT")
    mtu = min((config.mtu_bytes(port) for port in ports), default=0) - VXLAN_HEADERS_BYTES
    for vlan in config.vlans():
        home = switch if vlan.vrf == DEFAULT else f"{switch}.{vlan.vrf}"
        if vlan.vni:
            lines[switch] += _tunnel(vlan, config.vtep, mtu, home if home != switch else "")
        # Namespaces are set up in the order of `lines`, the switch's own first, so the tunnel is there.
        lines[home] += _bridge(vlan, cabled)


def _tunnel(vlan: Vlan, vtep: str, mtu: int, home: str) -> list[str]:
    name = f"vni{vlan.vni}"
    made = f"link add dev {name} mtu {mtu} type vxlan id {vlan.vni} dstport 4789 local {vtep} nolearning"
    return [made, *([f"link set dev {name} netns {home}"] if home else [])]


def _bridge(vlan: Vlan, cabled: AbstractSet[str]) -> list[str]:
    lines = [f"link add dev {vlan.name} {f'address {vlan.mac} ' if vlan.mac else ''}type bridge"]
    if vlan.vni:
        lines += [f"link set dev vni{vlan.vni} master {vlan.name}", f"link set dev vni{vlan.vni} up"]
        lines.append(f"link set dev vni{vlan.vni} type bridge_slave learning off neigh_suppress on")
    lines += [f"link set dev {port} master {vlan.name}" for port in vlan.members if port in cabled]
    lines += [f"addr add {each} dev {vlan.name}" for each in vlan.gateways]
    return [*lines, f"link set dev {vlan.name} up"]
