"""What Kubernetes is as a whole, for whoever compares two plans: its release, and choices that pods feel when they are changed."""

from generator.catalog.chart import read_chart
from generator.model.cluster import Cluster
from generator.plan.addressing.pods import pod_hosts, usual_cni
from generator.plan.kubernetes.records import KubernetesProfile
from generator.spec.scheduler import KubernetesSpec


def plan_profile(cluster: Cluster) -> KubernetesProfile | None:
    """Return the profile of Kubernetes, where the spec asks for Kubernetes."""
    kubernetes = cluster.spec.scheduler.kubernetes
    if kubernetes is None:
        return None
    return KubernetesProfile(
        installer=kubernetes.installer,
        version=str(read_chart(kubernetes.installer).releases["kubernetes"]),
        cni=_cni(cluster, kubernetes),
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


def _cni(cluster: Cluster, kubernetes: KubernetesSpec) -> str:
    """Return the CNI of the cluster: the stated one, the baseline's, or what the envelope asks for."""
    if kubernetes.installer != "kubespray":
        return kubernetes.cni or "cilium"
    return kubernetes.cni or cluster.baseline.cni or usual_cni(pod_hosts(cluster))
