"""Slurm in pods: what its operator is to make, of the hosts that Kubernetes gives to it.

A slurmd runs in a pod on each host, under the host's name (its sets are like DaemonSets), and has all GPUs and rails of it. Jobs are placed by
the tree that Slurm on hosts has. It asks for auth/slurm and a controller of its own, where Slurm on hosts has MUNGE, so the two are two clusters.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.chart import Chart, read_chart
from generator.catalog.model import Gpu
from generator.plan.draft import Draft
from generator.plan.groups import Group
from generator.plan.kubernetes.acceptance import nccl_in_pod
from generator.plan.kubernetes.rails import rail_groups
from generator.plan.kubernetes.workers import gpu_resource, worker_groups, worker_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.slurm.topologies import Blocks, blocks_of
from generator.spec.workloads import SlinkySpec

MOST_HOSTS = 1024
"""MaxNodeCount of the slurm.conf that the operator writes (SlinkyProject/slurm-operator v1.2.1, controllerbuilder)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PodSet:
    """Hosts of a group whose slurmd is in a pod: what each pod has, what Slurm is told of it, and what NCCL is told in it."""

    group: Group
    names: tuple[str, ...]
    """Its hosts, of the envelope."""
    gpu_type: str
    gpus: int
    gpu_resource: str
    rails: tuple[str, ...]
    nccl: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlurmInPods:
    """The whole of it. `hosts` are those installed; `blocks` their NVLink domains, which jobs are placed by where every host is in one."""

    name: str
    spec: SlinkySpec
    chart: Chart
    partition: str
    hosts: tuple[Host, ...]
    sets: tuple[PodSet, ...]
    blocks: Blocks | None

    @property
    def by_blocks(self) -> bool:
        """Whether the cluster's own topology is the blocks."""
        return self.blocks is not None and not self.blocks.rest


def plan_slinky(plan: Draft) -> SlurmInPods | None:
    """Return Slurm in pods, where it is asked for and has a host."""
    kubernetes, slurm = plan.spec.scheduler.kubernetes, plan.spec.scheduler.slurm
    names = plan.scheduled.pods
    if kubernetes is None or kubernetes.slinky is None or slurm is None or not names:
        return None
    hosts = tuple(host for host in worker_hosts(plan) if host.name in names)
    return SlurmInPods(
        name=plan.name,
        spec=kubernetes.slinky,
        chart=read_chart("slurm-operator"),
        partition=slurm.partition,
        hosts=hosts,
        sets=tuple(_sets(plan, hosts)),
        blocks=blocks_of(plan, hosts),
    )


def _sets(plan: Plan, hosts: tuple[Host, ...]) -> Iterator[PodSet]:
    names = plan.scheduled.pods
    rails = {each.group.name: tuple(port.rail for port in each.ports) for each in rail_groups(plan)}
    for group in worker_groups(plan):
        one = next((host for host in hosts if host.group == group.name), None)
        if one is None:
            continue
        gpus = group.entry.gpus
        mine = rails.get(group.name, ())
        yield PodSet(
            group=group,
            names=tuple(name for name in map(group.host_name, range(group.max)) if name in names),
            gpu_type=plan.hardware.get(Gpu, gpus.model).slurm_type if gpus else "",
            gpus=gpus.count if gpus else 0,
            gpu_resource=gpu_resource(plan, group),
            rails=mine,
            nccl=tuple(nccl_in_pod(plan, one).items()) if mine else (),
        )
