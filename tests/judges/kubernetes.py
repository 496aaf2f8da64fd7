"""Kubernetes objects as the API server would judge them, without one: strict schemas and the CEL rules of CRDs.

Core objects go through kubernetes-validate (the OpenAPI schemas of a release, unknown keys refused). For a custom
resource the CRD is turned into a strict JSON Schema, and its x-kubernetes-validations are run. Not judged:
webhooks, and rules on oldSelf, which compare with an earlier object. CRDs that are not among the shared ones are in `kinds`, where
`x-core` stands for a template of pods or jobs, which the core's own schema judges; so are objects that an object carries.
"""

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
KINDS = Path(__file__).parent / "kinds"
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
        for path in (*sorted(crds.glob("*.yaml")), *sorted(KINDS.glob("*.yaml"))):
            for crd in read_objects(path.read_text(encoding="utf-8")):
                self._add(crd["spec"])

    def check(self, thing: Object) -> list[str]:
        """List what is wrong: nothing if the object would be accepted."""
        api, kind = str(thing.get("apiVersion")), str(thing.get("kind"))
        custom = self.kinds.get((api, kind))
        if custom is None:
            return list(self._core(thing))
        return [*_custom(thing, custom), *self._carried(thing, custom.schema, "$")]

    def _add(self, spec: Mapping[str, Any]) -> None:
        for version in spec["versions"]:
            schema = version["schema"]["openAPIV3Schema"]
            strict = strict_schema(schema)
            strict["required"] = sorted({*strict.get("required", ()), "apiVersion", "kind", "metadata"})
            api = f"{spec['group']}/{version['name']}"
            self.kinds[api, spec["names"]["kind"]] = Kind(spec["scope"] == "Namespaced", schema, strict)

    def _carried(self, value: Any, schema: Mapping[str, Any], path: str) -> Iterator[str]:
        """Judge templates of the core and whole objects that a custom resource carries."""
        if "x-core" in schema:
            yield from (f"{path}: {said}" for said in self.check(_CORE_PARTS[schema["x-core"]](value)))
        elif schema.get("x-kubernetes-embedded-resource"):
            yield from (f"{path}: {said}" for said in self.check(value))
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                below = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
                if isinstance(below, Mapping):
                    yield from self._carried(inner, below, f"{path}.{key}")
        elif isinstance(value, list) and "items" in schema:
            for index, inner in enumerate(value):
                yield from self._carried(inner, schema["items"], f"{path}[{index}]")

    def _core(self, thing: Object) -> Iterator[str]:
        try:
            kubernetes_validate.validate(thing, self._release, strict=True)
        except kubernetes_validate.ValidationError as fault:
            yield f"{'.'.join(map(str, fault.path))}: {fault.message}"
        except (kubernetes_validate.SchemaNotFoundError, kubernetes_validate.InvalidSchemaError) as fault:
            yield f"no schema: {fault.message}"


_HEAD: Mapping[str, Any] = {"metadata": {"name": "part"}}
_CORE_PARTS: Mapping[str, Callable[[Any], Object]] = {
    "PodTemplate": lambda part: {"apiVersion": "v1", "kind": "PodTemplate", **_HEAD, "template": part},
    "PodSpec": lambda part: {"apiVersion": "v1", "kind": "Pod", **_HEAD, "spec": part},
    "JobTemplate": lambda part: {
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        **_HEAD,
        "spec": {"schedule": "@yearly", "jobTemplate": part},
    },
}
"""Objects of the core that have such a part."""


def strict_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Turn a structural schema into JSON Schema that refuses what the API server would prune."""
    strict = {key: value for key, value in schema.items() if not key.startswith("x-kubernetes-") and key != "nullable"}
    if schema.get("x-kubernetes-int-or-string"):
        strict["type"] = ["integer", "string"]
        strict.pop("anyOf", None)
    if schema.get("nullable") and "type" in strict:
        strict["type"] = [*([strict["type"]] if isinstance(strict["type"], str) else strict["type"]), "null"]
    if str(schema.get("pattern", "")).startswith("^(?i)"):
        strict["pattern"] = "(?i)^" + schema["pattern"].removeprefix("^(?i)")
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
        yield from _rules(_defaulted(thing, kind.schema), kind.schema, "$")


def _defaulted(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return a value with the defaults of its schema, which the API server sets before it runs the rules."""
    if isinstance(value, Mapping):
        known = schema.get("properties", {})
        missing = {key: each["default"] for key, each in known.items() if key not in value and "default" in each}
        below = schema.get("additionalProperties")
        return {
            key: _defaulted(inner, known.get(key, below if isinstance(below, Mapping) else {}))
            for key, inner in {**value, **missing}.items()
        }
    if isinstance(value, list):
        return [_defaulted(inner, schema.get("items", {})) for inner in value]
    return value


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
