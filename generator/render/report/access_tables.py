"""Allowed connections, a table for every destination segment; a tenant's zones are with those of its role."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET

from generator.plan.access.records import SITE, Flow, Zone
from generator.plan.kubernetes.rails import FABRIC, rails
from generator.plan.plan import Plan
from generator.render.report.tables import table

_CLOSED = "-"
_BMC = "bmc"
_PODS = " Pods of Kubernetes get rails as network devices of their own, to which no network policy applies: only the rules here do."


def access_tables(plan: Plan) -> list[dict[str, Any]]:
    """Return the matrix, segment by segment, each with its enforcement."""
    zones = [zone for zone in plan.access.zones if zone.prefixes]
    segments = list(dict.fromkeys(zone.segment for zone in zones))
    return [each for segment in segments if (each := _segment(plan, segment, zones))]


def _segment(plan: Plan, segment: str, zones: list[Zone]) -> dict[str, Any] | None:
    columns = list(dict.fromkeys(_plain(zone.name) for zone in zones if zone.segment == segment))
    rows = []
    for source in dict.fromkeys(_plain(zone.name) for zone in zones):
        cells = [_cell(plan, source, to) for to in columns]
        if any(cell != _CLOSED for cell in cells):
            rows.append([source, *cells])
    if not rows:
        return None
    caption = "Out to the site" if segment == SITE else f"Into {segment}"
    titles = " | ".join(f"~to {name}" for name in columns)
    return table(caption, f"~from | {titles}", rows, _note(plan, segment, [row[0] for row in rows], zones))


def _plain(name: str) -> str:
    """Name a zone without its tenant."""
    return name.partition("@")[0]


def _cell(plan: Plan, source: str, to: str) -> str:
    """Report which services are open, and which of them within a tenant only."""
    flows = [
        flow
        for zone in plan.access.zones
        if _plain(zone.name) == source
        for flow in plan.access.flows_from[zone.name]
        if _plain(flow.to) == to
    ]
    services = sorted({flow.service.name for flow in flows})
    if "any" in services:
        services = ["any"]
    own = [name for name in services if _within(name, flows)]
    parts = [_words(name for name in services if name not in own), f"own tenant: {_words(own)}" if own else ""]
    return "; ".join(part for part in parts if part) or _CLOSED


def _words(names: Iterable[str]) -> str:
    return ", ".join("everything" if name == "any" else name for name in names)


def _within(name: str, flows: Iterable[Flow]) -> bool:
    """Whether a service is open within a tenant only: several zones have it, and none to another's."""
    pairs = [(_tenant(flow.source), _tenant(flow.to)) for flow in flows if flow.service.name == name]
    return len(pairs) > 1 and all(source == to for source, to in pairs)


def _tenant(name: str) -> str:
    return name.partition("@")[2]


def _note(plan: Plan, segment: str, sources: list[str], zones: list[Zone]) -> str:
    others = [name for name in dict.fromkeys(_plain(zone.name) for zone in zones) if name not in sources]
    closed = " No other zone has access." if others else ""
    pods = _PODS if segment == FABRIC and "kubernetes" in plan.scheduled.schedulers and rails(plan) else ""
    return f"Enforced by {_sentence(list(_holders(plan, segment, zones)))}.{closed}{pods}{_reasons(plan, segment)}"


def _reasons(plan: Plan, segment: str) -> str:
    """Return the reasons that the spec states for its own rules into a segment."""
    into = (flow for flow in plan.access.flows if plan.access.zone[flow.to].segment == segment)
    stated = sorted({f"{flow.why}: {flow.reason}" for flow in into if flow.reason})
    return f" Rules of the spec: {'; '.join(stated)}." if stated else ""


def _sentence(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _holders(plan: Plan, segment: str, zones: list[Zone]) -> Iterator[str]:
    """Return the places that deny everything else, in the order of a packet's path."""
    if segment == SITE:
        yield "the filters at the leaves' host ports"
        if plan.access.egress is not UNSET:
            yield "the firewall of each host, which sends packets of its own only where the spec lets them out"
        return
    fabrics = {zone.fabric for zone in zones if zone.segment == segment}
    for fabric in (plan.fabrics[name] for name in sorted(fabrics) if name in plan.fabrics):
        if fabric.technology == "infiniband":
            yield "partition keys"
        elif fabric.name == "compute" and not fabric.carries:
            if vrfs := _instances(plan, fabric.name):
                yield vrfs
            yield "routes (no other network has a route to it)"
        else:
            if vrfs := _instances(plan, fabric.name):
                yield vrfs
            yield "the filters at the leaves' host ports"
    if segment != _BMC:
        yield "the firewall of each host (RDMA bypasses it)" if fabrics & {"compute", "storage"} else "the firewall of each host"  # fmt: skip


def _instances(plan: Plan, fabric: str) -> str:
    names = [vrf.name for vrf in plan.vrfs if vrf.fabric == fabric]
    return f"routing instances ({', '.join(names)})" if names else ""
