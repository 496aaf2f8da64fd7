"""VLANs, tenants' instances, and the tunnel that stretches both over the leaves of a fabric.

A gateway on every leaf has the VLAN's own `mac`, as on two switches of a dual-homed rack, where the release has no static anycast gateways (none up
to 202605); where it has them, the interface enables them, with the switch's one MAC address for all (SAG).
"""

from generator.plan.addressing.numbers import IPV6_MORE
from generator.plan.addressing.pools import ROUTED
from generator.plan.addressing.records import Vrf
from generator.plan.edge_ports import STORM_KBPS, edge_ports
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import GATEWAY_MAC
from generator.plan.sonic import has_anycast
from generator.render.sonic import Table, Tables

_TUNNEL = "vtep"
_FLOODED = ("broadcast", "unknown-multicast", "unknown-unicast")
_STORM = {"kbps": str(STORM_KBPS)}


def overlay_tables(plan: Plan, switch: Switch) -> Tables:
    """Return a leaf's VLANs with their members and gateways, its instances, and the VXLAN networks of both."""
    vrfs = plan.vrfs_on(switch)
    tables = _vlan_tables(plan, switch, vrfs)
    if vrfs:
        tables["VRF"] = {vrf.name: {"vni": str(vrf.vni)} for vrf in vrfs}
    if switch.vtep:
        tables |= _tunnel_tables(plan, switch, vrfs)
    return tables


def _vlan_tables(plan: Plan, switch: Switch, vrfs: list[Vrf]) -> Tables:
    """Return the VLANs. One is for each instance's VXLAN network: it has no members, and its interface carries the instance's tunnel traffic."""
    known = {vlan.vlan: vlan for vlan in plan.vlans if vlan.fabric in switch.carries}
    gateways = {a.interface: a for a in plan.addresses_of[switch.name] if a.use == "gateway"}
    mtus = {port.vlan: port.mtu_bytes for port in plan.reserved_of[switch.name] if port.vlan is not None}
    shared = {f"Vlan{vlan}" for vlan in switch.vlans if switch.vtep and known[vlan].vni is not None} & gateways.keys()
    anycast = has_anycast(plan, switch)
    vlans: Table = {}
    for vlan in switch.vlans:
        row = {"vlanid": str(vlan), "admin_status": "up", "description": known[vlan].name}
        if f"Vlan{vlan}" in shared and not anycast:
            row |= {"mac": GATEWAY_MAC}
        if known[vlan].fabric in ROUTED:
            row |= {"mtu": str(mtus[vlan])}
        vlans[f"Vlan{vlan}"] = row
    routed: Table = {}
    tenanted = plan.vrf_of_vlan(switch)
    for name, address in gateways.items():
        row = {"static_anycast_gateway": "true"} if name in shared and anycast else {}
        if address.vlan in tenanted:
            row["vrf_name"] = tenanted[address.vlan]
        routed[name] = row
        routed[f"{name}|{address.address}/{address.length}"] = {}
        if address.ipv6:
            routed[f"{name}|{address.ipv6}/{address.length + IPV6_MORE}"] = {}
    for vrf in vrfs:
        vlans[f"Vlan{vrf.vlan}"] = {"vlanid": str(vrf.vlan), "admin_status": "up", "description": vrf.name}
        routed[f"Vlan{vrf.vlan}"] = {"vrf_name": vrf.name}
    if not vlans:
        return {}
    tables: Tables = {"VLAN": vlans, "VLAN_INTERFACE": routed}
    if shared and anycast:
        tables["SAG"] = {"GLOBAL": {"gateway_mac": GATEWAY_MAC}}
    if edges := edge_ports(plan, switch):
        tables["PORT_STORM_CONTROL"] = {f"{port.interface}|{kind}": _STORM for port in edges for kind in _FLOODED}
    members = _members(plan, switch)
    return tables | {"VLAN_MEMBER": members} if members else tables


def _members(plan: Plan, switch: Switch) -> Table:
    members: Table = {}
    for port in plan.ports_of[switch.name]:
        if port.vlan is not None:
            members[f"Vlan{port.vlan}|{port.interface}"] = _UNTAGGED
        for vlan in port.tagged:
            members[f"Vlan{vlan}|{port.interface}"] = _TAGGED
    return members


_UNTAGGED = {"tagging_mode": "untagged"}
_TAGGED = {"tagging_mode": "tagged"}


def _tunnel_tables(plan: Plan, switch: Switch, vrfs: list[Vrf]) -> Tables:
    """Return the tunnel end, and a VXLAN network for each stretched VLAN and each instance."""
    vnis = {vlan.vlan: vlan.vni for vlan in plan.vlans if vlan.vni is not None}
    networks = [(vlan, vnis[vlan]) for vlan in switch.vlans if vlan in vnis] + [(vrf.vlan, vrf.vni) for vrf in vrfs]
    return {
        "VXLAN_TUNNEL": {_TUNNEL: {"src_ip": switch.vtep}},
        "VXLAN_EVPN_NVO": {"nvo": {"source_vtep": _TUNNEL}},
        "VXLAN_TUNNEL_MAP": {
            f"{_TUNNEL}|map_{vni}_Vlan{vlan}": {"vlan": f"Vlan{vlan}", "vni": str(vni)} for vlan, vni in networks
        },
    }
