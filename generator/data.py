"""What comes with this installation: templates, playbooks and the manual (beside the package in a wheel, at the top of a checkout), and which switch systems are known."""

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
    folder = data_dir(name)
    files = sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}
