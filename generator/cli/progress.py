"""Progress of long work: on a terminal, never in a pipe."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import click

Item = TypeVar("Item")
_LONG = 500
"""Steps from which work is worth a bar."""


def progress(items: Iterable[Item], count: Callable[[], int], label: str, *, quiet: bool) -> Iterator[Item]:
    """Pass items through, showing a bar on standard error where a person may be waiting; only then are they counted."""
    length = 0 if quiet or not sys.stderr.isatty() else count()
    if length < _LONG:
        yield from items
        return
    with click.progressbar(items, length=length, label=label, file=sys.stderr) as bar:
        yield from bar
