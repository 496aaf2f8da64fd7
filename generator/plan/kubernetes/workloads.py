"""Records of Kubernetes in the plan: its profile (release, and choices whose change interrupts pods), its resources, and its workspaces."""

from generator.catalog.chart import read_chart
from generator.model.cluster import Cluster
from generator.plan.addressing.pods import pod_hosts, usual_cni
from generator.plan.draft import Draft
from generator.plan.kubernetes.records import KubernetesProfile, Workloads
from generator.plan.kubernetes.sharing import plan_pools, plan_shares
from generator.plan.kubernetes.slinky import plan_slinky
from generator.plan.kubernetes.workspaces import plan_workspaces
from generator.spec.scheduler import KubernetesSpec


def plan_profile(cluster: Cluster) -> KubernetesProfile | None:
    """Return the profile of Kubernetes; None where the spec does not have it."""
    kubernetes = cluster.spec.scheduler.kubernetes
    if kubernetes is None:
        return None
    return KubernetesProfile(
        installer=kubernetes.installer,
        version=str(read_chart(kubernetes.installer).releases["kubernetes"]),
        cni=kubernetes.cni or _usual_cni(cluster, kubernetes),
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
        audit=kubernetes.audit,
        secrets_encryption=kubernetes.secrets_encryption,
    )


def _usual_cni(cluster: Cluster, kubernetes: KubernetesSpec) -> str:
    """Return the CNI of the cluster where none is stated: Cilium with other installers; with kubespray that of the baseline, or the usual one for the envelope."""
    if kubernetes.installer != "kubespray":
        return "cilium"
    return cluster.baseline.cni or usual_cni(pod_hosts(cluster))


def plan_workloads(plan: Draft) -> Workloads:
    """Return all choices of Kubernetes; empty where the spec does not have it."""
    if plan.kubernetes is None:
        return Workloads()
    shares = plan_shares(plan)
    return Workloads(
        shares=shares,
        pools=tuple(plan_pools(plan, shares)),
        workspaces=tuple(plan_workspaces(plan, shares)),
        slinky=plan_slinky(plan),
    )
