"""Rows of a plan as records again, so that the same code prints trees and work orders."""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import Struct

Record = TypeVar("Record", bound=Struct)


def record(kind: type[Record], row: Mapping[str, Any]) -> Record:
    """Make a record of a row, which may have fields of another format."""
    return kind(**{name: row[name] for name in kind.__struct_fields__})
