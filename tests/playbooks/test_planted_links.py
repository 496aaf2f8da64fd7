"""Roles run as root in folders of other users: a link that these have planted is refused, and what it leads to stays as it is."""

import json
import os
import sys
from pathlib import Path

import pytest

from tests.playbooks.plays import PLAYBOOKS, ansible_playbook

pytestmark = pytest.mark.proof

_PLAY = """
- hosts: localhost
  connection: local
  gather_facts: false
  tasks:
    - ansible.builtin.import_tasks: {tasks}
"""


def _refused(folder: Path, tasks: str, *options: str, **given: object) -> str:
    """Run tasks of a role, and return what they print."""
    (folder / "play.yml").write_text(_PLAY.format(tasks=PLAYBOOKS / "roles" / tasks))
    values = json.dumps(given | {"ansible_python_interpreter": sys.executable})
    done = ansible_playbook("-i", "localhost,", folder / "play.yml", "-e", values, *options)
    assert done.returncode != 0, done.stdout + done.stderr
    return done.stdout


def _planted(place: Path, target: Path) -> None:
    """Put a link of another user than root there."""
    target.mkdir(mode=0o755)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)
    if os.geteuid() == 0:
        os.lchown(place, 65534, 65534)


def test_a_folder_of_a_service_is_no_link(tmp_path: Path) -> None:
    """The file server's root would give what it leads to to the owner of the folder."""
    place, target = tmp_path / "home" / "atlas", tmp_path / "etc"
    _planted(place, target)
    row = {"path": str(place), "uid": os.geteuid(), "mode": "0700"}
    assert "already exists as a link" in _refused(tmp_path, "storage/tasks/folders.yml", storage_folders=[row])
    assert target.stat().st_mode & 0o777 == 0o755


def test_folders_of_zones_are_roots(tmp_path: Path) -> None:
    """The group of named may write beside them, and so rename them: from now on it may not."""
    home = tmp_path / "bind"
    _planted(home / "clustergen", tmp_path / "etc")
    said = _refused(tmp_path, "dns/tasks/owner.yml", dns_home=str(home))
    assert f"root writes to {home}/clustergen" in " ".join(said.split())
    assert home.stat().st_mode & 0o1000


def test_the_folder_of_series_is_roots_before_figures_of_burst_hosts_are_there(tmp_path: Path) -> None:
    """The stage of Slurm comes before that of the exporters, which give the folder to root."""
    place, target = tmp_path / "prometheus" / "node-exporter", tmp_path / "etc"
    _planted(place, target)
    said = _refused(
        tmp_path,
        "slurm/tasks/burst_metrics.yml",
        slurm_burst={"metrics": f"{place}/clustergen-burst.prom"},
        exporters_written=str(place),
        exporters_textfiles=str(place),
    )
    assert f"root writes to {place}" in " ".join(said.split())
    assert not list(target.iterdir())


@pytest.mark.parametrize("tasks", ["storage/tasks/ceph.yml", "backups/tasks/main.yml"])
def test_the_folder_of_series_is_roots_before_programs_write_there(tmp_path: Path, tasks: str) -> None:
    """An object store reports its health before the stage of the exporters, and backups.yml may run alone."""
    place, settings = tmp_path / "prometheus" / "node-exporter", tmp_path / "hosts" / "localhost" / "settings"
    _planted(place, tmp_path / "etc")
    settings.parent.mkdir(parents=True)
    settings.write_text(f"kind=path\nmetrics={place}\n", "utf-8")
    said = _refused(
        tmp_path,
        tasks,
        "--start-at-task",
        "Have root own the folder to which its programs write",
        backups_here=True,
        backups_source=str(tmp_path),
        cluster_storage_ceph={"reports": True},
        storage_balances={},
        exporters_written=str(place),
        exporters_textfiles=str(place),
    )
    assert f"root writes to {place}" in " ".join(said.split())
