"""Formats of exports: a module each, found by its `EXPORT`."""

from functools import cache

from generator.exports.export import Export
from generator.source.rule import discover


@cache
def exports() -> dict[str, Export]:
    """Return every export by its name, in the order of the names."""
    found = discover(__name__, __path__, Export)
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}
