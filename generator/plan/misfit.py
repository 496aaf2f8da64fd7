"""The first value in a `plan.json` that does not have the type of its field, with its place, in our own words."""

import types
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct, UnsetType
from pydantic import BaseModel, ValidationError

from generator.source.span import Loc, dotted

Hook = Callable[[type[Any], Any], Any]
_UNREAD = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)
_LONGEST_KEY, _LONGEST_VALUE, _LONGEST_PATH = 60, 60, 200
_DEEPEST = 40


class MisfitError(Exception):
    """A value that does not have the type of its field: `loc` is its place, `missing` the name of a field that it lacks."""

    def __init__(self, loc: Loc, value: Any, missing: str = "") -> None:
        """Keep the place."""
        super().__init__(dotted(loc))
        self.loc, self.value, self.missing = loc, value, missing

    def at(self, loc: Loc, row: str = "") -> str:
        """Return what is wrong, as a clause, for a value that the file has at another place; `row` is the row that this place is in."""
        path = dotted(tuple(part if isinstance(part, int) else part[:_LONGEST_KEY] for part in loc))[:_LONGEST_PATH]
        if self.missing:
            return f"`{path}`{row} has no `{self.missing}`"
        return f"`{path}`{row} is {_shown(self.value)}, which clustergen does not write there"

    def __str__(self) -> str:
        """Return what is wrong, as a clause."""
        return self.at(self.loc)


def contradiction(error: Exception) -> str:
    """Return what does not belong together in a plan whose values have their types, as a clause, by the error that reading it ended with."""
    if isinstance(error, KeyError) and error.args and isinstance(name := error.args[0], str | int):
        return f"a row refers to {_shown(name)}, which is not there"
    if isinstance(error, LookupError | StopIteration):
        return "a row refers to one that is not there"
    if isinstance(error, ArithmeticError):
        return "a size by which others are divided is 0, or a number is too large"
    if isinstance(error, RecursionError):
        return "rows refer to each other in a circle"
    return "values of several rows do not fit each other"


def convert(value: Any, kind: Any, hook: Hook | None = None) -> Any:
    """Convert a value to a type. Raises MisfitError: it, or a value in it, does not have its type."""
    try:
        return msgspec.convert(value, kind, dec_hook=hook)
    except _UNREAD:
        raise _misfit(value, kind, hook, ()) from None


def _misfit(value: Any, kind: Any, hook: Hook | None, loc: Loc) -> MisfitError:
    """Return the innermost value that does not fit; `value` is known not to."""
    kind = _bare(kind, value)
    origin, inner = get_origin(kind), get_args(kind)
    if len(loc) > _DEEPEST:
        return MisfitError(loc, value)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _in_model(value, kind, loc)
    parts: Iterator[tuple[str | int, Any, Any]] = iter(())
    if isinstance(kind, type) and issubclass(kind, Struct) and isinstance(value, dict):
        for field in msgspec.structs.fields(kind):
            if field.name not in value and field.default is NODEFAULT and field.default_factory is NODEFAULT:
                return MisfitError(loc, value, field.name)
        hints = get_type_hints(kind, include_extras=True)
        parts = ((name, value[name], hints[name]) for name in kind.__struct_fields__ if name in value)
    elif origin in {Mapping, dict} and isinstance(value, dict):
        parts = ((key, each, inner[1]) for key, each in value.items())
    elif origin in {tuple, list, frozenset, set} and isinstance(value, list):
        of = inner if origin is tuple and inner[-1:] != (...,) else (inner[0],) * len(value)
        parts = ((number, *each) for number, each in enumerate(zip(value, of, strict=False)))
    for name, each, hint in parts:
        try:
            msgspec.convert(each, hint, dec_hook=hook)
        except _UNREAD:
            return _misfit(each, hint, hook, (*loc, name))
    return MisfitError(loc, value)


def _bare(kind: Any, value: Any) -> Any:
    """Return the type without its range; of several types, the one that a value of this form could have."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) not in {Union, types.UnionType}:
        return kind
    several = [_bare(each, value) for each in get_args(kind) if each not in {types.NoneType, UnsetType}]
    holds = isinstance(value, dict | list)
    return next((each for each in several if (each not in {str, int, float, bool}) == holds), several[0])


def _in_model(value: Any, kind: type[BaseModel], loc: Loc) -> MisfitError:
    """Return the first value that a part of a spec, or an entry of the catalog, refuses."""
    try:
        kind.model_validate(value)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)[0]
        for part in found["loc"]:
            inner = dict(enumerate(value)) if isinstance(value, list) else value
            if isinstance(inner, dict) and part in inner:
                loc, value = (*loc, part), inner[part]
            elif found["type"] == "missing" and part == found["loc"][-1]:
                return MisfitError(loc, value, str(part))
    except RecursionError:
        pass
    return MisfitError(loc, value)


def _shown(value: Any) -> str:
    match value:
        case dict():
            return "a mapping"
        case list() | tuple():
            return "a list"
        case None | bool():
            return {None: "null", True: "true", False: "false"}[value]
    text = repr(value) if isinstance(value, str) else f"{value}"
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}..."
