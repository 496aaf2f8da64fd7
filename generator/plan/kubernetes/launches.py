"""Workloads as jobs of a workspace: whole hosts of a flavor, as acceptance jobs have them."""

from collections.abc import Iterator

from generator.catalog.model import Gpu
from generator.plan.kubernetes.acceptance import AcceptanceJob, whole_host
from generator.plan.kubernetes.gang_scheduling import gang_scheduling_of
from generator.plan.kubernetes.storage import volume_classes
from generator.plan.kubernetes.workers import gpu_of_group, worker_hosts
from generator.plan.launches.records import Launch
from generator.plan.mirrored import mirrored
from generator.plan.plan import Plan
from generator.plan.states import INSTALLED
from generator.spec.scheduler import KubernetesSpec

IMAGE = "nvcr.io/nvidia/nemo:25.09"
"""NVIDIA's image with Megatron-LM in /opt/megatron-lm, from where its own guide starts it (NVIDIA/Megatron-LM, docs/api-guide/core/dist_checkpointing.md)."""


class WorkloadJob(AcceptanceJob, frozen=True, kw_only=True):
    """A workload on a flavor. `storage_class` is empty where no class of the plan has its tier."""

    launch: Launch
    storage_class: str

    @property
    def name(self) -> str:
        """The workload's own name."""
        return self.launch.name

    @property
    def claim(self) -> str:
        """The claim of the volume with its checkpoints."""
        return f"{self.name}-checkpoints"


def image_of(gpu: Gpu, kind: str) -> str:
    """Return the image of a workload that states none, by its kind; empty if none is known."""
    return IMAGE if gpu.vendor_kind == "nvidia" and kind != "hpc" else ""


def workload_jobs(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[WorkloadJob]:
    """Yield the job of every workload of Kubernetes, in the first workspace of its tenant, or of the cluster, with enough hosts of its group."""
    classes = {each.name for each in volume_classes(plan)}
    for launch in plan.launches:
        if launch.scheduler != "kubernetes":
            continue
        for workspace in (each for each in plan.workloads.workspaces if each.tenant == launch.tenant):
            fitting = [f for f in workspace.flavors if f.group.name == launch.group and f.places >= launch.hosts]
            gpu = gpu_of_group(plan, fitting[0].group) if fitting else None
            image = launch.image or mirrored(plan, image_of(gpu, launch.kind) if gpu else "")
            host = next((h for h in worker_hosts(plan) if h.group == launch.group and h.state == INSTALLED), None)
            if not fitting or not image or host is None:
                continue
            flavor = fitting[0]
            yield WorkloadJob(
                kind="mpi" if launch.kind == "hpc" else "trainer",
                workspace=workspace,
                flavor=flavor,
                image=image,
                hosts=launch.hosts,
                whole=whole_host(plan, flavor.group, host),
                gang=gang_scheduling_of(plan, kubernetes, workspace, flavor, launch.hosts),
                mpi_program="",
                launch=launch,
                storage_class=launch.tier if launch.tier in classes else "",
            )
            break
