"""Compute hosts of Slurm, and those of Kubernetes.

`scheduler.kubernetes.hosts` is the only list. Slurm has all others, so each host is in exactly one, and a move changes one word of the spec.
Firewalls of hosts and filters of leaves permit both on every compute host, so that a move changes neither.
"""

from collections.abc import Iterable

from generator.model.cluster import Cluster
from generator.plan.plan import Plan
from generator.plan.records import Host, Scheduled
from generator.spec.tenants import unfold

COMPUTE = "compute"


def kubernetes_names(cluster: Cluster) -> frozenset[str]:
    """Name the compute hosts of the envelope that Kubernetes has: the stated ones, or all."""
    kubernetes = cluster.spec.scheduler.kubernetes
    if kubernetes is None:
        return frozenset()
    every = _envelope(cluster)
    if kubernetes.hosts is None:
        return frozenset(name for names in every.values() for name in names)
    known = {name for names in every.values() for name in names}
    return frozenset(name for entry in kubernetes.hosts for name in every.get(entry) or unfold(entry) if name in known)


def slinky_names(cluster: Cluster) -> frozenset[str]:
    """Return the hosts of Kubernetes on which Slurm runs in pods: the stated ones, or all; empty where it is not enabled."""
    kubernetes = cluster.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.slinky is None:
        return frozenset()
    mine = kubernetes_names(cluster)
    if kubernetes.slinky.hosts is None:
        return mine
    every = _envelope(cluster)
    named = (name for entry in kubernetes.slinky.hosts for name in every.get(entry) or unfold(entry))
    return frozenset(name for name in named if name in mine)


def spare_names(cluster: Cluster) -> frozenset[str]:
    """Name the compute hosts of the envelope that wait for a failure."""
    every = _envelope(cluster)
    known = {name for names in every.values() for name in names}
    named = (name for entry in cluster.spec.scheduler.spares for name in every.get(entry) or unfold(entry))
    return frozenset(name for name in named if name in known)


def slurm_names(cluster: Cluster) -> frozenset[str]:
    """Name the compute hosts of the envelope that Slurm has: all, or those that Kubernetes leaves to it."""
    scheduler = cluster.spec.scheduler
    if scheduler.slurm is None:
        return frozenset()
    every = frozenset(name for names in _envelope(cluster).values() for name in names)
    stated = scheduler.kubernetes is not None and scheduler.kubernetes.hosts is not None
    return every - kubernetes_names(cluster) if stated else every


def plan_scheduled(cluster: Cluster) -> Scheduled:
    """Return the compute hosts by scheduler."""
    scheduler = cluster.spec.scheduler
    return Scheduled(
        schedulers=tuple(name for name in ("slurm", "kubernetes") if getattr(scheduler, name) is not None),
        slurm=slurm_names(cluster),
        kubernetes=kubernetes_names(cluster),
        pods=slinky_names(cluster),
        spares=spare_names(cluster),
    )


def slurm_hosts(plan: Plan) -> list[Host]:
    """Return the compute hosts of Slurm in any state."""
    return [host for host in plan.hosts_of.get(COMPUTE, []) if host.name in plan.scheduled.slurm]


def strange_entries(cluster: Cluster, entries: Iterable[str]) -> list[tuple[int, str, str]]:
    """Return the entries of a list that are no compute hosts of the envelope: (its place, the entry, the first such host)."""
    every = _envelope(cluster)
    known = {name for names in every.values() for name in names}
    found = []
    for index, entry in enumerate(entries):
        if entry not in every:
            strange = next((name for name in unfold(entry) if name not in known), None)
            if strange is not None:
                found.append((index, entry, strange))
    return found


def known_hosts(cluster: Cluster) -> str:
    """Return the advice for such an entry: the compute hosts of the envelope, or how to get some."""
    ends = (dict.fromkeys((names[0], names[-1])) for names in _envelope(cluster).values())
    if known := ", ".join(map(" to ".join, ends)):
        return f"compute hosts of the envelope are {known}"
    return "add a group of compute hosts, such as `gpu: {model: dgx-h100, count: 2}`, or remove the entry"


def _envelope(cluster: Cluster) -> dict[str, list[str]]:
    return {
        group.name: [group.host_name(ordinal) for ordinal in range(group.max)]
        for group in cluster.groups
        if group.role == COMPUTE
    }
