"""Slurm: GPUs that can be divided."""

from collections.abc import Iterator

from generator.catalog.model import Gpu
from generator.plan.checks.rule import plan_rule
from generator.plan.plan import Plan
from generator.spec.checks.rule import Finding


@plan_rule(
    "mig-elsewhere",
    title="Slices of GPUs where there are none to divide",
    why="Multi-Instance GPU is a matter of NVIDIA's GPUs; Slurm would wait for slices that nobody makes, and drain the hosts.",
    fix="Name a host group that computes with NVIDIA GPUs.",
)
def mig_elsewhere(plan: Plan) -> Iterator[Finding]:
    """Every group of `mig` computes with NVIDIA GPUs."""
    slurm = plan.spec.scheduler.slurm
    groups = {group.name: group for group in plan.cluster.groups if group.role == "compute"}
    for name in sorted(slurm.mig) if slurm is not None else ():
        group = groups.get(name)
        gpus = group.model.gpus if group is not None else None
        if gpus is not None and plan.catalog.get(Gpu, gpus.model).vendor_kind == "nvidia":
            continue
        what = f"{gpus.model} GPUs" if gpus is not None else "no GPUs" if group is not None else "no hosts that compute"
        yield Finding(
            message=f"the GPUs of {name} are to be divided, and {name} has {what}",
            loc=("scheduler", "slurm", "mig", name),
            at_key=True,
            help="name a group of hosts with NVIDIA GPUs, or remove it",
        )
