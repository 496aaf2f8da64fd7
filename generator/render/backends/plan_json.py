"""plan: the whole plan, one object a line, so that a text diff of two plans is readable."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.plan.access.records import Flow
from generator.plan.infiniband.subnet import Subnet
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import json_sections
from generator.render.templates import Templates

NAME = "plan"
FORMAT = 1


def paths(_plan: Plan) -> Iterable[str]:
    """One file."""
    return ("plan.json",)


def render(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    """Print every record of the plan."""
    spec = plan.spec
    sections = {
        "format": FORMAT,
        "name": spec.name,
        "domain": spec.domain,
        "layouts": [
            {"pool": each.pool, "prefix": each.prefix, "fields": [f"{f.name}:{f.bits}" for f in each.fields]}
            for each in plan.layouts
        ],
        "prefixes": plan.prefixes,
        "vlans": plan.vlans,
        "asns": plan.asns,
        "roce": list(plan.roce.values()),
        "vrfs": plan.vrfs,
        "zones": plan.access.zones,
        "flows": [_flow(flow) for flow in plan.access.flows],
        "racks": plan.racks,
        "hosts": plan.hosts,
        "switches": plan.switches,
        "filters": [{"fabric": name, "lines": lines} for name, lines in plan.filters.items()],
        "links": plan.links,
        "ports": plan.ports,
        "cables": plan.cables,
        "addresses": plan.addresses,
        "tiers": plan.tiers,
        "subnets": [_subnet(subnet) for subnet in plan.subnets],
        "partitions": [row for subnet in plan.subnets for row in _partitions(subnet)],
    }
    yield Artifact("plan.json", json_sections(sections))


def _flow(flow: Flow) -> Mapping[str, Any]:
    """Give a flow with its service in place: who starts, who answers, by which protocol, on which ports."""
    return {
        "source": flow.source,
        "to": flow.to,
        "service": flow.service.name,
        "protocol": flow.service.protocol,
        "ports": [list(ports) for ports in flow.service.ports],
        "why": flow.why,
    }


def _subnet(subnet: Subnet) -> Mapping[str, Any]:
    """Give what is chosen for a subnet as a whole; its links, hosts and switches stand in lists of their own."""
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
    """Give every partition, and every full member that it names."""
    for each in subnet.partitions:
        head = {"subnet": subnet.name, "partition": each.name, "pkey": f"0x{each.pkey:04x}"}
        yield {**head, "everyone": each.everyone, "first": each.first, "ipoib": each.ipoib, "use": each.use}
        yield from ({**head, "host": host.device, "membership": "full"} for host in each.members)
