"""Data of this installation: templates, playbooks and the manual (beside the package in a wheel, at the top of a checkout), and known switch systems."""

import os
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path

_AT_ONCE = 1 << 16
_PACKAGE = Path(__file__).resolve().parent
SWITCH_SYSTEMS = tuple(sorted(path.stem for path in (_PACKAGE / "catalog" / "systems").glob("*.yaml")))
"""The operating systems of Ethernet switches: each has a file of facts."""


def data_dir(name: str) -> Path:
    """Return the folder `name` ("templates", "playbooks" or "docs") that belongs to this installation.

    Raises FileNotFoundError: neither a wheel's `_data` nor a checkout holds the folder.
    """
    shipped = _PACKAGE / "_data" / name
    if shipped.is_dir():
        return shipped
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    message = f"this installation of clustergen has no {name}/ folder: install it again"
    raise FileNotFoundError(message)


@cache
def data_texts(name: str) -> Mapping[str, str]:
    """Return the text of every file of a folder by its path below it, in order; what Python leaves behind is no part of it.

    Raises FileNotFoundError: as `data_dir`.
    """
    folder = str(data_dir(name))
    found = {path[len(folder) + 1 :]: read_shipped(path).decode() for path in _files(folder)}
    return {path: found[path] for path in sorted(found, key=lambda path: path.split("/"))}


def _files(folder: str) -> Iterator[str]:
    """Yield the paths of all files below a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir():
                yield entry.path
            elif entry.name != "__pycache__":
                yield from _files(entry.path)


def read_shipped(path: str) -> bytes:
    """Return the content of a file of this installation. A start reads hundreds: fewer calls of the system than `open` makes are half of the time."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return b"".join(iter(partial(os.read, handle, _AT_ONCE), b""))
    finally:
        os.close(handle)
