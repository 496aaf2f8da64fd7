"""What Slurm measures: with plugins that its packages have, of GPUs that it can read, and in folders that are shared."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.plan.clients import shared_by, why_apart
from generator.plan.draft import Draft
from generator.plan.kubernetes.workers import gpu_of_group
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.features import SINCE, knows
from generator.plan.slurm.release import PACKAGED, release_of, systems_of
from generator.rules import plan_rule, plan_warning
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding

_PLACE = ("scheduler", "slurm")


@plan_rule(
    title="Energy of GPUs that Slurm cannot read",
    why="Its plugin reads AMD's library only (slurm.conf(5), AcctGatherEnergyType), and slurmctld before 23.11 does not start with it.",
    fix="Use the BMC (ipmi) or the processors (rapl); monitoring records the power of each NVIDIA GPU.",
)
def gpu_energy_unmeasured(plan: Draft) -> Iterator[Finding]:
    """`gather.energy: gpu` is for hosts of Slurm with AMD's GPUs, from 23.11 on."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None or slurm.gather is None or slurm.gather.energy != "gpu":
        return
    place = (*_PLACE, "gather", "energy")
    if not knows(release_of(plan), "gpu-energy"):
        yield Finding(
            message=f"Slurm {release_of(plan)} does not start with acct_gather_energy/gpu",
            loc=place,
            help=f"use rapl, or a version from {SINCE['gpu-energy']} on",
        )
    for name in sorted({host.group for host in slurm_hosts(plan)}):
        gpu = gpu_of_group(plan, plan.groups[name])
        if gpu and gpu.vendor_kind != "amd":
            message = f"the GPUs of {name} ({gpu.model}) report no energy to Slurm: it reads only AMD's"
            yield Finding(
                message=message, loc=place, help="use ipmi, which reads the whole host's power from the BMC, or rapl"
            )


@plan_rule(
    title="Profiles of jobs in a folder that is not shared",
    why="Each compute host writes its part, and `sh5util` merges the parts on one host (acct_gather.conf(5), ProfileHDF5Dir).",
    fix="Use a folder of a tier that compute and control hosts mount.",
)
def profiles_not_shared(plan: Draft) -> Iterator[Finding]:
    """`gather.hdf5` is on a mount of compute and control hosts."""
    slurm = plan.spec.scheduler.slurm
    folder = slurm.gather.hdf5 if slurm is not None and slurm.gather is not None else None
    computing = {host.group for host in slurm_hosts(plan)}
    groups = [group for group in plan.groups.values() if group.role == "control" or group.name in computing]
    shared = [tier.mount for tier in plan.tiers if shared_by(groups, tier, "compute", "control")]
    if folder and not any(PurePosixPath(folder).is_relative_to(mount) for mount in shared):
        use = f"use a folder of {' or '.join(shared)}" if shared else ""
        yield Finding(
            message=f"profiles are kept in {folder}, which compute and control hosts do not share",
            loc=(*_PLACE, "gather", "hdf5"),
            help=use or "add an nfs or parallel tier that compute and control hosts mount",
            notes=tuple(
                Note(why_apart(tier, group.name), ("storage", tier.name))
                for tier in plan.tiers
                if tier.mount and PurePosixPath(folder).is_relative_to(tier.mount)
                for group in groups
                if group.name in tier.apart
            ),
        )


@plan_warning(
    title="A measurement whose plugin the distributions' Slurm does not have",
    why="slurmctld and slurmd do not start without a plugin that slurm.conf names.",
    fix="Use sysfs for Ethernet ports, leave it out, or state scheduler.slurm.packages: a repository of packages that have the plugin.",
)
def gather_unpackaged(plan: Draft) -> Iterator[Finding]:
    """Traffic is counted by a plugin that the packages of every host have."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None or slurm.packages is not None or slurm.gather is None or slurm.gather.interconnect != "ofed":
        return
    systems = sorted({each for part in systems_of(plan).values() for each in part if each in PACKAGED})
    if systems:
        yield Finding(
            message=f"the packages of {', '.join(systems)} have no acct_gather_interconnect/ofed, so no daemon of Slurm starts",
            loc=(*_PLACE, "gather", "interconnect"),
            help="use sysfs, or none, or state scheduler.slurm.packages: a repository of packages that have the plugin",
        )
