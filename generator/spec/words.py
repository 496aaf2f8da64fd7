"""pydantic's findings in our own words: the value that was found, what belongs there, and a fix."""

import re
from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from generator.source.diagnostic import Diagnostic
from generator.source.rule import register
from generator.source.span import Loc, dotted
from generator.spec.documented import descriptions, models_of
from generator.spec.guesses import (
    allowed_form,
    foreign_letter,
    in_larger_unit,
    meant_key,
    meant_word,
    number,
    plain_number,
)
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
_PLAIN = re.compile(r"[\w.-]+")
"""A text that is an entry of a list without quotes."""
_BOUNDS = {
    "greater_than_equal": "at least",
    "less_than_equal": "at most",
    "greater_than": "more than",
    "less_than": "less than",
}


def translate(errors: Iterable[ErrorDetails], root: type[BaseModel]) -> list[Diagnostic]:
    """Turn what `root`'s validation found into diagnostics of ours."""
    every = independent(errors)
    misspelt = {(*loc[:-1], _meant(loc, root)) for each in every if (loc := each["loc"]) and _is_unknown(each)}
    return [_one(error, root) for error in every if error["type"] != "missing" or error["loc"] not in misspelt]


def _is_unknown(error: ErrorDetails) -> bool:
    return error["type"] == "extra_forbidden"


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
        near, only = meant_word(str(error["input"]), choices), len(choices) == 1
        return Diagnostic(
            code="not-a-choice",
            loc=loc,
            message=f"{name} cannot be {shown}; it is {'always ' if only else 'one of '}{', '.join(choices)}",
            help=f"did you mean `{near}`?" if near else f"use {'' if only else 'one of '}{', '.join(choices)}",
        )
    if kind == "string_pattern_mismatch":
        pattern, letter = str(context.get("pattern")), foreign_letter(error["input"])
        form = allowed_form(error["input"], pattern)
        return Diagnostic(
            code="bad-name",
            loc=loc,
            at_key=at_key,
            message=f"{'the name' if at_key else name} {shown} cannot be used{f': it has {letter}' if letter else ''}",
            help=f"{f'did you mean `{form}`? ' if form else ''}{'U' if form else 'u'}se {in_words(pattern)}",
        )
    place, code = loc, "bad-value"
    message = str(context.get("text", "")) or f"{name} is {shown}, which cannot be used here"
    if kind == "missing":
        place, at_key, code = loc[:-1], True, "missing-key"
        message = f"{dotted(place) or whole} has no `{loc[-1]}`"
    elif kind in _KINDS:
        code, message = "wrong-type", f"{name} is {shown}, and it must be {_KINDS[kind]}"
    elif kind in _BOUNDS:
        (limit,) = context.values()
        code, message = "out-of-range", f"{name} is {shown}, and it must be {_BOUNDS[kind]} {number(limit)}"
    elif kind == "too_short":
        code, message = "missing-key", f"{name} is empty"
    elif kind == "string_too_long":
        message = f"{name} is longer than {context.get('max_length')} characters"
    advice = "; ".join(part for part in (_advice(error, loc, root), _purpose(loc, root)) if part)
    return Diagnostic(code=code, loc=place, at_key=at_key, message=message, help=advice or "see the reference page")


def _advice(error: ErrorDetails, loc: Loc, root: type[BaseModel]) -> str:
    """Return what to write instead of a value, where it follows from the value; else nothing."""
    kind, value, key = error["type"], error["input"], str(loc[-1]) if loc else ""
    single = isinstance(value, (bool, int, float, str))
    if kind in {"tuple_type", "list_type"} and single:
        return f"write [{value}]" if _PLAIN.fullmatch(str(value)) else f'write ["{value}"]'
    if kind == "string_type" and single:
        return "put it in quotes"
    if kind in _KINDS and (plain := plain_number(value, key)):
        return f"write {plain}" if plain.isdigit() or not kind.startswith("int") else ""
    if kind in {"model_type", "model_attributes_type"} and (model := model_at(loc, root)):
        return f"its keys: {', '.join(model.model_fields)}"
    if kind == "less_than_equal":
        return in_larger_unit(value, error["ctx"]["le"], key)
    if kind == "missing" and (parent := model_at(loc[:-1], root)):
        kind_of = parent.model_fields[key].annotation
        choices = get_args(kind_of) if get_origin(kind_of) is Literal else ()
        return f"add `{key}: {choices[0]}`" if len(choices) == 1 else ""
    return ""


def _is_spec(root: type[BaseModel]) -> bool:
    """Whether a file of this model is a spec, and no catalog file or map of a site."""
    return "clustergen" in root.model_fields


def _unknown(loc: Loc, root: type[BaseModel]) -> Diagnostic:
    known, key, near = _known(loc, root), str(loc[-1]), _meant(loc, root)
    where = f"in {dotted(loc[:-1])}" if len(loc) > 1 else f"at the top of {'a spec' if _is_spec(root) else 'this file'}"
    return Diagnostic(
        code="unknown-key",
        loc=loc,
        at_key=True,
        message=f"there is no key `{key}` {where}",
        help=f"did you mean `{near}`?" if near else f"known here: {', '.join(known)}",
    )


def _known(loc: Loc, root: type[BaseModel]) -> list[str]:
    """The keys of the mapping that a key is in."""
    parent = model_at(loc[:-1], root)
    return list(parent.model_fields) if parent else []


def _meant(loc: Loc, root: type[BaseModel]) -> str:
    return meant_key(str(loc[-1]), _known(loc, root))


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
    """The first sentence of the docstring of the key, or of the one above it where users choose its name."""
    text = None
    while loc and not text:
        parent = model_at(loc[:-1], root)
        text = descriptions(parent).get(str(loc[-1])) if parent else None
        loc, key = loc[:-1], str(loc[-1])
    if not text:
        return ""
    sentence = text.split("\n")[0]
    return f"`{key}`: {sentence[0].lower() + sentence[1:] if sentence[1:2].islower() else sentence}"


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
