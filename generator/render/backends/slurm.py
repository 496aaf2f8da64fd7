"""slurm: the files that every controller and every host of the cluster shares."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.plan.access.services import SRUN_PORTS
from generator.plan.plan import Plan
from generator.plan.scheduled import slurm_hosts
from generator.plan.secrets import reference
from generator.plan.slurm import settings
from generator.plan.slurm.accounts import accounts, qualities
from generator.plan.slurm.burst import burst_of
from generator.plan.slurm.controllers import controllers, database_of, state_of
from generator.plan.slurm.gates import knows
from generator.plan.slurm.gather import options, packaged, plugins
from generator.plan.slurm.scratch import scratch
from generator.plan.slurm.topologies import blocks_of, main_topology
from generator.render.artifact import ROOT_ONLY, UNPROVEN, Artifact, Grade, Proof
from generator.render.hostlist import fold
from generator.render.slurm.hardware import MEMORY_RULE, NO_LIBRARY_SINCE, coreless, devices, hardware, mounts_weka
from generator.render.slurm.held import held
from generator.render.slurm.rows import check_rows, partition_rows
from generator.render.slurm.topology import topologies, written_blocks
from generator.render.slurm.tree import TreeSwitch, switch_tree
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

NAME = "slurm"
_SLURMCTLD = Proof(Grade.APPLIED, "slurmctld 22.05, 24.11, 26.05")
_SLURMD = Proof(Grade.APPLIED, "slurmd 22.05, 24.11, 26.05")
_SLURMDBD = Proof(Grade.APPLIED, "slurmdbd 22.05 on MariaDB 10.11")
_YAML_HEADER = "Slurm 25.05 and later read this file instead of topology.conf and TopologyPlugin."
_NAMESPACE_HEADER = "A job's temporary files and shared memory are its own (namespace/linux)."
_SCHEMA = "slurm_acct_db"
_USER = "slurm"
_PURGED = ("Event", "Job", "Resv", "Step", "Suspend", "TXN", "Usage")


def paths(plan: Plan) -> Iterable[str]:
    """Give the files that the spec asks for: those of the controllers, of the database, of jobs, of hosts."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return
    names = ["slurm.conf", "gres.conf", "cgroup.conf", "topology.conf"]
    names += ["topology.yaml"] if knows(slurm.version, "topology-yaml") else []
    names += ["acct_gather.conf"] if slurm.gather and any(plugins(slurm)) else []
    names += _database_names(plan)
    names += ["job_submit.lua"] if plan.spec.tenants and slurm.accounting else []
    names += ["prolog.sh", "epilog.sh"] if settings.prolog_wanted(plan) else []
    names += ["task_prolog.sh"] if scratch(plan) else []
    names += ["health.sh", "nhc.conf"] if slurm.health != "none" else []
    names += ["plugstack.conf", "enroot.conf"] if slurm.containers == "pyxis" else []
    names += [_private_name(slurm.version)] if slurm.private_tmp else []
    names += ["resume.sh", "suspend.sh", "burst.sh"] if slurm.burst else []
    yield from (f"slurm/{name}" for name in names)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; they name every compute host, so growth adds to them."""
    values = _values(plan)
    for path in paths(plan):
        name = path.removeprefix("slurm/")
        content = _yaml(plan, name) if name.endswith(".yaml") else templates.render(f"slurm/{name}.j2", **values)
        yield Artifact(path, content, _proof(plan, name), *([ROOT_ONLY] if name in _WITH_SECRETS else []))


_WITH_SECRETS = frozenset({"slurmdbd.conf", "slurmdbd.sql"})
_PROOFS = {
    "slurm.conf": _SLURMCTLD,
    "topology.conf": _SLURMCTLD,
    "topology.yaml": Proof(Grade.APPLIED, "slurmctld 26.05"),
    "acct_gather.conf": _SLURMD,
    "cgroup.conf": Proof(Grade.PARSED, "slurmd 22.05 (-G)"),
    "job_submit.lua": _SLURMCTLD,
    "slurmdbd.conf": _SLURMDBD,
    "slurmdbd.sql": Proof(Grade.APPLIED, "MariaDB 10.11"),
    "mariadb.cnf": Proof(Grade.APPLIED, "MariaDB 10.11"),
    "accounts.cfg": Proof(Grade.APPLIED, "sacctmgr 22.05"),
    "accounts.sh": Proof(Grade.APPLIED, "sacctmgr 22.05"),
    "prolog.sh": _SLURMD,
    "epilog.sh": _SLURMD,
    "task_prolog.sh": _SLURMD,
    "health.sh": _SLURMD,
    "resume.sh": _SLURMCTLD,
    "suspend.sh": _SLURMCTLD,
}


def _proof(plan: Plan, name: str) -> Proof:
    slurm = plan.spec.scheduler.slurm
    if name == "gres.conf":
        return Proof(Grade.PARSED, "slurmd 22.05 (-G)") if slurm and slurm.version < NO_LIBRARY_SINCE else UNPROVEN
    if name == "acct_gather.conf" and slurm and slurm.gather and not packaged(slurm.gather):
        return UNPROVEN
    return _PROOFS.get(name, UNPROVEN)


def _database_names(plan: Plan) -> list[str]:
    database = database_of(plan)
    if database is None:
        return []
    ours = ["slurmdbd.sql", "mariadb.cnf"] if database.ours else []
    return ["slurmdbd.conf", *ours, "accounts.cfg", "accounts.sh"]


def _private_name(version: str) -> str:
    return "namespace.yaml" if knows(version, "namespace") else "job_container.conf"


def _yaml(plan: Plan, name: str) -> str:
    if name == "topology.yaml":
        return yaml_text(topologies(plan, switch_tree(plan, slurm_hosts(plan))), _YAML_HEADER)
    return yaml_text({"defaults": {"auto_base_path": True, "base_path": _tmp_folder(plan)}}, _NAMESPACE_HEADER)


def _tmp_folder(plan: Plan) -> str:
    return f"{scratch(plan) or '/var/spool'}/slurm-tmp"


def _values(plan: Plan) -> dict[str, Any]:
    """Gather what templates print: each takes what it names."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return {}
    hosts, local, burst = slurm_hosts(plan), scratch(plan), burst_of(plan)
    control = len(plan.hosts_of.get("control", []))
    first = controllers(plan)
    enroot = f"{local or '/var/lib'}/enroot"
    blocks = blocks_of(plan)
    return {
        "cluster": plan.name,
        "gathered": list(options(plan)),
        "slurm": slurm,
        "controllers": first,
        "alone": control if len(first) == 1 < control else 0,
        "state": state_of(plan.spec),
        "controller_parameters": settings.controller_parameters(slurm),
        "select_parameters": settings.select_parameters(slurm),
        "srun_ports": SRUN_PORTS,
        "sections": list(settings.sections(plan)),
        "hardware": list(hardware(plan, slurm.memory_reserve_percent)),
        "memory_rule": MEMORY_RULE,
        "held": list(held(plan)),
        "partitions": list(partition_rows(plan)),
        "burst": {"hosts": fold(burst.names), "facts": burst.facts} if burst else None,
        "devices": list(devices(plan, slurm.version)),
        "coreless": fold(coreless(plan)),
        "weka": mounts_weka(plan),
        "switches": [
            *switch_tree(plan, hosts),
            *([TreeSwitch(name=burst.partition, hosts=fold(burst.names))] if burst else []),
        ],
        "blocks": written_blocks(plan, blocks) if blocks and main_topology(plan) == "block" else None,
        "database": database_of(plan),
        "password": reference("slurmdbd_password"),
        "schema": _SCHEMA,
        "user": _USER,
        "private": settings.PRIVATE if plan.spec.tenants else "",
        "months": slurm.history_months,
        "purged": _PURGED,
        "accounts": list(accounts(plan)),
        "qualities": list(qualities(plan)),
        "tenants": sorted(plan.spec.tenants),
        "kinds": list(check_rows(plan)),
        "job_folder": f"{local}/slurm-jobs",
        "job_folders": [f"{local}/slurm-jobs"] if local else [],
        "user_folders": [f"{enroot}/{use}" for use in ("cache", "data", "temp")] + ["/run/enroot"]
        if slurm.containers == "pyxis"
        else [],
        "scratch": local,
        "tmp_folder": _tmp_folder(plan),
        "enroot_folder": enroot,
        "ready_minutes": burst.ready_minutes if burst else 0,
        "burst_hosts": fold(burst.names) if burst else "",
    }
