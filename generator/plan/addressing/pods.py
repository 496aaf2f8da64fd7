"""Addresses of pods, where hosts announce them to the frontend leaves by BGP: the prefixes that leaves accept, and the number of hosts that announce."""

from ipaddress import IPv4Network

from generator.model.cluster import Cluster
from generator.plan.records import PrefixFilter

NODE_PREFIX = 24
"""Every host that runs pods has a /24 of their prefix."""
ROUTES_A_HOST = 4
"""How many prefixes a host may announce at most: its own, and those of hosts whose number it takes over before they are forgotten."""
POD_ROLES = ("compute", "control")
"""Roles whose hosts run pods: workers, and the control plane with its own."""
CALICO_HOSTS = 50
"""Above this number of hosts Calico requires Typha between its agents and the API (its documentation; kubespray's docs/CNI/calico.md)."""


def usual_cni(hosts: int) -> str:
    """Return the usual CNI of a cluster of so many hosts, where the spec states none."""
    return "calico" if hosts <= CALICO_HOSTS else "cilium"


def pod_hosts(cluster: Cluster) -> int:
    """Count the hosts of the envelope that may run pods: a host that is Slurm's today may be Kubernetes' tomorrow."""
    return sum(group.max for group in cluster.groups if group.role in POD_ROLES)


def routed_pods(cluster: Cluster) -> IPv4Network | None:
    """Return the pods' prefix where leaves route it; nothing without Kubernetes, with an overlay, or without a frontend."""
    kubernetes = cluster.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.pod_routing != "bgp" or "frontend" not in cluster.shapes:
        return None
    return kubernetes.pods


def pod_filters(cluster: Cluster, carried: tuple[str, ...]) -> list[PrefixFilter]:
    """Return the prefix filters for pods on switches of a fabric: the part of each host, where the fabric carries the frontend."""
    pods = routed_pods(cluster)
    return [PrefixFilter(prefix=str(pods), length=NODE_PREFIX)] if pods and "frontend" in carried else []
