"""Files of facts that ship with clustergen, by folder and name: read and validated once, and cached with the installation."""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml
from pydantic import VERSION

from generator.data import read_shipped
from generator.source.kept import Kept
from generator.spec import base

OURS = Path(__file__).parent
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Facts = TypeVar("Facts", bound=msgspec.Struct)
Made = TypeVar("Made")


@cache
def read_facts(kind: type[Facts], folder: str, name: str) -> Facts:
    """Return the facts of a program from the file `<folder>/<name>.yaml` of the catalog, which users cannot override."""
    return shipped(folder, name, lambda: msgspec.convert(_values(folder, name), kind))


def read_values(folder: str, name: str) -> Any:
    """Return the plain values of the file `<folder>/<name>.yaml` of the catalog."""
    return shipped(folder, name, lambda: _values(folder, name))


@cache
def fact_names(folder: str) -> tuple[str, ...]:
    """Return the names of all files of a folder of the catalog, sorted."""
    return tuple(sorted(path.stem for path in (OURS / folder).glob("*.yaml")))


def shipped(folder: str, name: str, make: Callable[[], Made]) -> Made:
    """Return the cached value of a file that ships, or the result of `make`, which is then cached; damaged entries are made again."""
    text = read_shipped(f"{OURS}/{folder}/{name}.yaml")
    return _kept(OURS).made(f"{folder}/{name}", text, make)


def _values(folder: str, name: str) -> Any:
    text = (OURS / folder / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=_LOADER)  # noqa: S506  (the safe loader, in C where there is one)


@cache
def _kept(ours: Path) -> Kept:
    """Return where it is kept, by the models' code and the releases of what makes them."""
    models = (*sorted(OURS.glob("*.py")), Path(base.__file__))
    return Kept(
        ours,
        (
            VERSION.encode(),
            msgspec.__version__.encode(),
            sys.version.encode(),
            *(read_shipped(str(path)) for path in models),
        ),
    )
