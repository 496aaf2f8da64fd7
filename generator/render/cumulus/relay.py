"""DHCP relays. 5.14 brought groups of servers; before it, one list of interfaces and one of servers served a routing instance.

The relayed packet comes from the VLAN's own address (`source-ip gateway`), as the matrix has it.
"""

from generator.plan.plan import Plan
from generator.plan.provisioning.relays import RelayAgent, relay_agent
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
    if release_of(switch.version) < _GROUPS:
        for interface in (*agent.uplinks, *(f"vlan{each.vlan}" for each in agent.relays)):
            at(relay, "interface", interface)
        for server in agent.servers:
            at(relay, "server", server)
        return
    upstream, downstream = _sides(agent)
    for server in agent.servers:
        at(relay, "server-group", _GROUP, "server", server)
    for interface in upstream:
        at(relay, "server-group", _GROUP, "upstream-interface", interface)
    for interface in downstream:
        at(relay, "downstream-interface", interface)["server-group-name"] = _GROUP


def _sides(agent: RelayAgent) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the interfaces towards servers and those towards clients: a group needs one of each.

    The only leaf out of band has no uplinks: all servers are in its management VLAN, and hear the clients there themselves.
    """
    own = tuple(f"vlan{each.vlan}" for each in agent.relays if each.segment == _OWN)
    every = tuple(f"vlan{each.vlan}" for each in agent.relays)
    if agent.uplinks:
        return agent.uplinks, every
    return own, tuple(name for name in every if name not in own)
