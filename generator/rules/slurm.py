"""Slurm: cores of GPUs, and a release that its daemons have in common."""

from collections.abc import Iterable, Iterator

from generator.plan.draft import Draft
from generator.plan.groups import Group
from generator.plan.kubernetes.workers import gpu_of_group
from generator.plan.scheduled import COMPUTE
from generator.plan.slurm.release import PACKAGED, release_of, systems_of
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding

_PLACE = ("scheduler", "slurm")
_BY_HAND = "state scheduler.slurm.version, and with scheduler.slurm.packages the repository that its packages come from"


def _computing(plan: Draft) -> dict[str, Group]:
    return {name: group for name, group in plan.groups.items() if group.role == COMPUTE}


@plan_rule(
    title="Cores of GPUs that their hosts do not have",
    why="slurmctld refuses a core number above the last core, and a GPU without a line would be reported missing: the hosts would be drained.",
    fix="List the cores of every GPU of a group of hosts with NVIDIA GPUs, as `slurmd -G` shows them on one of the hosts.",
)
def gpu_cores(plan: Draft) -> Iterator[Finding]:
    """`cores` has an entry for each GPU of its group, within the cores of its hosts in the catalog."""
    slurm, groups = plan.spec.scheduler.slurm, _computing(plan)
    for name, listed in sorted(slurm.cores.items()) if slurm is not None else ():
        group, place = groups.get(name), (*_PLACE, "cores", name)
        gpu = gpu_of_group(plan, group) if group else None
        gpus = group.entry.gpus if group else None
        if group is None or gpus is None or gpu is None or gpu.vendor_kind != "nvidia":
            what = f"{name} has no NVIDIA GPUs" if group else f"{name} is not a group of compute hosts"
            yield KeyFinding(message=f"cores of GPUs are listed, and {what}", loc=place, help="remove it")
            continue
        if len(listed) != gpus.count:
            yield Finding(
                message=f"cores of {len(listed)} GPUs are listed for {name}, whose hosts have {gpus.count}",
                loc=place,
                help=f"list {gpus.count} entries, that of /dev/nvidia0 first",
            )
        cpu = group.entry.cpu
        last = cpu.sockets * cpu.cores_per_socket - 1 if cpu else None
        for number, cores in enumerate(listed):
            most = max(int(each) for part in cores.split(",") for each in part.split("-"))
            if last is not None and most > last:
                message = f"core {most} is beyond those of {name}, which are 0 to {last}: cores are counted, not their threads"
                yield Finding(message=message, loc=(*place, number), help=f"use numbers up to {last}")


@plan_warning(
    title="A distribution whose Slurm release is unknown",
    why="Each release has its own keys, and its daemons exit if a key is unknown.",
    fix="State scheduler.slurm.version, and with scheduler.slurm.packages the repository that its packages come from.",
)
def slurm_release_unknown(plan: Draft) -> Iterator[Finding]:
    """Every host with a part in Slurm has a distribution whose release is known, or the version is stated."""
    parts: dict[str, list[str]] = {}
    for part, systems in _packaged(plan):
        for system in systems:
            parts.setdefault(system, []).append(part)
    for system in sorted(parts.keys() - PACKAGED.keys()):
        yield KeyFinding(
            message=f"no package of Slurm in {system}, which {' and '.join(parts[system])} hosts have, is known: the files are for {release_of(plan)}",
            loc=_PLACE,
            help=_BY_HAND,
        )


@plan_rule(
    title="Compute or login hosts with a newer Slurm than their controllers",
    why="slurmd and the commands may be older than slurmctld, but never newer (SchedMD, Upgrade Guide).",
    fix="Give control hosts a distribution with the same or a newer release, or state one version with its packages for all hosts.",
)
def slurm_releases_apart(plan: Draft) -> Iterator[Finding]:
    """The newest release of compute and login hosts is not above the oldest of the controllers."""
    parts = [(part, system) for part, systems in _packaged(plan) for system in systems if system in PACKAGED]
    control = [system for part, system in parts if part == "control"]
    oldest = min(control, key=lambda system: PACKAGED[system].release, default="")
    for part, system in parts if oldest else ():
        if part != "control" and PACKAGED[system].release > PACKAGED[oldest].release:
            yield KeyFinding(
                message=f"{part} hosts have Slurm {PACKAGED[system].release} ({system}), and controllers {PACKAGED[oldest].release} ({oldest})",
                loc=_PLACE,
                help=f"have controllers on {system}, or {_BY_HAND}",
            )


def _packaged(plan: Draft) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Return the distributions of each part's hosts if these determine the release of Slurm: none if the spec does."""
    slurm = plan.spec.scheduler.slurm
    return systems_of(plan).items() if slurm is not None and slurm.version is None else ()


@plan_warning(
    title="A release of Slurm that the hosts' distributions do not have",
    why="The playbooks install the release that apt or dnf finds, and stop before a daemon of another release reads these files.",
    fix="State scheduler.slurm.packages, or remove the version.",
)
def slurm_version_unpackaged(plan: Draft) -> Iterator[Finding]:
    """A stated version is that of the distributions, or comes with its packages."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None or slurm.version is None or slurm.packages is not None:
        return
    others = {
        system: PACKAGED[system].release
        for systems in systems_of(plan).values()
        for system in systems
        if system in PACKAGED and PACKAGED[system].release != release_of(plan)
    }
    if others:
        there = ", ".join(f"{system} has {release}" for system, release in sorted(others.items()))
        yield Finding(
            message=f"Slurm {slurm.version} is not what the hosts' distributions have: {there}",
            loc=(*_PLACE, "version"),
            help="state scheduler.slurm.packages, the repository that it comes from; or leave the version out",
        )
