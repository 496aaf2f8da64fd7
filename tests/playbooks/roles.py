"""Modules and filters of the roles, loaded from where they stand: Ansible finds them by their folder, Python does not."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType


@cache
def load(role: str, path: str) -> ModuleType:
    """Load `library/<module>.py` or `filter_plugins/<file>.py` of a role."""
    place = ROOT / "playbooks" / "roles" / role
    for part in sorted((place / "module_utils").glob("*.py")):
        name = f"ansible.module_utils.{part.stem}"
        sys.modules.setdefault(name, _loaded(name, part))
    return _loaded((place / path).stem, place / path)


def _loaded(name: str, place: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, place)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def filters(role: str, file: str) -> dict[str, Callable[..., Any]]:
    """Return the filters of a file, as Ansible takes them."""
    found: dict[str, Callable[..., Any]] = load(role, f"filter_plugins/{file}.py").FilterModule().filters()
    return found
