"""Kueue's queues for hosts of a provider and for other clusters: each has an admission check that a job passes before it starts."""

from collections.abc import Iterator, Mapping

from generator.plan.kubernetes.other_capacity import ELSEWHERE, CloudHosts, OtherClusters
from generator.plan.kubernetes.records import Quantity, Workspace
from generator.plan.kubernetes.workers import GROUP
from generator.render.kubernetes.file import Thing
from generator.render.kubernetes.kueue import API

_GROUP = "kueue.x-k8s.io"


def burst(hosts: CloudHosts, spaces: tuple[Workspace, ...]) -> Iterator[Thing]:
    """Yield the flavor of a provider's hosts, the check that orders them, and the queue of each workspace."""
    name = hosts.name
    yield _thing("ResourceFlavor", name, {"nodeLabels": {GROUP: name}})
    yield _thing(
        "ProvisioningRequestConfig",
        name,
        {
            "provisioningClassName": hosts.provisioning_class,
            "podSetMergePolicy": "IdenticalWorkloadSchedulingRequirements",
            **({"managedResources": list(hosts.managed)} if hosts.managed else {}),
        },
    )
    yield _check(name, "provisioning-request", "ProvisioningRequestConfig")
    for each in spaces:
        yield from _queue(each, name, hosts.resources)


def elsewhere(others: OtherClusters, spaces: tuple[Workspace, ...]) -> Iterator[Thing]:
    """Yield the clusters with their secrets' names, the check that sends jobs there, and the queue of each workspace: all borrow from one cohort."""
    for cluster in others.clusters:
        source = {"kubeConfig": {"locationType": "Secret", "location": cluster.secret}}
        yield _thing("MultiKueueCluster", cluster.name, {"clusterSource": source})
    yield _thing("MultiKueueConfig", ELSEWHERE, {"clusters": [cluster.name for cluster in others.clusters]})
    yield _check(ELSEWHERE, "multikueue", "MultiKueueConfig")
    yield _thing("ResourceFlavor", ELSEWHERE, {})
    yield _thing("Cohort", ELSEWHERE, {"resourceGroups": [_group(ELSEWHERE, others.resources)]})
    for each in spaces:
        yield from _queue(each, ELSEWHERE, dict.fromkeys(others.resources, 0), cohort=ELSEWHERE)


def _queue(each: Workspace, name: str, resources: Mapping[str, Quantity], cohort: str = "") -> Iterator[Thing]:
    """Yield a queue with one flavor, behind the check of that name, and what its namespace sees of it."""
    queue = f"{each.name}.{name}"
    spec: Thing = {
        **({"cohortName": cohort} if cohort else {}),
        "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": each.name}},
        "preemption": {"withinClusterQueue": "LowerPriority"},
        "resourceGroups": [_group(name, resources)],
        "admissionChecksStrategy": {"admissionChecks": [{"name": name}]},
    }
    yield _thing("ClusterQueue", queue, spec)
    local = _thing("LocalQueue", name, {"clusterQueue": queue})
    local["metadata"]["namespace"] = each.name
    yield local


def _group(flavor: str, resources: Mapping[str, Quantity]) -> Thing:
    quota = [{"name": name, "nominalQuota": str(count)} for name, count in resources.items()]
    return {"coveredResources": list(resources), "flavors": [{"name": flavor, "resources": quota}]}


def _check(name: str, controller: str, kind: str) -> Thing:
    parameters = {"apiGroup": _GROUP, "kind": kind, "name": name}
    return _thing("AdmissionCheck", name, {"controllerName": f"{_GROUP}/{controller}", "parameters": parameters})


def _thing(kind: str, name: str, spec: Thing) -> Thing:
    return {"apiVersion": API, "kind": kind, "metadata": {"name": name}, "spec": spec}
