"""Output with foreign names, as lines and as tables: without control sequences for a terminal or commands for the log of a CI job."""

import json
from collections.abc import Sequence
from typing import Any

import click

from generator.source.visible import visible, visible_json


def say(text: str, *, err: bool = False) -> None:
    """Print lines, with control characters escaped."""
    click.echo("\n".join(map(visible, text.split("\n"))), err=err)


def failed(text: str) -> SystemExit:
    """Print an error, and return the exit for it, to be raised."""
    say(f"error: {text}", err=True)
    return SystemExit(1)


def say_json(value: Any) -> None:
    """Print a value as JSON for programs; what JSON has no form for is printed as text."""
    text = json.dumps(value, indent=1, ensure_ascii=False, default=str)
    click.echo("\n".join(map(visible_json, text.split("\n"))))


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Print rows under a head; every line ends without blanks."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(len(row[i]) for row in [list(columns), *cells]) for i in range(len(columns))]
    right = [bool(rows) and all(isinstance(row[i], int | float) for row in rows) for i in range(len(columns))]
    lines = []
    for row in [list(columns), ["-" * width for width in widths], *cells]:
        line = "  ".join(
            value.rjust(width) if to_right else value.ljust(width)
            for value, width, to_right in zip(row, widths, right, strict=True)
        )
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:g}"
    return visible(str(value))
