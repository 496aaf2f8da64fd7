"""The role `slurm` lets slurm.conf name a script of jobs only where compute hosts have it: slurmd fails every job without its prolog.

Ansible is real; `grep` stands in, so that it reads the slurm.conf of the test.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playbooks.plays import ansible_playbook

pytestmark = pytest.mark.proof

ROLES = Path(__file__).resolve().parents[2] / "playbooks" / "roles"
PLAIN = "ClusterName=atlas\n"
NAMES = PLAIN + "Prolog=/etc/slurm/prolog.sh\nEpilog=/etc/slurm/epilog.sh\n"
BOTH = ("gpu01", "gpu02")
REFUSED = "these compute hosts are outside of this run, were not reached, or have scripts of an earlier plan: gpu02 (1 in all)"


def place(folder: Path, before: str | None, ready: tuple[str, ...], **more: object) -> subprocess.CompletedProcess[str]:
    """Install the tree's slurm.conf, which names scripts, on a controller with this one, while these hosts have all scripts."""
    (folder / "slurm").mkdir()
    (folder / "slurm" / "slurm.conf").write_text(NAMES, encoding="ascii")
    if before is not None:
        (folder / "before").write_text(before, encoding="ascii")
    grep = folder / "grep"
    grep.write_text(f'#!/bin/sh\nexec /bin/grep "$1" "$2" {folder}/before\n', encoding="ascii")
    grep.chmod(0o755)
    local = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    groups: dict[str, dict[str, object]] = {
        "slurm_controller": {"hosts": {"control1": local}},
        "slurm_compute": {"hosts": dict.fromkeys(BOTH, local)},
        "managed": {"hosts": {name: {} for name in ("control1", *BOTH)}},
    }
    if ready:
        groups["slurm_scripted"] = {"hosts": {name: {} for name in ready}}
    (folder / "hosts.yml").write_text(json.dumps({"all": {"children": groups}}), encoding="utf-8")
    role = {"name": str(ROLES / "slurm"), "tasks_from": "prolog.yml"}
    task = {"name": "Place it", "ansible.builtin.include_role": role}
    play = {"name": "Place", "hosts": "slurm_controller", "gather_facts": False, "tasks": [task]}
    (folder / "play.yml").write_text(json.dumps([play]), encoding="utf-8")
    said = {"cluster_slurm": {}, "cluster_tree": str(folder), **more}
    path = f"{folder}:{os.environ['PATH']}"
    return ansible_playbook("-i", folder / "hosts.yml", folder / "play.yml", "-e", json.dumps(said), PATH=path)


def test_a_prolog_is_not_named_while_a_host_lacks_it(tmp_path: Path) -> None:
    """The refusal has the host, what is named, and the way out."""
    done = place(tmp_path, PLAIN, ("gpu01",))
    said = " ".join(done.stdout.split())
    assert done.returncode != 0, said
    assert REFUSED in said
    assert "it would name Prolog=/etc/slurm/prolog.sh, Epilog=/etc/slurm/epilog.sh" in said
    assert "--limit slurm_compute" in said


@pytest.mark.parametrize(
    ("before", "ready", "more"),
    [
        (PLAIN, BOTH, {}),
        (NAMES, (), {}),
        (None, (), {}),
        (PLAIN, (), {"slurm_prolog_anyway": "true"}),
    ],
    ids=["all have it", "named before", "fresh controller", "allowed"],
)
def test_a_prolog_is_named(before: str | None, ready: tuple[str, ...], more: dict[str, object], tmp_path: Path) -> None:
    done = place(tmp_path, before, ready, **more)
    assert done.returncode == 0, done.stdout + done.stderr
