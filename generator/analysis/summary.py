"""The counts of a cluster: what `summary.json` holds, installed and for the envelope."""

from collections import Counter
from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from generator.catalog.model import Host
from generator.model.device import LinkKind
from generator.plan.fabrics import Fabric
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power import rack_loads
from generator.plan.states import PLANNED
from generator.workload.tier_measures import KEYS

KINDS: tuple[LinkKind, ...] = ("host_leaf", "leaf_spine", "spine_core", "leaf_leaf")


def summarise(plan: Plan, files: int) -> dict[str, Any]:
    """Return the pinned summary, and `storage` where tiers are designed: TB and GB/s, null where it is not known. A link is one logical link at its speed, a cable one physical cable."""
    loads = rack_loads(plan)
    it_kw = sum(load.power_w for load in loads.values()) / 1000
    return {
        "name": plan.name,
        "gpus": sum(host.gpus for host in plan.hosts if host.state != PLANNED),
        "gpus_max": sum(group.max * plan.hardware.get(Host, group.model).gpu_count for group in plan.groups.values()),
        "hosts": {g.name: {"count": g.count, "max": g.max} for g in plan.groups.values()},
        "fabrics": _fabrics(plan),
        "racks": len(plan.racks),
        "power_kw": {"it_max": round(it_kw, 3), "facility": round(it_kw * plan.site.power.pue, 3)},
        "files": files,
        "waiting_for": list(plan.waiting_for),
        "warnings": [f"{warning.code}: {warning.message}" for warning in plan.warnings],
        **({"storage": _storage(plan)} if plan.stores else {}),
    }


def _storage(plan: Plan) -> dict[str, Any]:
    return {
        store.name: {
            "group": store.group,
            "hosts": {"count": store.hosts, "max": store.hosts_max},
            **{
                KEYS[row.what]: {"wanted": row.wanted, "basis": row.basis, "installed": row.now, "reserve": row.reserve, "envelope": row.envelope}
                for row in store.rows
            },
        }
        for store in plan.stores
    }  # fmt: skip


@once
def _fabrics(plan: Plan) -> Mapping[str, Mapping[str, Any]]:
    links, cables = (Counter(map(attrgetter("fabric", "kind"), each)) for each in (plan.links, plan.cables))
    return {
        name: _fabric(plan, fabric, *({kind: counted[name, kind] for kind in KINDS} for counted in (links, cables)))
        for name, fabric in plan.fabrics.items()
    }


def _fabric(plan: Plan, fabric: Fabric, links: dict[LinkKind, int], cables: dict[LinkKind, int]) -> dict[str, Any]:
    tiers = [s.tier for s in plan.switches if s.fabric == fabric.name]
    envelope = fabric.envelope_links
    return {
        "technology": fabric.technology,
        "topology": fabric.topology,
        "tiers": fabric.tiers,
        "planes": fabric.planes,
        "leafs": tiers.count("leaf"),
        "spines": tiers.count("spine"),
        "cores": tiers.count("core"),
        "links": links,
        "cables": cables,
        "oversubscription": fabric.oversubscription,
        "envelope": {
            "leafs": 0 if fabric.carrier else fabric.leaves,
            "spines": fabric.spines,
            "cores": fabric.cores,
            "links": envelope,
            "cables": _envelope_cables(links, cables, envelope),
        },
    }


def _envelope_cables(
    links: dict[LinkKind, int], cables: dict[LinkKind, int], envelope: Mapping[LinkKind, int]
) -> dict[str, int]:
    """Cables of the envelope: with as many links per cable as installed."""
    return {
        kind: round(envelope[kind] * cables[kind] / links[kind]) if links[kind] else envelope[kind] for kind in KINDS
    }
