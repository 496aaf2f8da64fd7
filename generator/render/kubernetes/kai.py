"""KAI Scheduler: the same tree as Kueue has, and a queue for each workspace (kai-scheduler/KAI-Scheduler v0.17.0, docs/topology, docs/queues).

Its queues count GPUs, processors and memory, nothing else, and GPUs only by the name that NVIDIA's device plugin gives them. -1 is no bound.
"""

from collections.abc import Iterator

from generator.plan.kubernetes.records import Workspace
from generator.plan.kubernetes.topology import levels_of
from generator.plan.plan import Plan
from generator.plan.tree import depth
from generator.render.kubernetes.file import Thing
from generator.spec.scheduler import KubernetesSpec

_COUNTED = "nvidia.com/gpu"
_UNBOUND = -1


def kai_topologies(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[Thing]:
    """Yield the trees that hosts of workspaces are in."""
    groups = {flavor.group.name: flavor.group for each in plan.workloads.workspaces for flavor in each.flavors}
    for levels in dict.fromkeys(levels_of(kubernetes, group, depth(plan)) for group in groups.values()):
        yield {
            "apiVersion": "kai.scheduler/v1alpha1",
            "kind": "Topology",
            "metadata": {"name": levels.name},
            "spec": {"levels": [{"nodeLabel": label} for label in levels.labels]},
        }


def kai_queues(plan: Plan) -> Iterator[Thing]:
    """Yield the queue of all, and below it that of every workspace: jobs wait in these."""
    every = _everybody(plan)
    yield _queue(every, _bounds(_UNBOUND))
    for each in plan.workloads.workspaces:
        yield _queue(each.name, _bounds(_gpus(each)), every)


def _everybody(plan: Plan) -> str:
    """Name the queue above all others: no workspace has a dot in its name."""
    return f"{plan.name}.all"


def _gpus(each: Workspace) -> int:
    return each.gpus.get(_COUNTED, _UNBOUND)


def _bounds(gpus: int) -> Thing:
    """Return what a queue is sure of, and at most has: its GPUs. Processors and memory come with the hosts."""
    counts = {"cpu": _UNBOUND, "gpu": gpus, "memory": _UNBOUND}
    return {name: {"quota": count, "limit": count, "overQuotaWeight": 1} for name, count in counts.items()}


def _queue(name: str, resources: Thing, parent: str = "") -> Thing:
    return {
        "apiVersion": "scheduling.run.ai/v2",
        "kind": "Queue",
        "metadata": {"name": name},
        "spec": {**({"parentQueue": parent} if parent else {}), "resources": resources},
    }
