"""EVPN-VXLAN: the frontend's VLANs over all of its leaves, and an instance for each tenant on the compute leaves."""

from ipaddress import ip_network

from generator.plan.addressing.records import Vrf
from generator.plan.leaks import Leak, leaks_on
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.routing import announces_all
from generator.render.eos import Section, Sections, stated
from generator.render.eos.routing import groups_of

_TARGET_AS = 64512
"""The administrator of route targets: the first AS number for private use (RFC 6996), one for all leaves, as each has its own; two bytes
leave four for the VXLAN network (RFC 8365, section 5.1.2.1)."""
_PORT = 4789
_CLASS_THROUGH_TUNNEL: Section = {
    "dscp_propagation_encapsulation": True,
    "ecn_propagation": True,
    "map_dscp_to_traffic_class_decapsulation": True,
}
"""The outer header has the class of the inner one, or RoCE would cross the fabric in the lossy class; congestion marks are copied back (RFC 6040),
and the far end selects the class by the DSCP (Arista AVD 6.4.0 schema, vxlan_interface: qos)."""
_FAMILIES = (("", "ip", "prefix_lists", 31), ("6", "ipv6", "ipv6_prefix_lists", 127))

_DEFAULT = "default"


def overlay_sections(plan: Plan, switch: Switch) -> Sections:
    """Return the tunnel end of a leaf; nothing elsewhere."""
    if not switch.vtep:
        return {}
    vnis = _vnis(plan)
    vxlan = stated(
        {
            "source_interface": "Loopback1",
            "udp_port": _PORT,
            "vlans": [{"id": vlan, "vni": vnis[vlan]} for vlan in switch.vlans if vlan in vnis],
            "vrfs": [{"name": vrf.name, "vni": vrf.vni} for vrf in plan.vrfs_on(switch)],
            "qos": _CLASS_THROUGH_TUNNEL if any(fabric in plan.roce for fabric in switch.carries) else {},
        }
    )
    return {"vxlan_interface": {"vxlan1": {"description": f"{switch.name} VTEP", "vxlan": vxlan}}}


def overlay_bgp(plan: Plan, switch: Switch) -> Section:
    """Return what EVPN adds to BGP. Between AS numbers EOS would put itself in as the next hop: spines must not, they end no tunnel."""
    if not switch.overlay:
        return {}
    family: Section = {"peer_groups": [{"name": group, "activate": True} for group in groups_of(plan, switch)]}
    if announces_all(switch):
        family["next_hop_unchanged"] = True
    bgp: Section = {"address_family_evpn": family}
    if not switch.vtep:
        return bgp
    vnis = _vnis(plan)
    vlans = [
        {
            "id": vlan,
            "rd": f"{switch.loopback}:{vlan}",
            "route_targets": {"both": [_target(vnis[vlan])]},
            "redistribute_routes": ["learned"],
        }
        for vlan in switch.vlans
        if vlan in vnis
    ]
    instances = [_instance(switch, vrf) for vrf in plan.vrfs_on(switch)]
    return stated({**bgp, "vlans": vlans, "vrfs": instances})


def _instance(switch: Switch, vrf: Vrf) -> Section:
    """A tenant's instance announces the prefixes of its leaf's rails (EVPN type 5). EOS allocates an internal VLAN for the VXLAN network."""
    targets = [{"address_family": "evpn", "route_targets": [_target(vrf.vni)]}]
    instance: Section = {
        "name": vrf.name,
        "rd": f"{switch.loopback}:{vrf.vlan}",
        "route_targets": {"import": targets, "export": targets},
        "router_id": switch.loopback,
        "networks": [{"prefix": prefix} for prefix in switch.aggregates],
    }
    if switch.aggregates_ipv6:
        instance["address_family_ipv6"] = {"networks": [{"prefix": prefix} for prefix in switch.aggregates_ipv6]}
    return instance


def _target(vni: int) -> str:
    return f"{_TARGET_AS}:{vni}"


def _vnis(plan: Plan) -> dict[int, int]:
    return {vlan.vlan: vlan.vni for vlan in plan.vlans if vlan.vni is not None}


def add_leaks(sections: Sections, plan: Plan, switch: Switch) -> None:
    """Add the imports of each instance, with their maps and lists.

    The VRF-leak agent imports the routes that a map permits (Arista EOS, Inter-VRF Local Route Leaking using VRF-leak Agent). Maps have the prefixes of
    the zones of allowed flows, in the length of a host's link: prefixes of other leaves are shorter, and are not leaked. Networks of VLANs are leaked as they are.
    """
    taken: dict[str, list[Section]] = {}
    for leak in leaks_on(plan, switch):
        source, into = leak.source or _DEFAULT, leak.into or _DEFAULT
        name = f"LEAK-{source}-{into}"
        matches = list(_add_lists(sections, name, leak, ipv6=bool(switch.aggregates_ipv6)))
        entries = [
            {"sequence": 10 * number, "type": "permit", "match": [match]} for number, match in enumerate(matches, 1)
        ]
        sections["route_maps"] = [*sections.get("route_maps", []), {"name": name, "sequence_numbers": entries}]
        taken.setdefault(into, []).append({"source_vrf": source, "subscribe_policy": name})
    if taken:
        sections["router_general"] = {"vrfs": [{"name": into, "leak_routes": rows} for into, rows in taken.items()]}


def _add_lists(sections: Sections, name: str, leak: Leak, *, ipv6: bool) -> list[str]:
    matches = []
    for twin, family, section, bits in _FAMILIES if ipv6 and not leak.vlans else _FAMILIES[:1]:
        prefixes = sorted(leak.prefixes_ipv6 if twin else leak.prefixes, key=ip_network)
        lines = [
            {"sequence": 10 * number, "action": f"permit {prefix if leak.vlans else _line(prefix, bits)}"}
            for number, prefix in enumerate(prefixes, 1)
        ]
        sections[section] = [*sections.get(section, []), {"name": f"{name}{twin}", "sequence_numbers": lines}]
        matches.append(f"{family} address prefix-list {name}{twin}")
    return matches


def _line(prefix: str, bits: int) -> str:
    return prefix if prefix.endswith(f"/{bits}") else f"{prefix} eq {bits}"
