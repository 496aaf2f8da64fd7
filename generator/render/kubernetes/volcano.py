"""Volcano: the same tree as HyperNodes, and a queue for each workspace."""

from collections.abc import Iterator

from generator.plan.kubernetes.gang_scheduling import HyperNode, hypernodes
from generator.plan.kubernetes.records import Workspace
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CRDS, ManifestFile, Thing, manifest
from generator.spec.scheduler import KubernetesSpec

_HYPERNODES = "The tree of switches (and NVLink domains); the lowest choose hosts by label, so a new host changes none."
_QUEUES = "What each workspace may use of the installed hosts; it grows with the cluster."


def volcano_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the tree, where there is one, and the queues."""
    tree = [_hypernode(each) for each in hypernodes(plan, kubernetes)]
    if tree:
        yield ManifestFile(path="volcano/hypernodes.yaml", header=_HYPERNODES, proof=CRDS, documents=tree)
    queues = map(_queue, plan.workloads.workspaces)
    yield ManifestFile(path="volcano/queues.yaml", header=_QUEUES, proof=CRDS, documents=queues)


def _hypernode(each: HyperNode) -> Thing:
    members: list[Thing] = [{"type": "HyperNode", "selector": {"exactMatch": {"name": name}}} for name in each.children]
    if each.label:
        match: Thing = {"matchLabels": dict([each.label])}
        if each.without:
            match["matchExpressions"] = [{"key": each.without, "operator": "DoesNotExist"}]
        members = [{"type": "Node", "selector": {"labelMatch": match}}]
    return manifest(
        "topology.volcano.sh/v1alpha1", "HyperNode", each.name, spec={"tier": each.tier, "members": members}
    )


def _queue(each: Workspace) -> Thing:
    """Return a queue limited to the resources of the workspace; quantities of one resource over all its flavors are whole numbers."""
    spec = {"weight": 1, "reclaimable": False, "capability": {name: str(count) for name, count in each.gpus.items()}}
    return manifest("scheduling.volcano.sh/v1beta1", "Queue", each.name, spec=spec)
