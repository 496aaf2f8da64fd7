"""DHCP relays. 5.14 brought groups of servers; before it, one list of interfaces and one of servers served a routing instance.

The relayed packet comes from the VLAN's own address (`source-ip gateway`), as the matrix has it.
"""

from generator.plan.plan import Plan
from generator.plan.provisioning.relays import relay_agent
from generator.plan.records import Switch
from generator.render.cumulus.dialect import DEFAULT
from generator.render.cumulus.grammar import release_of
from generator.render.cumulus.tree import Branch, at

_GROUPS = (5, 14)
_GROUP = "control"
_OWN = "management"


def add_relays(tree: Branch, plan: Plan, switch: Switch) -> None:
    """Add what the switch relays. ISC's dhcrelay, which NVUE starts, talks both ways on every interface that it is given (`-i`)."""
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
    # VLAN, and hear the clients there themselves.
    upstream = agent.uplinks or tuple(name for name, segment in vlans.items() if segment == _OWN)
    group = at(relay, "server-group", _GROUP)
    for server in agent.servers:
        at(group, "server", server)
    for interface in upstream:
        at(group, "upstream-interface", interface)
    for interface in vlans:
        if interface not in upstream:
            at(relay, "downstream-interface", interface)["server-group-name"] = _GROUP
