"""Who is a node of Kubernetes, and the labels that choose nodes: those of ours, which no other project has a name for."""

from generator.catalog.model import Gpu
from generator.plan.groups import Group
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.scheduled import COMPUTE
from generator.plan.schedulers import kubelets

LABEL = "clustergen.dev"
"""Prefix of the labels that no other project has a name for."""
GROUP = f"{LABEL}/group"
TENANT = f"{LABEL}/tenant"
GPU_RESOURCES = {"nvidia": "nvidia.com/gpu", "amd": "amd.com/gpu"}
"""The resource name of a GPU in the device plugin of each maker (its documentation)."""


def kubernetes_hosts(plan: Plan) -> list[Host]:
    """Return the hosts that run a kubelet: workers and the control plane. Planned hosts are excluded, as they do not respond yet."""
    return kubelets(plan.scheduled, plan.hosts)


def worker_hosts(plan: Plan) -> list[Host]:
    """Return those of them that compute."""
    return [host for host in kubernetes_hosts(plan) if host.role == COMPUTE]


def worker_groups(plan: Plan) -> list[Group]:
    """Return the groups that have workers, of the envelope: so the statements about a group do not change when a host is added."""
    workers = plan.scheduled.kubernetes
    return [
        group
        for group in plan.groups.values()
        if group.role == COMPUTE and any(group.host_name(ordinal) in workers for ordinal in range(group.max))
    ]


def gpu_of_group(plan: Plan, group: Group) -> Gpu | None:
    """Return the GPU model of a group's hosts."""
    return plan.hardware.get(Gpu, group.entry.gpus.model) if group.entry.gpus else None


def gpu_resource(plan: Plan, group: Group) -> str:
    """Return the resource name of a GPU of this group; empty where it has none."""
    gpu = gpu_of_group(plan, group)
    return GPU_RESOURCES[gpu.vendor_kind] if gpu else ""
