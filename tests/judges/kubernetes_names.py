"""What no schema of Kubernetes sees: names that nothing has, and values that the API server takes and that do nothing."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Object = Mapping[str, Any]


def dangling(things: list[dict[str, Any]]) -> list[str]:
    """List what no schema sees: names that nothing has, and values that the API server takes and that do nothing."""
    named: dict[str, set[str]] = {}
    for each in things:
        named.setdefault(each["kind"], set()).add(each["metadata"]["name"])
        if each["kind"] == "NicNodePolicy":
            for plugin, rows in (("sriovDevicePlugin", "resourceList"), ("rdmaSharedDevicePlugin", "configList")):
                offered = json.loads(each["spec"].get(plugin, {}).get("config", "{}")).get(rows, ())
                named.setdefault(_RESOURCE, set()).update(row["resourceName"] for row in offered)
    labels = [each["metadata"]["labels"] for each in things if each["kind"] == "Node"]
    return [
        f"{each['kind']} {each['metadata']['name']}: {said}"
        for each in things
        if each["kind"] in _LOOKS
        for said in _LOOKS[each["kind"]](each, named, labels)
    ]


Look = Callable[[Object, Mapping[str, set[str]], list[Mapping[str, str]]], Iterator[str]]


def _quota(each: Object, _named: Mapping[str, set[str]], _labels: list[Mapping[str, str]]) -> Iterator[str]:
    """Extended resources are counted by their requests alone (kubernetes.io, Resource Quotas)."""
    for name in each["spec"]["hard"]:
        if "/" in name and not name.startswith("requests."):
            yield f"{name} counts nothing without requests."


def _limit_range(each: Object, _named: Mapping[str, set[str]], _labels: list[Mapping[str, str]]) -> Iterator[str]:
    """A container's `max` without a `default` becomes the default of all containers (kubernetes.io, Limit Ranges)."""
    for limit in each["spec"]["limits"]:
        for name in limit.get("max", {}):
            if limit["type"] == "Container" and name not in limit.get("default", {}):
                yield f"the max of {name} is every container's own limit"


def _flavor(each: Object, named: Mapping[str, set[str]], labels: list[Mapping[str, str]]) -> Iterator[str]:
    topology = each["spec"].get("topologyName")
    if topology is not None and topology not in named.get("Topology", ()):
        yield f"no topology {topology}"
    keys = {key for mine in labels for key in mine}
    yield from (f"no node has the label {key}" for key in each["spec"].get("nodeLabels", ()) if key not in keys)


def _levels(each: Object, _named: Mapping[str, set[str]], labels: list[Mapping[str, str]]) -> Iterator[str]:
    keys = {key for mine in labels for key in mine} | {"kubernetes.io/hostname"}
    yield from (
        f"no node has the label {level['nodeLabel']}"
        for level in each["spec"]["levels"]
        if level["nodeLabel"] not in keys
    )


def _cluster_queue(each: Object, named: Mapping[str, set[str]], _labels: list[Mapping[str, str]]) -> Iterator[str]:
    cohort = each["spec"].get("cohortName")
    if cohort is not None and cohort not in named.get("Cohort", ()):
        yield f"no cohort {cohort}"
    for check in each["spec"].get("admissionChecksStrategy", {}).get("admissionChecks", ()):
        if check["name"] not in named.get("AdmissionCheck", ()):
            yield f"no check {check['name']}"
        if "onFlavors" in check:
            yield "a check of other clusters is for all flavors, and ours have a queue of their own"
    for group in each["spec"]["resourceGroups"]:
        for flavor in group["flavors"]:
            if flavor["name"] not in named.get("ResourceFlavor", ()):
                yield f"no flavor {flavor['name']}"
            if [resource["name"] for resource in flavor["resources"]] != group["coveredResources"]:
                yield f"flavor {flavor['name']} does not have what is covered, in its order"


def _check(each: Object, named: Mapping[str, set[str]], _labels: list[Mapping[str, str]]) -> Iterator[str]:
    wanted = each["spec"]["parameters"]
    if wanted["name"] not in named.get(wanted["kind"], ()):
        yield f"no {wanted['kind']} {wanted['name']}"


def _other_clusters(each: Object, named: Mapping[str, set[str]], _labels: list[Mapping[str, str]]) -> Iterator[str]:
    known = named.get("MultiKueueCluster", ())
    yield from (f"no cluster {name}" for name in each["spec"]["clusters"] if name not in known)


def _local_queue(each: Object, named: Mapping[str, set[str]], _labels: list[Mapping[str, str]]) -> Iterator[str]:
    if each["spec"]["clusterQueue"] not in named.get("ClusterQueue", ()):
        yield f"no queue {each['spec']['clusterQueue']}"
    if each["metadata"]["namespace"] not in named.get("Namespace", ()):
        yield f"no namespace {each['metadata']['namespace']}"


def _hypernode(each: Object, named: Mapping[str, set[str]], labels: list[Mapping[str, str]]) -> Iterator[str]:
    for member in each["spec"]["members"]:
        selector = member["selector"]
        if "exactMatch" in selector and selector["exactMatch"]["name"] not in named["HyperNode"]:
            yield f"no member {selector['exactMatch']['name']}"
        wanted = selector.get("labelMatch", {}).get("matchLabels", {}).items()
        if wanted and not any(wanted <= mine.items() for mine in labels):
            yield f"no node has {dict(wanted)}"


def _rail_network(each: Object, named: Mapping[str, set[str]], _labels: list[Mapping[str, str]]) -> Iterator[str]:
    """A pod that names it would wait for ever, or get no address."""
    if each["spec"]["resourceName"] not in named.get(_RESOURCE, ()):
        yield f"nobody offers {each['spec']['resourceName']}"
    pool = json.loads(each["spec"].get("ipam", "{}")).get("poolName")
    if pool is not None and pool not in named.get("CIDRPool", ()):
        yield f"no pool {pool}"


_RESOURCE = "what device plugins offer"
_LOOKS: Mapping[str, Look] = {
    "HostDeviceNetwork": _rail_network,
    "ResourceQuota": _quota,
    "LimitRange": _limit_range,
    "ResourceFlavor": _flavor,
    "Topology": _levels,
    "ClusterQueue": _cluster_queue,
    "LocalQueue": _local_queue,
    "AdmissionCheck": _check,
    "MultiKueueConfig": _other_clusters,
    "HyperNode": _hypernode,
}
