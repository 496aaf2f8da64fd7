"""Racks that the spec names: one by one, or as a range."""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from generator.spec.base import own_error

_RANGE = r"(?P<stem>[A-Za-z0-9][A-Za-z0-9._-]{0,30})\[(?P<first>[0-9]{1,4})-(?P<last>[0-9]{1,4})\]"
_NAME = r"[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?"


def _racks(value: Any) -> str:
    found = re.fullmatch(_RANGE, value) if isinstance(value, str) else None
    if not isinstance(value, str) or not (found or re.fullmatch(_NAME, value)):
        raise own_error(f"{value!r} names no racks; write B01 or B[01-16]")
    if found and (len(found["first"]) != len(found["last"]) or int(found["first"]) > int(found["last"])):
        raise own_error(f"{value!r} is not a range; write both ends with as many digits, the lower first: B[01-16]")
    return value


RackRange = Annotated[str, BeforeValidator(_racks)]
"""Racks by name (`B01`) or by range (`B[01-16]`)."""
RackRanges = Annotated[tuple[RackRange, ...], Field(max_length=200)]
"""A list of them."""


def rack_names(entries: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each rack that a list names, with the place of its entry in the list."""
    for index, entry in enumerate(entries):
        found = re.fullmatch(_RANGE, entry)
        if found is None:
            yield index, entry
            continue
        digits = len(found["first"])
        for number in range(int(found["first"]), int(found["last"]) + 1):
            yield index, f"{found['stem']}{number:0{digits}d}"
