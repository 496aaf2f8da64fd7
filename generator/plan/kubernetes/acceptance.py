"""Acceptance jobs: two hosts of each kind add up together over their rails, with what NCCL is told on the hosts.

Two, whatever is installed, so that a job does not change when a host comes. A job that spans hosts of an NVLink domain has a compute domain, which
gives its pods the way to each other's memory. Such a job names its hosts itself: Kueue lets claims in whose device class it is told of.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.plan.hosts.nccl import nccl_settings
from generator.plan.kubernetes.rails import rail_groups
from generator.plan.kubernetes.workers import gpu_of_group, gpu_resource, worker_hosts
from generator.plan.kubernetes.workspaces import Flavor, Workspace, workspaces
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import INSTALLED
from generator.spec.scheduler import KubernetesSpec

IMAGE = "nvcr.io/nvidia/pytorch:25.04-py3"
"""PyTorch with NCCL, as NVIDIA packs it (for its own GPUs)."""
HOSTS = 2
PORT = 29500
"""Where the first pod waits for the others: torchrun's own default."""
_ELSEWHERE = frozenset({"NCCL_SOCKET_IFNAME"})
"""What a pod has otherwise than its host: its own network is eth0, and NCCL finds it."""


@dataclass(frozen=True, slots=True)
class AcceptanceJob:
    """A job of a workspace on a flavor. `spans` says that its hosts share NVLink; `model_host` is one of those that are in service."""

    workspace: Workspace
    flavor: Flavor
    image: str
    hosts: int
    gpus: int
    gpu_resource: str
    rails: tuple[str, ...]
    model_host: Host
    spans: bool

    @property
    def name(self) -> str:
        """`accept-gpu`: a group is once in a workspace, and with the tenant's name a pod's own could be too long for DNS (63 letters)."""
        return f"accept-{self.flavor.group.name}"


def acceptance_jobs(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[AcceptanceJob]:
    """Give the job of every flavor that has a host in service with GPUs, and an image that knows them."""
    rails = {each.group.name: tuple(port.rail for port in each.ports) for each in rail_groups(plan)}
    for workspace in workspaces(plan):
        for flavor in workspace.flavors:
            group = flavor.group
            gpu = gpu_of_group(plan, group)
            image = kubernetes.acceptance_image or (IMAGE if gpu and gpu.vendor_kind == "nvidia" else "")
            host = next((h for h in worker_hosts(plan) if h.group == group.name and h.state == INSTALLED), None)
            if host is None or not image or group.model.gpus is None:
                continue
            yield AcceptanceJob(
                workspace=workspace,
                flavor=flavor,
                image=image,
                hosts=min(HOSTS, flavor.places),
                gpus=group.model.gpus.count,
                gpu_resource=gpu_resource(plan, group),
                rails=rails.get(group.name, ()),
                model_host=host,
                spans=bool(group.model.nvlink_domain_hosts),
            )


def nccl_environment(plan: Plan, job: AcceptanceJob) -> dict[str, str]:
    """Give what NCCL is told in a pod: what it is told on the host, of the rails that the pod has."""
    settings = nccl_settings(plan, job.model_host) if job.rails else {}
    return {name: value for name, value in settings.items() if name not in _ELSEWHERE}
