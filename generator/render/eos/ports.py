"""Ports, loopbacks, VLANs, their gateways and DHCP relays."""

from collections.abc import Iterator
from math import isclose

from generator.catalog.model import Switch as SwitchModel
from generator.model.faceplate import Bank, banks
from generator.model.interfaces import interface_name
from generator.plan.access.lines import PortFilter
from generator.plan.addressing.numbers import IPV6_MORE
from generator.plan.edge_ports import FRONTEND, STORM_PPS
from generator.plan.plan import Plan
from generator.plan.provisioning.relays import relay_agent
from generator.plan.records import Switch, SwitchPort
from generator.plan.routing import GATEWAY_MAC
from generator.render.eos import MGMT, Section, Sections, stated
from generator.render.eos.access import guarded
from generator.render.eos.channels import channel_sections
from generator.render.eos.qos import profile_name

_FEC_FROM_GBPS = 100
"""RS-FEC is mandatory on 200, 400 and 800 Gb/s (IEEE 802.3, clauses 119 and 172) and used on 100 Gb/s here."""
_FLOODED = ("broadcast", "multicast", "unknown_unicast")
_LANES_FROM_GBPS = 50
"""Slower ports have one form of their speed on EOS (Arista AVD schema, ethernet_interfaces speed)."""


def port_sections(
    plan: Plan, switch: Switch, model: SwitchModel, filters: list[tuple[PortFilter, list[SwitchPort]]]
) -> Sections:
    """Return every interface of the box: ports of the envelope up and described, the others down."""
    guards = {port.interface: each for each, ports in filters for port in ports}
    rows = list(_ports(plan, switch, model, guards))
    loopbacks = [_loopback(0, "router id", switch.loopback, switch.loopback_ipv6)]
    unnumbered = any(port.group and not port.address for port in plan.ports_of[switch.name])
    return stated(
        {
            **channel_sections(plan, switch, rows),
            "ethernet_interfaces": rows,
            "loopback_interfaces": [
                *loopbacks,
                *([_loopback(1, "VXLAN tunnel end", switch.vtep)] if switch.vtep else []),
            ],
            "ip_routing": True,
            "vrfs": list(_vrfs(plan, switch)),
            **_vlans(plan, switch),
            "ip_routing_ipv6_interfaces": True if unnumbered else None,
            "ipv6_unicast_routing": True if unnumbered or switch.loopback_ipv6 else None,
        }
    )


def _ports(plan: Plan, switch: Switch, model: SwitchModel, guards: dict[str, PortFilter]) -> Iterator[Section]:
    by_cage: dict[int, list[SwitchPort]] = {}
    for port in plan.ports_of[switch.name]:
        by_cage.setdefault(port.cage, []).append(port)
    for bank in banks(model, switch.os):
        for cage in bank.cages:
            used = {port.port: port for port in by_cage.get(cage, [])}
            count = next(iter(used.values())).ports if used else 1
            for number in range(1, count + 1):
                if number in used:
                    yield _used(plan, switch, bank, used[number], guards.get(used[number].interface))
                else:
                    yield {"name": interface_name(model, switch.os, cage, number, count), "shutdown": True}


def _used(plan: Plan, switch: Switch, bank: Bank, port: SwitchPort, guard: PortFilter | None) -> Section:
    row: Section = {
        "name": port.interface,
        "description": f"{port.peer} {port.peer_interface}",
        "shutdown": False,
        "speed": port_speed(bank, port),
    }
    if port.speed_gbps >= _FEC_FROM_GBPS:
        row["error_correction_encoding"] = {"enabled": True, "reed_solomon": True}
    row |= _switched(port) if port.vlan is not None or port.tagged else _routed(port, ipv6=bool(switch.loopback_ipv6))
    if port.kind == "host_leaf" and port.fabric == FRONTEND:
        row |= {
            "loop_protection": True,
            "storm_control": {kind: {"level": str(STORM_PPS), "unit": "pps"} for kind in _FLOODED},
        }
    if port.fabric in plan.roce:
        row["service_profile"] = profile_name(port)
    return row | guarded(guard)


_NEGOTIATED = {1: "auto 1gfull", 25: "auto 25gfull", 40: "auto 40gfull", 50: "auto 50gfull", 100: "auto 100gfull"}
"""Speeds that both ends agree on, where the lanes do not follow from the ASIC's rate (Arista AVD schema, ethernet_interfaces speed)."""


def port_speed(bank: Bank, port: SwitchPort) -> str:
    """Speed of a port in EOS' form, with its number of lanes where that follows from the ASIC's own rate: `400g-4`.

    A slower port may run over fewer lanes or over slower ones: which, its transceiver decides, so the lanes are left unsaid.
    """
    lanes = bank.lanes // port.ports
    lane_gbps = max(each.ports * max(each.speeds_gbps) for each in bank.breakouts) / bank.lanes
    certain = port.speed_gbps >= _LANES_FROM_GBPS and isclose(lanes * lane_gbps, port.speed_gbps)
    if port.negotiates:
        return f"auto {port.speed_gbps:g}g-{lanes}" if certain else _NEGOTIATED.get(round(port.speed_gbps), "auto")
    return f"{port.speed_gbps:g}g-{lanes}" if certain else f"{port.speed_gbps:g}g"


def _routed(port: SwitchPort, *, ipv6: bool) -> Section:
    return stated(
        {
            "switchport": {"enabled": False},
            "mtu": port.mtu_bytes,
            "vrf": port.vrf,
            "ip_address": f"{port.address}/31" if port.address else "",
            "ipv6_addresses": [f"{port.ipv6}/127"] if port.ipv6 else [],
            "ipv6_enable": True if port.group and (ipv6 or not port.address) else None,
        }
    )


def _switched(port: SwitchPort) -> Section:
    """A host's port in its VLANs. EOS bridges frames of any size that its metal takes, so only routed interfaces have an MTU."""
    if port.tagged:
        every = sorted({*port.tagged, *([port.vlan] if port.vlan is not None else [])})
        trunk = stated({"allowed_vlan": ",".join(map(str, every)), "native_vlan": port.vlan})
        row: Section = {"switchport": {"enabled": True, "mode": "trunk", "trunk": trunk}}
    else:
        row = {"switchport": {"enabled": True, "mode": "access", "access_vlan": port.vlan}}
    return row | {"spanning_tree_portfast": "edge", "spanning_tree_bpduguard": "enabled"}


def _loopback(number: int, description: str, address: str, ipv6: str = "") -> Section:
    return stated(
        {
            "name": f"Loopback{number}",
            "description": description,
            "shutdown": False,
            "ip_address": f"{address}/32",
            "ipv6_addresses": [f"{ipv6}/128"] if ipv6 else [],
        }
    )


def _vrfs(plan: Plan, switch: Switch) -> Iterator[Section]:
    if switch.management:
        yield {"name": MGMT, "description": "out-of-band management", "ip_routing": False}
    for vrf in plan.vrfs_on(switch):
        row: Section = {"name": vrf.name, "description": vrf.whose, "ip_routing": True}
        yield row | ({"ipv6_routing": True} if switch.loopback_ipv6 else {})


def _vlans(plan: Plan, switch: Switch) -> Sections:
    if not switch.vlans:
        return {}
    known = {vlan.vlan: vlan for vlan in plan.vlans if vlan.fabric in switch.carries}
    tenanted = plan.vrf_of_vlan(switch)
    gateways = [
        {
            "name": f"Vlan{address.vlan}",
            "description": known[address.vlan].name,
            "shutdown": False,
            "mtu": plan.fabrics[known[address.vlan].fabric].mtu_bytes,
            **({"vrf": tenanted[address.vlan]} if address.vlan in tenanted else {}),
            (
                "ip_address_virtual" if known[address.vlan].vni is not None and switch.vtep else "ip_address"
            ): f"{address.address}/{address.length}",
            **({"ipv6_addresses": [f"{address.ipv6}/{address.length + IPV6_MORE}"]} if address.ipv6 else {}),
        }
        for address in plan.addresses_of[switch.name]
        if address.use == "gateway" and address.vlan is not None
    ]
    sections: Sections = {
        "vlans": [{"id": vlan, "name": known[vlan].name} for vlan in switch.vlans],
        "vlan_interfaces": gateways,
        "spanning_tree": {"mode": "mstp"},
    }
    guarded = [vlan for vlan in switch.vlans if known[vlan].fabric == FRONTEND]
    if guarded:
        # Frames of the switch's own that come back by a host's port shut it: what filters BPDUs is found by these (Arista AVD schema, monitor_loop_protection).
        sections["monitor_loop_protection"] = {"enabled": True, "protect_vlan": ",".join(map(str, guarded))}
    return sections | ({"ip_virtual_router_mac_address": GATEWAY_MAC} if switch.vtep else {})


def add_relays(sections: Sections, plan: Plan, switch: Switch) -> None:
    """Add the servers to each VLAN interface that is relayed."""
    agent = relay_agent(plan, switch)
    if agent is None:
        return
    helpers = [{"ip_helper": server} for server in agent.servers]
    relayed = {f"Vlan{relay.vlan}" for relay in agent.relays}
    sections["vlan_interfaces"] = [
        {**row, "ip_helpers": helpers} if row["name"] in relayed else row for row in sections["vlan_interfaces"]
    ]
