"""How workloads are started."""

from collections.abc import Iterator

from generator.catalog.model import Gpu
from generator.plan.clients import why_apart
from generator.plan.draft import Draft
from generator.plan.kubernetes.launches import image_of
from generator.plan.kubernetes.workers import worker_hosts
from generator.plan.launches.places import divides, gpu_limits
from generator.plan.records import Host, Tier
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.accounts import NORMAL
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.workloads import WorkloadSpec
from generator.workload.records import Machine
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
    for name, _, group, _ in _launched(plan, slurm_hosts(plan)):
        if divides(plan, group):
            yield KeyFinding(
                message=f"{name} runs on {group}, whose GPUs Slurm has in slices (scheduler.slurm.mig): it has no launch file for Slurm",
                loc=("workloads", name),
                help=f"leave {group} out of scheduler.slurm.mig, or name another group in workloads.{name}.hosts",
            )


@plan_warning(
    title="A workload whose quality of service permits fewer GPUs than a host has",
    why="A launch file asks for whole hosts. Beyond the limits of its quality of service, Slurm would never start the job.",
    fix="Raise `gpus` or `gpus_per_user` of the QOS to the GPUs of a host; or start the workload with a script of your own.",
)
def workload_limited(plan: Draft) -> Iterator[Finding]:
    """The quality of service of a workload that Slurm launches permits the GPUs of a host."""
    for name, stated, group, machine in _launched(plan, slurm_hosts(plan)):
        limits, qos = gpu_limits(plan, stated.tenant or ""), stated.tenant or NORMAL
        short = {key: most for key, most in limits.items() if most < machine.host_gpus}
        if short and not divides(plan, group):
            yield KeyFinding(
                message=f"{name} runs on whole hosts of {machine.host_gpus} GPUs, and its quality of service, {qos}, permits {min(short.values())}: it has no launch file for Slurm",
                loc=("workloads", name),
                help=f"state {machine.host_gpus} or more as {' and as '.join(short)} of scheduler.slurm.qos.{qos}",
            )


@plan_warning(
    title="A workload without a container image",
    why="A job of Kubernetes needs an image. The default one is NVIDIA's, for training on NVIDIA's GPUs.",
    fix="State `launch.image` of the workload.",
)
def workload_image(plan: Draft) -> Iterator[Finding]:
    """A workload that Kubernetes launches has an image, its own or the default one."""
    for name, stated, group, machine in _launched(plan, worker_hosts(plan)):
        if not stated.launch.image and not image_of(plan.catalog.get(Gpu, machine.model), stated.kind):
            what = "a program of kind hpc" if stated.kind == "hpc" else f"{machine.title} GPUs"
            yield KeyFinding(
                message=f"{name} runs on {group} of Kubernetes, and no image for {what} is known: it has no job for Kubernetes",
                loc=("workloads", name),
                help=f"state workloads.{name}.launch.image",
            )


def _launched(plan: Draft, hosts: list[Host]) -> Iterator[tuple[str, WorkloadSpec, str, Machine]]:
    """Yield the workloads that are launched on some hosts of a scheduler, with their group and GPU; on a cluster with tenants those of a tenant."""
    computing = {(host.group, plan.tenants.get(host.name, "")) for host in hosts}
    for name, stated in sorted(plan.spec.workloads.items()):
        if not (stated.trains or stated.launch.program):
            continue
        try:
            group, machine = machine_in(plan.spec, plan.catalog, stated.hosts)
        except SizeError:
            continue
        if (group, stated.tenant or "") in computing and (stated.tenant or not plan.spec.tenants):
            yield name, stated, group, machine
