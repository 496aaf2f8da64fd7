"""sonic: config_db.json and frr.conf of every switch that runs SONiC."""

from collections.abc import Iterable, Iterator

from generator.catalog.model import Switch as SwitchModel
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.lines import json_tables
from generator.render.sonic import Tables
from generator.render.sonic.ports import interface_tables, port_tables
from generator.render.sonic.qos import qos_tables
from generator.render.sonic.routing import MAX_PATHS, announces_all, own_prefixes, own_prefixes_ipv6, routing_tables
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
    """Print both files of every SONiC switch."""
    for switch in _mine(plan):
        folder = f"switches/{switch.name}"
        yield Artifact(f"{folder}/config_db.json", json_tables(config_db(plan, switch)), _YANG)
        ran = (
            switch.fabric == "compute"
            and plan.cluster.shapes["compute"].tiers == _RUN_TIERS
            and not switch.loopback_ipv6
        )
        proof = _FRR_RUN if ran else _FRR_READ
        yield Artifact(f"{folder}/frr.conf", _frr(plan, switch, templates), proof)


def config_db(plan: Plan, switch: Switch) -> Tables:
    """Give every table of a switch, by name."""
    model = plan.catalog.get(SwitchModel, switch.model)
    platform = model.os.sonic
    assert platform is not None
    tables = {
        **system_tables(plan, switch, platform),
        **port_tables(plan, switch, model),
        **interface_tables(plan, switch),
        **qos_tables(plan, switch, platform),
        **routing_tables(plan, switch),
    }
    return dict(sorted(tables.items()))


def _mine(plan: Plan) -> list[Switch]:
    return [switch for switch in plan.switches if switch.os == "sonic"]


def _frr(plan: Plan, switch: Switch, templates: Templates) -> str:
    peers = [port for port in plan.ports_of[switch.name] if port.group]
    return templates.render(
        "sonic/frr.conf.j2",
        switch=switch,
        peers=[(port.interface, port.group, f"{port.peer} {port.peer_interface}") for port in peers],
        groups=sorted({port.group for port in peers}),
        own=own_prefixes(switch),
        own_ipv6=own_prefixes_ipv6(switch),
        accepted=plan.filters[switch.fabric],
        transit=announces_all(switch),
        blackholes=switch.aggregates,
        blackholes_ipv6=switch.aggregates_ipv6,
        evpn="frontend" in switch.carries,
        max_paths=MAX_PATHS,
    )
