"""Results of a comparison: changes of rows, each of one kind."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct

Row: TypeAlias = Mapping[str, Any]
"""A record as `plan.json` has it."""
Key: TypeAlias = tuple[Any, ...]
"""The key of a row."""


class Kind(StrEnum):
    """The kind of a change: added, changed without effect on traffic, changed with effect on traffic or people, removed."""

    ADDED = "added"
    IN_PLACE = "in-place"
    EFFECT = "effect"
    REMOVED = "removed"


class FieldChange(Struct, frozen=True):
    """A changed field, whether that touches traffic, and why."""

    name: str
    before: Any
    after: Any
    effect: bool
    why: str


class Change(Struct, frozen=True):
    """One row that differs. `before` is None for an added row, `after` for a removed one.

    A list that only gains or loses members is a separate change, added or removed, with the members in `fields` and both rows set.
    """

    kind: Kind
    table: str
    key: Key
    before: Row | None
    after: Row | None
    fields: tuple[FieldChange, ...] = ()

    @property
    def row(self) -> Row:
        """The later row, or the earlier one if it is removed."""
        found = self.after if self.after is not None else self.before
        assert found is not None
        return found

    @property
    def whole(self) -> bool:
        """Whether the whole row is added or removed."""
        return self.before is None or self.after is None
