"""Kubernetes objects as the API server would judge them, without one: strict schemas and the CEL rules of CRDs.

Core objects go through kubernetes-validate (the OpenAPI schemas of a release, unknown keys refused). For a custom
resource the CRD is turned into a strict JSON Schema, and its x-kubernetes-validations are run. Not judged: defaulting,
webhooks, and rules on oldSelf, which compare with an earlier object.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import celpy
import celpy.adapter
import celpy.evaluation
import jsonschema
import kubernetes_validate
import yaml

Object = Mapping[str, Any]
RELEASE = "1.35"
"""What kubespray gives in the release that we write for."""


class _Loader(yaml.SafeLoader):
    """YAML 1.1 with its bare `=` as text (the prometheus-operator CRDs have one)."""


_Loader.add_constructor("tag:yaml.org,2002:value", lambda _, scalar: str(scalar.value))


def read_objects(text: str) -> list[dict[str, Any]]:
    """Every object of a manifest; the items of a List one by one."""
    found: list[dict[str, Any]] = []
    for document in yaml.load_all(text, _Loader):
        if document is not None:
            found += document["items"] if document.get("kind") == "List" else [document]
    return found


@dataclass(frozen=True, slots=True)
class Kind:
    """One version of a custom resource. `schema` is as the CRD has it, `strict` as JSON Schema."""

    namespaced: bool
    schema: Mapping[str, Any]
    strict: Mapping[str, Any]


class KubernetesJudge:
    """All CRDs of a folder, read once, beside the core schemas of a release."""

    def __init__(self, crds: Path, release: str = RELEASE) -> None:
        self._release = release
        self.kinds: dict[tuple[str, str], Kind] = {}
        for path in sorted(crds.glob("*.yaml")):
            for crd in read_objects(path.read_text(encoding="utf-8")):
                self._add(crd["spec"])

    def check(self, thing: Object) -> list[str]:
        """List what is wrong: nothing if the object would be accepted."""
        api, kind = str(thing.get("apiVersion")), str(thing.get("kind"))
        custom = self.kinds.get((api, kind))
        return list(self._core(thing) if custom is None else _custom(thing, custom))

    def _add(self, spec: Mapping[str, Any]) -> None:
        for version in spec["versions"]:
            schema = version["schema"]["openAPIV3Schema"]
            strict = strict_schema(schema)
            strict["required"] = sorted({*strict.get("required", ()), "apiVersion", "kind", "metadata"})
            api = f"{spec['group']}/{version['name']}"
            self.kinds[api, spec["names"]["kind"]] = Kind(spec["scope"] == "Namespaced", schema, strict)

    def _core(self, thing: Object) -> Iterator[str]:
        try:
            kubernetes_validate.validate(thing, self._release, strict=True)
        except kubernetes_validate.ValidationError as fault:
            yield f"{'.'.join(map(str, fault.path))}: {fault.message}"
        except (kubernetes_validate.SchemaNotFoundError, kubernetes_validate.InvalidSchemaError) as fault:
            yield f"no schema: {fault.message}"


def strict_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Turn a structural schema into JSON Schema that refuses what the API server would prune."""
    strict = {key: value for key, value in schema.items() if not key.startswith("x-kubernetes-") and key != "nullable"}
    if schema.get("x-kubernetes-int-or-string"):
        strict["type"] = ["integer", "string"]
        strict.pop("anyOf", None)
    if schema.get("nullable") and "type" in strict:
        strict["type"] = [*([strict["type"]] if isinstance(strict["type"], str) else strict["type"]), "null"]
    if "properties" in schema:
        strict["properties"] = {name: strict_schema(each) for name, each in schema["properties"].items()}
        if "additionalProperties" not in schema and not schema.get("x-kubernetes-preserve-unknown-fields"):
            strict["additionalProperties"] = False
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), Mapping):
            strict[key] = strict_schema(schema[key])
    return strict


def _custom(thing: Object, kind: Kind) -> Iterator[str]:
    metadata = thing.get("metadata")
    if isinstance(metadata, Mapping) and kind.namespaced != ("namespace" in metadata):
        yield "metadata: " + ("a namespace is missing" if kind.namespaced else "the kind has no namespace")
    faults = list(jsonschema.Draft202012Validator(kind.strict).iter_errors(thing))
    for fault in faults:
        yield f"{fault.json_path}: {fault.message}"
    if not faults:
        yield from _rules(thing, kind.schema, "$")


def _rules(value: Any, schema: Mapping[str, Any], path: str) -> Iterator[str]:
    """Run the rules of a value and of all that is in it."""
    for each in schema.get("x-kubernetes-validations", ()):
        if "oldSelf" not in each["rule"]:
            verdict = _evaluate(each["rule"], value)
            if verdict is not True:
                yield f"{path}: {each.get('message', each['rule'])}" + ("" if verdict is False else f" ({verdict})")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            below = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if isinstance(below, Mapping):
                yield from _rules(inner, below, f"{path}.{key}")
    elif isinstance(value, list) and "items" in schema:
        for index, inner in enumerate(value):
            yield from _rules(inner, schema["items"], f"{path}[{index}]")


def _evaluate(rule: str, value: Any) -> bool | str:
    """Run a rule: true, false, or why it could not be run, which the API server counts as false."""
    try:
        return bool(_program(rule).evaluate({"self": celpy.adapter.json_to_cel(value)}))
    except celpy.evaluation.CELEvalError as fault:
        return str(fault.args[0])


@cache
def _program(rule: str) -> celpy.Runner:
    environment = celpy.Environment()
    return environment.program(environment.compile(rule))


def dangling(things: list[dict[str, Any]]) -> list[str]:
    """List what no schema sees: names that nothing has, and values that the API server takes and that do nothing."""
    named: dict[str, set[str]] = {}
    for each in things:
        named.setdefault(each["kind"], set()).add(each["metadata"]["name"])
        if each["kind"] == "NicNodePolicy":
            plugin = json.loads(each["spec"]["sriovDevicePlugin"]["config"])
            named.setdefault(_RESOURCE, set()).update(row["resourceName"] for row in plugin["resourceList"])
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
    if each["spec"]["topologyName"] not in named.get("Topology", ()):
        yield f"no topology {each['spec']['topologyName']}"
    keys = {key for mine in labels for key in mine}
    yield from (f"no node has the label {key}" for key in each["spec"]["nodeLabels"] if key not in keys)


def _levels(each: Object, _named: Mapping[str, set[str]], labels: list[Mapping[str, str]]) -> Iterator[str]:
    keys = {key for mine in labels for key in mine} | {"kubernetes.io/hostname"}
    yield from (
        f"no node has the label {level['nodeLabel']}"
        for level in each["spec"]["levels"]
        if level["nodeLabel"] not in keys
    )


def _cluster_queue(each: Object, named: Mapping[str, set[str]], _labels: list[Mapping[str, str]]) -> Iterator[str]:
    if each["spec"]["cohortName"] not in named.get("Cohort", ()):
        yield f"no cohort {each['spec']['cohortName']}"
    for group in each["spec"]["resourceGroups"]:
        for flavor in group["flavors"]:
            if flavor["name"] not in named.get("ResourceFlavor", ()):
                yield f"no flavor {flavor['name']}"
            if [resource["name"] for resource in flavor["resources"]] != group["coveredResources"]:
                yield f"flavor {flavor['name']} does not have what is covered, in its order"


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
    "HyperNode": _hypernode,
}
