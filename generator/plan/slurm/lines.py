"""Partitions and checks of hosts as lines of files."""

from collections.abc import Iterator

from msgspec.structs import replace

from generator.plan.draft import Draft
from generator.plan.health.checks import checks_of
from generator.plan.health.hardware import HealthyHost
from generator.plan.hostlist import fold
from generator.plan.slurm.billing import weights
from generator.plan.slurm.burst import burst_of
from generator.plan.slurm.features import knows
from generator.plan.slurm.hardware import gpu_share, slices_of, thread_share
from generator.plan.slurm.named import healthy_hosts
from generator.plan.slurm.partitions import partitions
from generator.plan.slurm.records import CheckRows, PartitionRow
from generator.plan.slurm.release import release_of
from generator.plan.slurm.times import job_times
from generator.plan.slurm.topologies import FLAT, topology_of


def partition_rows(plan: Draft) -> Iterator[PartitionRow]:
    """Yield every partition with the share of a GPU in it, then the provider's."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return
    for each in partitions(plan):
        facts = [("Default", "YES")] if each.default else []
        hosts, reserve = frozenset(each.hosts), slurm.memory_reserve_percent
        facts += [("State", "UP"), *job_times(each.default_hours, each.max_hours)]
        facts += [("MaxNodes", str(each.max_hosts))] if each.max_hosts else []
        facts += [("PriorityTier", str(each.tier))] if each.tier > 1 else []
        share, slices = gpu_share(plan, hosts, reserve), slices_of(plan, hosts)
        facts += [*thread_share(plan, hosts, reserve), *share]
        facts += weights(slices, share) if slices and slurm.accounting else ()
        facts += [("AllowAccounts", ",".join(each.accounts))] if each.accounts else []
        topology = topology_of(plan, each.hosts)
        facts += [("Topology", topology)] if topology else []
        yield PartitionRow(name=each.name, hosts=fold(each.hosts), facts=tuple(facts))
    burst = burst_of(plan)
    if burst is not None:
        own = (("Topology", FLAT),) if knows(release_of(plan), "topology-yaml") else ()
        times = job_times(min(slurm.default_hours, slurm.max_hours), slurm.max_hours)
        charged = weights(1, burst.share) if burst.gpus and slurm.accounting else ()
        facts = [("State", "UP"), *times, *burst.share, *charged, *burst.partition_facts, *own]
        yield PartitionRow(name=burst.partition, hosts=fold(burst.names), facts=tuple(facts))


def check_rows(plan: Draft) -> Iterator[CheckRows]:
    """Yield the checks of every group."""
    slurm = plan.spec.scheduler.slurm
    divided = slurm.mig if slurm is not None else {}
    for each in healthy_hosts(plan):
        lines = tuple(check.line for check in checks_of(replace(each, sliced=each.group in divided)))
        yield CheckRows(stem=each.stem, hosts=fold(each.hosts), checks=lines, nhc=tuple(_nhc(each)))


_NVIDIA_GPUS = "ls /proc/driver/nvidia/gpus | wc -l"


def _nhc(host: HealthyHost) -> Iterator[str]:
    """Its own checks where it has one; GPUs of NVIDIA are counted by its check of a command's output, which runs no shell of itself. It sees no speed of Ethernet."""
    if host.sockets and host.cores and host.threads:
        yield f"check_hw_cpuinfo {host.sockets} {host.cores} {host.threads}"
    if host.memory_kb:
        yield f"check_hw_physmem {host.memory_kb[0]}kB {host.memory_kb[1]}kB"
    if host.gpus and host.vendor == "nvidia":
        yield f"check_cmd_output -m {host.gpus} bash -c '{_NVIDIA_GPUS}'"
    for port in host.ports:
        yield f"check_hw_ib {port.speed_gbps} {port.name}" if port.infiniband else f"check_hw_eth {port.name}"
    for mount in host.mounts:
        yield f"check_fs_mount_rw -f {mount}"
