"""Whether a dashboard is one of Grafana's: its own models (grafana-foundation-sdk) read it, every value has the type that they state, and they know every key.

The models take any value for any field, so types are compared here with what their classes state.
"""

from __future__ import annotations

import json
import sys
import types
import typing
from enum import Enum
from typing import TYPE_CHECKING, Any

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard

if TYPE_CHECKING:
    from collections.abc import Iterator

register_default_plugins()


def faults(said: dict[str, Any]) -> Iterator[str]:
    """Yield what Grafana would read otherwise than it is meant, each with its place."""
    yield from _of_model(Dashboard, said)
    numbers = [panel["id"] for panel in said.get("panels", [])]
    if len(set(numbers)) != len(numbers):
        yield "panels: two have the same id"


def _of_model(model: Any, said: dict[str, Any]) -> Iterator[str]:
    try:
        read = model.from_json(said)
        again = json.loads(json.dumps(read, cls=JSONEncoder))
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        yield f"cannot be read: {problem!r}"
        return
    yield from _lost(said, again, "")
    yield from _odd(read, "")


def _lost(said: Any, again: Any, place: str) -> Iterator[str]:
    """Yield the keys that the models do not know, which they leave out."""
    if isinstance(said, dict) and isinstance(again, dict):
        for key, value in said.items():
            if key in again:
                yield from _lost(value, again[key], f"{place}/{key}")
            elif value is not None:
                yield f"{place}: Grafana does not know {key}"
    elif isinstance(said, list) and isinstance(again, list):
        for number, (one, other) in enumerate(zip(said, again, strict=True)):
            yield from _lost(one, other, f"{place}/{number}")


def _odd(value: Any, place: str) -> Iterator[str]:
    """Yield the fields of a model whose values are of another type than its class states."""
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield from _odd(each, f"{place}/{number}")
        return
    if not type(value).__module__.startswith("grafana_foundation_sdk") or isinstance(value, Enum):
        return
    names = vars(sys.modules[type(value).__module__])
    for name, wanted in typing.get_type_hints(type(value), {**names, "typing": typing}).items():
        found = getattr(value, name, None)
        if not _fits(found, wanted):
            yield f"{place}/{name}: {found!r} is not {wanted}"
        yield from _odd(found, f"{place}/{name}")


def _fits(value: Any, wanted: Any) -> bool:
    kind, parts = typing.get_origin(wanted), typing.get_args(wanted)
    if wanted in {object, Any}:
        return True
    if kind in {typing.Union, types.UnionType}:
        return any(_fits(value, part) for part in parts)
    if kind is typing.Literal:
        return value in parts
    if kind is list:
        return isinstance(value, list) and all(_fits(each, parts[0]) for each in value)
    if kind is dict:
        return isinstance(value, dict) and all(_fits(each, parts[1]) for each in value.values())
    return _is(value, wanted)


def _is(value: Any, wanted: Any) -> bool:
    if wanted is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return value in {each.value for each in wanted}
    if isinstance(value, dict) and hasattr(wanted, "from_json"):
        # some models leave their parts as they were written
        return not list(_of_model(wanted, value))
    return isinstance(value, wanted)
