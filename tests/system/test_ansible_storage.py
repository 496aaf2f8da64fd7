"""The role `storage` on a client over real SSH: a local tier on a real XFS, an NFS tier by a stand-in for `mount.nfs4`, as this kernel has no NFS."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from generator.cli.output import write_tree
from generator.data import data_dir
from generator.render.templates import Templates
from generator.render.tree import render_tree
from tests.conftest import example
from tests.specs import plan_data
from tests.twin.ssh_hosts import SshHosts, require

PLAY = "ansible/playbooks/storage.yml"
_NFS = (
    '#!/bin/sh\necho "mount.nfs4 $*" >>/var/log/stand-ins\nmkdir -p /srv/served\nexec mount --bind /srv/served "$2"\n'
)
_DISK = """
set -e
truncate -s 320M /srv/disk
mkfs.xfs -q -L "$1" /srv/disk
mknod /dev/loop-control c 10 237
loop=$(losetup --find)
mknod "$loop" b 7 "${loop#/dev/loop}"
losetup "$loop" /srv/disk
mkdir -p /dev/disk/by-label
ln -s "$loop" "/dev/disk/by-label/$1"
echo "$loop"
"""


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A GPU host of roce-256 on Debian 12, whose name is the plan's; its loop device goes with it."""
    require(program)
    program("mkfs.xfs")
    spec = yaml.safe_load(example("roce-256").read_text(encoding="utf-8"))
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    folder = tmp_path_factory.mktemp("storage")
    write_tree(render_tree(plan_data(spec, folder), Templates(data_dir("templates"))), folder / "build")
    with SshHosts(folder / "build", ["gpu01"]) as bed:
        bed["gpu01"].write("/usr/sbin/mount.nfs4", _NFS, "755")
        try:
            yield bed
        finally:
            bed["gpu01"].run("sh", "-c", "umount -l /scratch; losetup -j /srv/disk -O NAME -n | xargs -r losetup -d")


def test_a_local_tier_without_a_file_system_says_how_it_is_made(hosts: SshHosts) -> None:
    """By whom, and that it erases; nothing is mounted, and no disk is touched."""
    said = hosts.playbook(PLAY)
    assert "storage_make_local=true" in said.failed["gpu01"]
    assert "/dev/disk/by-label/scratch" in said.failed["gpu01"]
    assert hosts["gpu01"].calls("mount.nfs4") == []


def test_both_are_mounted_and_the_second_run_changes_nothing(
    hosts: SshHosts, proven: Callable[[str, str], None]
) -> None:
    """With the options of the units, through systemd."""
    gpu = hosts["gpu01"]
    gpu.must("sh", "-c", _DISK, "disk", "scratch")
    hosts.playbook(PLAY).must()
    assert "xfs" in gpu.must("findmnt", "-no", "FSTYPE,OPTIONS", "/scratch")
    assert "noatime" in gpu.must("findmnt", "-no", "OPTIONS", "/scratch")
    assert "storage1.atlas.example.net:/home /home" in gpu.calls("mount.nfs4")[0]
    assert "vers=4.2,hard" in gpu.calls("mount.nfs4")[0]
    for unit in ("home.mount", "scratch.mount"):
        assert gpu.unit(unit)["UnitFileState"] == "enabled"
    assert hosts.playbook(PLAY).must().changed == {}
    proven("role storage over SSH", "XFS of a local tier mounted for real; NFS by a stand-in for mount.nfs4")


def test_a_changed_mount_stays_until_somebody_drains(hosts: SshHosts, tmp_path: Path) -> None:
    """The new unit is there; what is mounted is not pulled from under jobs, and the run says so."""
    unit = hosts.tree / "hosts" / "gpu01" / "etc" / "systemd" / "system" / "home.mount"
    text = unit.read_text(encoding="utf-8")
    unit.write_text(text.replace("vers=4.2,hard", "vers=4.2,hard,nconnect=8"), encoding="utf-8")
    try:
        said = hosts.playbook(PLAY).must()
        assert "needs a drained host" in said.stdout
        assert len(hosts["gpu01"].calls("mount.nfs4")) == 1
    finally:
        unit.write_text(text, encoding="utf-8")
    hosts.playbook(PLAY).must()


def test_decommission_gives_back_what_roles_placed(hosts: SshHosts) -> None:
    """Asked twice, it unmounts, removes, and leaves the way in."""
    refused = hosts.playbook("ansible/playbooks/decommission.yml", "--limit", "gpu01", "-e", "drain_wait_s=0")
    assert refused.returncode != 0
    said = hosts.playbook(
        "ansible/playbooks/decommission.yml",
        "--limit",
        "gpu01",
        "-e",
        "decommission_sure=gpu01",
        "--skip-tags",
        "drain",
    )
    assert said.failed == {}, said.stdout
    assert not hosts["gpu01"].exists("/etc/systemd/system/home.mount")
    assert hosts["gpu01"].run("mountpoint", "-q", "/scratch").returncode != 0
    assert hosts.ssh("gpu01", "true").returncode == 0
