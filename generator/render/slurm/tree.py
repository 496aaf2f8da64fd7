"""The compute fabric as a tree of switches: what schedulers keep a job together by.

The lowest switch is what every host below it shares whole: the leaves of a scalable unit taken together, or the one
leaf where a unit has just one. Above stand the spines of a pod, and above those the cores.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from generator.model.fabric_shape import FabricShape
from generator.model.member import digits_for
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch
from generator.render.hostlist import fold

FABRIC = "compute"
_CORES = "cores"


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeSwitch:
    """A switch of the tree: `hosts` or `children` below it, as a hostlist, the other one empty."""

    name: str
    hosts: str = ""
    children: str = ""


def tiers_by_su(plan: Plan) -> dict[int | None, tuple[str, ...]]:
    """Name the switches above the hosts of each installed scalable unit, the nearest first."""
    shape = plan.cluster.shapes.get(FABRIC)
    found: dict[int | None, tuple[str, ...]] = {}
    for leaf in plan.switches:
        if shape is not None and leaf.fabric == FABRIC and leaf.su is not None and leaf.su not in found:
            found[leaf.su] = _tiers(shape, leaf, leaf.su)
    return found


def switch_tree(plan: Plan, hosts: Iterable[Host]) -> list[TreeSwitch]:
    """Give every switch that has one of `hosts` below it, the lowest tier first."""
    paths = tiers_by_su(plan)
    below: list[dict[str, dict[str, None]]] = []
    for host in hosts:
        path = paths.get(host.su, ())
        below += [{} for _ in path[len(below) :]]
        for switches, child, name in zip(below, (host.name, *path), path, strict=False):
            switches.setdefault(name, {})[child] = None
    return [
        TreeSwitch(name=name, hosts=fold(children)) if tier == 0 else TreeSwitch(name=name, children=fold(children))
        for tier, switches in enumerate(below)
        for name, children in switches.items()
    ]


def _tiers(shape: FabricShape, leaf: Switch, su: int) -> tuple[str, ...]:
    seating, pods = shape.seating, shape.upper.pods if shape.upper else 1
    tiers = [leaf.name if seating.leaves_per_su == 1 else f"su{su + 1:0{digits_for(seating.sus)}d}"]
    if shape.upper is not None or seating.sus > 1:
        tiers.append(f"pod{leaf.pod + 1:0{digits_for(pods)}d}")
    if shape.cores:
        tiers.append(_CORES)
    return tuple(tiers)
