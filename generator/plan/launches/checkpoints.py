"""Where a run keeps its checkpoints, and after how many steps it writes one."""

from msgspec import Struct

from generator.plan.plan import Plan
from generator.spec.workloads import WorkloadSpec
from generator.workload.size import Size
from generator.workload.tiers import main_tier


class Kept(Struct, frozen=True):
    """A folder on a tier (empty without one), and the steps between checkpoints."""

    folder: str
    tier: str
    save_every: int


def kept_of(plan: Plan, name: str, group: str, stated: WorkloadSpec, size: Size) -> Kept:
    """Return the folder of a workload, and the interval at which lost work and writing balance, in whole steps; a short run writes one at its end."""
    tiers = {tier.name: tier for tier in plan.tiers if group not in tier.apart}
    main = main_tier(tiers, stated.launch.checkpoints)
    tier = tiers[main] if main else None
    steps = size.model_flops / (6 * size.model.active_params * size.run.batch)
    best = size.background if stated.launch.background else size.failures
    every = max(1, min(round(best.interval_s / step_s(size)), int(steps)))
    return Kept(f"{tier.mount}/checkpoints/{name}" if tier else "", tier.name if tier else "", every)


def step_s(size: Size) -> float:
    """Return the seconds of a step, as expected."""
    return 6 * size.model.active_params * size.run.batch / (size.gpus * size.rate.expected)
