"""Slurm: GPUs that can be divided, hosts that it has to itself, what it can measure."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.catalog.model import Gpu
from generator.plan.draft import Draft
from generator.plan.scheduled import COMPUTE
from generator.plan.slurm.features import SINCE, knows
from generator.plan.slurm.release import release_of
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="Slices of GPUs where there are none to divide",
    why="Multi-Instance GPU is a matter of NVIDIA's GPUs; Slurm would wait for slices that nobody makes, and drain the hosts.",
    fix="Name a host group that computes with NVIDIA GPUs.",
)
def mig_elsewhere(plan: Draft) -> Iterator[Finding]:
    """Every group of `mig` computes with NVIDIA GPUs."""
    slurm = plan.spec.scheduler.slurm
    groups = {group.name: group for group in plan.cluster.groups if group.role == "compute"}
    for name in sorted(slurm.mig) if slurm is not None else ():
        group = groups.get(name)
        gpus = group.model.gpus if group is not None else None
        if gpus is not None and plan.catalog.get(Gpu, gpus.model).vendor_kind == "nvidia":
            continue
        what = f"{gpus.model} GPUs" if gpus is not None else "no GPUs" if group is not None else "no hosts that compute"
        yield KeyFinding(
            message=f"the GPUs of {name} are to be divided, and {name} has {what}",
            loc=("scheduler", "slurm", "mig", name),
            help="name a group of hosts with NVIDIA GPUs, or remove it",
        )


@plan_rule(
    title="Energy of GPUs that Slurm cannot ask",
    why="Its plugin asks AMD's library alone (slurm.conf(5), AcctGatherEnergyType), and slurmctld before 23.11 does not start with it.",
    fix="Ask the BMC (ipmi) or the processors (rapl); monitoring has the power of each NVIDIA GPU.",
)
def gpu_energy_unmeasured(plan: Draft) -> Iterator[Finding]:
    """`gather.energy: gpu` is for hosts with AMD's GPUs, from 23.11 on."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None or slurm.gather is None or slurm.gather.energy != "gpu":
        return
    place = ("scheduler", "slurm", "gather", "energy")
    if not knows(release_of(plan), "gpu-energy"):
        yield Finding(
            message=f"Slurm {release_of(plan)} does not start with acct_gather_energy/gpu",
            loc=place,
            help=f"use rapl, or a version from {SINCE['gpu-energy']} on",
        )
    for group in plan.cluster.groups:
        gpus = group.model.gpus if group.role == COMPUTE else None
        if gpus is not None and plan.catalog.get(Gpu, gpus.model).vendor_kind != "amd":
            message = f"the GPUs of {group.name} ({gpus.model}) tell Slurm no energy: it asks AMD's alone"
            yield Finding(message=message, loc=place, help="use ipmi, which asks the BMC for the whole host, or rapl")


@plan_rule(
    title="Profiles of jobs in a folder that is not everybody's",
    why="Each compute host writes its part, and `sh5util` merges the parts on one host (acct_gather.conf(5), ProfileHDF5Dir).",
    fix="Use a folder of a tier that compute and control hosts mount.",
)
def profiles_not_shared(plan: Draft) -> Iterator[Finding]:
    """`gather.hdf5` lies on a mount of compute and control hosts."""
    slurm = plan.spec.scheduler.slurm
    folder = slurm.gather.hdf5 if slurm is not None and slurm.gather is not None else None
    shared = [
        tier.mount
        for _, tier in sorted(plan.spec.storage.items())
        if tier.kind in {"nfs", "parallel"} and tier.mount and {"compute", "control"} <= set(tier.clients)
    ]
    if folder and not any(PurePosixPath(folder).is_relative_to(mount) for mount in shared):
        use = (
            f"use a folder of {' or '.join(shared)}"
            if shared
            else "let compute and control mount an nfs or parallel tier"
        )
        yield Finding(
            message=f"profiles are kept in {folder}, which compute and control hosts do not share",
            loc=("scheduler", "slurm", "gather", "hdf5"),
            help=use,
        )


@plan_rule(
    title="Cores of GPUs that their hosts have not",
    why="slurmctld refuses a core beyond the last one, and a GPU without its line would be missed: the hosts would be drained.",
    fix="List the cores of every GPU of a group of hosts with NVIDIA GPUs, as `slurmd -G` shows them on one of the hosts.",
)
def gpu_cores(plan: Draft) -> Iterator[Finding]:
    """`cores` has an entry for each GPU of its group, within the cores that the catalog gives its hosts."""
    slurm = plan.spec.scheduler.slurm
    groups = {group.name: group for group in plan.cluster.groups if group.role == COMPUTE}
    for name, listed in sorted(slurm.cores.items()) if slurm is not None else ():
        group, place = groups.get(name), ("scheduler", "slurm", "cores", name)
        gpus = group.model.gpus if group is not None else None
        if group is None or gpus is None or plan.catalog.get(Gpu, gpus.model).vendor_kind != "nvidia":
            what = f"{name} has no NVIDIA GPUs" if group is not None else f"{name} is no group of compute hosts"
            yield KeyFinding(message=f"cores of GPUs are listed, and {what}", loc=place, help="remove it")
            continue
        if len(listed) != gpus.count:
            yield Finding(
                message=f"cores of {len(listed)} GPUs are listed for {name}, whose hosts have {gpus.count}",
                loc=place,
                help=f"list {gpus.count} entries, that of /dev/nvidia0 first",
            )
        cpu = group.model.cpu
        last = cpu.sockets * cpu.cores_per_socket - 1 if cpu else None
        for number, cores in enumerate(listed):
            most = max(int(each) for part in cores.split(",") for each in part.split("-"))
            if last is not None and most > last:
                message = f"core {most} is beyond those of {name}, which are 0 to {last}: cores are counted, not their threads"
                yield Finding(message=message, loc=(*place, number), help=f"use numbers up to {last}")
