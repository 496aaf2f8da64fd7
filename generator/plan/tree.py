"""The compute fabric as a tree of switches: what schedulers keep a job together by.

The lowest switch is what every host below it shares whole: the leaves of a scalable unit taken together, or the one
leaf where a unit has just one. Above stand the spines of a pod, and above those the cores.
"""

from generator.model.fabric_shape import FabricShape
from generator.model.member import digits_for
from generator.plan.draft import Draft
from generator.plan.records import Switch

FABRIC = "compute"
_CORES = "cores"


def tiers_by_su(plan: Draft) -> dict[int | None, tuple[str, ...]]:
    """Name the switches above the hosts of each installed scalable unit, the nearest first."""
    shape = plan.cluster.shapes.get(FABRIC)
    found: dict[int | None, tuple[str, ...]] = {}
    for leaf in plan.switches:
        if shape is not None and leaf.fabric == FABRIC and leaf.su is not None and leaf.su not in found:
            found[leaf.su] = _tiers(shape, leaf, leaf.su)
    return found


def depth(plan: Draft) -> int:
    """Count the switches above a host in the tree."""
    return max((len(tiers) for tiers in tiers_by_su(plan).values()), default=0)


def _tiers(shape: FabricShape, leaf: Switch, su: int) -> tuple[str, ...]:
    seating, pods = shape.seating, shape.upper.pods if shape.upper else 1
    tiers = [leaf.name if seating.leaves_per_su == 1 else f"su{su + 1:0{digits_for(seating.sus)}d}"]
    if shape.upper is not None or seating.sus > 1:
        tiers.append(f"pod{leaf.pod + 1:0{digits_for(pods)}d}")
    if shape.cores:
        tiers.append(_CORES)
    return tuple(tiers)
