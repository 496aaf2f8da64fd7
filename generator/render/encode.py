"""Many values as JSON, one text each: what is asked of the encoder once for all is not asked again for each."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

from msgspec import Struct
from pydantic import BaseModel

SCALARS = frozenset({str, int, float, bool, type(None)})
_BATCH = 1_000
"""Values that are encoded at a time: enough to share the work, and little to hold."""
_MARK = "\0"
_BETWEEN = f", {json.dumps(_MARK)}, "

encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
encode_ascii = json.JSONEncoder(check_circular=False).encode


@cache
def record_fields(kind: type[Struct]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """Return the names of a record's fields, and what reads them all at once."""
    names = kind.__struct_fields__
    return names, attrgetter(*names) if len(names) > 1 else lambda record: (getattr(record, names[0]),)


def plain(value: Any) -> Any:
    """Turn records into what JSON has, without copying more than that."""
    if type(value) in SCALARS:
        return value
    if isinstance(value, Struct):
        names, read = record_fields(type(value))
        return {
            name: each if type(each) in SCALARS else plain(each) for name, each in zip(names, read(value), strict=True)
        }
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, frozenset):
        return sorted(map(plain, value))
    return value if isinstance(value, str | int | float) else str(value)


def encode_each(values: Sequence[Any]) -> Iterator[str]:
    """Encode every value on one line. Records of one kind go field by field: most of their values are alike."""
    for start in range(0, len(values), _BATCH):
        yield from _texts(values[start : start + _BATCH])


def encode_together(values: Iterable[Any], encoder: Callable[[Any], str] = encode) -> list[str]:
    """Encode every value, which JSON has already, in one call: they are told apart by a mark that no text of ours holds."""
    marked = [each for value in values for each in (value, _MARK)][:-1]
    return encoder(marked)[1:-1].split(_BETWEEN) if marked else []


def _texts(values: Sequence[Any]) -> Iterable[str]:
    kinds = set(map(type, values))
    one = next(iter(kinds - {type(None)}), None) if len(kinds) <= 2 else None
    if one is not None and kinds == {one} and issubclass(one, Struct):
        return _records(one, values)
    if kinds <= {one, type(None)} and kinds <= SCALARS:
        known = {value: encode(value) for value in set(values)}
        return map(known.__getitem__, values)
    return encode_together(map(plain, values))


def _records(kind: type[Struct], records: Sequence[Any]) -> Iterable[str]:
    names, read = record_fields(kind)
    row = ", ".join(f"{encode(name)}: %s" for name in names)
    return map(f"{{{row}}}".__mod__, zip(*map(_texts, zip(*map(read, records), strict=True)), strict=True))
