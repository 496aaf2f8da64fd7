"""What `mirror.yml` mirrors is what roles install: no role installs packages that are not among it."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

_ROLES = ROOT / "playbooks" / "roles"
_FROM_INVENTORY = {
    "gpu": "cluster_gpu_packages",
    "hosts": "cluster_hosts_packages",
    "upgrade": "cluster_hosts_packages",
}
"""Roles whose packages are variables of the inventory, with that variable."""


def _tasks(value: Any) -> list[dict[str, Any]]:
    """Return tasks with those of their blocks."""
    found = []
    for task in value or []:
        found += [task, *(each for key in ("block", "rescue", "always") for each in _tasks(task.get(key)))]
    return found


def _installing() -> set[str]:
    """Return the roles that have a task with a package manager."""
    found = set()
    for path in _ROLES.glob("*/tasks/*.yml"):
        for task in _tasks(yaml.safe_load(path.read_text(encoding="utf-8"))):
            for module in ("package", "apt", "dnf"):
                if (task.get(f"ansible.builtin.{module}") or {}).get("name"):
                    found.add(path.parent.parent.name)
    return found


WANTED = (_ROLES / "mirror" / "tasks" / "wanted.yml").read_text(encoding="utf-8")


def test_every_role_that_installs_packages_is_asked() -> None:
    read = set(re.findall(r"name: clustergen\.cluster\.(\w+), rolespec_validate", WANTED))
    assert _installing() == read | set(_FROM_INVENTORY)
    for variable in _FROM_INVENTORY.values():
        assert variable in WANTED


@pytest.mark.parametrize("role", sorted(_installing() - set(_FROM_INVENTORY)))
def test_its_packages_are_taken(role: str) -> None:
    """By the variable that the role itself asks for, or by what that has of the archive of the system."""
    asked = []
    for path in sorted(Path(_ROLES / role / "tasks").glob("*.yml")):
        for task in _tasks(yaml.safe_load(path.read_text(encoding="utf-8"))):
            names = (task.get("clustergen.cluster.packages_missing") or {}).get("names")
            asked += re.findall(rf"\b{role}_\w+", names or "")
    if role == "slurm":
        asked = ["slurm_of_archive"]
        variables = yaml.safe_load((_ROLES / role / "vars" / "main.yml").read_text(encoding="utf-8"))
        assert "slurm_wanted" in variables["slurm_of_archive"]
    for variable in asked or [f"{role}_packages"]:
        assert variable in WANTED, f"{role} installs {variable}"
