"""A host that is lost in the middle of a stage, which no rescue of a play sees, holds later waves back as one that fails."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.playbooks.plays import ansible_playbook

_LOST = {"ansible_connection": "ssh", "ansible_host": "127.0.0.1", "ansible_port": 1, "ansible_ssh_retries": 0}
"""Nobody listens there."""
_GATE = {"name": "clustergen.cluster.waves", "tasks_from": "gate.yml"}


PLAYS = (("hosts", "", "gpu02", 100), ("gpu", "", "", 0), ("slurm", " first", "gpu03", 0), ("slurm", " then", "", 0), ("storage", "", "gpu01", 0))  # fmt: skip
"""The stage and the part of each, the host that is lost in it, and how many may fail in percent."""


def _play(stage: str, part: str, lost: str, most_percent: int) -> dict[str, object]:
    """Return a play of a stage in waves of two hosts, one of which is not reached any more in the middle of it."""
    here = {"ansible_connection": "{{ 'ssh' if inventory_hostname == lost else 'local' }}"}
    return {
        "name": f"{stage}{part}",
        "hosts": "waves_in_use",
        "serial": [2, 2],
        "gather_facts": False,
        "vars": {"waves_stage": stage, "waves_max_fail_percentage": most_percent, "lost": lost},
        "tasks": [
            {"ansible.builtin.import_role": _GATE},
            {
                "block": [{"name": f"Work on {stage}{part}", "ansible.builtin.raw": "true", "vars": here}],
                "rescue": [{"ansible.builtin.include_role": {**_GATE, "tasks_from": "fault.yml"}}],
            },
        ],
    }


def _run(place: Path, hosts: Mapping[str, object], plays: list[dict[str, object]]) -> str:
    """Run plays over hosts in use, and return what Ansible prints."""
    inventory = {"all": {"children": {"waves_in_use": {"hosts": hosts}}}}
    (place / "hosts.json").write_text(json.dumps(inventory), encoding="utf-8")
    (place / "book.yml").write_text(json.dumps(plays), encoding="utf-8")
    done = ansible_playbook("-i", place / "hosts.json", place / "book.yml")
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Run all plays over four hosts in use."""
    hosts = dict.fromkeys(("gpu01", "gpu02", "gpu03", "gpu04"), _LOST)
    return _run(tmp_path_factory.mktemp("lost"), hosts, [_play(*each) for each in PLAYS])


def _worked(said: str, stage: str) -> list[str]:
    """Name the hosts that did a stage's work, which Ansible reports in the order in which they end."""
    parts = [part for part in said.split("TASK [") if part.startswith(f"Work on {stage}]")]
    return sorted(re.findall(r"^changed: \[(\w+)\]", "".join(parts), re.MULTILINE))


@pytest.mark.parametrize(
    ("stage", "names"),
    [
        pytest.param("hosts", ["gpu01", "gpu03", "gpu04"], id="as-many-as-may-fail"),
        pytest.param("gpu", ["gpu01", "gpu03", "gpu04"], id="lost-in-an-earlier-stage"),
        pytest.param("slurm then", ["gpu01", "gpu04"], id="lost-in-an-earlier-play-of-the-stage"),
        pytest.param("storage", [], id="more-than-may-fail"),
    ],
)
def test_who_is_lost_counts_as_failed_in_its_stage(said: str, stage: str, names: list[str]) -> None:
    assert _worked(said, stage) == names, said


def test_a_host_that_is_not_reached_leaves_its_stage_to_the_next_one(tmp_path: Path) -> None:
    """One after another, as control hosts: the first is left out and counts for no wave."""
    play = _play("provision", "", "", 0) | {"serial": 1}
    tasks = [
        {"ansible.builtin.import_role": _GATE},
        {"ansible.builtin.import_role": {**_GATE, "tasks_from": "reach.yml"}},
        {"name": "Work on provision", "ansible.builtin.raw": "true"},
    ]
    said = _run(tmp_path, {"control1": _LOST, "control2": {"ansible_connection": "local"}}, [{**play, "tasks": tasks}])
    assert _worked(said, "provision") == ["control2"], said
