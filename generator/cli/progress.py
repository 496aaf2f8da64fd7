"""Progress of long work: on a terminal, never in a pipe."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

Item = TypeVar("Item")
_LONG = 500
"""Steps from which work is worth a bar."""


def progress(items: Iterable[Item], length: int, label: str, *, quiet: bool) -> Iterator[Item]:
    """Pass items through, showing a bar on standard error where a person may be waiting."""
    if quiet or length < _LONG or not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, length=length, label=label, file=sys.stderr) as bar:
        yield from bar
