"""Reload of Slurm after a change of hosts: commands for its daemons, in order, after new files are placed. Jobs continue."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.slurm.controllers import controllers
from generator.plan.slurm.features import knows
from generator.plan.slurm.records import Daemon
from generator.plan.slurm.release import release_of

RESTART = "systemctl restart slurmctld"
RECONFIGURE = "scontrol reconfigure"
RESTART_HOST = "systemctl restart slurmd"
"""On compute hosts, if the list of controllers of slurmd changes."""
READ_AGAIN = (
    *("slurm.conf", "gres.conf", "cgroup.conf", "topology.conf", "topology.yaml", "acct_gather.conf"),
    *("plugstack.conf", "job_submit.lua", "job_container.conf", "namespace.yaml", "resume.sh", "suspend.sh", "fail.sh"),
)
"""Files of controllers after whose change the role `slurm` reloads the daemons."""


def daemons(plan: Draft) -> Iterator[Daemon]:
    """Yield Slurm's, if the spec has it.

    Before 23.11, slurmctld sizes its tables when it starts, and crashes on `scontrol reconfigure` with more hosts; after the restart, running slurmd
    still have the old files until they reconfigure. Since then, one command does everything (release notes of 23.11; both seen with the daemons).
    """
    slurm = plan.spec.scheduler.slurm
    if slurm is not None:
        version = release_of(plan)
        commands = reload_commands(version)
        for host in controllers(plan):
            yield Daemon(scheduler="slurm", controller=host.name, version=version, new_hosts=commands)


def reload_commands(version: str) -> tuple[str, ...]:
    """Return the commands of a release, in their order."""
    return (RECONFIGURE,) if knows(version, "reconfigure-hosts") else (RESTART, RECONFIGURE)
