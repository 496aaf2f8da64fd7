"""The counts of a cluster: what `summary.json` holds, installed and for the envelope."""

from typing import Any

from generator.model.fabric_shape import FabricShape
from generator.model.planes import envelope_links
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.power import rack_loads
from generator.plan.states import PLANNED

KINDS = ("host_leaf", "leaf_spine", "spine_core", "leaf_leaf")


def summarise(plan: Draft, files: int) -> dict[str, Any]:
    """Give the pinned summary. A link is one logical link at its speed, a cable one physical cable."""
    cluster = plan.cluster
    loads = rack_loads(plan)
    it_kw = sum(load.power_w for load in loads.values()) / 1000
    return {
        "name": cluster.spec.name,
        "gpus": sum(host.gpus for host in plan.hosts if host.state != PLANNED),
        "gpus_max": sum(group.max * group.model.gpu_count for group in cluster.groups),
        "hosts": {g.name: {"count": len(g.installed), "max": g.max} for g in cluster.groups},
        "fabrics": {name: _fabric(plan, shape) for name, shape in cluster.shapes.items()},
        "racks": len(plan.racks),
        "power_kw": {"it_max": round(it_kw, 3), "facility": round(it_kw * cluster.spec.power.pue, 3)},
        "files": files,
        "waiting_for": list(plan.waiting_for),
        "warnings": [f"{warning.code}: {warning.message}" for warning in plan.warnings],
    }


def _fabric(plan: Plan, shape: FabricShape) -> dict[str, Any]:
    tiers = [s.tier for s in plan.switches if s.fabric == shape.name]
    links = dict.fromkeys(KINDS, 0)
    cables: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for link in plan.links:
        if link.fabric == shape.name:
            links[link.kind] += 1
            cables[link.kind].add(link.cable)
    envelope = envelope_links(shape)
    return {
        "technology": shape.demand.spec.technology,
        "topology": shape.topology.name,
        "tiers": shape.tiers,
        "planes": shape.demand.planes,
        "leafs": tiers.count("leaf"),
        "spines": tiers.count("spine"),
        "cores": tiers.count("core"),
        "links": links,
        "cables": {kind: len(ids) for kind, ids in cables.items()},
        "oversubscription": oversubscription(shape),
        "envelope": {
            "leafs": 0 if shape.carrier else shape.leaves,
            "spines": shape.spines,
            "cores": shape.cores,
            "links": envelope,
            "cables": _envelope_cables(links, cables, envelope),
        },
    }


def _envelope_cables(links: dict[str, int], cables: dict[str, set[str]], envelope: dict[str, int]) -> dict[str, int]:
    """Cables of the envelope: as many links share one there as do today."""
    return {
        kind: round(envelope[kind] * len(cables[kind]) / links[kind]) if links[kind] else envelope[kind]
        for kind in KINDS
    }


def oversubscription(shape: FabricShape, uplinks: int | None = None) -> float:
    """Host bandwidth to uplink bandwidth of the fullest leaf of the envelope, with the uplinks that are there; 1 where nothing has to leave a leaf."""
    if nothing_crosses(shape):
        return 1.0
    down = max(_down_gbps(shape).values())
    return round(down / ((uplinks or shape.uplinks_there) * shape.demand.uplink_gbps), 3)


def nothing_crosses(shape: FabricShape) -> bool:
    """Whether nothing has to leave a leaf: one leaf, islands of rails, or a pair on both of whose leaves every host sits.

    The peer links of such a pair carry only what a failed port diverts.
    """
    homes = {zone.leaf for run in shape.seating.runs for zone in run.zones}
    paired = shape.peer_links and not shape.topology.rails and len(homes) > 1
    return not shape.uplinks or bool(paired)


def _down_gbps(shape: FabricShape) -> dict[tuple[int, int], float]:
    """Bandwidth of the hosts of the envelope on each leaf, by SU and leaf within it."""
    found: dict[tuple[int, int], float] = {}
    members = {member.name: member for member in shape.demand.members}
    for run in shape.seating.runs:
        for port, zone in zip(members[run.member].ports, run.zones, strict=True):
            key = (run.su, zone.leaf)
            found[key] = found.get(key, 0.0) + run.count * port.speed_gbps
    return found
