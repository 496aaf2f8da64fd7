"""Who reaches whom, from rendered files alone: hosts' routes and firewalls, leaves' filters, VLANs and instances, held against the intent."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import SubprocessError

import yaml


class UnreadableError(Exception):
    """A file holds something whose effect is not known here; the message names the file and what it is."""


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
"""What a file that is not in its form makes of its reader."""


@contextmanager
def reading(where: str) -> Iterator[None]:
    """Name the file in what goes wrong while it is read.

    Raises:
        UnreadableError: it is not in the form of its system.
    """
    try:
        yield
    except BROKEN as error:
        raise UnreadableError(f"{where} cannot be read: {type(error).__name__}: {error}") from error
