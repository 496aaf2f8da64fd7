"""Formats of sources: a module each, found by its `FORMAT`."""

from functools import cache

from generator.adopt.source_file import Format
from generator.source.rule import discover


@cache
def formats() -> tuple[Format, ...]:
    """Return every format, in the order of their names."""
    return tuple(sorted(discover(__name__, __path__, Format), key=lambda each: each.name))
