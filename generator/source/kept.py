"""A cache of values derived from the files that ship, like Python's compiled modules: only in a `__pycache__` of the installation.

Each entry begins with the digest of its text and of the code that made it, so another text or release makes it again. Nothing that belongs to a spec
is ever written or read here.
"""

import os
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TypeVar

from generator.data import read_shipped

READABLE = 0o644
Made = TypeVar("Made")


class Kept:
    """Bytes by name, below a folder of the installation; written where Python writes bytecode."""

    def __init__(self, ours: Path, made_by: Iterable[bytes]) -> None:
        """Use a folder below `ours`; `made_by` are other dependencies than the text: code, and releases of libraries."""
        self._folder = ours / "__pycache__"
        self._made_by = sha256(b"\0".join(made_by)).digest()

    def made(self, name: str, text: bytes, make: Callable[[], Made]) -> Made:
        """Return the value that is cached for a text, or the result of `make`, which is then cached; damaged entries are made again."""
        found = self.get(name, text)
        if found is not None:
            with suppress(Exception):  # whatever is wrong with a file that we can make again
                value: Made = pickle.loads(found)  # noqa: S301  (written by us, into our own installation, as Python writes its modules)
                return value
        value = make()
        self.put(name, text, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
        return value

    def get(self, name: str, text: bytes) -> bytes | None:
        """Return the cached value of a text; None where it is missing, or is of another text or code."""
        with suppress(OSError):
            digest, made = self._digest(text), read_shipped(self._path(name))
            return made[len(digest) :] if made.startswith(digest) else None
        return None

    def view(self, name: str, text: bytes) -> memoryview | None:
        """Return a cached value like `get`, as memory of the file: of a large value only what is looked at is read."""
        with suppress(OSError, ValueError), Path(self._path(name)).open("rb") as file:  # ValueError: an empty file
            digest, made = self._digest(text), memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
            return made[len(digest) :] if made[: len(digest)] == digest else None
        return None

    def is_ours(self) -> bool:
        """Whether this installation is ours to write to."""
        there = self._folder if self._folder.exists() else self._folder.parent
        return not sys.dont_write_bytecode and os.access(there, os.W_OK)

    def put(self, name: str, text: bytes, made: bytes) -> None:
        """Cache what was made of a text, where this installation is ours to write to; elsewhere the next start makes it again."""
        if not self.is_ours():
            return
        path = Path(self._path(name))
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            beside.write_bytes(self._digest(text) + made)
            beside.chmod(READABLE)
            beside.replace(path)

    def _path(self, name: str) -> str:
        return f"{self._folder}/{name.replace('/', '-')}.kept"

    def _digest(self, text: bytes) -> bytes:
        return sha256(self._made_by + text).digest()
