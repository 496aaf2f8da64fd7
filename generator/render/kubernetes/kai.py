"""KAI Scheduler: the same tree as for Kueue, and a queue for each workspace (kai-scheduler/KAI-Scheduler v0.17.0, docs/topology, docs/queues).

Its queues count GPUs, processors and memory, nothing else, and GPUs only by the resource name of NVIDIA's device plugin. -1 is no bound.
"""

from collections.abc import Iterator

from generator.plan.kubernetes.gang_scheduling import trees
from generator.plan.kubernetes.workers import GPU_RESOURCES
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CRDS, ManifestFile, Thing, manifest
from generator.spec.scheduler import KubernetesSpec

_TOPOLOGIES = """\
The topology of switches (and NVLink domains) as node labels, widest level first. A job requests placement within one level by its label, and starts
when all of its pods can:
  metadata.annotations: {{kai.scheduler/topology: {name}, kai.scheduler/topology-preferred-placement: {label}, kai.scheduler/batch-min-member: "2"}}"""
_QUEUES = """\
Quota of each workspace: its installed hosts; it grows with the cluster. Jobs name the queue of their namespace, and the scheduler:
  metadata.labels: {kai.scheduler/queue: <namespace>}; spec.template.spec.schedulerName: kai-scheduler"""
_UNBOUND = -1


def kai_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the trees that hosts of workspaces are in, and the queues."""
    made = trees(plan, kubernetes)
    objects = [
        manifest(
            "kai.scheduler/v1alpha1",
            "Topology",
            tree.name,
            spec={"levels": [{"nodeLabel": label} for label in tree.labels]},
        )
        for tree in made
    ]
    header = _TOPOLOGIES.format(name=made[0].name, label=made[0].nearest)
    yield ManifestFile(path="kai/topologies.yaml", header=header, proof=CRDS, documents=objects)
    yield ManifestFile(path="kai/queues.yaml", header=_QUEUES, proof=CRDS, documents=_queues(plan))


def _queues(plan: Plan) -> Iterator[Thing]:
    """Yield the queue of all, whose name no workspace can have for its dot, and below it that of every workspace: jobs wait in these."""
    every = f"{plan.name}.all"
    yield _queue(every, _UNBOUND)
    for each in plan.workloads.workspaces:
        yield _queue(each.name, each.gpus.get(GPU_RESOURCES["nvidia"], _UNBOUND), parentQueue=every)


def _queue(name: str, gpus: int, **parent: str) -> Thing:
    """Return a queue that is sure of its GPUs, and has no more. Processors and memory come with the hosts."""
    counts = {"cpu": _UNBOUND, "gpu": gpus, "memory": _UNBOUND}
    bounds = {each: {"quota": count, "limit": count, "overQuotaWeight": 1} for each, count in counts.items()}
    return manifest("scheduling.run.ai/v2", "Queue", name, spec={**parent, "resources": bounds})
