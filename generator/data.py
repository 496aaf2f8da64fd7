"""Data of this installation: templates, playbooks and the manual (beside the package in a wheel, at the top of a checkout), and known switch systems."""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
SWITCH_SYSTEMS = tuple(sorted(path.stem for path in (_PACKAGE / "catalog" / "systems").glob("*.yaml")))
"""The operating systems of Ethernet switches: each has a file of facts."""


def data_dir(name: str) -> Path:
    """Return the folder `name` ("templates", "playbooks" or "docs") that belongs to this installation.

    Raises:
        FileNotFoundError: neither a wheel's `_data` nor a checkout holds the folder.
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

    Raises:
        FileNotFoundError: as `data_dir`.
    """
    folder = str(data_dir(name))
    found = {}
    for here, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if each != "__pycache__"]
        for path in (f"{here}/{file}" for file in files):
            with open(path, encoding="utf-8") as text:  # noqa: PTH123  (of hundreds of files, pathlib takes as long as all else of this)
                found[path[len(folder) + 1 :]] = text.read()
    return {path: found[path] for path in sorted(found, key=lambda path: path.split("/"))}
