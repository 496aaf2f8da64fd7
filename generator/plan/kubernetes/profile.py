"""What Kubernetes is as a whole, for whoever compares two plans: its release, and choices that pods feel when they are changed."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.chart import read_chart
from generator.plan.draft import Draft
from generator.plan.kubernetes.installer import cni_of


@dataclass(frozen=True, slots=True, kw_only=True)
class KubernetesProfile:
    """One row of `plan.json`: `pods` and `services` are prefixes, `api_address` is empty where hosts reach the API by themselves."""

    scheduler: str = "kubernetes"
    installer: str
    version: str
    cni: str
    pod_routing: str
    pods: str
    services: str
    api_address: str
    queues: str
    rail_networks: str
    gpu_driver: str
    mig: str
    topology_prefix: str
    node_health: str


def kubernetes_profile(plan: Draft) -> Iterator[KubernetesProfile]:
    """Give the one row, where the spec asks for Kubernetes."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None:
        return
    yield KubernetesProfile(
        installer=kubernetes.installer,
        version=str(read_chart(kubernetes.installer).releases["kubernetes"]),
        cni=cni_of(plan, kubernetes),
        pod_routing=kubernetes.pod_routing,
        pods=str(kubernetes.pods),
        services=str(kubernetes.services),
        api_address=str(kubernetes.api_address or ""),
        queues=kubernetes.queues,
        rail_networks=kubernetes.rail_networks,
        gpu_driver=kubernetes.gpu_driver,
        mig=kubernetes.mig,
        topology_prefix=kubernetes.topology_prefix,
        node_health=kubernetes.node_health,
    )
