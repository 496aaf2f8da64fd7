"""Jobs of Kubernetes: queues of other clusters, and jobs that need a queue."""

from collections.abc import Iterator

from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec

_PLACE: Loc = ("scheduler", "kubernetes")
_SLINKY: Loc = (*_PLACE, "slinky")
_KEPT_QUEUES = ("jobs", "default", "elsewhere")


@spec_rule(
    title="Jobs that only Kueue admits, with another queue scheduler",
    why="Only Kueue can ask an autoscaler or another cluster before it admits a job, and can admit an AppWrapper as one job.",
    fix="Use queues: kueue, or leave the key out.",
    absent=("scheduler.kubernetes",),
)
def queue_without_kueue(spec: ClusterSpec) -> Iterator[Finding]:
    """`burst`, `clusters` and AppWrappers need Kueue."""
    kubernetes = spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.queues == "kueue":
        return
    asked = (
        ("burst", kubernetes.burst is not None, "hosts of a provider are ordered"),
        ("clusters", bool(kubernetes.clusters), "jobs are sent to other clusters"),
        ("acceptance", "appwrapper" in kubernetes.acceptance, "AppWrappers are admitted"),
    )
    for key, there, what in asked:
        if there:
            yield KeyFinding(
                message=f"{what} by Kueue, and queues is {kubernetes.queues}",
                loc=(*_PLACE, key),
                help=f"use `queues: kueue`, or {'leave appwrapper' if key == 'acceptance' else f'leave {key}'} out",
            )


@spec_rule(
    title="Hosts of a provider beside tenants of Kubernetes",
    why="A tenant's pods start only on its own hosts, whose ports are in its routing instance or partition; a provider's hosts are in none of them.",
    fix="Remove burst, or send tenants' jobs to a cluster of the provider (clusters).",
)
def burst_and_tenants(spec: ClusterSpec) -> Iterator[Finding]:
    """Burst hosts are for a cluster without tenants."""
    kubernetes = spec.scheduler.kubernetes
    if kubernetes is not None and kubernetes.burst is not None and spec.tenants:
        yield KeyFinding(
            message=f"burst hosts belong to no tenant, and pods of tenants ({len(spec.tenants)} here) may start only on the tenants' own hosts",
            loc=(*_PLACE, "burst"),
            help="leave burst out, or name a cluster of the provider's in scheduler.kubernetes.clusters",
        )


@spec_rule(
    title="A name of burst hosts that is in use",
    why="Burst hosts use their name for a queue, a flavor and a label, as do the queue of all jobs and every host group.",
    fix="Choose another name for them.",
)
def queue_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Burst hosts are called like no queue and no host group."""
    kubernetes = spec.scheduler.kubernetes
    burst = kubernetes.burst if kubernetes else None
    if burst is None:
        return
    taken = {name: f"the queue {name}" for name in _KEPT_QUEUES}
    taken |= {name: f"the host group {name}" for name in spec.hosts}
    if burst.name in taken:
        yield Finding(
            message=f"burst hosts and {taken[burst.name]} would have one name",
            loc=(*_PLACE, "burst", "name"),
            help="choose another name, such as burst",
        )


@spec_rule(
    title="Slurm in pods without its requirements",
    why="Slurm in pods takes the partition and the topology of scheduler.slurm, and needs hosts that Slurm on hosts does not use: otherwise two Slurms would start jobs on one GPU.",
    fix="Add scheduler.slurm, and list the hosts of Kubernetes in scheduler.kubernetes.hosts.",
    absent=("scheduler",),
)
def slinky_alone(spec: ClusterSpec) -> Iterator[Finding]:
    """`slinky` needs Slurm in the spec, and a list of the hosts that are Kubernetes'."""
    kubernetes = spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.slinky is None:
        return
    if spec.scheduler.slurm is None:
        yield KeyFinding(
            message="Slurm in pods uses the partition and the topology of scheduler.slurm, which the spec does not have",
            loc=_SLINKY,
            help="add `slurm: {}` to scheduler",
        )
    if kubernetes.hosts is None:
        yield KeyFinding(
            message="every compute host is in both Slurm and Kubernetes, so two Slurms would start jobs on it",
            loc=_SLINKY,
            help="name Kubernetes' hosts in scheduler.kubernetes.hosts; Slurm on hosts has all others",
        )


@spec_rule(
    title="Slurm in pods beside tenants",
    why="Its pods are in one namespace without tenants' accounts, and a tenant's hosts are for that tenant's pods only.",
    fix="Remove slinky: Slurm on hosts supports tenants as accounts.",
)
def slinky_and_tenants(spec: ClusterSpec) -> Iterator[Finding]:
    """Slurm in pods is for a cluster without tenants."""
    kubernetes = spec.scheduler.kubernetes
    if kubernetes is not None and kubernetes.slinky is not None and spec.tenants:
        yield KeyFinding(
            message=f"Slurm in pods does not support tenants ({len(spec.tenants)} here)",
            loc=_SLINKY,
            help="remove slinky; Slurm on hosts isolates tenants",
        )
