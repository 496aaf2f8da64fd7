"""slurm: the files that every controller and every host of the cluster shares."""

from collections.abc import Iterable, Iterator
from string import digits
from typing import Any

from msgspec.structs import asdict, replace

from generator.plan.hostlist import fold
from generator.plan.plan import Plan
from generator.plan.secrets import reference
from generator.plan.slurm.hardware import MEMORY_RULE, NO_LIBRARY_SINCE
from generator.plan.slurm.records import SlurmPlan
from generator.plan.slurm.slurm_plan import enroot_folder
from generator.render.artifact import ROOT_ONLY, UNPROVEN, Artifact, Grade, Proof
from generator.render.escape import sacctmgr_words
from generator.render.health import health_program
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
    """Name the files that this cluster's Slurm has."""
    return (f"slurm/{name}" for name in plan.slurm.files) if plan.slurm else ()


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; they name every compute host, so growth adds to them."""
    slurm = plan.slurm
    if slurm is None:
        return
    values = _values(plan.name, slurm)
    for name in slurm.files:
        content = _content(slurm, name, templates, values)
        yield Artifact(f"slurm/{name}", content, _proof(slurm, name), *([ROOT_ONLY] if name in _WITH_SECRETS else []))


def _content(slurm: SlurmPlan, name: str, templates: Templates, values: dict[str, Any]) -> str:
    if name == "health.sh":
        lists = {each.stem: each.checks for each in slurm.checks}
        return health_program(templates, values["cluster"], lists, burst_stem=values["burst_stem"])
    return _yaml(slurm, name) if name.endswith(".yaml") else templates.render(f"slurm/{name}.j2", **values)


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
    "reservations.sh": _SLURMCTLD,
    "site.conf": _SLURMCTLD,
    "resume.sh": _SLURMCTLD,
    "imex_hosts": _SLURMD,
    "suspend.sh": _SLURMCTLD,
}


def _proof(slurm: SlurmPlan, name: str) -> Proof:
    if name == "gres.conf":
        return Proof(Grade.PARSED, "slurmd 22.05 (-G)") if slurm.version < NO_LIBRARY_SINCE else UNPROVEN
    if name == "acct_gather.conf" and not slurm.gather_packaged:
        return UNPROVEN
    return _PROOFS.get(name, UNPROVEN)


def _yaml(slurm: SlurmPlan, name: str) -> str:
    if name == "topology.yaml":
        return yaml_text(list(slurm.topologies), _YAML_HEADER)
    return yaml_text({"defaults": {"auto_base_path": True, "base_path": _tmp_folder(slurm)}}, _NAMESPACE_HEADER)


def _tmp_folder(slurm: SlurmPlan) -> str:
    return f"{slurm.scratch or '/var/spool'}/slurm-tmp"


def _values(cluster: str, slurm: SlurmPlan) -> dict[str, Any]:
    """Gather what templates print: each takes what it names."""
    local, burst = slurm.scratch, slurm.burst
    return asdict(slurm) | {
        "accounts": [replace(a, description=sacctmgr_words(a.description) or a.name) for a in slurm.accounts],
        "cluster": cluster,
        "slurm": slurm,
        "memory_rule": MEMORY_RULE,
        "burst": {"hosts": fold(burst.names), "facts": burst.facts} if burst else None,
        "password": reference("slurmdbd_password"),
        "schema": _SCHEMA,
        "user": _USER,
        "months": slurm.history_months,
        "purged": _PURGED,
        "kinds": slurm.checks,
        "job_folder": f"{local}/slurm-jobs",
        "job_folders": [f"{local}/slurm-jobs"] if local else [],
        "imex": slurm.imex,
        "tmp_folder": _tmp_folder(slurm),
        "enroot_folder": enroot_folder(local),
        "ready_minutes": burst.ready_minutes if burst else 0,
        "burst_hosts": fold(burst.names) if burst else "",
        "burst_stem": burst.names[0].rstrip(digits) if burst else "",
    }
