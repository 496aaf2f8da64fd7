"""What daemons of schedulers need of each other, and pods of hosts."""

from collections.abc import Iterator

from generator.model.cluster import Cluster
from generator.plan.access.need import Need
from generator.plan.access.records import PODS
from generator.plan.access.services import POD_SERVICES
from generator.plan.access.zones import GATEWAYS
from generator.plan.addressing.pods import POD_ROLES, routed_pods
from generator.plan.addressing.segments import INBAND

_COMPUTE, _CONTROL, _LOGIN = (f"{INBAND}/{role}" for role in ("compute", "control", "login"))


def scheduler_needs(cluster: Cluster) -> Iterator[Need]:
    """Yield what Slurm and Kubernetes need, whichever the spec asks for."""
    if cluster.spec.scheduler.slurm:
        yield from _slurm()
    if cluster.spec.scheduler.kubernetes:
        routed = routed_pods(cluster) is not None
        yield from _routed_pods() if routed else ()
        # The overlay stays open where leaves route, so that they may come first when a cluster changes.
        yield from _kubernetes(("vxlan",) if routed else ("vxlan", "bgp"))
        if cluster.spec.scheduler.kubernetes.installer == "rke2":
            for source in (_COMPUTE, _CONTROL):
                yield Need(source, _CONTROL, ("rke2",), "kubernetes: hosts of RKE2 join here")


def _slurm() -> Iterator[Need]:
    yield Need(_COMPUTE, _CONTROL, ("slurmctld", "slurmdbd"), "slurm")
    yield Need(_LOGIN, _CONTROL, ("slurmctld", "slurmdbd"), "slurm")
    yield Need(_CONTROL, _CONTROL, ("slurmctld", "slurmdbd", "slurmd", "jobs"), "slurm")
    yield Need(_CONTROL, _COMPUTE, ("slurmd", "srun"), "slurm")
    yield Need(_LOGIN, _COMPUTE, ("slurmd",), "slurm")
    yield Need(_COMPUTE, _COMPUTE, ("slurmd",), "slurm")
    yield Need(_COMPUTE, _LOGIN, ("srun",), "slurm")
    yield Need(_CONTROL, _LOGIN, ("srun", "slurmd"), "slurm")  # sackd listens there for new files


def _kubernetes(joins: tuple[str, ...]) -> Iterator[Need]:
    """`joins`: by which pods on two hosts reach each other."""
    why = "kubernetes: pods reach the cluster's own, wherever these run"
    for source in (_COMPUTE, _CONTROL, _LOGIN):
        yield Need(source, _CONTROL, ("kube-api",), "kubernetes")
    for source in (_CONTROL, _COMPUTE):
        yield Need(source, _COMPUTE, ("kubelet",), "kubernetes")
        yield Need(source, _COMPUTE, joins, why, across=True)
        yield Need(source, _CONTROL, ("kubelet", *joins), "kubernetes")
    yield Need(_CONTROL, _CONTROL, ("etcd",), "kubernetes")


_TO_PODS = ("tcp/1-65535", "dns", "icmp")
"""What hosts ask pods. Not `any`: answers over TCP are known by their flags, and over UDP it is names that are asked for."""


def _routed_pods() -> Iterator[Need]:
    """Yield what pods with addresses of their own on the wire need: each other, and of hosts what a pod may ask of its own; hosts ask pods (probes, webhooks)."""
    yield Need(PODS, PODS, ("any",), "kubernetes: pods among themselves, as policies of their namespaces have it")
    for role in POD_ROLES:
        yield Need(f"{INBAND}/{role}", f"{INBAND}/{GATEWAYS}", ("bgp",), "kubernetes: hosts tell leaves of their pods")
        yield Need(
            f"{INBAND}/{role}", PODS, _TO_PODS, "kubernetes: probes, webhooks, and pods in the host's own network"
        )
        yield Need(PODS, f"{INBAND}/{role}", POD_SERVICES[role], "kubernetes: what a pod asks of a host that runs pods")
