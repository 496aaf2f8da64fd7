"""Folders that all control hosts need: on tiers that they mount, and reach."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.plan.clients import why_apart
from generator.plan.draft import Draft
from generator.plan.slurm.controllers import shared_mounts
from generator.rules import plan_warning
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding

_CONTROL = "control"


def sharing_help(plan: Draft) -> str:
    """Return how control hosts get a mount that all of them have."""
    if apart := [note.loc[-1] for note in apart_notes(plan)]:
        return f"put storage.{apart[0]} on a fabric of all control hosts (`fabric: frontend`), or add control to the `clients` of such a tier"
    return "add control to the `clients` of an nfs or parallel tier"


def apart_notes(plan: Draft) -> tuple[Note, ...]:
    """Return for each shared tier of control hosts why a group of them does not mount it."""
    control = {name for name, group in plan.groups.items() if group.role == _CONTROL}
    return tuple(
        Note(why_apart(tier, group), ("storage", tier.name))
        for tier in plan.tiers
        if tier.mount and tier.kind != "local-nvme"
        for group in tier.apart
        if group in control
    )


@plan_warning(
    title="Several Slurm controllers without a shared directory",
    why="A second slurmctld takes over only from a StateSaveLocation that both can write.",
    fix="Add a tier of kind nfs or parallel whose clients include control, on a fabric that all control hosts have ports on.",
)
def shared_state(plan: Draft) -> Iterator[Finding]:
    """A pair of controllers needs a mount of both."""
    slurm, controls = plan.spec.scheduler.slurm, len(plan.hosts_of.get(_CONTROL, []))
    if slurm is None or controls < 2:
        return
    mounts = shared_mounts(plan)
    if not mounts:
        yield KeyFinding(
            message=f"{controls} Slurm controllers share no directory, so only the first one can run",
            loc=("scheduler", "slurm"),
            help=sharing_help(plan),
            notes=apart_notes(plan),
        )
    elif slurm.state and not any(PurePosixPath(slurm.state).is_relative_to(mount) for mount in mounts):
        yield Finding(
            message=f"{controls} Slurm controllers do not share {slurm.state}, so only the first one can run",
            loc=("scheduler", "slurm", "state"),
            help=f"use a folder of {' or '.join(mounts)}, which all of them mount",
            notes=apart_notes(plan),
        )
