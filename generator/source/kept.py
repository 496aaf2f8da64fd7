"""What is made once of the files that ship, and kept as Python keeps modules: in a `__pycache__` of the installation, and nowhere else.

Each thing begins with the digest of the text that it was made of and of the code that made it: what another text, or another release, needs is made anew.
Nothing that comes with a spec is ever kept, or read, here.
"""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

READABLE = 0o644


class Kept:
    """Bytes by name, below a folder of the installation; written where Python writes bytecode."""

    def __init__(self, ours: Path, made_by: Iterable[bytes]) -> None:
        """Keep it below `ours`; `made_by` is what it depends on beside the text: code, and releases of libraries."""
        self._folder = ours / "__pycache__"
        self._made_by = sha256(b"\0".join(made_by)).digest()

    def get(self, name: str, text: bytes) -> bytes | None:
        """Return what was made of a text; nothing where it is yet to be made, or is not what this code makes of this text."""
        with suppress(OSError):
            digest, made = self._digest(text), self._path(name).read_bytes()
            return made[len(digest) :] if made.startswith(digest) else None
        return None

    def put(self, name: str, text: bytes, made: bytes) -> None:
        """Keep what was made of a text, where this installation is ours to write to; elsewhere the next start makes it again."""
        if sys.dont_write_bytecode:
            return
        path = self._path(name)
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            beside.write_bytes(self._digest(text) + made)
            beside.chmod(READABLE)
            beside.replace(path)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name.replace('/', '-')}.kept"

    def _digest(self, text: bytes) -> bytes:
        return sha256(self._made_by + text).digest()
