"""Many values as JSON, one text each, in one call of the encoder."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import asdict
from pydantic import BaseModel

SCALARS = frozenset({str, int, float, bool, type(None)})
_MARK = "\0"
_BETWEEN = f", {json.dumps(_MARK)}, "
_AT_ONCE = 4096
"""Rows whose text is made at once: all of a large plan would take as much memory again."""

encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
encode_escaped = json.JSONEncoder(check_circular=False).encode
quote, quote_ascii = encode_basestring, encode_basestring_ascii
"""Encode one text."""


def encode_ascii(value: Any) -> str:
    """Encode a value without fractions in ASCII; msgspec, which escapes no other letters, is several times as fast where there are none."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
    return text if text.isascii() else encode_escaped(value)


def indented(value: Any, encoder: Callable[[Any], str] = encode) -> str:
    """Return a value of JSON's types as a text with two blanks a level. Python's encoder indents ten times as slowly as it encodes."""
    return f"{msgspec.json.format(encoder(value), indent=2)}\n"


@cache
def _unsaid(kind: type[Struct]) -> Mapping[str, Any]:
    """Return the defaults that a record's fields are left out for. `fields` would find them too, but resolves the type of each field first."""
    omits, defaults = kind.__struct_config__.omit_defaults, kind.__struct_defaults__
    named = zip(kind.__struct_fields__[len(kind.__struct_fields__) - len(defaults) :], defaults, strict=True)
    return {name: each for name, each in named if omits or each is UNSET}


def plain(value: Any) -> Any:
    """Turn records into what JSON has, without copying more than that."""
    return value if type(value) in SCALARS else _converter(type(value))(value)  # type: ignore[arg-type]  # types are hashable


@cache
def _converter(kind: type) -> Callable[[Any], Any]:
    """Return how values of a type are made plain."""
    if issubclass(kind, Struct):
        return _record
    if issubclass(kind, Mapping):
        return lambda value: {str(k): each if type(each) in SCALARS else plain(each) for k, each in value.items()}
    if issubclass(kind, list | tuple):
        return lambda value: [each if type(each) in SCALARS else plain(each) for each in value]
    if issubclass(kind, BaseModel):
        return _model
    if issubclass(kind, frozenset):
        return lambda value: sorted(map(plain, value))
    return (lambda value: value) if issubclass(kind, str | int | float) else str


def _record(value: Struct) -> dict[str, Any]:
    unsaid = _unsaid(type(value))
    return {
        name: each if type(each) in SCALARS else plain(each)
        for name, each in asdict(value).items()
        if name not in unsaid or each != unsaid[name]
    }


def _model(value: BaseModel) -> dict[str, Any]:
    every = ((name, getattr(value, name), field.exclude_if) for name, field in type(value).model_fields.items())
    return {name: plain(each) for name, each, left_out in every if left_out is None or not left_out(each)}


_encode_records = msgspec.json.Encoder(enc_hook=plain, order="deterministic").encode
"""Sets are sorted, as `plain` does; and keys of mappings, which no row of a list has."""


def encode_rows(rows: Sequence[Any], between: str) -> Iterator[bytes]:
    """Encode every row on one line, and yield the text with `between` between two rows in parts; records go to msgspec, all else is made plain first."""
    if not all(issubclass(kind, Struct) for kind in set(map(type, rows))):
        yield between.join(encode_together(map(plain, rows))).encode()
        return
    gap = between.encode()
    for start in range(0, len(rows), _AT_ONCE):
        marked = [each for row in rows[start : start + _AT_ONCE] for each in (row, _MARK)][:-1]
        text = msgspec.json.format(_encode_records(marked), indent=0)[1:-1].replace(_BETWEEN.encode(), gap)
        yield gap + text if start else text


def encode_together(values: Iterable[Any], encoder: Callable[[Any], str] = encode) -> list[str]:
    """Encode every value, of types that JSON has, in one call: they are separated by a mark that no text contains."""
    marked = [each for value in values for each in (value, _MARK)][:-1]
    return encoder(marked)[1:-1].split(_BETWEEN) if marked else []
