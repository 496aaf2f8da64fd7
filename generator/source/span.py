"""Places: `Loc` names a value by its path, `Span` is its position in the text."""

from msgspec import Struct

Loc = tuple[str | int, ...]
"""A path into a document: `("hosts", "gpu", "count")`."""


class Span(Struct, frozen=True, order=True):
    """A stretch of one line. Lines and columns count from 1; `end` is the column after the last."""

    line: int
    column: int
    end: int


def dotted(loc: Loc) -> str:
    """Print a path as a reader would write it: `hosts.gpu.positions[2]`."""
    text = ""
    for segment in loc:
        if isinstance(segment, int):
            text += f"[{segment}]"
        else:
            text += f".{segment}" if text else segment
    return text
