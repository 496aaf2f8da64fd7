"""Files of facts that ship with clustergen and that no user overlays, by folder and name."""

from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import yaml

from generator.spec.base import SpecModel

_OURS = Path(__file__).parent
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Facts = TypeVar("Facts", bound=SpecModel)


@cache
def read_facts(kind: type[Facts], folder: str, name: str) -> Facts:
    """Return the facts of a program, as the file `<folder>/<name>.yaml` of the catalog has them."""
    return kind.model_validate(read_values(folder, name))


def read_values(folder: str, name: str) -> Any:
    """Return the plain values of the file `<folder>/<name>.yaml` of the catalog."""
    text = (_OURS / folder / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=_LOADER)  # noqa: S506  (the safe loader, in C where there is one)


def fact_names(folder: str) -> list[str]:
    """Return the names of all programs that a folder of the catalog describes, sorted."""
    return sorted(path.stem for path in (_OURS / folder).glob("*.yaml"))
