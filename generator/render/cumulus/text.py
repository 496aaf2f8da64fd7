"""Both forms of the tree as text. NVUE writes `on` and `10,20,30: {}` without quotes, which common YAML printers do not."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

from generator.render.cumulus.tree import Branch, flatten

_PLAIN = re.compile(r"[A-Za-z0-9/._-](?:[A-Za-z0-9/.,_@+=()~-]|:(?=\S)| (?=[^ #]))*")
"""What YAML reads as the same text without quotes: no colon before a blank or at the end, no ` #`, no leading sign of its own."""


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
