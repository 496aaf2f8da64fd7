"""The JSON Schema of a spec and the reference of its keys, both made from the models' docstrings."""

import json
import re
from collections.abc import Iterator
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
    """Return the lines of the section of keys: one table a model, with every default."""
    describe(ClusterSpec)
    lines = ["## Keys", "", "A key without a default is required.", ""]
    for title, model in _models(ClusterSpec, "the spec"):
        lines += [f"### {title}", "", (model.__doc__ or "").split("\n\n")[0].replace("\n    ", " "), ""]
        lines += ["| key | value | default | meaning |", "|---|---|---|---|"]
        lines += [_row(name, field) for name, field in model.model_fields.items()]
        lines.append("")
    return lines


def _models(model: type[BaseModel], title: str) -> Iterator[tuple[str, type[BaseModel]]]:
    yield title, model
    for name, field in model.model_fields.items():
        if inner := next(models_of(field.annotation), None):
            many = "dict" in str(field.annotation)
            base = "" if title == "the spec" else f"{title}."
            yield from _models(inner, f"{base}{name}" + (".<name>" if many else ""))


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
