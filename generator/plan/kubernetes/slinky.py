"""Slurm in pods: what its operator is to make, of the hosts that Kubernetes gives to it.

A slurmd runs in a pod on each host, under the host's name (its sets are like DaemonSets), and has all GPUs and rails of it. Jobs are placed by
the tree that Slurm on hosts has. It asks for auth/slurm and a controller of its own, where Slurm on hosts has MUNGE, so the two are two clusters.
"""

from collections.abc import Iterator

from generator.catalog.chart import read_chart
from generator.catalog.model import Gpu
from generator.plan.draft import Draft
from generator.plan.kubernetes.acceptance import nccl_in_pod
from generator.plan.kubernetes.rails import rail_groups
from generator.plan.kubernetes.records import PodSet, SlurmInPods
from generator.plan.kubernetes.workers import gpu_resource, worker_groups, worker_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.slurm.topologies import blocks_of

MOST_HOSTS = 1024
"""MaxNodeCount of the slurm.conf that the operator writes (SlinkyProject/slurm-operator v1.2.1, controllerbuilder)."""


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
