"""Volcano: the same tree as HyperNodes, and a queue for each workspace."""

from collections.abc import Iterator

from generator.plan.kubernetes.hypernodes import HyperNode, hypernodes
from generator.plan.kubernetes.records import Workspace
from generator.plan.plan import Plan
from generator.plan.tree import tiers_by_su
from generator.render.kubernetes.file import Thing
from generator.spec.scheduler import KubernetesSpec


def tree(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[Thing]:
    """Yield every HyperNode."""
    yield from map(_hypernode, hypernodes(plan, kubernetes, tiers_by_su(plan)))


def volcano_queues(plan: Plan) -> Iterator[Thing]:
    """Yield every workspace's queue."""
    yield from map(_queue, plan.workloads.workspaces)


def _hypernode(each: HyperNode) -> Thing:
    members: list[Thing] = [{"type": "HyperNode", "selector": {"exactMatch": {"name": name}}} for name in each.children]
    if each.label:
        match: Thing = {"matchLabels": dict([each.label])}
        if each.without:
            match["matchExpressions"] = [{"key": each.without, "operator": "DoesNotExist"}]
        members = [{"type": "Node", "selector": {"labelMatch": match}}]
    return {
        "apiVersion": "topology.volcano.sh/v1alpha1",
        "kind": "HyperNode",
        "metadata": {"name": each.name},
        "spec": {"tier": each.tier, "members": members},
    }


def _queue(each: Workspace) -> Thing:
    """Return a queue that may take what the workspace has, and no more; quantities of one resource over all its flavors are whole numbers."""
    return {
        "apiVersion": "scheduling.volcano.sh/v1beta1",
        "kind": "Queue",
        "metadata": {"name": each.name},
        "spec": {"weight": 1, "reclaimable": False, "capability": {name: str(n) for name, n in each.gpus.items()}},
    }
