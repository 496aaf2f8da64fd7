"""Fast check of the rows of a plan by msgspec: rows that it accepts have a valid shape, and all others are checked value by value (`shapes`)."""

import types
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct

LONGEST_TEXT = 4096
_LARGEST = 1 << 62
_AT_ONCE = 1_000
_Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
_Whole = Annotated[int, Meta(gt=-_LARGEST, lt=_LARGEST)]
_Number = Annotated[float, Meta(gt=-_LARGEST, lt=_LARGEST)]
_Plain = _Text | _Whole | None
_SIMPLE: Mapping[Any, Any] = {str: _Text, int: _Whole, float: _Number, bool: bool, types.NoneType: None}


def fit(record: type[Struct], needed: frozenset[str], rows: Sequence[Any]) -> bool:
    """Whether all rows have only fields of a record, including the `needed` ones, and values of their types; False may be too strict."""
    kind = _row_type(record, needed)
    try:
        for start in range(0, len(rows), _AT_ONCE):
            msgspec.convert(rows[start : start + _AT_ONCE], list[kind])  # type: ignore[valid-type]
    except (TypeError, msgspec.ValidationError):  # a TypeError: a union that msgspec does not know
        return False
    return True


@cache
def _row_type(record: type[Struct], needed: frozenset[str] = frozenset()) -> type[Struct]:
    """Return the type of a record's rows, in which fields that are not needed may be missing."""
    hints = get_type_hints(record, include_extras=True)
    fields = [
        (name, json_type(hints[name]), *(() if name in needed else (UNSET,))) for name in record.__struct_fields__
    ]
    return msgspec.defstruct(record.__name__, fields, kw_only=True, forbid_unknown_fields=True)


def json_type(hint: Any) -> Any:
    """Return the type of a value as it is in JSON, by the type of its field."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if origin is Annotated:
        return hint
    if origin in {Union, types.UnionType}:
        return Union[tuple(map(json_type, inner))]  # noqa: UP007  (of as many as there are)
    if origin is tuple or origin is list:
        return list[json_type(inner[0]) if len(set(inner) - {...}) == 1 else _Plain]  # type: ignore[misc]
    if origin is Literal:
        return hint
    if origin is Mapping:
        return dict[_Text, _Plain]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Literal[tuple(str(each.value) for each in hint)]
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _row_type(hint)
    return _Plain
