"""Who is a node of Kubernetes, and the labels that choose nodes: those of ours, which no other project has a name for."""

from generator.catalog.model import Gpu
from generator.model.groups import HostGroup
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import PLANNED

LABEL = "clustergen.dev"
"""Prefix of the labels that no other project has a name for."""
GROUP = f"{LABEL}/group"
TENANT = f"{LABEL}/tenant"
_ROLES = ("compute", "control")
_GPU_RESOURCES = {"nvidia": "nvidia.com/gpu", "amd": "amd.com/gpu"}
"""What the device plugin of each maker calls a GPU (its own documentation)."""


def kubernetes_hosts(plan: Plan) -> list[Host]:
    """Give the hosts that run a kubelet: workers and the control plane. What is planned is none yet: nobody answers for it."""
    return [host for role in _ROLES for host in plan.hosts_of.get(role, []) if host.state != PLANNED]


def worker_groups(plan: Plan) -> list[HostGroup]:
    """Give the groups whose hosts compute, of the envelope: what is said of a group does not change when a host comes."""
    return [group for group in plan.cluster.groups if group.role == "compute"]


def gpu_of_group(plan: Plan, group: HostGroup) -> Gpu | None:
    """Give the GPU model of a group's hosts."""
    return plan.catalog.get(Gpu, group.model.gpus.model) if group.model.gpus else None


def gpu_resource(plan: Plan, group: HostGroup) -> str:
    """Name the resource that a pod asks for to have a GPU of this group; empty where it has none."""
    gpu = gpu_of_group(plan, group)
    return _GPU_RESOURCES[gpu.vendor_kind] if gpu else ""
