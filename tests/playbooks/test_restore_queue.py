"""Which parts `restore.yml` restores without being asked: not the queue that other controllers have on their tier, with later jobs than a backup."""

import re
from pathlib import Path

import pytest
import yaml

from tests.playbooks.plays import PLAYBOOKS, ansible_playbook

pytestmark = pytest.mark.proof

PARTS = ["slurm-site", "slurmdbd", "slurmctld", "kubernetes-keys", "etcd", "kea"]


def _asked(folder: Path, controllers: list[str], *arguments: str) -> tuple[list[str], str]:
    """Return the parts of control1, by the playbook's first play, which reaches no host."""
    items = folder / "tree/backups/hosts/control1/items"
    items.parent.mkdir(parents=True)
    items.write_text("# of the test\n" + "".join(f"{part} /{part} root\n" for part in PARTS), "utf-8")
    hosts = {name: {"ansible_connection": "local"} for name in ("control1", "control2")}
    shared = {"cluster_slurm": {"controllers": controllers}, "cluster_tree": str(folder / "tree")}
    inventory = folder / "hosts.yml"
    inventory.write_text(yaml.safe_dump({"role_control": {"hosts": hosts, "vars": shared}}), "utf-8")
    words = ["-e", "restore_host=control1", "-e", "restore_sure=control1", *arguments]
    done = ansible_playbook("-v", "-i", inventory, PLAYBOOKS / "restore.yml", "--tags", "always", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r'"restore_asked": \[([^\]]*)\]', done.stdout)
    assert found is not None
    return sorted(re.findall(r'"([^"]+)"', found[1])), re.sub(r"\s+", " ", done.stdout)


def test_the_queue_of_one_controller_is_restored(tmp_path: Path) -> None:
    asked, said = _asked(tmp_path, ["control1"])
    assert asked == ["kea", "slurm-site", "slurmctld", "slurmdbd"]
    assert "share the queue" not in said


def test_a_queue_that_others_share_is_restored_by_its_name(tmp_path: Path) -> None:
    asked, said = _asked(tmp_path, ["control1", "control2"])
    assert asked == ["kea", "slurm-site", "slurmdbd"]
    assert "control1, control2 share the queue" in said
    assert "-e restore_parts=slurm-site,slurmdbd,slurmctld,kea" in said


@pytest.mark.parametrize("parts", ["slurmctld", "slurmdbd,slurmctld"])
def test_a_queue_that_is_named_is_restored(parts: str, tmp_path: Path) -> None:
    asked, said = _asked(tmp_path, ["control1", "control2"], "-e", f"restore_parts={parts}")
    assert asked == sorted(parts.split(","))
    assert "is not restored" not in said
