"""Acceptance jobs: two hosts of each kind run an all-reduce over their rails, with the NCCL settings of hosts.

Always two, so that a job does not change when a host is added. A job that spans hosts of an NVLink domain has a compute domain, which gives its pods
access to each other's memory.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.chart import read_controller
from generator.plan.groups import Group
from generator.plan.hosts.nccl import nccl_settings
from generator.plan.kubernetes.gang_scheduling import GangScheduling, gang_scheduling_of
from generator.plan.kubernetes.rails import rail_names
from generator.plan.kubernetes.records import Flavor, WholeHost, Workspace
from generator.plan.kubernetes.sharing import unlike_hosts
from generator.plan.kubernetes.workers import gpu_of_group, gpu_resource, worker_hosts
from generator.plan.mirrored import mirrored
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import INSTALLED
from generator.spec.kubernetes_jobs import AcceptanceKind
from generator.spec.scheduler import KubernetesSpec

IMAGE = "nvcr.io/nvidia/pytorch:25.04-py3"
"""PyTorch with NCCL, as NVIDIA packs it (for its own GPUs)."""
HOSTS = 2
PORT = 29500
"""Where the first pod waits for the others: torchrun's own default."""
POD_INTERFACE = "eth0"
"""The pods' own network: what Multus leaves to the cluster's CNI."""
_SOCKET = "NCCL_SOCKET_IFNAME"
_PREFIXES: dict[AcceptanceKind, str] = {"job": "accept", "mpi": "mpi", "trainer": "train", "appwrapper": "wrap"}


class AcceptanceJob(Struct, frozen=True, kw_only=True):
    """A job of a workspace on a flavor."""

    kind: AcceptanceKind
    workspace: Workspace
    flavor: Flavor
    image: str
    hosts: int
    whole: WholeHost
    gang: GangScheduling
    mpi_program: str
    """Where `all_reduce_perf` is in an image with MPI."""

    @property
    def name(self) -> str:
        """`accept-gpu`: a group is once in a workspace, and with the tenant's name a pod's own could be too long for DNS (63 letters)."""
        return f"{_PREFIXES[self.kind]}-{self.flavor.group.name}"


def acceptance_jobs(plan: Plan, kubernetes: KubernetesSpec, kind: AcceptanceKind) -> Iterator[AcceptanceJob]:
    """Yield the job of every flavor that has a host in service with GPUs, an image for them, and a queue."""
    if kind not in kubernetes.acceptance:
        return
    for workspace in plan.workloads.workspaces:
        for flavor in workspace.flavors:
            group, hosts = flavor.group, min(HOSTS, flavor.places)
            gpu = gpu_of_group(plan, group)
            image = _image(plan, kubernetes, kind, gpu.vendor_kind if gpu else "")
            host = next((h for h in worker_hosts(plan) if h.group == group.name and h.state == INSTALLED), None)
            gang = gang_scheduling_of(plan, kubernetes, workspace, flavor, hosts)
            if host is None or not image or gpu is None or (kind == "appwrapper" and flavor.spans):
                continue
            yield AcceptanceJob(
                kind=kind,
                workspace=workspace,
                flavor=flavor,
                image=image,
                hosts=hosts,
                whole=whole_host(plan, group, host),
                gang=gang,
                mpi_program=kubernetes.mpi_program,
            )


def _image(plan: Plan, kubernetes: KubernetesSpec, kind: AcceptanceKind, maker: str) -> str:
    """Return the image of a kind for a maker's GPUs; empty where none is stated."""
    ours = read_controller("mpi-operator").images["nccl-tests"] if kind == "mpi" else IMAGE
    stated = kubernetes.mpi_image if kind == "mpi" else kubernetes.acceptance_image
    return stated or (mirrored(plan, ours) if maker == "nvidia" else "")


def whole_host(plan: Plan, group: Group, host: Host) -> WholeHost:
    """Return the resources and settings of a pod that uses a whole host of a group; `host` is one of those in service.

    With rails, NCCL has the settings of the host; sockets are on the pods' own network.
    """
    gpu, rails, otherwise = gpu_of_group(plan, group), rail_names(plan, group), unlike_hosts(plan)
    settings = {
        name: f"={POD_INTERFACE}" if name == _SOCKET else value
        for name, value in nccl_settings(plan, host).items()
        if name not in otherwise
    }
    return WholeHost(
        gpu_type=gpu.slurm_type if gpu else "",
        gpus=group.entry.gpu_count,
        gpu_resource=gpu_resource(plan, group),
        rails=rails,
        nccl=tuple(settings.items()) if rails else (),
    )
