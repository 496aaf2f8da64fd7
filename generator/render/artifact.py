"""A file before it is one."""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct


class Grade(StrEnum):
    """How far a file's form is proven in the tests, best first (the grades of `manifest.json`)."""

    APPLIED = "applied"
    PARSED = "parsed"
    SCHEMA = "schema"
    GRAMMAR = "grammar"
    RENDERED = "rendered"


class Proof(Struct, frozen=True):
    """A grade, and the program or schema that gives it."""

    grade: Grade
    by: str


class RenderError(Exception):
    """A file cannot be made on this machine; the message has what is missing, and the fix."""


UNPROVEN = Proof(Grade.RENDERED, "")
PLAIN_MODE = 0o644
ROOT_ONLY = 0o600
"""The mode of files that their program ignores, or warns of, where others can read them."""


class Artifact(Struct, frozen=True):
    """A path below the output directory, its text, the proof of its form, and its mode; a path that ends with .sh is executable anyway.

    `text` may be a function, for files of single devices, so that one can be made without the others. For a large file it is bytes, so that there is
    only one copy.
    """

    path: str
    text: str | bytearray | Callable[[], str]
    proof: Proof = UNPROVEN
    mode: int = PLAIN_MODE

    @property
    def content(self) -> str:
        """Its text, made each time where it is not there yet."""
        text = self.text() if callable(self.text) else self.text
        return text if isinstance(text, str) else text.decode()

    @property
    def data(self) -> bytes | bytearray:
        """Its text as it is written."""
        return self.text if isinstance(self.text, bytearray) else self.content.encode()

    def made(self) -> "Artifact":
        """Return it with its text."""
        return Artifact(self.path, self.text(), self.proof, self.mode) if callable(self.text) else self
