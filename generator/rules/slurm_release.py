"""The release of Slurm that hosts have: one that is known, and daemons that understand each other."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.slurm.packaged import PACKAGED
from generator.plan.slurm.release import release_of, systems_of
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding

_PLACE = ("scheduler", "slurm")
_BY_HAND = "state scheduler.slurm.version, and with scheduler.slurm.packages the repository that its packages come from"


@plan_warning(
    title="A distribution whose Slurm nobody has read",
    why="Each release reads other keys, and its daemons end at one that they do not know.",
    fix="State scheduler.slurm.version, and with scheduler.slurm.packages the repository that its packages come from.",
)
def slurm_release_unknown(plan: Draft) -> Iterator[Finding]:
    """Every host with a part in Slurm has a distribution whose release is known, or the version is stated."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None or slurm.version is not None:
        return
    for part, systems in systems_of(plan).items():
        for system in systems:
            if system not in PACKAGED:
                yield KeyFinding(
                    message=f"no package of Slurm in {system}, which {part} hosts have, was read: the files are for {release_of(plan)}",
                    loc=_PLACE,
                    help=_BY_HAND,
                )


@plan_rule(
    title="Compute or login hosts with a newer Slurm than their controllers",
    why="slurmd and the commands may be older than slurmctld, and never newer (SchedMD, Upgrade Guide).",
    fix="Give control hosts a distribution that is as new, or state one version with its packages for all of them.",
)
def slurm_releases_apart(plan: Draft) -> Iterator[Finding]:
    """The newest release of compute and login hosts is not above the oldest of the controllers."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None or slurm.version is not None:
        return
    systems = systems_of(plan)
    control = [system for system in systems["control"] if system in PACKAGED]
    if not control:
        return
    oldest = min(control, key=lambda system: PACKAGED[system].release)
    for part in ("compute", "login"):
        for system in systems[part]:
            if system in PACKAGED and PACKAGED[system].release > PACKAGED[oldest].release:
                yield KeyFinding(
                    message=f"{part} hosts have Slurm {PACKAGED[system].release} ({system}), and controllers {PACKAGED[oldest].release} ({oldest})",
                    loc=_PLACE,
                    help=f"have controllers on {system}, or {_BY_HAND}",
                )


@plan_warning(
    title="A release of Slurm that the hosts' distributions do not have",
    why="The playbooks install what apt or dnf finds, and stop before a daemon of another release reads these files.",
    fix="State scheduler.slurm.packages, or leave the version out.",
)
def slurm_packages_elsewhere(plan: Draft) -> Iterator[Finding]:
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
