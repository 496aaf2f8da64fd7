"""slurm: the files that every controller and every host of the cluster shares."""

import json
from collections.abc import Callable, Iterable, Iterator
from string import digits
from typing import Any

from msgspec.structs import asdict, replace

from generator.plan.hostlist import fold
from generator.plan.hosts.certificates import AUTHORITY, CERTIFICATE, DATABASE_AUTHORITY, has_tls, key_of
from generator.plan.plan import Plan
from generator.plan.secrets import reference
from generator.plan.slurm.hardware import MEMORY_RULE, NO_LIBRARY_SINCE
from generator.plan.slurm.records import BurstHosts, SlurmPlan
from generator.plan.slurm.slurm_plan import enroot_folder
from generator.plan.slurm.tunnel_ends import FOLDER, SECRET, gateway_conf, unit_of
from generator.plan.transfers import feeds
from generator.render.artifact import ROOT_ONLY, UNPROVEN, Artifact, Grade, Proof
from generator.render.encode import plain
from generator.render.escape import sacctmgr_words
from generator.render.health import health_program
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

NAME = "slurm"
_SLURMCTLD = Proof(Grade.APPLIED, "slurmctld 22.05, 24.11, 26.05")
_ORDERING = Proof(Grade.APPLIED, "slurmctld 22.05")
_RAN = {"aws": Proof(Grade.APPLIED, "aws-cli"), "gcloud": Proof(Grade.APPLIED, "gcloud 528")}
"""Programs of providers that tests have run with burst.json, against mocks of their APIs."""
_SLURMD = Proof(Grade.APPLIED, "slurmd 22.05, 24.11, 26.05")
_SLURMDBD = Proof(Grade.APPLIED, "slurmdbd 22.05 on MariaDB 10.11")
_YAML_HEADER = "Slurm 25.05 and later read this file instead of topology.conf and TopologyPlugin."
_NAMESPACE_HEADER = "A job's temporary files and shared memory are its own (namespace/linux)."
_SCHEMA = "slurm_acct_db"
_FIRST_BOOT_HEADER = (
    "What cloud-init does on a burst host; burst.py puts the host's name in. Everybody on the host can read it."
)
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
    values = _values(plan, slurm) | {"people": list(_people(plan, slurm))}
    for name in slurm.files:
        content = _content(slurm, name, templates, values)
        yield Artifact(f"slurm/{name}", content, _proof(slurm, name), *([ROOT_ONLY] if name in _WITH_SECRETS else []))


def _content(slurm: SlurmPlan, name: str, templates: Templates, values: dict[str, Any]) -> str:
    if name == "health.sh":
        lists = {each.stem: each.checks for each in slurm.checks}
        return health_program(templates, values["cluster"], lists, burst_stem=values["burst_stem"])
    if slurm.burst is not None and name in _OF_BURST:
        return _OF_BURST[name](slurm.burst, lambda program: templates.render(f"slurm/{program}.j2", **values))
    return _yaml(slurm, name) if name.endswith(".yaml") else templates.render(f"slurm/{name}.j2", **values)


def _first_boot(given: dict[str, Any], printed: Callable[[str], str]) -> dict[str, Any]:
    """Join the lines of files, which are separate in the plan, and print the programs that it names."""
    files = [
        {key: each[key] for key in each if key not in {"lines", "program"}}
        | {"content": printed(each["program"]) if "program" in each else "".join(f"{line}\n" for line in each["lines"])}
        for each in given["write_files"]
    ]
    return given | {"write_files": files}


def _tunnel_hosts(burst: BurstHosts) -> dict[str, Any]:
    addresses = burst.tunnel.addresses if burst.tunnel else ()
    return {"hosts": dict(zip(burst.names, addresses, strict=True))}


_OF_BURST: dict[str, Callable[[BurstHosts, Callable[[str], str]], str]] = {
    "burst.json": lambda burst, _: json.dumps(plain(burst.settings), indent=1) + "\n",
    "burst-tunnel.json": lambda burst, _: json.dumps(_tunnel_hosts(burst), indent=1) + "\n",
    "burst-host.yaml": lambda burst, printed: (
        "#cloud-config\n" + yaml_text(_first_boot(plain(burst.first_boot), printed), _FIRST_BOOT_HEADER)
    ),
}
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
    "people.sh": Proof(Grade.APPLIED, "sacctmgr 22.05"),
    "clustergen-people.service": Proof(Grade.PARSED, "systemd-analyze verify"),
    "clustergen-people.timer": Proof(Grade.PARSED, "systemd-analyze verify"),
    "prolog.sh": _SLURMD,
    "epilog.sh": _SLURMD,
    "task_prolog.sh": _SLURMD,
    "health.sh": _SLURMD,
    "reservations.sh": _SLURMCTLD,
    "site.conf": _SLURMCTLD,
    "resume.sh": _SLURMCTLD,
    "imex_hosts": _SLURMD,
    "suspend.sh": _SLURMCTLD,
    "fail.sh": _ORDERING,
    "burst.py": _ORDERING,
    "burst_provider.py": _ORDERING,
    "burst_state.py": _ORDERING,
}


def _proof(slurm: SlurmPlan, name: str) -> Proof:
    if name == "gres.conf":
        return Proof(Grade.PARSED, "slurmd 22.05 (-G)") if slurm.version < NO_LIBRARY_SINCE else UNPROVEN
    if slurm.burst is not None and slurm.burst.settings is not None:
        if name == "burst.json":
            return _RAN.get(slurm.burst.settings["program"], UNPROVEN)
        if name in {"resume.sh", "suspend.sh"}:
            return _ORDERING
    if name == "acct_gather.conf" and not slurm.gather_packaged:
        return UNPROVEN
    return _PROOFS.get(name, UNPROVEN)


def _yaml(slurm: SlurmPlan, name: str) -> str:
    if name == "topology.yaml":
        return yaml_text(list(slurm.topologies), _YAML_HEADER)
    return yaml_text({"defaults": {"auto_base_path": True, "base_path": _tmp_folder(slurm)}}, _NAMESPACE_HEADER)


def _people(plan: Plan, slurm: SlurmPlan) -> Iterator[dict[str, Any]]:
    """Yield the accounts of tenants whose people are a group of the directory, with the users that the spec states."""
    directory = plan.site.services.directory
    for account in slurm.accounts:
        group = directory.tenants.get(account.name) if directory else None
        if group is not None:
            yield {"account": account.name, "group": group, "users": [user for user, _ in account.users]}


def _tmp_folder(slurm: SlurmPlan) -> str:
    return f"{slurm.scratch or '/var/spool'}/slurm-tmp"


def _values(plan: Plan, slurm: SlurmPlan) -> dict[str, Any]:
    """Return the values for all templates."""
    local, burst, tls = slurm.scratch, slurm.burst, has_tls(plan)
    foreign_database = slurm.database is not None and not slurm.database.ours
    return asdict(slurm) | {
        "accounts": [replace(a, description=sacctmgr_words(a.description) or a.name) for a in slurm.accounts],
        "cluster": plan.name,
        "tls": {"authority": AUTHORITY, "certificate": CERTIFICATE, "key": key_of("mysql")} if tls else None,
        "database_authority": DATABASE_AUTHORITY if tls and foreign_database else "",
        "slurm": slurm,
        "memory_rule": MEMORY_RULE,
        "burst": {"hosts": fold(burst.names), "facts": burst.facts, "cloud": bool(burst.settings)} if burst else None,
        "password": reference("slurmdbd_password"),
        "schema": _SCHEMA,
        "user": _USER,
        "months": slurm.history_months,
        "purged": _PURGED,
        "kinds": slurm.checks,
        "job_folder": f"{local}/slurm-jobs",
        "job_folders": [f"{local}/slurm-jobs"] if local else [],
        "filled": sorted({each.target.mount for each in feeds(plan) if each.everywhere and each.movers}),
        "gpu_jobs": plan.monitoring.gpu_jobs if plan.monitoring else "",
        "imex": slurm.imex,
        "tmp_folder": _tmp_folder(slurm),
        "enroot_folder": enroot_folder(local),
        "ready_minutes": burst.ready_minutes if burst else 0,
        "burst_hosts": fold(burst.names) if burst else "",
        "secret": SECRET,
        "tunnel": _tunnel(burst) if burst else None,
        "burst_stem": burst.names[0].rstrip(digits) if burst else "",
    }


def _tunnel(burst: BurstHosts) -> dict[str, Any] | None:
    """Return the gateway's end of the tunnel, if there is one."""
    tunnel = burst.tunnel
    if tunnel is None:
        return None
    return {"conf": gateway_conf(tunnel), "unit": unit_of(tunnel), "folder": FOLDER, "interface": tunnel.interface}
