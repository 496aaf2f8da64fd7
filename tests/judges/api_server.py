"""Files of the API server as it would judge and follow them, without one.

Fields are those of the Go types; rules are those of its validation and of the way in which it looks for the rule of a request (kubernetes/kubernetes,
staging/src/k8s.io/apiserver: pkg/apis/audit/{v1/types.go,validation/validation.go}, pkg/audit/policy/checker.go,
pkg/apis/apiserver/{v1/types_encryption.go,validation/validation_encryption.go}).
"""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import jsonschema

_TEXTS = {"type": "array", "items": {"type": "string"}}
_STAGES = {
    "type": "array",
    "items": {"enum": ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"]},
}
_GROUP = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "group": {"type": "string", "pattern": r"^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$"},
        "resources": _TEXTS,
        "resourceNames": _TEXTS,
    },
    "dependentRequired": {"resourceNames": ["resources"]},
}
_RULE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["level"],
    "properties": {
        "level": {"enum": ["None", "Metadata", "Request", "RequestResponse"]},
        **dict.fromkeys(("users", "userGroups", "verbs", "namespaces"), _TEXTS),
        "nonResourceURLs": {"type": "array", "items": {"type": "string", "pattern": r"^(\*|/[^*]*\*?)$"}},
        "resources": {"type": "array", "items": _GROUP},
        "omitStages": _STAGES,
        "omitManagedFields": {"type": "boolean"},
    },
}
_POLICY = {
    "type": "object",
    "additionalProperties": False,
    "required": ["apiVersion", "kind", "rules"],
    "properties": {
        "apiVersion": {"const": "audit.k8s.io/v1"},
        "kind": {"const": "Policy"},
        "metadata": {"type": "object"},
        "rules": {"type": "array", "items": _RULE, "minItems": 1},
        "omitStages": _STAGES,
        "omitManagedFields": {"type": "boolean"},
    },
}
_KEYS = {
    "type": "object",
    "additionalProperties": False,
    "required": ["keys"],
    "properties": {
        "keys": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name", "secret"],
                "properties": {
                    "name": {"type": "string", "minLength": 1},
                    "secret": {"type": "string", "minLength": 1},
                },
            },
        }
    },
}
_PROVIDERS = {"aesgcm": _KEYS, "aescbc": _KEYS, "secretbox": _KEYS, "identity": {"type": "object", "maxProperties": 0}}
_SIZES: Mapping[str, tuple[int, ...]] = {"aesgcm": (16, 24, 32), "aescbc": (16, 24, 32), "secretbox": (32,)}
_ENCRYPTION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["apiVersion", "kind", "resources"],
    "properties": {
        "apiVersion": {"const": "apiserver.config.k8s.io/v1"},
        "kind": {"const": "EncryptionConfiguration"},
        "resources": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["resources", "providers"],
                "properties": {
                    "resources": {**_TEXTS, "minItems": 1},
                    "providers": {
                        "type": "array",
                        "minItems": 1,
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "properties": _PROVIDERS,
                            "minProperties": 1,
                            "maxProperties": 1,
                        },
                    },
                },
            },
        },
    },
}


def policy_faults(policy: Any) -> list[str]:
    """List what is wrong with an audit policy."""
    found = [
        f"{each.json_path}: {each.message}" for each in jsonschema.Draft202012Validator(_POLICY).iter_errors(policy)
    ]
    for number, rule in enumerate(() if found else policy["rules"]):
        if rule.get("nonResourceURLs") and (rule.get("resources") or rule.get("namespaces")):
            found.append(f"$.rules[{number}]: rules cannot apply to both regular resources and non-resource URLs")
    return found


def encryption_faults(configuration: Any) -> list[str]:
    """List what is wrong with a configuration of encryption, whose keys must be there."""
    found = jsonschema.Draft202012Validator(_ENCRYPTION).iter_errors(configuration)
    return [f"{each.json_path}: {each.message}" for each in found] or list(_keys(configuration))


def _keys(configuration: Any) -> Iterator[str]:
    for provider in (each for part in configuration["resources"] for each in part["providers"]):
        for name, sizes in _SIZES.items():
            for key in provider.get(name, {}).get("keys", ()):
                try:
                    size = len(base64.b64decode(key["secret"], validate=True))
                except binascii.Error:
                    yield f"{name} {key['name']}: secrets must be base64 encoded"
                    continue
                if size not in sizes:
                    yield f"{name} {key['name']}: secret is not of the expected length, got {size}, expected one of {sizes}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request: of a resource, as `pods/exec`, in a group of the API, or of a path."""

    verb: str
    resource: str = ""
    group: str = ""
    path: str = ""
    user: str = "ann"
    groups: tuple[str, ...] = ()
    namespace: str = "blue"


def level_of(policy: Mapping[str, Any], request: Request) -> str:
    """Return the level at which a request is recorded: that of the first rule that matches it."""
    return next((str(rule["level"]) for rule in policy["rules"] if _matches(rule, request)), "None")


def _matches(rule: Mapping[str, Any], request: Request) -> bool:
    who = not rule.get("users") or request.user in rule["users"]
    member = not rule.get("userGroups") or bool({*rule["userGroups"]} & {*request.groups})
    if not (who and member and (not rule.get("verbs") or request.verb in rule["verbs"])):
        return False
    if rule.get("namespaces") or rule.get("resources"):
        return bool(request.resource) and _of_resource(rule, request)
    if rule.get("nonResourceURLs"):
        return bool(request.path) and any(_of_path(each, request.path) for each in rule["nonResourceURLs"])
    return True


def _of_path(pattern: str, path: str) -> bool:
    return pattern == path or (pattern.endswith("*") and path.startswith(pattern.rstrip("*")))


def _of_resource(rule: Mapping[str, Any], request: Request) -> bool:
    if rule.get("namespaces") and request.namespace not in rule["namespaces"]:
        return False
    named = [each for each in rule.get("resources", ()) if each.get("group", "") == request.group]
    return not rule.get("resources") or any(
        not each.get("resources") or any(_of_name(name, request.resource) for name in each["resources"])
        for each in named
    )


def _of_name(pattern: str, resource: str) -> bool:
    kind, _, part = resource.partition("/")
    return pattern in {resource, "*", f"{kind}/*"} or (
        bool(part) and re.fullmatch(r"\*/" + re.escape(part), pattern) is not None
    )
