"""Slurm's controllers, the folder of the queue, and the host of the accounting database."""

from pathlib import PurePosixPath

from generator.plan.clients import shared_by
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.slurm.records import Database
from generator.plan.slurm.release import PACKAGED
from generator.plan.states import PLANNED
from generator.spec.cluster import ClusterSpec

LOCAL_STATE = "/var/spool/slurmctld"
_FOLDER = "slurmctld"
SLURM_UID = 64030
"""Slurm's user on Debian and Ubuntu, the same on every host (base-passwd, users-and-groups: static ids)."""


def shared_mounts(plan: Plan) -> list[str]:
    """Return the mounts that all control hosts have, by the name of their tier."""
    return [tier.mount for tier in plan.tiers if shared_by(plan.groups.values(), tier, "control")]


def is_shared(plan: Plan, path: str) -> bool:
    """Return whether a path is on a mount that all control hosts have."""
    return any(PurePosixPath(path).is_relative_to(mount) for mount in shared_mounts(plan))


def state_of(plan: Draft) -> str:
    """Return StateSaveLocation: the stated one, a folder of the first shared mount, or a local one."""
    spec = plan.spec
    stated = spec.scheduler.slurm.state if spec.scheduler.slurm else None
    if (
        stated or _most_controllers(spec) < 2
    ):  # one that stays alone has it on its own drive: no file server is between it and its queue
        return stated or LOCAL_STATE
    return next((f"{mount}/{_FOLDER}" for mount in shared_mounts(plan)), LOCAL_STATE)


def _most_controllers(spec: ClusterSpec) -> int:
    """Count the control hosts of the envelope: the queue does not move when a second one comes."""
    return sum(max(group.count, group.max or 0) for group in spec.hosts.values() if group.role == "control")


def state_uid(plan: Draft) -> int | None:
    """Return the uid of Slurm's user, if the queue is on a file server and the uid is known: only the server itself can create the folder."""
    systems = {plan.groups[host.group].os for host in plan.hosts_of.get("control", [])}
    slurm = plan.spec.scheduler.slurm
    if slurm is None or (slurm.packages is not None and slurm.packages.built_by == "schedmd"):
        return None
    return SLURM_UID if is_shared(plan, state_of(plan)) and systems <= PACKAGED.keys() else None


def state_server(plan: Draft) -> str:
    """Name the one host of ours that serves the folder of the queue over NFS; empty where it is no such folder."""
    path = PurePosixPath(state_of(plan))
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name]
        if tier.kind == "nfs" and tier.group and tier.mount and not spec.source and path.is_relative_to(tier.mount):
            return plan.groups[tier.group].host_name(0)
    return ""


def controllers(plan: Draft) -> list[Host]:
    """Return the hosts that run slurmctld, the first one first: one alone where they share no folder, for a second would begin with an empty queue."""
    if "slurm" not in plan.scheduled.schedulers:
        return []
    hosts = [host for host in plan.hosts_of.get("control", []) if host.state != PLANNED]
    return hosts if is_shared(plan, state_of(plan)) else hosts[:1]


def database_of(plan: Draft) -> Database | None:
    """Return the host of slurmdbd, the first of the control hosts; None where there is no accounting."""
    slurm, hosts = plan.spec.scheduler.slurm, [h.name for h in plan.hosts_of.get("control", []) if h.state != PLANNED]
    if slurm is None or not slurm.accounting or not hosts:
        return None
    standby = hosts[1] if slurm.database and len(hosts) > 1 else ""
    return Database(host=hosts[0], standby=standby, server=slurm.database or "localhost", ours=slurm.database is None)
