"""How workloads are started."""

from collections.abc import Iterator

from generator.plan.clients import why_apart
from generator.plan.draft import Draft
from generator.plan.launches.places import divides
from generator.plan.records import Tier
from generator.plan.scheduled import slurm_hosts
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.size import SizeError
from generator.workload.workloads import machine_in

_SHARED = ("parallel", "nfs")


@plan_rule(
    title="Checkpoints on a tier that is not shared by all hosts of a run",
    why="Every host of a run writes its part of a checkpoint, and reads the parts of other hosts after a failure.",
    fix="Name a parallel file system or NFS with a mount point, and `compute` among its clients.",
)
def workload_checkpoints(plan: Draft) -> Iterator[Finding]:
    """The tier of a workload's checkpoints is one that all of its hosts mount."""
    tiers = {tier.name: tier for tier in plan.tiers}
    shared = [tier for tier in plan.tiers if tier.kind in _SHARED and tier.mount and "compute" in tier.clients]
    for name, stated in sorted(plan.spec.workloads.items()):
        wanted, group = stated.launch.checkpoints, _group_of(plan, stated.hosts)
        fitting = [tier.name for tier in shared if group not in tier.apart]
        if wanted is not None and wanted not in fitting:
            yield Finding(
                message=f"{_why_not(tiers.get(wanted), wanted, group)}, and checkpoints of {name} need one that all its hosts mount and write to",
                loc=("workloads", name, "launch", "checkpoints"),
                help=f"state {' or '.join(fitting)}" if fitting else "add a parallel tier with a mount point",
            )


def _group_of(plan: Draft, stated: str | None) -> str:
    """Return the group that a workload runs on; empty where it is not known."""
    try:
        return machine_in(plan.spec, plan.catalog, stated)[0]
    except SizeError:
        return ""


def _why_not(tier: Tier | None, name: str, group: str) -> str:
    if tier is None:
        return f"no tier is called {name}"
    if tier.kind in _SHARED and "compute" not in tier.clients:
        return f"compute is not among the clients of {name}"
    return why_apart(tier, group) if group in tier.apart else f"{name} is a tier of kind {tier.kind}"


@plan_warning(
    title="A workload on GPUs that Slurm has in slices",
    why="A launch file asks for whole GPUs, which Slurm does not have where `scheduler.slurm.mig` divides them: it refuses the job.",
    fix="Leave the workload's group out of `scheduler.slurm.mig`, or name another group in its `hosts`.",
)
def workload_divided(plan: Draft) -> Iterator[Finding]:
    """The GPUs of a workload that is launched are whole."""
    computing = {host.group for host in slurm_hosts(plan)}
    for name, stated in sorted(plan.spec.workloads.items()):
        if not (stated.trains or stated.launch.program):
            continue
        group = _group_of(plan, stated.hosts)
        if group in computing and divides(plan, group):
            yield KeyFinding(
                message=f"{name} runs on {group}, whose GPUs Slurm has in slices (scheduler.slurm.mig): it has no launch file for Slurm",
                loc=("workloads", name),
                help=f"leave {group} out of scheduler.slurm.mig, or name another group in workloads.{name}.hosts",
            )
