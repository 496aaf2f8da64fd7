"""The plan of Slurm: every value that its files print."""

from collections.abc import Iterator

from generator.plan.access.services import SRUN_PORTS
from generator.plan.domains import nvlink_domains
from generator.plan.draft import Draft
from generator.plan.hostlist import fold
from generator.plan.plan import Plan
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm import settings
from generator.plan.slurm.accounts import accounts, qualities
from generator.plan.slurm.burst import burst_of
from generator.plan.slurm.containers import containers_of
from generator.plan.slurm.controllers import controllers, database_of, state_of, state_server, state_uid
from generator.plan.slurm.facts import slurm_facts
from generator.plan.slurm.features import knows
from generator.plan.slurm.gather import options, packaged, plugins
from generator.plan.slurm.hardware import coreless, devices, hardware, mounts_weka
from generator.plan.slurm.lines import check_rows, partition_rows
from generator.plan.slurm.named import healthy_hosts
from generator.plan.slurm.partitions import partitions
from generator.plan.slurm.records import (
    Held,
    ImexHost,
    SlurmPlan,
    TreeSwitch,
)
from generator.plan.slurm.release import mpi_of, release_of
from generator.plan.slurm.reload import daemons
from generator.plan.slurm.reservations import reservations
from generator.plan.slurm.scratch import scratch
from generator.plan.slurm.topologies import blocks_of, has_imex, main_topology
from generator.plan.slurm.topology import topologies, written_blocks
from generator.plan.slurm.tree import switch_tree
from generator.plan.states import MAINTENANCE, PLANNED, in_state
from generator.spec.slurm import SlurmSpec


def plan_slurm(plan: Draft) -> SlurmPlan | None:
    """Return all choices of Slurm; None where the spec does not have it."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return None
    hosts, burst, first, blocks = slurm_hosts(plan), burst_of(plan), controllers(plan), blocks_of(plan)
    version = release_of(plan)
    control, tree = len(plan.hosts_of.get("control", [])), switch_tree(plan, hosts)
    provider = [TreeSwitch(name=burst.partition, hosts=fold(burst.names))] if burst else []
    return SlurmPlan(
        version=version,
        mpi=mpi_of(plan),
        memory_reserve_percent=slurm.memory_reserve_percent,
        files=tuple(_files(plan, slurm)),
        controllers=tuple(first),
        alone=control if len(first) == 1 < control else 0,
        state=state_of(plan),
        state_server=state_server(plan),
        state_uid=state_uid(plan),
        controller_parameters=tuple(settings.controller_parameters(slurm, version)),
        select_parameters=tuple(settings.select_parameters(version)),
        include=slurm.include,
        srun_ports=SRUN_PORTS,
        sections=tuple(settings.sections(plan)),
        gathered=tuple(options(plan)),
        gather_packaged=slurm.gather is None or packaged(slurm.gather),
        hardware=tuple(hardware(plan, slurm.memory_reserve_percent)),
        devices=tuple(devices(plan, version)),
        coreless=fold(coreless(plan)),
        weka=mounts_weka(plan),
        held=tuple(held(plan)),
        partitions=tuple(partition_rows(plan)),
        switches=(*tree, *provider),
        blocks=written_blocks(plan, blocks) if blocks and main_topology(plan) == "block" else None,
        topologies=tuple(topologies(plan, tree)) if knows(version, "topology-yaml") else (),
        checks=tuple(check_rows(plan)),
        database=database_of(plan),
        private=settings.PRIVATE if plan.spec.tenants else "",
        history_months=slurm.history_months,
        accounts=tuple(accounts(plan)),
        qualities=tuple(qualities(plan)),
        reservations=tuple(reservations(plan)),
        tenants=tuple(sorted(plan.spec.tenants)),
        scratch=scratch(plan),
        scratch_stems=tuple(each.stem for each in healthy_hosts(plan) if scratch(plan) in each.mounts),
        user_folders=_user_folders(plan) if slurm.containers == "pyxis" else (),
        containers=containers_of(plan),
        imex=tuple(imex_hosts(plan)),
        whole_hosts=imex_partitions(plan),
        default_partition=slurm.partition,
        burst=burst,
        daemons=tuple(daemons(plan)),
        facts=slurm_facts(plan),
        metrics=settings.serves_metrics(plan),
        look_seconds=settings.look_seconds(slurm),
    )


def _files(plan: Draft, slurm: SlurmSpec) -> Iterator[str]:
    """Yield the files that the spec needs: those of the controllers, of the database, of jobs, of hosts."""
    yield from ("slurm.conf", "gres.conf", "cgroup.conf", "topology.conf")
    if knows(release_of(plan), "topology-yaml"):
        yield "topology.yaml"
    if slurm.gather and any(plugins(slurm)):
        yield "acct_gather.conf"
    if (database := database_of(plan)) is not None:
        yield from ("slurmdbd.conf", *(("slurmdbd.sql", "mariadb.cnf") if database.ours else ()))
        yield from ("accounts.cfg", "accounts.sh")
        if (directory := plan.site.services.directory) is not None and directory.tenants:
            yield from ("people.sh", "clustergen-people.service", "clustergen-people.timer")
    if slurm.reservations or plan.spec.scheduler.spares:
        yield "reservations.sh"
    if slurm.include:
        yield "site.conf"
    if settings.submits_by_lua(plan):
        yield "job_submit.lua"
    if settings.prolog_wanted(plan):
        yield from ("prolog.sh", "epilog.sh")
    if has_imex(plan):
        yield "imex_hosts"
    if scratch(plan):
        yield "task_prolog.sh"
    if slurm.health != "none":
        yield from ("health.sh", "nhc.conf")
    if (containers := containers_of(plan)) is not None:
        yield from ("plugstack.conf", "enroot.conf", "enroot-login.conf", "enroot-rails.fstab")
        yield from ("enroot-rails.env",) if containers.environment else ()
        yield from ("enroot-modules.conf",) if containers.modules else ()
    if slurm.private_tmp:
        yield "namespace.yaml" if knows(release_of(plan), "namespace") else "job_container.conf"
    if slurm.burst and slurm.burst.cloud:
        yield from ("resume.sh", "suspend.sh", "fail.sh", "burst.py", "burst_provider.py", "burst_state.py")
        yield from ("burst.json", "burst-host.yaml", "clustergen-burst.service", "clustergen-burst.timer")
        if slurm.burst.cloud.wireguard:
            yield from ("wg-burst.conf", "burst_tunnel.py", "burst-tunnel.json", "burst-tunnel.conf")
    elif slurm.burst:
        yield from ("resume.sh", "suspend.sh", "burst.sh")


def _user_folders(plan: Plan) -> tuple[str, ...]:
    folder = enroot_folder(scratch(plan))
    return (*(f"{folder}/{use}" for use in ("cache", "data", "temp")), "/run/enroot")


def enroot_folder(local: str) -> str:
    """Return where enroot keeps images and containers of users: on the host's own drives, where it has some."""
    return f"{local or '/var/lib'}/enroot"


def held(plan: Plan) -> Iterator[Held]:
    """Yield the hosts in maintenance, then those that are planned.

    `DownNodes` leaves the `NodeName` lines as they are (slurm.conf(5), DOWN NODE CONFIGURATION), so a host's state is in separate lines.
    """
    compute = tuple(slurm_hosts(plan))
    away, coming = in_state(compute, MAINTENANCE), in_state(compute, PLANNED)
    if away:
        yield Held(
            hosts=fold(away),
            state="DRAIN",
            reason="clustergen: maintenance",
            why="In maintenance: jobs end, and none begins. slurmctld remembers it: back in service, `scontrol update NodeName=... State=RESUME`.",
        )
    if coming:
        yield Held(
            hosts=fold(coming),
            state="FUTURE",
            reason="clustergen: planned",
            why="Planned: not there yet, so nobody asks for them. slurmctld takes them in when it is restarted without this line.",
        )


def imex_hosts(plan: Draft) -> Iterator[ImexHost]:
    """Yield Slurm's hosts that share an NVLink domain with others, in the order of the plan, for IMEX.

    A job's service only has the hosts of that job, so that no other job maps its memory (NVIDIA Mission Control, Slurm and IMEX: per job is what NVIDIA recommends;
    NVIDIA IMEX guide, Deployment Models: every host has the same list of addresses, or the service does not start).
    """
    domains = nvlink_domains(plan)
    for host in slurm_hosts(plan):
        if host.name in domains and host.inband:
            yield ImexHost(name=host.name, domain=domains[host.name], address=str(host.inband))


def imex_partitions(plan: Draft) -> tuple[str, ...]:
    """Name the partitions with such hosts, sorted: a job of several hosts has these whole, as one service runs on a host."""
    mine = {host.name for host in imex_hosts(plan)}
    return tuple(sorted(each.name for each in partitions(plan) if mine & set(each.hosts)))
