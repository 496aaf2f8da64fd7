"""Escaping in one place: whatever reaches the template has been through here."""

from collections.abc import Mapping
from html import escape
from typing import Any


class Drawn(str):
    """Markup of our own making, whose texts are escaped already."""

    __slots__ = ()


def escaped(value: Any) -> Any:
    """Escape every text of plain values for HTML; drawings pass as they are.

    Raises:
        TypeError: a value that is neither plain nor drawn, which could print anything.
    """
    if isinstance(value, Drawn | bool | int):
        return value
    if isinstance(value, str):
        return escape(value)
    if isinstance(value, Mapping):
        return {key: escaped(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [escaped(each) for each in value]
    message = f"{type(value).__name__} cannot stand in the report"
    raise TypeError(message)
