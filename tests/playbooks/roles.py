"""Modules and filters of the collection, imported by the names that Ansible has for them (pythonpath in pyproject.toml)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

_PLUGINS = "ansible_collections.clustergen.cluster.plugins"


def module(name: str) -> ModuleType:
    """Import a module, which Ansible runs on hosts."""
    return import_module(f"{_PLUGINS}.modules.{name}")


def filters(file: str) -> dict[str, Callable[..., Any]]:
    """Return the filters of a file, as Ansible takes them."""
    found: dict[str, Callable[..., Any]] = import_module(f"{_PLUGINS}.filter.{file}").FilterModule().filters()
    return found
