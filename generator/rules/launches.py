"""How workloads are started."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.launches.places import divides
from generator.plan.scheduled import slurm_hosts
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.size import SizeError
from generator.workload.workloads import machine_in

_SHARED = ("parallel", "nfs")


@plan_rule(
    title="Checkpoints on a tier that is not shared by all compute hosts",
    why="Every host of a run writes its part of a checkpoint, and reads the parts of other hosts after a failure.",
    fix="Name a parallel file system or NFS with a mount point, and `compute` among its clients.",
)
def workload_checkpoints(plan: Draft) -> Iterator[Finding]:
    """The tier of a workload's checkpoints is one that all compute hosts mount."""
    tiers = {tier.name: tier for tier in plan.tiers}
    fitting = sorted(
        name for name, tier in tiers.items() if tier.kind in _SHARED and tier.mount and "compute" in tier.clients
    )
    for name, stated in sorted(plan.spec.workloads.items()):
        wanted = stated.launch.checkpoints
        if wanted is not None and wanted not in fitting:
            what = (
                f"{wanted} is a tier of kind {tiers[wanted].kind}" if wanted in tiers else f"no tier is called {wanted}"
            )
            yield Finding(
                message=f"{what}, and checkpoints of {name} need one that all compute hosts mount and write to",
                loc=("workloads", name, "launch", "checkpoints"),
                help=f"state {' or '.join(fitting)}" if fitting else "add a parallel tier with a mount point",
            )


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
        try:
            group, _ = machine_in(plan.spec, plan.catalog, stated.hosts)
        except SizeError:
            continue
        if group in computing and divides(plan, group):
            yield KeyFinding(
                message=f"{name} runs on {group}, whose GPUs Slurm has in slices (scheduler.slurm.mig): it has no launch file for Slurm",
                loc=("workloads", name),
                help=f"leave {group} out of scheduler.slurm.mig, or name another group in workloads.{name}.hosts",
            )
