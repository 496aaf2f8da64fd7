"""Whether values suit a chart: its facts have every key that it reads."""

from collections.abc import Iterator, Mapping
from typing import Any

_KINDS: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "int": (int,),
    "number": (int, float),
    "text": (str,),
    "list": (list,),
    "any": (object,),
}


def strange_values(values: Mapping[str, Any], keys: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """Report which values a chart has no key for, and which are of another kind than it takes."""
    for key, value in values.items():
        path = f"{place}.{key}" if place else key
        known = keys.get(key)
        if known is None:
            yield f"{path}: the chart has no such key"
        elif isinstance(known, Mapping):
            yield from strange_values(value, known, path) if isinstance(value, Mapping) else [f"{path}: a mapping"]
        elif not isinstance(value, _KINDS[known]) or (known in {"int", "number"} and isinstance(value, bool)):
            yield f"{path}: {value!r} is not {known}"
