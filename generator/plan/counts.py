"""Counts with their nouns, as every output prints them."""

from collections.abc import Sequence


def counted(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: `1 leaf`, `1,024 leaves`; the plural that English forms by rule may be left out."""
    if count != 1:
        one = many or one + ("es" if one.endswith(("ch", "s", "x")) else "s")
    return f"{count:,} {one}"


def from_first(names: Sequence[str], one: str, many: str = "") -> str:
    """Return how many devices there are, and the first: `1 leaf, leaf1`, or `4 leaves, beginning with leaf1`."""
    return f"{counted(len(names), one, many)}, {'' if len(names) == 1 else 'beginning with '}{names[0]}"
