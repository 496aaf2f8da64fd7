"""Which hosts a run has on a scheduler: whole hosts of its group, and of an NVLink domain that spans hosts no more than one job uses."""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.model import Gpu
from generator.plan.domains import domain_hosts
from generator.plan.draft import Draft
from generator.plan.hosts.nccl import nccl_settings
from generator.plan.kubernetes.workers import worker_hosts
from generator.plan.launches.records import SchedulerName
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.accounts import own_qos
from generator.plan.slurm.partitions import Partition, partitions
from generator.plan.slurm.topologies import BLOCK, blocks_of, main_topology, topology_of
from generator.plan.states import INSTALLED
from generator.spec.base import defaults
from generator.spec.slurm import QosSpec
from generator.workload.records import Machine

SEGMENT_SINCE = "24.11"
"""The first release of Slurm on which `--segment` is tried."""


class Place(Struct, frozen=True, kw_only=True):
    """Hosts of a group that a scheduler has in service, and how many of them a job takes; `first` is representative for all."""

    scheduler: SchedulerName
    group: str
    first: Host
    hosts: int
    gpu_type: str
    segment: int
    partition: str
    max_minutes: int


def places_of(plan: Draft, group: str, share: float, machine: Machine, tenant: str = "") -> Iterator[Place]:
    """Yield the places of a workload: on each scheduler that has hosts of its group, those of its tenant if the cluster has tenants. A workload without a tenant then has no place."""
    if plan.spec.tenants and not tenant:
        return
    for scheduler, hosts in (("slurm", slurm_hosts(plan)), ("kubernetes", worker_hosts(plan))):
        mine = [
            host
            for host in hosts
            if host.group == group and serves(plan, host) and plan.tenants.get(host.name, "") == tenant
        ]
        slurm = scheduler == "slurm"
        limits = _limits(plan, tenant) if slurm else defaults(QosSpec)
        most = min(gpu_limits(plan, tenant).values(), default=None) if slurm else None
        count = _job_hosts(plan, mine if most is None else mine[: most // machine.host_gpus], share, machine)
        if not count or scheduler not in plan.scheduled.schedulers or (slurm and divides(plan, group)):
            continue
        partition = _partition(plan, mine, tenant) if slurm else None
        yield Place(
            scheduler="slurm" if slurm else "kubernetes",
            group=group,
            first=mine[0],
            hosts=count,
            gpu_type=plan.hardware.get(Gpu, machine.model).slurm_type,
            segment=_segment(plan, mine, count, machine) if slurm else 0,
            partition=partition.name if partition else "",
            max_minutes=min(partition.max_hours, limits.max_hours or partition.max_hours) * 60 if partition else 0,
        )


def _limits(plan: Draft, tenant: str) -> QosSpec:
    """Return the limits of a job that names no quality of service: beyond them it would wait forever."""
    slurm = plan.spec.scheduler.slurm
    return own_qos(slurm, tenant) if slurm is not None and slurm.accounting else defaults(QosSpec)


def gpu_limits(plan: Draft, tenant: str) -> dict[str, int]:
    """Return the limits on GPUs of a job that names no quality of service, by their keys."""
    limits = _limits(plan, tenant)
    return {key: most for key in ("gpus", "gpus_per_user") if (most := getattr(limits, key)) is not None}


def divides(plan: Draft, group: str) -> bool:
    """Whether Slurm has slices of this group's GPUs (MIG), and no whole GPU that a run could ask for."""
    slurm = plan.spec.scheduler.slurm
    return slurm is not None and group in slurm.mig


def serves(plan: Plan, host: Host) -> bool:
    """Whether jobs have a host: it is in service, and no spare one."""
    return host.state == INSTALLED and host.name not in plan.scheduled.spares


def _job_hosts(plan: Plan, hosts: list[Host], share: float, machine: Machine) -> int:
    """Return the hosts of a job: of whole domains the part that a job uses, and a rest of less than that alone."""
    count = int(len(hosts) * share) if len(hosts) * share >= 1 else min(1, len(hosts))
    span = domain_hosts(plan, hosts[0].model) if hosts else None
    if span is None:
        return count
    job = machine.job_domain // machine.host_gpus
    return count // span * job or min(count, job)


def _segment(plan: Draft, hosts: list[Host], count: int, machine: Machine) -> int:
    """Return the hosts that stay in one NVLink domain, if Slurm places by such domains and supports the option; else 0."""
    assert plan.spec.scheduler.slurm is not None
    if blocks_of(plan, hosts) is None or _release(plan) < SEGMENT_SINCE:
        return 0
    names = [host.name for host in hosts]
    if main_topology(plan) != "block" and topology_of(plan, names) != BLOCK:
        return 0
    return min(count, machine.job_domain // machine.host_gpus)


def _release(plan: Draft) -> str:
    return plan.slurm.version if plan.slurm else ""


def _partition(plan: Draft, hosts: list[Host], tenant: str) -> Partition | None:
    """Return the smallest partition for everybody, or for the tenant, that has all of these hosts."""
    names = {host.name for host in hosts}
    fitting = [
        each for each in partitions(plan) if names <= set(each.hosts) and (not each.accounts or tenant in each.accounts)
    ]
    fitting = [each for each in fitting if not each.max_hosts or each.max_hosts >= len(hosts)]
    return min(fitting, key=lambda each: len(each.hosts), default=None)


def rails_of(plan: Plan, host: Host) -> tuple[int, ...]:
    """Return the rail of each GPU of a host, from its cables: the one whose port is nearest, else in the order of both; nothing without rails."""
    fabric = plan.fabrics.get("compute")
    if fabric is None or not fabric.rails:
        return ()
    interfaces = {each.name: each for each in plan.interfaces_of[host.name]}
    cabled = {
        end.interface: link.rail
        for link in plan.links_of[host.name]
        for end in (link.a, link.b)
        if end.device == host.name and link.fabric == "compute" and link.rail is not None
    }
    rails = sorted(set(cabled.values()))
    near = {
        gpu: rail for name, rail in cabled.items() if name in interfaces and (gpu := interfaces[name].gpu) is not None
    }
    return tuple(near.get(gpu, rails[gpu * len(rails) // host.gpus]) for gpu in range(host.gpus)) if rails else ()


def settings_of(plan: Plan, host: Host) -> tuple[tuple[str, str], ...]:
    """Return the settings of NCCL or RCCL on such hosts, if all of them have the same names of ports."""
    return tuple(nccl_settings(plan, host).items())
