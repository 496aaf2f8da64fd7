"""Files of backups: no secret, one program for all control hosts, and addresses that restic takes."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.analysis.close import close
from generator.render.artifact import ROOT_ONLY, Artifact
from generator.render.backends import backups
from tests.ours import TEMPLATES
from tests.plan.test_backups import HOME, SECRETS
from tests.specs import Spec, cluster, plan_data


def files_of(folder: Path, repository: str = "/home/backups/atlas", **keys: object) -> dict[str, Artifact]:
    spec: Spec = cluster() | {"storage": HOME, "scheduler": {"slurm": {}}, "backups": {"repository": repository}} | keys
    plan = close(plan_data(spec, folder))
    files = {each.path: each for each in backups.render(plan, TEMPLATES)}
    assert list(backups.paths(plan)) == list(files)
    return files


@pytest.mark.parametrize("repository", SECRETS)
def test_secrets_are_references(repository: str, tmp_path: Path) -> None:
    """In files that only root reads; the key of sftp is the role's."""
    files = files_of(tmp_path, repository)
    named = {path for path, each in files.items() if "{{clustergen_" in each.content}
    rest = {path for path in files if repository.startswith("rest:") and path.endswith("/repository")}
    assert named == {path for path in files if path.startswith("backups/shared/")} | rest
    assert {files[path].mode for path in named} == {ROOT_ONLY}


def test_each_host_has_its_own_repository(tmp_path: Path) -> None:
    """A prune of one waits for no other, and a host reads nothing of another."""
    files = files_of(tmp_path)
    addresses = {path.split("/")[2]: each.content for path, each in files.items() if path.endswith("/repository")}
    assert addresses == {f"control{n}": f"/home/backups/atlas/control{n}\n" for n in range(1, len(addresses) + 1)}
    rest = files_of(tmp_path, "rest:https://backup.example.net:8000/atlas")["backups/hosts/control1/repository"]
    assert rest.content == "rest:https://{{clustergen_backup_rest_login}}@backup.example.net:8000/atlas/control1\n"


def test_the_unit_waits_for_the_tier(tmp_path: Path) -> None:
    """And the program looks whether it is mounted; a repository elsewhere has none."""
    unit, settings = "backups/units/clustergen-backup.service", "backups/hosts/control1/settings"
    files = files_of(tmp_path)
    assert "RequiresMountsFor=/home\n" in files[unit].content
    assert "mount=/home\n" in files[settings].content
    far = files_of(tmp_path, "sftp:atlas@backup.example.net:/srv/atlas")
    assert "RequiresMountsFor" not in far[unit].content
    assert "mount=\n" in far[settings].content


def test_without_monitoring_there_is_no_metric(tmp_path: Path) -> None:
    settings = "backups/hosts/control1/settings"
    assert "metrics=/var/lib/prometheus/node-exporter\n" in files_of(tmp_path)[settings].content
    assert "metrics=\n" in files_of(tmp_path, monitoring={"enabled": False})[settings].content


def test_switches_are_read_before_the_backup(tmp_path: Path) -> None:
    """As often; the list has names of secrets, and no file has a value or a reference that a unit could print."""
    backed = {"repository": "/home/backups/atlas", "every_hours": 4, "switches": True}
    files = {path: each.content for path, each in files_of(tmp_path, backups=backed).items()}
    timer, service = (files[f"backups/switches/clustergen-switches.{kind}"] for kind in ("timer", "service"))
    assert "OnUnitActiveSec=4h\n" in timer
    assert "OnBootSec=10min\n" in timer
    assert "OnBootSec=15min\n" in files["backups/units/clustergen-backup.timer"]
    assert "/playbooks/switch_drift.yml " in service
    assert "{{" not in timer + service + files["backups/switches/secrets"]
    assert "switches /var/lib/clustergen/switches root\n" in files["backups/hosts/control1/items"]
    assert not [path for path in files_of(tmp_path) if path.startswith("backups/switches/")]


@pytest.mark.proof
def test_the_shell_takes_the_program(tmp_path: Path, program: Callable[[str], str]) -> None:
    """Each call in it is one of its functions or a program; a planted fault is seen."""
    text = files_of(tmp_path)["backups/clustergen-backup.sh"].content
    judged = [program("shellcheck"), "--shell=bash", "-"]
    assert subprocess.run(judged, input=text, text=True, capture_output=True, check=False).stdout == ""
    planted = text.replace('rm -rf "${2:?}"', "rm -rf $2", 1)
    assert "SC2086" in subprocess.run(judged, input=planted, text=True, capture_output=True, check=False).stdout


def test_unknown_words_are_refused_before_anything_is_read(tmp_path: Path) -> None:
    file = tmp_path / "clustergen-backup.sh"
    file.write_text(files_of(tmp_path)["backups/clustergen-backup.sh"].content, encoding="utf-8")
    for words in ((), ("prune",), ("run", "now"), ("restore",)):
        bash = shutil.which("bash")
        assert bash is not None
        done = subprocess.run([bash, file, *words], text=True, capture_output=True, check=False)
        assert (done.returncode, done.stderr.partition(":")[0]) == (64, "usage"), words
