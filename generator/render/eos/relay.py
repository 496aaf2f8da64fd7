"""DHCP relays: helper addresses of VLAN interfaces."""

from generator.plan.plan import Plan
from generator.plan.provisioning.relays import relay_agent
from generator.plan.records import Switch
from generator.render.eos import Sections


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
