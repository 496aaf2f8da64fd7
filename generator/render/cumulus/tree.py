"""The tree that both files are made of: mappings down to a value, a list of words, or nothing (`{}`); and both forms of it as text.

NVUE writes `on` and `10,20,30: {}` without quotes, which common YAML printers do not.
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

Branch = dict[str, Any]
_PARTS = re.compile(r"\d+|\D+")
_PLAIN = re.compile(r"[A-Za-z0-9/._-](?:[A-Za-z0-9/.,_@+=()~-]|:(?=\S)| (?=[^ #]))*")
"""What YAML reads as the same text without quotes: no colon before a blank or at the end, no ` #`, no leading sign of its own."""


def at(branch: Branch, *path: str) -> Branch:
    """Return the branch at a path, made where it is not there yet."""
    for key in path:
        branch = branch.setdefault(key, {})
    return branch


def add_rule(listed: Branch, number: int, action: str) -> Branch:
    """Add a rule to a list or map, and return it."""
    rule = at(listed, "rule", str(number))
    at(rule, "action", action)
    return rule


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


def startup_yaml(tree: Branch, header: tuple[str, ...]) -> str:
    """Print the tree as NVUE's startup.yaml: a list with one `set`."""
    comment = [f"# {line}".rstrip() for line in header]
    return "\n".join([*comment, "- set:", *_lines(tree, "    ")]) + "\n"


def nv_set(tree: Branch, header: tuple[str, ...], before: tuple[str, ...] = ()) -> str:
    """Print the tree as a script of `nv set` commands; `before` comes first, whole lines."""
    comment = [f"# {line}".rstrip() for line in header]
    commands = [f"nv set {' '.join(shlex.quote(word) for word in words)}" for words in flatten(tree)]
    return "\n".join(["#!/bin/bash", *comment, "set -eu", *before, *commands]) + "\n"


def _lines(branch: Branch, pad: str) -> Iterator[str]:
    for key, value in branch.items():
        if isinstance(value, dict) and value:
            yield f"{pad}{_scalar(key)}:"
            yield from _lines(value, pad + "  ")
        elif isinstance(value, dict):
            yield f"{pad}{_scalar(key)}: {{}}"
        elif isinstance(value, list):
            yield f"{pad}{_scalar(key)}:"
            yield from (f"{pad}- {_scalar(each)}" for each in value)
        else:
            yield f"{pad}{_scalar(key)}: {_scalar(value)}"


def _scalar(value: Any) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else "'" + text.replace("'", "''") + "'"
