"""Keys without a value, which YAML reads as null: what is missing, and how it is written."""

from typing import Any, get_origin

from pydantic import BaseModel

from generator.source.diagnostic import Diagnostic
from generator.source.span import Loc, dotted
from generator.spec.words import model_at


def empty_keys(data: Any, root: type[BaseModel]) -> list[Diagnostic]:
    """Return a problem for each key without a value in the data of a model."""
    return [_empty(loc, root) for loc in _nulls(data)]


def _nulls(data: Any, loc: Loc = ()) -> list[Loc]:
    if data is None and loc:
        return [loc]
    if isinstance(data, dict):
        return [found for key, value in data.items() for found in _nulls(value, (*loc, key))]
    if isinstance(data, list):
        return [found for index, value in enumerate(data) for found in _nulls(value, (*loc, index))]
    return []


def _empty(loc: Loc, root: type[BaseModel]) -> Diagnostic:
    parent, model = model_at(loc[:-1], root), model_at(loc, root)
    field = parent.model_fields.get(str(loc[-1])) if parent else None
    required = field is not None and field.is_required()
    needed = [f"`{key}`" for key, each in model.model_fields.items() if each.is_required()] if model else []
    if model is None:
        filled = "write its value"
    elif field is not None and get_origin(field.annotation) is dict:
        filled = "write entries below it, each with a name of yours"
    elif needed:
        filled = f"write {', '.join(needed)} below it"
    else:
        filled = f"write keys below it: {', '.join(model.model_fields)}" if required else "write `{}` for all defaults"
    return Diagnostic(
        code="empty-value",
        loc=loc,
        at_key=True,
        message=f"`{dotted(loc)}` has no value",
        help=filled if required else f"{filled}, or remove the key",
    )
