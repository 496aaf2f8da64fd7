"""Slurm in pods: the objects of its operator, for the hosts that Kubernetes assigns to it.

A slurmd runs in a pod on each host, under the host's name (its sets are like DaemonSets), and has all GPUs and rails of it. Jobs are placed by the
same tree as in Slurm on hosts. It needs auth/slurm and a separate controller, while Slurm on hosts uses MUNGE, so they are two clusters.
"""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.kubernetes.acceptance import whole_host
from generator.plan.kubernetes.records import PodSet, SlurmInPods
from generator.plan.kubernetes.workers import worker_groups, worker_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.slurm.times import job_times
from generator.plan.slurm.topologies import blocks_of

MOST_HOSTS = 1024
"""MaxNodeCount of the slurm.conf that the operator writes (SlinkyProject/slurm-operator v1.2.1, controllerbuilder)."""


def plan_slinky(plan: Draft) -> SlurmInPods | None:
    """Return Slurm in pods, if it is stated and has a host."""
    kubernetes, slurm = plan.spec.scheduler.kubernetes, plan.spec.scheduler.slurm
    if kubernetes is None or kubernetes.slinky is None or slurm is None or not plan.scheduled.pods:
        return None
    hosts = tuple(host for host in worker_hosts(plan) if host.name in plan.scheduled.pods)
    return SlurmInPods(
        name=plan.name,
        spec=kubernetes.slinky,
        partition=slurm.partition,
        times=job_times(min(slurm.default_hours, slurm.max_hours), slurm.max_hours),
        hosts=hosts,
        sets=tuple(_sets(plan, hosts)),
        blocks=blocks_of(plan, hosts),
    )


def _sets(plan: Plan, hosts: tuple[Host, ...]) -> Iterator[PodSet]:
    for group in worker_groups(plan):
        one = next((host for host in hosts if host.group == group.name), None)
        if one is not None:
            names = (group.host_name(ordinal) for ordinal in range(group.max))
            mine = tuple(name for name in names if name in plan.scheduled.pods)
            yield PodSet(group=group, names=mine, whole=whole_host(plan, group, one))
