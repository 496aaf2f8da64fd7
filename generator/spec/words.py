"""pydantic's findings in our own words: the value that was found, what belongs there, and a fix."""

import difflib
import re
from collections.abc import Iterable
from typing import Any, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from generator.source.diagnostic import Diagnostic
from generator.source.rule import register
from generator.source.span import Loc, dotted
from generator.spec.documented import descriptions, models_of
from generator.spec.independent import independent
from generator.spec.patterns import in_words

REFUSED_TOPOLOGY = "topology-refused"
_NEIGHBOURS = ("ring", "torus")
"""Topologies that join leaves to their neighbours alone."""
for _slug, _title, _why, _fix in (
    (
        "unknown-key",
        "A key that the spec does not have",
        "A misspelt key would silently have no effect.",
        "Use the key that is suggested, or look it up in the reference page.",
    ),
    ("missing-key", "A required key", "Some facts have no sensible default.", "Add the key."),
    (
        "wrong-type",
        "A value of the wrong kind",
        "A number in quotes, or a list instead of a mapping, usually hides a mistake.",
        "Write the kind of value that the message names.",
    ),
    (
        REFUSED_TOPOLOGY,
        "A topology that is refused",
        "A ring or a torus connects leaves to their neighbours: the bandwidth between halves hardly grows with the cluster, paths get longer with it, and an additional leaf is inserted between existing leaves.",
        "Leave `topology` out, or choose rail-optimized, fat-tree, rail-only or single-switch; `clustergen explain SPEC compute.topology` compares them.",
    ),
    (
        "not-a-choice",
        "A value outside a fixed set",
        "Only the listed values are implemented.",
        "Use one of the listed values.",
    ),
    (
        "out-of-range",
        "A number outside its range",
        "The range is what hardware or a protocol allows.",
        "Use a number in the range.",
    ),
    (
        "bad-name",
        "A name or text that a file, DNS, Slurm or Ansible would refuse",
        "Names of the spec become host names, file names and group names: they are checked before any of these is written.",
        "Use lower-case letters, digits and inner dashes, a letter first.",
    ),
    (
        "bad-value",
        "A value that cannot be read",
        "It does not have the form that its key needs.",
        "Write it in the form that the message shows.",
    ),
    (
        "empty-value",
        "A key without a value",
        "`slurm:` without a value could mean on or off.",
        "Write `{}` for all defaults, or remove the key.",
    ),
):
    register(_slug, title=_title, why=_why, fix=_fix, stage="spec")

_KINDS = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "string_type": "text",
    "bool_type": "true or false",
    "dict_type": "a mapping (key: value)",
    "model_type": "a mapping (key: value)",
    "model_attributes_type": "a mapping (key: value)",
    "tuple_type": "a list",
    "list_type": "a list",
    "int_parsing_size": "a whole number of sane size",
}
_BOUNDS = {
    "greater_than_equal": "at least",
    "less_than_equal": "at most",
    "greater_than": "more than",
    "less_than": "less than",
}
_SYNONYMS = {
    "nodes": "hosts",
    "servers": "hosts",
    "networks": "fabrics",
    "network": "fabrics",
    "type": "model",
    "number": "count",
    "num": "count",
    "size": "count",
    "maximum": "max",
    "leaves": "leaf",
    "spine_count": "spines",
    "tech": "technology",
    "mtu": "mtu_bytes",
    "vlan_id": "vlan",
    "cidr": "prefix",
    "subnet": "prefix",
    "addresses": "addressing",
    "schedulers": "scheduler",
    "rack": "racks",
}


def translate(errors: Iterable[ErrorDetails], root: type[BaseModel]) -> list[Diagnostic]:
    """Turn what `root`'s validation found into diagnostics of ours."""
    every = independent(errors)
    unknown = (tuple(error["loc"]) for error in every if error["type"] == "extra_forbidden")
    meant = {(*loc[:-1], _near(loc, root)[1]) for loc in unknown}
    return [_one(error, root) for error in every if not (error["type"] == "missing" and tuple(error["loc"]) in meant)]


def _one(error: ErrorDetails, root: type[BaseModel]) -> Diagnostic:
    kind, context, loc = error["type"], error.get("ctx", {}), tuple(error["loc"])
    at_key = loc[-1:] == ("[key]",)
    loc = loc[:-1] if at_key else loc
    whole = "the spec" if _is_spec(root) else "the file"
    name, shown = dotted(loc) or whole, _shown(error["input"])
    if kind == "extra_forbidden":
        return _unknown(loc, root)
    if kind == "literal_error":
        choices = _choices(str(context.get("expected", "")))
        if loc[-1:] == ("topology",) and error["input"] in _NEIGHBOURS:
            advice = f"leave it out, or use one of {', '.join(choices)}"
            return Diagnostic(
                code=REFUSED_TOPOLOGY, loc=loc, message=f"{name} cannot be a {error['input']}", help=advice
            )
        near = difflib.get_close_matches(str(error["input"]), choices, 1)
        return Diagnostic(
            code="not-a-choice",
            loc=loc,
            message=f"{name} cannot be {shown}; it is one of {', '.join(choices)}",
            help=f"did you mean `{near[0]}`?" if near else f"use one of {', '.join(choices)}",
        )
    if kind == "string_pattern_mismatch":
        return Diagnostic(
            code="bad-name",
            loc=loc,
            at_key=at_key,
            message=f"{'the name' if at_key else name} {shown} cannot be used",
            help=f"use {in_words(str(context.get('pattern')))}",
        )
    place, code = loc, "bad-value"
    message = str(context.get("text", "")) or f"{name} is {shown}, which cannot be used here"
    if kind == "missing":
        place, at_key, code = loc[:-1], True, "missing-key"
        message = f"{dotted(place) or whole} has no `{loc[-1]}`"
    elif kind in _KINDS:
        code, message = "wrong-type", f"{name} is {shown}, and it must be {_KINDS[kind]}"
        plain = _plain_number(error["input"], str(loc[-1]) if loc else "")
        if plain and (plain.isdigit() or not kind.startswith("int")):
            return Diagnostic(code=code, loc=loc, message=message, help=f"write {plain}; {_purpose(loc, root)}")
        if kind == "string_type" and isinstance(error["input"], (bool, int, float)):
            return Diagnostic(code=code, loc=loc, message=message, help=f"put it in quotes; {_purpose(loc, root)}")
    elif kind in _BOUNDS:
        (limit,) = context.values()
        code, message = "out-of-range", f"{name} is {shown}, and it must be {_BOUNDS[kind]} {limit}"
    elif kind == "too_short":
        code, message = "missing-key", f"{name} is empty"
    elif kind == "string_too_long":
        message = f"{name} is longer than {context.get('max_length')} characters"
    return Diagnostic(code=code, loc=place, at_key=at_key, message=message, help=_purpose(loc, root))


def _is_spec(root: type[BaseModel]) -> bool:
    """Whether a file of this model is a spec, and no catalog file or map of a site."""
    return "clustergen" in root.model_fields


def _unknown(loc: Loc, root: type[BaseModel]) -> Diagnostic:
    known, near = _near(loc, root)
    key = str(loc[-1])
    where = f"in {dotted(loc[:-1])}" if len(loc) > 1 else f"at the top of {'a spec' if _is_spec(root) else 'this file'}"
    return Diagnostic(
        code="unknown-key",
        loc=loc,
        at_key=True,
        message=f"there is no key `{key}` {where}",
        help=f"did you mean `{near}`?" if near else f"known here: {', '.join(known)}",
    )


def _near(loc: Loc, root: type[BaseModel]) -> tuple[list[str], str]:
    """Return the keys that are known where an unknown one is, and which of them is meant; empty where none is like it."""
    parent = model_at(loc[:-1], root)
    known = list(parent.model_fields) if parent else []
    key = str(loc[-1])
    synonym = _SYNONYMS.get(key, "")
    return known, synonym if synonym in known else next(iter(difflib.get_close_matches(key, known, 1, 0.6)), "")


def model_at(loc: Loc, root: type[BaseModel]) -> type[BaseModel] | None:
    """Find the model that describes the mapping at `loc`."""
    model: type[BaseModel] | None = root
    steps = list(loc)
    while steps and model:
        field = model.model_fields.get(str(steps.pop(0)))
        if field is None:
            return None
        if get_origin(field.annotation) is dict and steps:
            steps.pop(0)
        model = next(models_of(field.annotation), None)
    return model


def _purpose(loc: Loc, root: type[BaseModel]) -> str:
    """The first sentence of the key's docstring."""
    while loc and isinstance(loc[-1], int):
        loc = loc[:-1]
    parent = model_at(loc[:-1], root) if loc else None
    text = descriptions(parent).get(str(loc[-1])) if parent else None
    if not text:
        return "see the reference page"
    sentence = text.split("\n")[0]
    return f"`{loc[-1]}`: {sentence[0].lower() + sentence[1:] if sentence[1:2].islower() else sentence}"


_LONGEST_NUMBER = 20
_UNITS = {
    "kw": ("kw", 1.0),
    "w": ("w", 1.0),
    "mw": ("kw", 1000.0),
    "gbps": ("gbps", 1.0),
    "g": ("gbps", 1.0),
    "gb/s": ("gbps", 1.0),
    "m": ("m", 1.0),
    "kg": ("kg", 1.0),
    "tb": ("tb", 1.0),
    "gb": ("gb", 1.0),
}
"""Units that users write after a number: the suffix of keys in that unit, and the factor."""


def _plain_number(value: Any, key: str) -> str:
    """Return the intended number of a ratio (`2:1`), a quoted number or one with the unit of its key (`50kW`); empty where it is ambiguous."""
    if not isinstance(value, str):
        return ""
    text = value.strip()
    if len(text) > _LONGEST_NUMBER:
        return ""
    if ratio := re.fullmatch(r"(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)", text):
        return f"{float(ratio[1]) / float(ratio[2]):g}" if float(ratio[2]) else ""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([a-zA-Z/]*)", text)
    if not found:
        return ""
    if not found[2]:
        return found[1]
    unit, factor = _UNITS.get(found[2].lower(), ("", 1.0))
    return f"{float(found[1]) * factor:g}" if unit and key.endswith(f"_{unit}") else ""


def _choices(expected: str) -> list[str]:
    """Split pydantic's "'a', 'b' or 'c'" into its words."""
    return [part.strip("' ") for part in expected.replace(" or ", ", ").split(",") if part.strip("' ")]


def _shown(value: Any) -> str:
    """Return a value as the user wrote it, cut to a length."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    text = repr(value) if isinstance(value, str) else f"{value}"
    return text if len(text) <= 60 else f"{text[:57]}..."
