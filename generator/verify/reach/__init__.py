"""Reachability, from rendered files only: hosts' routes and firewalls, leaves' filters, VLANs and instances, compared with the intent."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import SubprocessError

import yaml

from generator.source.broken import said_of


class UnreadableError(Exception):
    """A file has a setting with unknown effect; the message names the file and the setting."""


BROKEN = (
    OSError,
    SubprocessError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    StopIteration,
    RecursionError,
    yaml.YAMLError,
    re.error,
)
"""Errors of readers on malformed files."""


@contextmanager
def reading(where: str) -> Iterator[None]:
    """Add the name of the file to errors while it is read. Raises UnreadableError: it is not in the form of its system."""
    try:
        yield
    except BROKEN as error:
        raise UnreadableError(f"{where} cannot be read: it {said_of(error)}") from error
