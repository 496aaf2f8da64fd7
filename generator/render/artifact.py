"""A file before it is one."""

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """How far a file's form is proven in the tests, best first (the grades of `manifest.json`)."""

    APPLIED = "applied"
    PARSED = "parsed"
    SCHEMA = "schema"
    GRAMMAR = "grammar"
    RENDERED = "rendered"


@dataclass(frozen=True, slots=True)
class Proof:
    """A grade, and the program or schema that gives it."""

    grade: Grade
    by: str


UNPROVEN = Proof(Grade.RENDERED, "")


@dataclass(frozen=True, slots=True)
class Artifact:
    """A path below the output directory, its text, and what proves its form."""

    path: str
    content: str
    proof: Proof = UNPROVEN
