"""sonic: config_db.json and frr.conf of every switch that runs SONiC."""

from collections.abc import Hashable, Iterable, Iterator
from functools import partial

from generator.catalog.model import SonicPlatform
from generator.catalog.model import Switch as SwitchModel
from generator.plan.addressing.pods import ROUTES_A_HOST
from generator.plan.kubernetes.peering import listener
from generator.plan.leaks import crossings
from generator.plan.plan import Plan
from generator.plan.provisioning.relays import hears_unnumbered, relay_agent
from generator.plan.records import Switch
from generator.plan.routing import (
    ESTABLISH_S,
    IPV6_GROUP,
    ONE_HOP,
    RESTART_MINUTES,
    START_HOLD_S,
    announces_all,
    own_prefixes,
    own_prefixes_ipv6,
)
from generator.plan.sonic import equal_paths, platform_of, waits_for_install
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.edge import edge_values
from generator.render.lines import join_tables, table_texts
from generator.render.sonic import Tables
from generator.render.sonic.buffers import buffer_tables, cable_lengths
from generator.render.sonic.control import control_tables
from generator.render.sonic.edge import add_edge
from generator.render.sonic.filters import filter_tables
from generator.render.sonic.management import management_tables
from generator.render.sonic.overlay import overlay_tables
from generator.render.sonic.ports import Seen, interface_tables, port_tables
from generator.render.sonic.qos import qos_tables, roce_ports
from generator.render.sonic.routing import routing_tables
from generator.render.sonic.sessions import sessions_of
from generator.render.sonic.system import system_tables
from generator.render.templates import Templates

NAME = "sonic"
_YANG = Proof(Grade.SCHEMA, "SONiC YANG (yanglint)")
_FRR_RUN = Proof(Grade.APPLIED, "FRR (zebra, bgpd, bfdd)")
_FRR_READ = Proof(Grade.PARSED, "FRR (vtysh -C)")

_RUN_TIERS = 2
"""Fabrics of this form run in the tests: leaves and spines over IPv4; others are only parsed."""


def paths(plan: Plan) -> Iterable[str]:
    """Two files a switch."""
    for switch in _mine(plan):
        yield f"switches/{switch.name}/config_db.json"
        yield f"switches/{switch.name}/frr.conf"


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print both files of every SONiC switch. What switches have alike is made and printed once."""
    printed: dict[Hashable, dict[str, str]] = {}
    seen: Seen = {}
    for switch in _mine(plan):
        folder = f"switches/{switch.name}"
        yield Artifact(f"{folder}/config_db.json", partial(_config_db, plan, switch, printed, seen), _YANG)
        proof = _FRR_RUN if _ran(plan, switch) else _FRR_READ
        yield Artifact(f"{folder}/frr.conf", partial(_frr, plan, switch, templates), proof)


def _config_db(plan: Plan, switch: Switch, printed: dict[Hashable, dict[str, str]], seen: Seen) -> str:
    key = _class_key(plan, switch)
    if key not in printed:
        printed[key] = table_texts(_class_tables(plan, switch))
    tables = printed[key] | table_texts(_own_tables(plan, switch, seen))
    return join_tables(tables[name] for name in sorted(tables))


def _class_key(plan: Plan, switch: Switch) -> Hashable:
    """Return the key of the classes of a switch: its model, and the link at each port. A dynamic platform has no headroom in its files, so lengths do not matter."""
    ports = plan.reserved_of[switch.name]
    dynamic = _platform(plan, switch).buffer_model == "dynamic"
    alike = tuple((p.interface, p.fabric, p.speed_gbps, not dynamic and p.length_m, p.mtu_bytes) for p in ports)
    return switch.os, switch.model, alike, tuple(sorted(_yet_to_come(plan, switch)))


def _class_tables(plan: Plan, switch: Switch) -> Tables:
    """Return the tables of the RoCE classes: maps and profiles of the envelope, rows of the ports that are configured."""
    roce = roce_ports(plan, switch)
    tables = qos_tables(plan, switch, roce) | buffer_tables(plan, switch, _platform(plan, switch), roce)
    return _configured(tables, _yet_to_come(plan, switch))


def _configured(tables: Tables, later: set[str]) -> Tables:
    """Leave out the rows of ports that are not configured yet."""
    if not later:
        return tables
    kept = {
        name: {k: row for k, row in rows.items() if k.partition("|")[0] not in later} for name, rows in tables.items()
    }
    if "CABLE_LENGTH" in kept:
        lengths = kept["CABLE_LENGTH"]["AZURE"]
        assert isinstance(lengths, dict)
        kept["CABLE_LENGTH"] = {"AZURE": {name: length for name, length in lengths.items() if name not in later}}
    return kept


def _yet_to_come(plan: Plan, switch: Switch) -> set[str]:
    """Name the ports of the envelope that are not configured yet."""
    if plan.reserved_ports is plan.ports:
        return set()
    return {p.interface for p in plan.reserved_of[switch.name]} - {p.interface for p in plan.ports_of[switch.name]}


def _own_tables(plan: Plan, switch: Switch, seen: Seen) -> Tables:
    """Return every other table."""
    model = plan.hardware.get(SwitchModel, switch.model)
    tables: Tables = {
        **system_tables(plan, switch, _platform(plan, switch)),
        **management_tables(plan, switch),
        **port_tables(plan, switch, model, _platform(plan, switch), seen),
        **_configured(cable_lengths(plan, switch, _platform(plan, switch)), _yet_to_come(plan, switch)),
        **interface_tables(plan, switch),
        **overlay_tables(plan, switch),
        **routing_tables(plan, switch, sessions_of(plan, switch)),
        **filter_tables(plan.filters_on(switch), control_tables(plan, switch)),
    }
    add_edge(tables, plan, switch)
    return add_relays(tables, plan, switch)


def _platform(plan: Plan, switch: Switch) -> SonicPlatform:
    platform = platform_of(plan, switch)
    assert platform is not None
    return platform


def _mine(plan: Plan) -> list[Switch]:
    return [switch for switch in plan.switches if switch.os == "sonic"]


def _ran(plan: Plan, switch: Switch) -> bool:
    """Whether the tests run FRR with a file of this form: unnumbered, over IPv4, without tenants."""
    fabric = plan.fabrics[switch.fabric]
    plain = fabric.unnumbered and not switch.overlay and not switch.loopback_ipv6
    return switch.fabric == "compute" and fabric.tiers == _RUN_TIERS and plain


def _frr(plan: Plan, switch: Switch, templates: Templates) -> str:
    sessions = sessions_of(plan, switch)
    return templates.render(
        "sonic/frr.conf.j2",
        switch=switch,
        peers=[(peer.name, peer.interface, peer.group, peer.peer, peer.asn) for peer in sessions.peers],
        groups=sessions.groups,
        numbered=sessions.numbered,
        waits=waits_for_install(plan, switch),
        ttl_security=sessions.ttl_security,
        one_hop=ONE_HOP,
        hold_s=START_HOLD_S,
        establish_s=ESTABLISH_S,
        restart_minutes=RESTART_MINUTES,
        limits={group: sessions.limits.of(group) for group in sessions.groups},
        ipv6_group=IPV6_GROUP if sessions.numbered else "",
        vrfs=plan.vrfs_on(switch),
        crossings=list(crossings(plan, switch)),
        own=own_prefixes(switch),
        own_ipv6=own_prefixes_ipv6(switch),
        accepted=plan.filters[switch.fabric],
        transit=announces_all(switch),
        weighted=plan.fabrics[switch.fabric].weighted,
        max_paths=equal_paths(plan, switch),
        pods=listener(plan, switch),
        routes_a_host=ROUTES_A_HOST,
        **edge_values(plan, switch),
    )


def add_relays(tables: Tables, plan: Plan, switch: Switch) -> Tables:
    """Return a switch's tables with its relays in them; the same tables where it has none.

    ISC's dhcrelay, the only one before 202511, runs once for each VLAN with `dhcp_servers`, and only listens on ports with an IPv4 address
    (dhcpv4-relay.agents.j2). SONiC's own agent reads DHCPV4_RELAY and listens on every front port, also unnumbered ones (sonic-dhcp-relay, dhcp4relay.cpp).
    Neither is started on a leaf router unless the feature is enabled (init_cfg.json.j2).
    """
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
