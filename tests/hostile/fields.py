"""Finds what is free text in the models of spec, assets and catalog, and fills all of it."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo

from tests.hostile.texts import FAMILIES, PLAIN, text_for

Fill = Callable[[str, str, Any], str]
"""Return the text of a field by its path, what stands there, and its type."""


def free_fields(model: type[BaseModel], path: str) -> Iterator[str]:
    """Return every field of text that takes a hostile one, as `spec.tenants.*.description`."""
    for name, field in model.model_fields.items():
        yield from _free(_annotation(field), f"{path}.{name}")


def filled(kind: Any, value: Any, path: str, fill: Fill) -> Any:
    """Return plain data of a model with its free texts filled, those that it does not have included; names (keys) stay."""
    base, args = _bare(kind), get_args(_bare(kind))
    if is_text(kind):
        return fill(path, value or "", kind)
    if isinstance(base, type) and issubclass(base, BaseModel):
        return _model(base, value, path, fill) if isinstance(value, dict) else value
    if get_origin(base) is dict and isinstance(value, dict):
        return {key: filled(args[1], each, f"{path}.*", fill) for key, each in value.items()}
    if get_origin(base) is tuple and isinstance(value, list):
        return [filled(args[0], each, path, fill) for each in value]
    for each in args if get_origin(base) not in {Literal, dict, tuple} else ():
        if value is None and not is_text(each):
            continue
        value = filled(each, value, path, fill)
    return value


@cache
def is_text(kind: Any) -> bool:
    """Whether a type takes any line of text, hostile ones included."""
    if _bare(kind) is not str:
        return False
    return all(text_for(TypeAdapter(kind), form, 0) is not None for form in (*FAMILIES, PLAIN))


def _model(model: type[BaseModel], value: dict[str, Any], path: str, fill: Fill) -> dict[str, Any]:
    found = dict(value)
    for name, field in model.model_fields.items():
        kind, key = _annotation(field), field.alias or name
        told = filled(kind, there := found.get(key), f"{path}.{name}", fill)
        if told != there and told:
            found[key] = told
    return found


def _free(kind: Any, path: str) -> Iterator[str]:
    base, args = _bare(kind), get_args(_bare(kind))
    if is_text(kind):
        yield path
    elif isinstance(base, type) and issubclass(base, BaseModel):
        yield from free_fields(base, path)
    elif get_origin(base) is dict:
        yield from _free(args[1], f"{path}.*")
    elif get_origin(base) is not Literal:
        for each in args:
            yield from _free(each, path)


def _annotation(field: FieldInfo) -> Any:
    kind = field.annotation
    return Annotated[(kind, *field.metadata)] if field.metadata else kind


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind
