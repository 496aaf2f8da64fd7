"""The bridge, its VLANs with their gateways and DHCP relays, the overlay that stretches them, and the bonds of hosts in it."""

from generator.plan.addressing.numbers import IPV6_MORE
from generator.plan.edge_ports import STORM_PPS, edge_ports
from generator.plan.plan import Plan
from generator.plan.provisioning.relays import relay_agent
from generator.plan.records import Lag, Switch
from generator.render.cumulus.dialect import DEFAULT, Dialect
from generator.render.cumulus.grammar import release_of
from generator.render.cumulus.tree import Branch, at

_BRIDGE = "br_default"
_EDGES = ("frontend", "oob", "compute", "storage")
"""The fabrics whose host ports end the spanning tree."""
_UPLINK = "leaf_spine"
_GROUPS = (5, 14)
"""The release that brought groups of servers; before it, one list of interfaces and one of servers served a routing instance."""
_GROUP = "control"
_OWN = "management"


def add_switching(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add VLANs with their ports and gateways, where the switch has any, and the tunnel end."""
    if switch.vtep:
        _add_tunnels(tree, switch, dialect)
    if not switch.vlans:
        return
    bridge = at(tree, "bridge", "domain", _BRIDGE)
    bridge["type"] = "vlan-aware"
    vnis = {vlan.vlan: vlan.vni for vlan in plan.vlans if vlan.fabric in switch.carries}
    for vlan in switch.vlans:
        branch = at(bridge, "vlan", str(vlan))
        if switch.vtep and vnis[vlan] is not None:
            at(branch, "vni", str(vnis[vlan]))
    bonded = bridged_names(plan, switch)
    for port in plan.ports_of[switch.name]:
        if port.vlan is None and not port.tagged:
            continue
        member = at(tree, "interface", bonded.get(port.interface, port.interface), "bridge", "domain", _BRIDGE)
        if port.tagged:
            carried = sorted({*port.tagged, *([port.vlan] if port.vlan is not None else [])})
            at(member, "vlan", ",".join(map(str, carried)))
            if port.vlan is not None:
                member["untagged"] = port.vlan
        else:
            member["access"] = port.vlan
        if port.kind == "host_leaf" and port.fabric in _EDGES:
            # Host ports forward at once, and a port that receives spanning tree goes down (Cumulus Linux, Spanning Tree).
            member["stp"] = {"admin-edge": dialect.yes, "bpdu-guard": dialect.yes}
    for port in edge_ports(plan, switch):
        kinds = ("broadcast", "multicast", "unknown-unicast")
        at(tree, "interface", port.interface)["storm-control"] = dict.fromkeys(kinds, STORM_PPS)
    _add_gateways(tree, plan, switch, dialect)


def _add_gateways(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Set the gateway of a VLAN: the leaf's own address, or a shared one of all leaves, in addition to each leaf's own (VRR)."""
    own = {a.vlan: f"{a.address}/{a.length}" for a in plan.addresses_of[switch.name] if a.use == "own-gateway"}
    tenanted = plan.vrf_of_vlan(switch)
    for address in plan.addresses_of[switch.name]:
        if address.use != "gateway":
            continue
        interface = at(tree, "interface", f"vlan{address.vlan}")
        interface |= {"type": "svi", "vlan": address.vlan}
        if address.vlan in tenanted:
            dialect.set_vrf(interface, tenanted[address.vlan])
        prefix = f"{address.address}/{address.length}"
        if address.ipv6:
            dialect.add_address(interface, f"{address.ipv6}/{address.length + IPV6_MORE}")
        if address.vlan in own:
            dialect.add_address(interface, own[address.vlan])
            dialect.add_virtual(interface, prefix)
            dialect.turn_on(tree, "router", "vrr")
        else:
            dialect.add_address(interface, prefix)


def _add_tunnels(tree: Branch, switch: Switch, dialect: Dialect) -> None:
    vxlan = dialect.turn_on(tree, "nve", "vxlan")
    at(vxlan, "source")["address"] = switch.vtep
    vxlan["arp-nd-suppress"] = dialect.yes
    # The outer header has the class of the inner one, or paused packets would travel in the lossy class.
    at(vxlan, "encapsulation", "dscp")["action"] = "copy"
    at(vxlan, "decapsulation", "dscp")["action"] = "preserve"
    dialect.turn_on(tree, "evpn")


def _bond_name(lag: Lag) -> str:
    return f"bond{lag.number}"


def bridged_names(plan: Plan, switch: Switch) -> dict[str, str]:
    """Return the interface that a host's port is known by to bridge and filters, where that is not the port itself."""
    return {member: _bond_name(lag) for lag in plan.lags_of[switch.name] for member in lag.members}


def add_bonds(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add a bond for every host, an Ethernet segment where it has another leaf, too.

    A host without LACP is allowed, so that it can boot from the network (LACP bypass).
    """
    lags = plan.lags_of[switch.name]
    if not lags:
        return
    mtus = {port.interface: port.mtu_bytes for port in plan.ports_of[switch.name]}
    for lag in lags:
        branch = at(tree, "interface", _bond_name(lag))
        branch |= {"type": "bond", "description": lag.host}
        at(branch, "link")["mtu"] = mtus[lag.members[0]]
        bond = at(branch, "bond")
        bond |= {"mode": "lacp", "lacp-rate": "fast", "lacp-bypass": dialect.yes}
        for member in lag.members:
            at(bond, "member", member)
        if lag.segment:
            segment = dialect.turn_on(branch, "evpn", "multihoming", "segment")
            segment |= {"local-id": lag.number, "mac-address": lag.system_mac, "df-preference": lag.preference}
    dialect.turn_on(tree, "evpn", "multihoming")
    for port in plan.ports_of[switch.name]:
        if port.kind == _UPLINK:
            # Uplinks to the overlay: split horizon applies there, and a leaf without any working one takes its host ports down.
            at(tree, "interface", port.interface, "evpn", "multihoming")["uplink"] = dialect.yes


def add_relays(tree: Branch, plan: Plan, switch: Switch) -> None:
    """Add the DHCP relays of the switch.

    ISC's dhcrelay, which NVUE starts, serves both directions on each of its interfaces (`-i`). The source of relayed packets is the VLAN's own
    address (`source-ip gateway`), as in the matrix.
    """
    agent = relay_agent(plan, switch)
    if agent is None:
        return
    relay = at(tree, "service", "dhcp-relay", DEFAULT)
    relay["source-ip"] = "gateway"
    vlans = {f"vlan{each.vlan}": each.segment for each in agent.relays}
    if release_of(switch.version) < _GROUPS:
        for interface in (*agent.uplinks, *vlans):
            at(relay, "interface", interface)
        for server in agent.servers:
            at(relay, "server", server)
        return
    # A group needs an interface towards servers and one towards clients. The only leaf out of band has no uplinks: all servers are in its management
    # VLAN, and receive the clients' broadcasts there.
    upstream = agent.uplinks or tuple(name for name, segment in vlans.items() if segment == _OWN)
    group = at(relay, "server-group", _GROUP)
    for server in agent.servers:
        at(group, "server", server)
    for interface in upstream:
        at(group, "upstream-interface", interface)
    for interface in vlans:
        if interface not in upstream:
            at(relay, "downstream-interface", interface)["server-group-name"] = _GROUP
