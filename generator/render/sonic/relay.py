"""DHCP relays, by either of SONiC's two agents.

ISC's dhcrelay, the only one before 202511, runs once for each VLAN with `dhcp_servers`, and only listens on ports with an IPv4 address
(dhcpv4-relay.agents.j2). SONiC's own agent reads DHCPV4_RELAY and listens on every front port, also unnumbered ones (sonic-dhcp-relay, dhcp4relay.cpp).
Neither is started on a leaf router unless the feature is enabled (init_cfg.json.j2).
"""

from generator.plan.plan import Plan
from generator.plan.provisioning.relays import hears_unnumbered, relay_agent
from generator.plan.records import Switch
from generator.render.sonic import Tables


def add_relays(tables: Tables, plan: Plan, switch: Switch) -> Tables:
    """Return a switch's tables with its relays in them; the same tables where it has none."""
    agent = relay_agent(plan, switch)
    if agent is None:
        return tables
    servers = list(agent.servers)
    names = [f"Vlan{relay.vlan}" for relay in agent.relays]
    tables = _with(tables, "FEATURE", "dhcp_relay", {"state": "enabled"})
    if hears_unnumbered(plan, switch):
        tables = _with(tables, "DEVICE_METADATA", "localhost", {"has_sonic_dhcpv4_relay": "True"})
        return tables | {"DHCPV4_RELAY": {name: {"dhcpv4_servers": servers} for name in names}}
    for name in names:
        tables = _with(tables, "VLAN", name, {"dhcp_servers": servers})
    return tables


def _with(tables: Tables, table: str, key: str, fields: dict[str, object]) -> Tables:
    """Return the tables with more fields in one row."""
    row = tables[table].get(key, {})
    assert isinstance(row, dict)
    return tables | {table: {**tables[table], key: {**row, **fields}}}
