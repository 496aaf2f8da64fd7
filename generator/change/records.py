"""What a comparison gives: changes of rows, each of one kind."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct

Row: TypeAlias = Mapping[str, Any]
"""A record as `plan.json` has it."""
Key: TypeAlias = tuple[Any, ...]
"""What a row is about, whatever it says of it."""


class Kind(StrEnum):
    """What happens to something: it comes, it changes and no packet notices, it changes and traffic or a person does, it goes."""

    ADDED = "added"
    IN_PLACE = "in-place"
    EFFECT = "effect"
    REMOVED = "removed"


class FieldChange(Struct, frozen=True):
    """A field that is not as it was, whether traffic is touched by that, and why."""

    name: str
    before: Any
    after: Any
    effect: bool
    why: str


class Change(Struct, frozen=True):
    """One row that differs. `before` is missing where it comes, `after` where it goes.

    A list that only gains or loses members is a change of its own, added or removed, with the members in `fields`; then both rows are there.
    """

    kind: Kind
    table: str
    key: Key
    before: Row | None
    after: Row | None
    fields: tuple[FieldChange, ...] = ()

    @property
    def row(self) -> Row:
        """The row as it will be, or as it was where it goes."""
        found = self.after if self.after is not None else self.before
        assert found is not None
        return found

    @property
    def whole(self) -> bool:
        """Whether all of the row comes or goes."""
        return self.before is None or self.after is None
