"""Backups that are lost together with their source."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.slurm.controllers import state_of
from generator.rules import plan_rule, plan_warning
from generator.source.diagnostic import Note
from generator.spec.backups import kind_of, server_of
from generator.spec.checks.backups import tiers_of
from generator.spec.checks.rule import Finding


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
                loc=("backups", "repository"),
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
    state = state_of(plan.spec)
    holding = {name for name, _ in tiers_of(plan.spec, state)}
    stated = slurm is not None and slurm.state is not None
    for name, _ in tiers_of(plan.spec, spec.repository):
        if name in holding:
            yield Finding(
                message=f"the repository and Slurm's queue ({state}) are both on storage.{name}",
                loc=("backups", "repository"),
                help="use another tier, or a server of the site",
                notes=(Note("the folder of the queue is stated here", ("scheduler", "slurm", "state")),)
                if stated
                else (),
            )
