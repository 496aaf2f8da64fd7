"""Backups that are lost together with their source."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.plan.clients import shared_by
from generator.plan.draft import Draft
from generator.plan.records import Tier
from generator.plan.slurm.controllers import shared_mounts, state_of
from generator.rules import plan_rule, plan_warning
from generator.rules.shared_folders import apart_notes, sharing_help
from generator.source.diagnostic import Note
from generator.spec.backups import kind_of, server_of
from generator.spec.checks.rule import Finding

_REPOSITORY = ("backups", "repository")


def _tiers_of(plan: Draft, path: str) -> Iterator[Tier]:
    """Yield the shared tiers that a path of control hosts is on."""
    for tier in plan.tiers:
        if shared_by(plan.groups.values(), tier, "control") and PurePosixPath(path).is_relative_to(tier.mount):
            yield tier


@plan_rule(
    title="Backups of control hosts on their own drives",
    why="A control host that is lost loses its drives, and with them their backups.",
    fix="Use a folder of a tier of kind nfs or parallel whose clients include control and that other hosts serve, or a server of the site (sftp, rest, s3).",
)
def backups_on_own_drive(plan: Draft) -> Iterator[Finding]:
    """A repository that is a path is on a tier of other hosts, which all control hosts mount."""
    spec = plan.spec.backups
    if spec is None or kind_of(spec.repository) != "path":
        return
    path, tiers = spec.repository, [*_tiers_of(plan, spec.repository)]
    if not tiers:
        shared = shared_mounts(plan)
        yield Finding(
            message=f"{path} is on the drives of the control hosts themselves: no tier that they mount has it",
            loc=_REPOSITORY,
            help=f"use a folder of {' or '.join(shared)}"
            if shared
            else f"{sharing_help(plan)}, or use a server of the site",
            notes=apart_notes(plan),
        )
    for tier in tiers:
        if tier.group in plan.groups and plan.groups[tier.group].role == "control":
            yield Finding(
                message=f"{path} is on storage.{tier.name}, which the control hosts serve from their own drives",
                loc=_REPOSITORY,
                help="use a tier that other hosts serve, or a server of the site",
                notes=(Note("the servers of the tier are stated here", ("storage", tier.name, "hosts")),),
            )


@plan_rule(
    title="Backups on a control host",
    why="Backups of control hosts must survive the loss of each of them.",
    fix="Name a server that is not a control host of this cluster, or a folder of a tier that other hosts serve.",
)
def backups_on_control_host(plan: Draft) -> Iterator[Finding]:
    """The server of the repository is not a control host, by its name or one of its addresses."""
    spec = plan.spec.backups
    server = server_of(spec.repository) if spec is not None else ""
    for host in plan.hosts_of.get("control", []) if server else ():
        if server in {host.name, f"{host.name}.{plan.domain}", host.inband, host.management, host.bmc}:
            yield Finding(
                message=f"{server} is {host.name}, a control host: its backups would be on its own drives, or on those of another one",
                loc=_REPOSITORY,
                help="name a server of the site, or a folder of a tier that other hosts serve",
            )


@plan_warning(
    title="Backups on the tier that has the queue",
    why="If the tier is lost, the queue of Slurm and its backups are lost together.",
    fix="Use another tier or a server of the site for the repository, or another folder for `scheduler.slurm.state`.",
)
def backups_beside_state(plan: Draft) -> Iterator[Finding]:
    """The repository and Slurm's queue are on different tiers."""
    spec, slurm = plan.spec.backups, plan.spec.scheduler.slurm
    if spec is None or "slurm" not in plan.scheduled.schedulers or kind_of(spec.repository) != "path":
        return
    state = state_of(plan)
    holding = {tier.name for tier in _tiers_of(plan, state)}
    stated = slurm is not None and slurm.state is not None
    for tier in _tiers_of(plan, spec.repository):
        if tier.name in holding:
            yield Finding(
                message=f"the repository and Slurm's queue ({state}) are both on storage.{tier.name}",
                loc=_REPOSITORY,
                help="use another tier, or a server of the site",
                notes=(Note("the folder of the queue is stated here", ("scheduler", "slurm", "state")),)
                if stated
                else (),
            )
