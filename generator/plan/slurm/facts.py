"""What Ansible is told of Slurm: who runs what, and where."""

from collections.abc import Mapping
from typing import Any

from generator.plan.draft import Draft
from generator.plan.slurm.controllers import controllers, database_of, state_of
from generator.plan.slurm.features import knows
from generator.plan.slurm.reload import RESTART, reload_commands
from generator.plan.slurm.scratch import scratch


def slurm_facts(plan: Draft) -> Mapping[str, Any]:
    """Return facts of the whole cluster, for `group_vars/all`; nothing without Slurm.

    `reconfigure`: hosts that are added need no restart of slurmctld, only `scontrol reconfigure` (`reload`).
    """
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return {}
    database = database_of(plan)
    return {
        "version": slurm.version,
        "controllers": [host.name for host in controllers(plan)],
        "database": database.host if database else "",
        "database_standby": database.standby if database else "",
        "database_ours": bool(database and database.ours),
        "state": state_of(plan.spec),
        "partition": slurm.partition,
        "health": slurm.health,
        "containers": slurm.containers,
        "scratch": scratch(plan),
        "sackd": knows(slurm.version, "sackd"),
        "reconfigure": RESTART not in reload_commands(slurm.version),
    }
