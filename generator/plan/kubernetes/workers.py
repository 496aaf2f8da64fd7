"""Who is a node of Kubernetes, and the labels that choose nodes: those of ours, which no other project has a name for."""

from generator.catalog.model import Gpu
from generator.model.groups import HostGroup
from generator.plan.draft import Draft
from generator.plan.records import Host
from generator.plan.scheduled import COMPUTE, kubernetes_names
from generator.plan.states import PLANNED

LABEL = "clustergen.dev"
"""Prefix of the labels that no other project has a name for."""
GROUP = f"{LABEL}/group"
TENANT = f"{LABEL}/tenant"
_CONTROL = "control"
GPU_RESOURCES = {"nvidia": "nvidia.com/gpu", "amd": "amd.com/gpu"}
"""What the device plugin of each maker calls a GPU (its own documentation)."""


def kubernetes_hosts(plan: Draft) -> list[Host]:
    """Give the hosts that run a kubelet: workers and the control plane. What is planned is none yet: nobody answers for it."""
    workers = kubernetes_names(plan.cluster)
    mine = [host for host in plan.hosts_of.get(COMPUTE, []) if host.name in workers]
    return [host for host in (*mine, *plan.hosts_of.get(_CONTROL, [])) if host.state != PLANNED]


def worker_hosts(plan: Draft) -> list[Host]:
    """Give those of them that compute."""
    return [host for host in kubernetes_hosts(plan) if host.role == COMPUTE]


def worker_groups(plan: Draft) -> list[HostGroup]:
    """Give the groups that have workers, of the envelope: what is said of a group does not change when a host comes."""
    workers = kubernetes_names(plan.cluster)
    return [
        group
        for group in plan.cluster.groups
        if group.role == COMPUTE and any(group.host_name(ordinal) in workers for ordinal in range(group.max))
    ]


def gpu_of_group(plan: Draft, group: HostGroup) -> Gpu | None:
    """Give the GPU model of a group's hosts."""
    return plan.catalog.get(Gpu, group.model.gpus.model) if group.model.gpus else None


def gpu_resource(plan: Draft, group: HostGroup) -> str:
    """Name the resource that a pod asks for to have a GPU of this group; empty where it has none."""
    gpu = gpu_of_group(plan, group)
    return GPU_RESOURCES[gpu.vendor_kind] if gpu else ""
