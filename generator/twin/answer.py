"""The answer of a command of the twin: a sentence, more lines, and differences from the design."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

MOST_LINES = 20
"""Differences that are printed; a program gets all."""


class TwinError(Exception):
    """The twin cannot start, or cannot carry out a command; the message has the reason and the fix."""


class Answer(Struct, kw_only=True):
    """An answer. `more`: figures for programs; `faults`: what differs from the design."""

    command: str
    summary: str
    lines: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def as_designed(self) -> bool:
        """Whether nothing differs from the design."""
        return not self.faults

    def text(self) -> str:
        """Return it for people."""
        lines = [self.summary, *(f"  {line}" for line in self.lines)]
        lines += [f"  not as designed: {fault}" for fault in self.faults[:MOST_LINES]]
        if len(self.faults) > MOST_LINES:
            lines.append(f"  not as designed: {len(self.faults) - MOST_LINES} more")
        return "\n".join(lines)

    def data(self) -> dict[str, Any]:
        """Return it for programs."""
        said = {"command": self.command, "as_designed": self.as_designed, "summary": self.summary}
        return {**said, "lines": self.lines, "not_as_designed": self.faults, **self.more}
