"""Facts of Slurm for Ansible: daemons and their hosts."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.plan.draft import Draft
from generator.plan.slurm.containers import containers_of
from generator.plan.slurm.controllers import controllers, database_of, state_of
from generator.plan.slurm.features import knows, upgrades_from
from generator.plan.slurm.release import mpi_packages, release_of
from generator.plan.slurm.reload import RESTART, reload_commands
from generator.plan.slurm.scratch import scratch
from generator.plan.slurm.topologies import has_imex
from generator.plan.slurm.tunnel import gateway_of
from generator.spec.slurm import SlurmSpec


def slurm_facts(plan: Draft) -> Mapping[str, Any]:
    """Return facts of the whole cluster, for `group_vars/all`; nothing without Slurm.

    `reconfigure`: hosts that are added need no restart of slurmctld, only `scontrol reconfigure` (`reload`).
    """
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return {}
    database, version, containers = database_of(plan), release_of(plan), containers_of(plan)
    return {
        "version": version,
        "upgrades_from": list(upgrades_from(version)),
        "packages": dict(_packages(slurm)),
        "mpi_packages": {system: list(names) for system, names in mpi_packages(plan)},
        "controllers": [host.name for host in controllers(plan)],
        "database": database.host if database else "",
        "database_standby": database.standby if database else "",
        "database_ours": bool(database and database.ours),
        "state": state_of(plan),
        "partition": slurm.partition,
        "health": slurm.health,
        "containers": slurm.containers,
        "imex": has_imex(plan),
        "adopt": slurm.ssh == "jobs",
        "hooks": list(containers.hooks) if containers else [],
        "modules": list(containers.modules) if containers else [],
        "pyxis": containers.plugin if containers else "",
        "slurmd_environment": dict(containers.slurmd) if containers else {},
        "scratch": scratch(plan),
        "sackd": knows(version, "sackd"),
        "reconfigure": RESTART not in reload_commands(version),
        **({"tunnel_gateway": gateway.name} if (gateway := gateway_of(plan)) else {}),
    }


def _packages(slurm: SlurmSpec) -> Iterator[tuple[str, str]]:
    """Yield the site's repository, its key, and the naming scheme of its packages; nothing where the distribution's are used."""
    if slurm.packages is not None:
        yield "repository", slurm.packages.repository
        yield "signed_by", slurm.packages.signed_by
    yield "built_by", slurm.packages.built_by if slurm.packages is not None else "distribution"
