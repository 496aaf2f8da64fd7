"""Files whose program a handler restarts: a run that is cut short between the two leaves what the next run takes up."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

_OURS = "clustergen.cluster.rendered_files"
ROLES = ROOT / "playbooks" / "roles"


def _tasks(there: Any) -> Iterator[dict[str, Any]]:
    """Walk the tasks of a file, those in blocks included."""
    for each in there or ():
        yield each
        for part in ("block", "rescue", "always"):
            yield from _tasks(each.get(part))


def _placing() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each task that places files and calls a handler, with its role and the name of its set."""
    for path in sorted(ROLES.glob("*/tasks/*.yml")):
        for task in _tasks(yaml.safe_load(path.read_text(encoding="utf-8"))):
            if _OURS in task and "notify" in task:
                yield path.parents[1].name, task[_OURS]["set"], task


def _settled(role: Path) -> str:
    """Return all tasks of a role that settle a set, as text."""
    tasks = [task for path in role.glob("tasks/*.yml") for task in _tasks(yaml.safe_load(path.read_text("utf-8")))]
    return str([task for task in tasks if task.get(_OURS, {}).get("settled")])


@pytest.mark.parametrize(("role", "name", "task"), [pytest.param(*each, id=each[1]) for each in _placing()])
def test_files_of_a_handler_are_pending_until_they_are_in_effect(role: str, name: str, task: dict[str, Any]) -> None:
    """They count as changed while they wait, and a later step of the role clears them."""
    assert task["changed_when"] == f"{task['register']}.to_apply | default([]) | length > 0"
    assert f"'{name}'" in _settled(ROLES / role)
