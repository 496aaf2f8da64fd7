"""The compute fabric as a tree of switches, by which schedulers keep a job together.

The lowest switch is shared by every host below it: the leaves of a scalable unit together, or its only leaf. Above are the spines of a pod, and
above those the cores. Hosts that compute without a port on this fabric have a place of their own in it, the frontend: Slurm and Kueue start no job on
hosts that are in no part of a tree.
"""

from generator.model.member import digits_for
from generator.plan.fabrics import Fabric
from generator.plan.plan import Plan
from generator.plan.records import Switch

FABRIC = "compute"
FRONTEND = "frontend"
_CORES = "cores"


def tiers_by_su(plan: Plan) -> dict[int | None, tuple[str, ...]]:
    """Name the switches above the hosts of each installed scalable unit, the nearest first, and under None the place of hosts without a unit."""
    fabric = plan.fabrics.get(FABRIC)
    found: dict[int | None, tuple[str, ...]] = {}
    for leaf in plan.switches:
        if fabric is not None and leaf.fabric == FABRIC and leaf.su is not None and leaf.su not in found:
            found[leaf.su] = _tiers(fabric, leaf, leaf.su)
    return found | {None: (FRONTEND,)} if found else found


def depth(plan: Plan) -> int:
    """Count the switches above a host in the tree."""
    return max((len(tiers) for tiers in tiers_by_su(plan).values()), default=0)


def _tiers(fabric: Fabric, leaf: Switch, su: int) -> tuple[str, ...]:
    tiers = [leaf.name if fabric.leaves_per_su == 1 else f"su{su + 1:0{digits_for(fabric.sus)}d}"]
    if fabric.joined or fabric.sus > 1:
        tiers.append(f"pod{leaf.pod + 1:0{digits_for(fabric.pods)}d}")
    if fabric.cores:
        tiers.append(_CORES)
    return tuple(tiers)
