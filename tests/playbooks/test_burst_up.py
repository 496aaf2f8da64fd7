"""Settings under which hosts of a provider that are up would not be found again are refused before anything is placed."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.playbooks.plays import PLAYBOOKS, ansible_playbook

pytestmark = pytest.mark.proof

NOW = {
    "program": "gcloud",
    "state": "/var/spool/slurmctld/burst",
    "hosts": ["burst0001", "burst0002", "burst0003"],
    "commands": {"list": ["list", "--zones=z"], "stop": ["delete", "@name@"], "start": ["create"]},
}
PLAY = f"""
- hosts: localhost
  connection: local
  gather_facts: false
  vars_files: [{PLAYBOOKS}/roles/slurm/defaults/main.yml]
  tasks:
    - ansible.builtin.include_tasks: {PLAYBOOKS}/roles/slurm/tasks/burst_up.yml
"""


def _refused(folder: Path, up: list[str], then: dict[str, Any], now: dict[str, Any] | None = NOW) -> str:
    """Return why a run is refused; empty where it is not."""
    (folder / "bin").mkdir()
    (folder / "bin" / "runuser").write_text('#!/bin/sh\nshift 2\nexec "$@"\n')
    (folder / "bin" / "runuser").chmod(0o755)
    (folder / "burst.py").write_text(f"print({json.dumps({'hosts': dict.fromkeys(up, 1)})!r})")
    if now is not None:
        (folder / "burst.json").write_text(json.dumps(now))
    (folder / "play.yml").write_text(PLAY)
    given = json.dumps(
        {"slurm_burst_folder": str(folder), "slurm_burst_next": then, "ansible_python_interpreter": sys.executable}
    )
    done = ansible_playbook(
        "-i", "localhost,", folder / "play.yml", "-e", given, PATH=f"{folder}/bin:{os.environ['PATH']}"
    )
    if done.returncode == 0:
        return ""
    assert "Refuse settings" in done.stdout, done.stdout + done.stderr
    return done.stdout.rpartition("Refuse settings")[2]


@pytest.mark.parametrize(
    "then",
    [
        {},
        NOW | {"hosts": ["burst0001"]},
        NOW | {"program": "aws"},
        NOW | {"state": "/srv/burst"},
        NOW | {"commands": NOW["commands"] | {"list": ["list", "--zones=other"]}},  # type: ignore[operator]
        NOW | {"commands": NOW["commands"] | {"stop": ["delete", "--project=other"]}},  # type: ignore[operator]
    ],
    ids=["removed", "count", "provider", "state", "list", "stop"],
)
def test_what_would_be_lost_is_refused(then: dict[str, Any], tmp_path: Path) -> None:
    assert "burst0002 are up and would no longer be found" in _refused(tmp_path, ["burst0002"], then)


@pytest.mark.parametrize(
    ("up", "then", "now"),
    [
        (["burst0002"], NOW | {"hosts": ["burst0001", "burst0002"]}, NOW),
        (["burst0002"], NOW | {"commands": NOW["commands"] | {"start": ["create", "--machine-type=n"]}}, NOW),  # type: ignore[operator]
        ([], {}, NOW),
        (["burst0002"], {}, None),
    ],
    ids=["others", "machine", "nothing", "first"],
)
def test_the_rest_is_not(up: list[str], then: dict[str, Any], now: dict[str, Any] | None, tmp_path: Path) -> None:
    """Hosts that stay in the settings, a new machine type, nothing that is up, or the first run."""
    assert _refused(tmp_path, up, then, now) == ""
