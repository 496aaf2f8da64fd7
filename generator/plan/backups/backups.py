"""Backups of a cluster, from the services that its control hosts run."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.plan.backups.items import KEYS_PART, holders, items_of
from generator.plan.backups.records import BackupsPlan, HostState, Rebuilt, SwitchReading
from generator.plan.backups.switches import reader_of
from generator.plan.hosts.certificates import DATABASE_AUTHORITY, has_tls
from generator.plan.monitoring.jobs import monitoring_hosts
from generator.plan.monitoring.telemetry import CA, CERTIFICATE, KEY, collects
from generator.plan.plan import Plan
from generator.plan.secrets import OF_SWITCHES, meaning, stages, used, variable
from generator.spec.backups import KeepSpec, kind_of

_WEEK_HOURS, _DAY_HOURS = 168, 24
HOST_KEYS = "/etc/ssh/ssh_known_hosts"


def backups_of(plan: Plan) -> BackupsPlan | None:
    """Return the backups; None where the spec has none, or no control host has state. Monitoring and provisioning must already be in the plan."""
    spec = plan.site.backups
    hosts = tuple(_host_states(plan)) if spec else ()
    if spec is None or not hosts:
        return None
    return BackupsPlan(
        kind=kind_of(spec.repository),
        mount=mount_of(plan, spec.repository),
        every_hours=spec.every_hours,
        keep=_keep(spec.keep, spec.every_hours),
        parts=_WEEK_HOURS // spec.every_hours,
        watched=bool(monitoring_hosts(plan)),
        hosts=hosts,
        reading=_reading(plan),
        rebuilt=tuple(_rebuilt(plan)),
        uncovered=tuple(_uncovered(plan)),
        vault=tuple((variable(name), meaning(name)) for name in used(plan)),
    )


def _reading(plan: Plan) -> SwitchReading | None:
    host = reader_of(plan)
    if host is None:
        return None
    names = (name for name in used(plan) if stages(name)[0] == OF_SWITCHES[0])
    return SwitchReading(host=host.name, secrets=tuple(variable(name) for name in names))


def mount_of(plan: Plan, repository: str) -> str:
    """Return the mount of a tier that a repository's folder is on; empty where it is on none."""
    mounts = (tier.mount for tier in plan.tiers if tier.mount and tier.kind in {"nfs", "parallel"})
    path = PurePosixPath(repository)
    return max((each for each in mounts if path.is_relative_to(each)), key=len, default="")


def _host_states(plan: Plan) -> Iterator[HostState]:
    spec = plan.site.backups
    for host in holders(plan):
        if spec and (items := items_of(plan, host)):
            yield HostState(host=host.name, repository=f"{spec.repository}/{host.name}", items=items)


def _keep(spec: KeepSpec, every_hours: int) -> dict[str, int]:
    """Return the retention: the backups of a day, then one a day, a week and a month."""
    last = -(-_DAY_HOURS // every_hours)
    return {"keep-last": last, "keep-daily": spec.daily, "keep-weekly": spec.weekly, "keep-monthly": spec.monthly}


def _rebuilt(plan: Plan) -> Iterator[Rebuilt]:
    yield Rebuilt(what="network, names, firewall, accounts and units of the host", by="hosts.yml, from the tree")
    if plan.provisioning.zones:
        yield Rebuilt(what="zones of DNS, which nothing but the tree writes", by="provision.yml, from the tree")
    if plan.slurm is not None:
        yield Rebuilt(what="Slurm's configuration and munge's key", by="slurm.yml, from the tree and the vault")
    if monitoring_hosts(plan):
        yield Rebuilt(what="rules, jobs and receivers of monitoring", by="monitoring.yml, from the tree and the vault")
    if any(switch.os for switch in plan.switches):
        yield Rebuilt(what="configurations of switches", by="switches.yml, from the tree and the vault")


def _uncovered(plan: Plan) -> Iterator[str]:
    yield "The tree, the spec, assets.yaml and the vault: keep them in a repository of the site, outside of the cluster."
    if plan.slurm is not None and plan.slurm.database is not None and not plan.slurm.database.ours:
        yield f"The accounting database: it is on {plan.slurm.database.server}, which is the site's."
    for what, paths in placed(plan):
        yield f"{what}: {', '.join(paths)}. Keep a copy of what you place there: a new host needs it again."
    if plan.kubernetes is not None and not any(
        item.name == KEYS_PART for host in holders(plan) for item in items_of(plan, host)
    ):
        yield "Certificates and keys of Kubernetes, which no control host of the plan has: back them up by the means of its installer."
    if reader_of(plan) is None and any(switch.os for switch in plan.switches):
        yield "Configurations of switches as they run: backups.switches keeps them, and reports those that differ from the tree."
    if plan.subnets:
        yield "What a subnet manager of InfiniBand has learned (LIDs), and the settings of UFM."
    if plan.site.services.syslog:
        yield "Logs that control hosts collect."
    if plan.tiers:
        yield "Data of the storage tiers."


def placed(plan: Plan) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the files with what they are: certificates, keys and logins.

    Roles stop where they are missing, and no run of the playbooks makes them again.
    """
    slurm, spec = plan.slurm, plan.site.backups
    if collects(plan):
        yield "Certificates and key by which gNMIc reads switches", (CA, CERTIFICATE, KEY)
    if slurm is not None and slurm.burst is not None and slurm.burst.settings is not None:
        yield "What Slurm logs in with at the provider of burst hosts", (slurm.burst.settings["credentials"],)
    if slurm is not None and slurm.database is not None and not slurm.database.ours and has_tls(plan):
        yield "The certificate of the database's authority", (DATABASE_AUTHORITY,)
    if spec is not None and kind_of(spec.repository) == "sftp":
        yield "The host key of the server that keeps the backups", (HOST_KEYS,)
