"""The tree that both files are made of: mappings down to a value, a list of words, or nothing (`{}`)."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

Branch = dict[str, Any]
_PARTS = re.compile(r"\d+|\D+")


def at(branch: Branch, *path: str) -> Branch:
    """Return the branch at a path, made where it is not there yet."""
    for key in path:
        branch = branch.setdefault(key, {})
    return branch


def flatten(branch: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every `nv set` command that says the tree: one a value, one a branch that ends in nothing."""
    for key, value in branch.items():
        here = (*above, str(key))
        if isinstance(value, Mapping) and value:
            yield from flatten(value, here)
        elif isinstance(value, Mapping):
            yield here
        elif isinstance(value, list):
            yield (*here, *map(str, value))
        else:
            yield (*here, str(value))


def ordered(branch: Branch) -> Branch:
    """Order keys as the switch itself prints them: names with numbers in them by number."""
    return {
        key: ordered(value) if isinstance(value, dict) else value
        for key, value in sorted(branch.items(), key=lambda each: _natural(each[0]))
    }


@cache
def _natural(key: str) -> tuple[tuple[int, int, str], ...]:
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _PARTS.findall(key))
