"""Kueue: the tree, a flavor for each kind of host, a queue for each workspace."""

from collections.abc import Iterator

from generator.plan.kubernetes.gang_scheduling import QUEUE
from generator.plan.kubernetes.records import Flavor, Workspace
from generator.plan.kubernetes.tenancy import PRIORITIES
from generator.plan.kubernetes.topology import levels_of
from generator.plan.plan import Plan
from generator.plan.tree import depth
from generator.render.kubernetes.file import Thing
from generator.spec.scheduler import KubernetesSpec

API = "kueue.x-k8s.io/v1beta2"


def topologies(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[Thing]:
    """Yield the trees that flavors are in."""
    tiers = depth(plan)
    groups = {flavor.group.name: flavor.group for each in plan.workloads.workspaces for flavor in each.flavors}
    for levels in dict.fromkeys(levels_of(kubernetes, group, tiers) for group in groups.values()):
        yield _thing("Topology", levels.name, {"levels": [{"nodeLabel": label} for label in levels.labels]})


def flavors(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[Thing]:
    """Yield every flavor of every workspace."""
    tiers = depth(plan)
    for each in plan.workloads.workspaces:
        for flavor in each.flavors:
            topology = levels_of(kubernetes, flavor.group, tiers).name
            yield _thing("ResourceFlavor", flavor.name, {"nodeLabels": dict(flavor.labels), "topologyName": topology})


def queues(plan: Plan) -> Iterator[Thing]:
    """Yield the cohort, then every workspace's queue with the one that its namespace sees, then classes of jobs."""
    spaces = plan.workloads.workspaces
    if not spaces:
        return
    yield _thing("Cohort", plan.name, {})
    for each in spaces:
        yield _thing("ClusterQueue", each.name, _queue(plan, each))
        local = _thing("LocalQueue", QUEUE, {"clusterQueue": each.name})
        local["metadata"]["namespace"] = each.name
        yield local
    for priority in PRIORITIES:
        yield {
            "apiVersion": API,
            "kind": "WorkloadPriorityClass",
            "metadata": {"name": priority.name},
            "value": priority.value,
            "description": priority.use,
        }


def _queue(plan: Plan, each: Workspace) -> Thing:
    return {
        "cohortName": plan.name,
        "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": each.name}},
        "preemption": {"withinClusterQueue": "LowerPriority"},
        "resourceGroups": [
            {
                "coveredResources": list(each.covered),
                "flavors": [{"name": flavor.name, "resources": _quota(each, flavor)} for flavor in each.flavors],
            }
        ],
    }


def _quota(each: Workspace, flavor: Flavor) -> list[Thing]:
    return [{"name": name, "nominalQuota": str(flavor.resources.get(name, 0))} for name in each.covered]


def _thing(kind: str, name: str, spec: Thing) -> Thing:
    return {"apiVersion": API, "kind": kind, "metadata": {"name": name}, "spec": spec}
