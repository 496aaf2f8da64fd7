"""What a run of `switches.yml` with a tag does on each system: no tag but `push` reaches a task that changes a switch."""

from functools import cache
from pathlib import Path

import pytest

from tests.playbooks.plays import ansible_playbook

SYSTEMS = ("sonic", "cumulus", "eos")
PUSHING = {"Push only allowed changes", "Confirm only if the whole wave is healthy", "Confirm the change"}


@cache
def _listed(play: Path, tag: str) -> frozenset[str]:
    """Return the names of the tasks that a run with a tag has, without those of files that are read while it runs."""
    said = ansible_playbook("-i", "localhost,", play, "--list-tasks", "--tags", tag)
    assert said.returncode == 0, said.stderr
    lines = [line.split("\t")[0].strip() for line in said.stdout.splitlines() if "\tTAGS: " in line]
    return frozenset(line.rpartition(" : ")[2] for line in lines)


@pytest.fixture(params=SYSTEMS)
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a play that has the role of a system in it, as `switches.yml` includes it."""
    path = tmp_path / "play.yml"
    role = f"[{{ansible.builtin.import_role: {{name: clustergen.cluster.switch_{request.param}}}}}]"
    path.write_text(f"- {{hosts: localhost, gather_facts: false, tasks: {role}}}\n", encoding="utf-8")
    return path


def test_only_a_push_reaches_what_changes_a_switch(play: Path) -> None:
    """A block's tags would be those of every task in it."""
    assert _listed(play, "push") >= PUSHING
    for tag in ("diff", "backup", "switches_verify"):
        assert not PUSHING & _listed(play, tag), tag


@pytest.mark.parametrize("play", ["eos"], indirect=True)
def test_a_backup_of_eos_opens_no_session(play: Path) -> None:
    """A switch may refuse lines of the tree, as one of an earlier release does: its backup is made before that is found out."""
    opened = "Open a session with the tree's configuration"
    assert opened in _listed(play, "diff")
    assert opened not in _listed(play, "backup")
