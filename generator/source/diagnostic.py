"""A problem as data: message, place, reason, and fix."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from generator.source.span import Loc, Span


class Severity(StrEnum):
    """How much a problem weighs: an error stops the work, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Note(Struct, frozen=True):
    """The other end of a conflict: a sentence, and its place."""

    message: str
    loc: Loc = ()
    document: Any = None
    """The file that the place is in, where that is not the spec itself."""
    at_key: bool = False


class Diagnostic(Struct, frozen=True, kw_only=True):
    """One problem. `loc` names the value, or its key where `at_key`; `span` overrides both.

    `document` is the file that the places are in, where that is not the spec itself.
    """

    code: str
    message: str
    loc: Loc = ()
    at_key: bool = False
    span: Span | None = None
    label: str = ""
    notes: tuple[Note, ...] = ()
    help: str = ""
    severity: Severity = Severity.ERROR
    document: Any = None


class SpecError(Exception):
    """The spec cannot be used; `problems` holds every reason that was found."""

    def __init__(self, problems: Iterable[Diagnostic]) -> None:
        """Take the problems in the order in which they were found."""
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.code}: {p.message}" for p in self.problems))


class Problems(Struct):
    """A collection of problems: stages add theirs, and stop at a point of their choice."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(self, *problems: Diagnostic) -> None:
        """Keep some more problems."""
        self.found.extend(problems)

    @property
    def errors(self) -> list[Diagnostic]:
        """Return those that stop the work."""
        return [p for p in self.found if p.severity is Severity.ERROR]

    def stop_at_errors(self) -> None:
        """Raise everything found so far if any of it is an error."""
        if self.errors:
            raise SpecError(self.found)
