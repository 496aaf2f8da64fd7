"""The sections of `plan.json` in their order: what prints them and what compares them have the same, and `read_back` makes the plan of them again."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from generator.catalog.entry import SupplyFact
from generator.plan.access.records import Destination, Flow
from generator.plan.infiniband.subnet import Subnet
from generator.plan.plan import Plan

FORMAT = 4
"""Of `plan.json`. A later format has more sections, and readers of the earlier ones stay (`change/formats`)."""
CHOICES, INTERFACES, SUBNET_LINKS = "choices", "interfaces", "subnet_links"
RESERVED_PORTS, LAUNCHES, SIZED, STORES, MONEY = "reserved_ports", "launches", "sized", "stores", "money"
"""Sections for rendering that are not compared. Reserved ports are included where they differ from the configured ones."""
_APART = frozenset({"lineage", "interfaces_of", "subnets", "reserved_ports", "monitoring", "provisioning", "backups"})
"""Fields with separate sections for their many rows, and those that follow from all others (`plan/services`)."""
BY_NAME = {"roce": "fabric"}
"""Fields of a plan that hold one record a name, whose sections are lists: the field of the record that is its name."""
SECTION_OF = {"memberships": "schedulers", "site_uplinks": "ways"}
"""Fields whose section has another name in `plan.json`."""
WHOLE = frozenset({
    "name", "domain", "prefixes", "vlans", "asns", "roce", "vrfs", "hosts", "retired", "switches", "links", "ports", "lags", "cables", "racks",
    "addresses", "tiers", "harnesses", "memberships", "numbering", "history", "site_uplinks", "pdus", "launches", "sized", "stores", "money",
})  # fmt: skip
"""Fields whose sections hold all of them. `choices` has the others; some of them also have a section for comparison."""


def sections(plan: Plan) -> dict[str, Any]:
    """Return all sections of the plan: those that are compared, and the others from which its tree is rendered."""
    links = [{"subnet": subnet.name, "link": link} for subnet in plan.subnets for link in subnet.links]
    return {
        **compared(plan),
        INTERFACES: [each for every in plan.interfaces_of.values() for each in every],
        **({SUBNET_LINKS: links} if links else {}),
        **({LAUNCHES: plan.launches} if plan.launches else {}),
        **({SIZED: plan.sized} if plan.sized else {}),
        **({STORES: plan.stores} if plan.stores else {}),
        **({MONEY: plan.money} if plan.money else {}),
        **({} if plan.reserved_ports is plan.ports else {RESERVED_PORTS: plan.reserved_ports}),
        CHOICES: dict(_choices(plan)),
    }


def compared(plan: Plan) -> dict[str, Any]:
    """Return the sections that two plans are compared by; what comes to this list later comes at its end."""
    return {
        "format": FORMAT,
        "lineage": [plan.lineage],
        **({"history": plan.history} if plan.history else {}),
        "name": plan.name,
        "domain": plan.domain,
        "layouts": layout_rows(plan),
        "prefixes": plan.prefixes,
        "vlans": plan.vlans,
        "asns": plan.asns,
        "roce": list(plan.roce.values()),
        "vrfs": plan.vrfs,
        "zones": plan.access.zones,
        "flows": [_flow(flow) for flow in plan.access.flows],
        **({} if plan.access.egress is UNSET else {"egress": [_destination(each) for each in plan.access.egress]}),
        "racks": plan.racks,
        "hosts": plan.hosts,
        "retired": plan.retired,
        "switches": plan.switches,
        "filters": [{"fabric": name, "lines": lines} for name, lines in plan.filters.items()],
        "links": plan.links,
        "ports": plan.ports,
        **({"lags": plan.lags} if plan.lags else {}),
        "cables": plan.cables,
        "addresses": plan.addresses,
        "tiers": plan.tiers,
        "subnets": [_subnet(subnet) for subnet in plan.subnets],
        "partitions": [row for subnet in plan.subnets for row in _partitions(subnet)],
        "harnesses": plan.harnesses,
        **({"ways": plan.site_uplinks} if plan.site_uplinks else {}),
        **({"pdus": plan.pdus} if plan.pdus else {}),
        "schedulers": list(plan.memberships),
        "limits": list(_limits(plan)),
        "daemons": list(plan.slurm.daemons) if plan.slurm else [],
        "numbering": plan.numbering,
        **_accounts(plan),
        "kubernetes": [plan.kubernetes] if plan.kubernetes else [],
    }


def with_hardware(plan: Plan) -> dict[str, Any]:
    """Return the compared sections, with known hardware, prices, the form of labels, units for devices, power feeds, sources of tiers at the site, and addresses and devices of NFS pairs."""
    money = {MONEY: plan.money} if plan.money else {}
    sources: dict[str, dict[str, Any]] = {
        name: {"source": tier.source} for name, tier in plan.site.storage.items() if tier.source
    }
    sources |= {
        name: {"nfs": {"address": str(tier.nfs.address), "device": tier.nfs.device}}
        for name, tier in plan.site.storage.items()
        if tier.nfs
    }
    power, circuit = plan.site.power, plan.site.circuit
    site = {
        "assets": plan.site.assets,
        "cabling": {"label": plan.site.cabling.label},
        "racks": {"first_unit": plan.site.racks.first_unit, "reserved_units": plan.site.racks.reserved_units},
        "storage": sources,
        "power": {"feeds": power.feeds, "pdus_per_rack": power.pdus_per_rack},
        "circuit": {"pdu": circuit.pdu, "phases": circuit.phases} if circuit else None,
    }
    return {**compared(plan), **money, CHOICES: {"site": site, "hardware": _supplies(plan)}}


def _supply_counts(fact: SupplyFact | None) -> dict[str, int | None] | None:
    return {"count": fact.count, "needed": fact.needed} if fact else None


def _supplies(plan: Plan) -> dict[str, Any]:
    """Return of the hardware what power strips and cords are counted by, the titles on labels, and order numbers, as all of it is in `plan.json`."""
    hosts = {
        name: {
            "title": model.title,
            "supplies": _supply_counts(model.supplies),
            "rack_supplies": {"count": model.rack_supplies.count} if model.rack_supplies else None,
            "rack_fixtures": [{"model": part.model} for part in model.rack_fixtures],
        }
        for name, model in plan.hardware.hosts.items()
    }
    switches = {
        name: {"title": model.title, "supplies": _supply_counts(model.supplies)}
        for name, model in plan.hardware.switches.items()
    }
    optics = {name: {"part": model.part} for name, model in plan.hardware.optics.items()}
    return {"hosts": hosts, "switches": switches, "optics": optics}


def layout_rows(plan: Plan) -> list[dict[str, Any]]:
    """Return how addresses are made of coordinates, pool by pool."""
    return [
        {"pool": each.pool, "prefix": str(each.prefix), "fields": [f"{f.name}:{f.bits}" for f in each.fields]}
        for each in plan.layouts
    ]


def _choices(plan: Plan) -> Iterator[tuple[str, Any]]:
    """Yield what no section holds whole."""
    for name in Plan.__struct_fields__:
        if name not in WHOLE | _APART:
            yield name, getattr(plan, name)
    yield "subnets", [replace(subnet, links=()) for subnet in plan.subnets]


def _limits(plan: Plan) -> Iterator[Mapping[str, Any]]:
    """Yield the limits of every fabric that routes: a session above its limit goes down, so raised limits are loaded first."""
    for fabric in dict.fromkeys(switch.fabric for switch in plan.switches if switch.asn is not None):
        limits = plan.limits[fabric]
        yield {"fabric": fabric, "from_leaf": limits.of("LEAVES"), "from_all": limits.of("SPINES")}


def _accounts(plan: Plan) -> Mapping[str, Any]:
    """Return accounts and their groups, where there are any."""
    accounts, groups = list(plan.users.accounts), list(plan.users.groups)
    return {**({"accounts": accounts} if accounts else {}), **({"account_groups": groups} if groups else {})}


def _flow(flow: Flow) -> Mapping[str, Any]:
    """Return a flow with its service: source, destination, protocol and ports."""
    return {
        "source": flow.source,
        "to": flow.to,
        "service": flow.service.name,
        "protocol": flow.service.protocol,
        "ports": [list(ports) for ports in flow.service.ports],
        "why": flow.why,
    }


def _destination(each: Destination) -> Mapping[str, Any]:
    """Return a destination outside of the cluster with its service."""
    return {
        "source": each.source,
        "why": each.why,
        "service": each.service.name,
        "protocol": each.service.protocol,
        "ports": [list(ports) for ports in each.service.ports],
        "prefixes": list(each.prefixes),
    }


def _subnet(subnet: Subnet) -> Mapping[str, Any]:
    """Return the choices for a whole subnet; its links, hosts and switches are in separate lists."""
    return {
        "name": subnet.name,
        "fabric": subnet.fabric,
        "plane": subnet.plane,
        "manager": subnet.manager,
        "prefix": f"0x{subnet.prefix:016x}",
        "engines": subnet.routing.engines,
        "why": subnet.routing.why,
        "ipoib": subnet.ipoib,
        "sharp": subnet.sharp,
    }


def _partitions(subnet: Subnet) -> Iterator[Mapping[str, Any]]:
    """Yield every partition, and every full member that it names."""
    for each in subnet.partitions:
        head = {"subnet": subnet.name, "partition": each.name, "pkey": f"0x{each.pkey:04x}"}
        yield {**head, "everyone": each.everyone, "first": each.first, "ipoib": each.ipoib, "use": each.use}
        yield from ({**head, "host": host.device, "membership": "full"} for host in each.members)
