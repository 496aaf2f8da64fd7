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
"""Text that YAML reads unchanged without quotes: no colon before a blank or at the end, no ` #`, no leading indicator."""


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
    """Yield the words of every `nv set` command of the tree: one for each value, one for each empty branch."""
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
    keys = sorted(branch, key=_natural) if len(branch) > 1 else branch
    return {key: ordered(value) if isinstance(value := branch[key], dict) else value for key in keys}


@cache
def _natural(key: str) -> tuple[tuple[int, int, str], ...]:
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _PARTS.findall(key))


def startup_yaml(tree: Branch, header: tuple[str, ...]) -> str:
    """Print the tree as NVUE's startup.yaml: a list with one `set`."""
    comment = [f"# {line}".rstrip() for line in header]
    lines = [*comment, "- set:"]
    _add_lines(lines, tree, "    ")
    return "\n".join(lines) + "\n"


def nv_set(tree: Branch, header: tuple[str, ...], before: tuple[str, ...] = ()) -> str:
    """Print the tree as a script of `nv set` commands; `before` comes first, whole lines."""
    comment = [f"# {line}".rstrip() for line in header]
    lines = ["#!/bin/bash", *comment, "set -eu", *before]
    _add_commands(lines, tree, "nv set")
    return "\n".join(lines) + "\n"


def _add_commands(lines: list[str], branch: Branch, above: str) -> None:
    """Add the commands of `flatten`, each word of a path quoted once for all commands below it."""
    for key, value in branch.items():
        here = f"{above} {_quoted(str(key))}"
        if isinstance(value, dict) and value:
            _add_commands(lines, value, here)
        elif isinstance(value, dict):
            lines.append(here)
        elif isinstance(value, list):
            lines.append(" ".join([here, *(_quoted(str(each)) for each in value)]))
        else:
            lines.append(f"{here} {_quoted(str(value))}")


_quoted = cache(shlex.quote)


def _add_lines(lines: list[str], branch: Branch, pad: str) -> None:
    for key, value in branch.items():
        head = f"{pad}{_scalar(str(key))}:"
        if isinstance(value, dict) and value:
            lines.append(head)
            _add_lines(lines, value, pad + "  ")
        elif isinstance(value, dict):
            lines.append(f"{head} {{}}")
        elif isinstance(value, list):
            lines.append(head)
            lines += [f"{pad}- {_scalar(str(each))}" for each in value]
        else:
            lines.append(f"{head} {_scalar(str(value))}")


@cache
def _scalar(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else "'" + text.replace("'", "''") + "'"
