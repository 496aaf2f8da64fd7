"""PORT, BREAKOUT_CFG, interfaces and VLAN members."""

from generator.catalog.model import Breakout, SonicPlatform
from generator.catalog.model import Switch as SwitchModel
from generator.model.faceplate import banks
from generator.model.interfaces import interface_name, sonic_alias
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort
from generator.render.sonic import Table, Tables

_FEC_FROM_GBPS = 100
"""RS-FEC is mandatory on 200, 400 and 800 Gb/s (IEEE 802.3, clauses 119 and 172) and used on 100 Gb/s here."""


def port_tables(plan: Plan, switch: Switch, model: SwitchModel) -> Tables:
    """Give every port of the box: those of the envelope up and described, the others down."""
    platform = model.os.sonic
    assert platform is not None
    by_cage: dict[int, list[SwitchPort]] = {}
    for port in plan.ports_of[switch.name]:
        by_cage.setdefault(port.cage, []).append(port)
    ports: Table = {}
    breakouts: Table = {}
    for bank in banks(model, switch.os):
        for cage in bank.cages:
            used = by_cage.get(cage)
            count = used[0].ports if used else 1
            way = next(b for b in _ways(platform, bank.breakouts) if b.ports == count)
            if count > 1 and way.mode:
                breakouts[interface_name(model, switch.os, cage, 1, 1)] = {"brkout_mode": way.mode}
            ports.update(_cage_ports(model, platform, cage, count, used or [], max(bank.breakouts[0].speeds_gbps)))
    tables: Tables = {"PORT": ports}
    if breakouts:
        tables["BREAKOUT_CFG"] = breakouts
    return tables


def _ways(platform: SonicPlatform, metal: tuple[Breakout, ...]) -> tuple[Breakout, ...]:
    """The platform's own breakouts, which carry their names, before the metal's."""
    return (*(platform.breakouts or ()), *metal)


def _cage_ports(
    model: SwitchModel, platform: SonicPlatform, cage: int, count: int, used: list[SwitchPort], whole_gbps: float
) -> Table:
    facts = platform.cages[cage]
    by_port = {port.port: port for port in used}
    speed = used[0].speed_gbps if used else whole_gbps
    width = len(facts.lanes) // count
    rows: Table = {}
    for number in range(1, count + 1):
        port = by_port.get(number)
        row = {
            "alias": sonic_alias(model, cage, number, count),
            "index": str(facts.index),
            "lanes": ",".join(map(str, facts.lanes[(number - 1) * width : number * width])),
            "speed": str(round(speed * 1000)),
            "mtu": str(port.mtu_bytes if port else 9100),
            "admin_status": "up" if port else "down",
        }
        if speed >= _FEC_FROM_GBPS:
            row["fec"] = "rs"
        if port:
            row["description"] = f"{port.peer} {port.peer_interface}"
        rows[interface_name(model, "sonic", cage, number, count)] = row
    return rows


def interface_tables(plan: Plan, switch: Switch) -> Tables:
    """Give routed ports, loopbacks, VLANs and the tunnel end."""
    interfaces: Table = {}
    for port in plan.ports_of[switch.name]:
        if port.address:
            interfaces[port.interface] = {}
            interfaces[f"{port.interface}|{port.address}/31"] = {}
            if port.ipv6:
                interfaces[f"{port.interface}|{port.ipv6}/127"] = {}
        elif port.group:
            interfaces[port.interface] = {"ipv6_use_link_local_only": "enable"}
    loopbacks: Table = {"Loopback0": {}, f"Loopback0|{switch.loopback}/32": {}}
    if switch.loopback_ipv6:
        loopbacks[f"Loopback0|{switch.loopback_ipv6}/128"] = {}
    if switch.vtep:
        loopbacks |= {"Loopback1": {}, f"Loopback1|{switch.vtep}/32": {}}
    tables: Tables = {"LOOPBACK_INTERFACE": loopbacks}
    if interfaces:
        tables["INTERFACE"] = interfaces
    return tables | _vlan_tables(plan, switch)


def _vlan_tables(plan: Plan, switch: Switch) -> Tables:
    if not switch.vlans:
        return {}
    known = {vlan.vlan: vlan for vlan in plan.vlans if vlan.fabric in switch.carries}
    vlans: Table = {
        f"Vlan{vlan}": {"vlanid": str(vlan), "admin_status": "up", "description": known[vlan].name}
        for vlan in switch.vlans
    }
    members: Table = {}
    for port in plan.ports_of[switch.name]:
        if port.vlan is not None:
            members[f"Vlan{port.vlan}|{port.interface}"] = {"tagging_mode": "untagged"}
        for vlan in port.tagged:
            members[f"Vlan{vlan}|{port.interface}"] = {"tagging_mode": "tagged"}
    gateways = {a.interface: a for a in plan.addresses_of[switch.name] if a.use == "gateway"}
    routed: Table = {}
    for name, address in gateways.items():
        routed[name] = {"static_anycast_gateway": "true"} if switch.vtep else {}
        routed[f"{name}|{address.address}/{address.length}"] = {}
    tables: Tables = {"VLAN": vlans, "VLAN_MEMBER": members, "VLAN_INTERFACE": routed}
    return tables | (_overlay_tables(plan, switch) if switch.vtep else {})


_GATEWAY_MAC = "02:00:00:c1:00:01"
"""The anycast gateway's MAC: locally administered, so that it meets no virtual router of the site (RFC 5798 has its own)."""


def _overlay_tables(plan: Plan, switch: Switch) -> Tables:
    """Stretch the frontend's VLANs over all of its leaves: one VXLAN network each, one gateway everywhere."""
    vnis = {vlan.vlan: vlan.vni for vlan in plan.vlans if vlan.vni is not None}
    return {
        "SAG": {"GLOBAL": {"gateway_mac": _GATEWAY_MAC}},
        "VXLAN_TUNNEL": {"vtep": {"src_ip": switch.vtep}},
        "VXLAN_EVPN_NVO": {"nvo": {"source_vtep": "vtep"}},
        "VXLAN_TUNNEL_MAP": {
            f"vtep|map_{vnis[vlan]}_Vlan{vlan}": {"vlan": f"Vlan{vlan}", "vni": str(vnis[vlan])}
            for vlan in switch.vlans
        },
    }
