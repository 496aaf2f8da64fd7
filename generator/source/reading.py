"""Reading of untrusted files: only regular ones are read, up to a size.

A pipe would wait forever, and a device or a file of some gigabytes would fill the memory; both are detected before reading.
"""

import json
import os
import re
import stat
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

_AT_ONCE = 1 << 24
STANDARD_INPUT = Path("-")
"""The name of standard input as a file argument."""


class ReadingError(Exception):
    """A file that is not read; `reason` is a clause that follows the file's name, `too_large` whether it is too large."""

    def __init__(self, reason: str, *, too_large: bool = False) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason
        self.too_large = too_large


def read_regular(path: Path, most: int) -> bytes:
    """Return the content of a plain file of at most `most` bytes. Raises ReadingError: it is no plain file, cannot be read, or is larger."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "no such name is possible").lower()
        raise ReadingError(f"cannot be read: {reason}") from None
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise ReadingError("is a directory" if stat.S_ISDIR(state.st_mode) else "is not a regular file")
        if state.st_size > most:
            raise ReadingError(f"has {state.st_size:,} bytes, and may have {most:,}", too_large=True)
        parts: list[bytes] = []
        left = most + 1  # a file of /proc has no size, and content
        while left and (part := os.read(handle, min(left, _AT_ONCE))):
            parts.append(part)
            left -= len(part)
    except OSError as error:
        raise ReadingError(f"cannot be read: {(error.strerror or 'unknown reason').lower()}") from None
    finally:
        os.close(handle)
    if not left:
        raise ReadingError(f"has more than {most:,} bytes", too_large=True)
    return b"".join(parts)


def read_standard_input(most: int) -> bytes:
    """Return standard input of at most `most` bytes, to its end; the same bytes at each call. Raises ReadingError: it is larger."""
    raw = _read_once(sys.stdin.buffer, most + 1)
    if len(raw) > most:
        raise ReadingError(f"has more than {most:,} bytes", too_large=True)
    return raw


@lru_cache(maxsize=1)
def _read_once(stream: BinaryIO, most: int) -> bytes:
    return stream.read(most)


def read_json(path: Path, most: int) -> Any:
    """Return the value of a JSON file of at most `most` bytes, without control characters and marks of templates in its texts.

    Raises ReadingError: it is no plain file, too large, or not such JSON.
    """
    raw = read_regular(path, most)
    if _harmless(raw):
        with suppress(msgspec.DecodeError, RecursionError):  # the slower code below reports the fault
            return msgspec.json.decode(raw)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise ReadingError("is not UTF-8") from None
    for found in _SUSPECT.finditer(text):
        if found.group(1) is None or found.group(1) not in _PLAIN_ESCAPES:
            line = text.count("\n", 0, found.start()) + 1
            raise ReadingError(f"has a control character or the mark of a template in a text (line {line})")
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise ReadingError(f"is not JSON (line {error.lineno})") from None
    except ValueError as error:
        raise ReadingError(f"is not JSON that is read here: {_too_many_digits(error)}") from None
    except RecursionError:
        raise ReadingError("is nested too deep") from None


def _harmless(raw: bytes) -> bool:
    """Whether a file has nothing that could be suspect: seen at once, as most plans are large and none of ours has any."""
    return not raw.translate(None, _TEXT) and b"\\" not in raw and not _TEMPLATE.search(raw)


_TEXT = bytes([*b"\t\n\r", *range(0x20, 0x7F)])
_TEMPLATE = re.compile(rb"\{[{%#]")
_SUSPECT = re.compile(r"\\(.)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|\{[{%#]", re.DOTALL)
"""Escapes, control characters, those that turn the direction of writing, and what templates begin with."""
_PLAIN_ESCAPES = '"\\/'
"""Characters that clustergen escapes in JSON; it escapes no others."""


def _no_number(word: str) -> float:
    message = f"{word} is not a number"
    raise ValueError(message)


def _too_many_digits(error: ValueError) -> str:
    return str(error) if "is not a number" in str(error) else "a number has too many digits"
