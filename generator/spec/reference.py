"""The JSON Schema of a spec and the reference of its keys, both made from the models' docstrings."""

import json
import re
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from generator.spec.cluster import ClusterSpec
from generator.spec.documented import describe, models_of


def json_schema() -> str:
    """Print the JSON Schema (draft 2020-12) of a spec."""
    describe(ClusterSpec)
    schema = ClusterSpec.model_json_schema()
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "clustergen-1"}
    return json.dumps(head | schema, indent=2, ensure_ascii=False) + "\n"


def keys_section() -> list[str]:
    """Return the lines of the section of keys: one table for each model, with every default."""
    describe(ClusterSpec)
    lines = ["## Keys", "", _HEAD, ""]
    for model, places in _places(ClusterSpec, "", {ClusterSpec: [""]}).items():
        title = ", ".join(f"`{place}`" for place in places if place) or "the spec"
        lines += [f"### {title}", "", (model.__doc__ or "").split("\n\n")[0].replace("\n    ", " "), ""]
        lines += ["| key | value | default | meaning |", "|---|---|---|---|"]
        lines += [_row(name, field) for name, field in model.model_fields.items()]
        lines.append("")
    return lines


_HEAD = (
    "A key without a default is required. `<name>` stands for a name: one that you choose, or that of a device, kind or group if the text states it. "
    "`*` stands for each key of the mapping that takes the same keys."
)


def _places(
    model: type[BaseModel], base: str, found: dict[type[BaseModel], list[str]]
) -> dict[type[BaseModel], list[str]]:
    """Return the keys below a model whose values are models, by their model, each with its own keys after it."""
    names: dict[type[BaseModel], list[str]] = {}
    for name, field in model.model_fields.items():
        if inner := next(models_of(field.annotation), None):
            many = "dict" in str(field.annotation)
            names.setdefault(inner, []).append(f"{name}.<name>" if many else name)
    for inner, mine in names.items():
        new = inner not in found
        found.setdefault(inner, []).extend(f"{base}{name}" for name in mine)
        if new:
            _places(inner, f"{base}{mine[0] if len(mine) == 1 else '*'}.", found)
    return found


def _row(name: str, field: FieldInfo) -> str:
    meaning = " ".join((field.description or "").split())
    return f"| `{name}` | {_kind(field)} | {_default(field)} | {meaning} |"


def _kind(field: FieldInfo) -> str:
    text = str(field.annotation)
    if "dict" in text:
        return "mapping of names"
    if any(models_of(field.annotation)):
        return "mapping"
    if "Literal" in text and "tuple" not in text:
        choices = [str(choice) for choice in _choices(field.annotation)]
        return " or ".join(f"`{choice}`" for choice in choices)
    for word, kind in (
        ("tuple", "list"),
        ("IPv4Network", "IPv4 prefix"),
        ("IPv6Network", "IPv6 prefix"),
        ("float", "number"),  # before whole ones: many keys take both
        ("int", "whole number"),
        ("bool", "true or false"),
    ):
        if re.search(rf"\b{word}\b", text):  # whole words: StringConstraints is no int
            return kind
    return "text"


def _choices(annotation: Any) -> list[Any]:
    parts = get_args(annotation)
    if parts and all(isinstance(part, str | int) for part in parts):
        return list(parts)
    return [choice for part in parts for choice in _choices(part)]


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return ""
    value = field.get_default(call_default_factory=True)
    if value is None:
        return "none"
    if isinstance(value, BaseModel) or value in ({}, (), ""):
        return "empty"
    if isinstance(value, tuple):
        return ", ".join(f"`{each}`" for each in value)
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
