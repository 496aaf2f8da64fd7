"""The role `storage` on a client over real SSH: local tiers of real XFS, made by the role; NFS by a stand-in for `mount.nfs4`, as this kernel has none.

Disks are loop devices. There is no udev, so `udevadm` is a stand-in that names them by their labels; and no md, so `mdadm` gives a third device.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.host_files import host_file
from tests.twin import ssh_stand_ins
from tests.twin.ssh_host import SshHost
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

PLAY = "ansible/playbooks/storage.yml"
ONE, OTHER, BOTH = (f"/dev/disk/by-id/nvme-{name}" for name in ("one", "other", "both"))
_NOTE = f'#!/bin/sh\necho "${{0##*/}} $*" >>{ssh_stand_ins.LOG}\n'
_NFS = f'{_NOTE}mkdir -p /srv/served\nexec mount --bind /srv/served "$2"\n'
_UDEV = f"""{_NOTE}mkdir -p /dev/disk/by-label
for disk in /dev/disk/by-id/*; do
  label=$(blkid -p -s LABEL -o value "$disk") && ln -sf "$(readlink "$disk")" "/dev/disk/by-label/$label"
done
exit 0
"""
_MDADM = f"{_NOTE}mkdir -p /dev/md\nln -s $(readlink {BOTH}) $2\n"
_DISK = """
set -e
[ -e /dev/loop-control ] || mknod /dev/loop-control c 10 237
truncate -s 320M "/srv/$1"
loop=$(losetup --find)
[ -e "$loop" ] || mknod "$loop" b 7 "${loop#/dev/loop}"
losetup "$loop" "/srv/$1"
mkdir -p /dev/disk/by-id
ln -s "$loop" "/dev/disk/by-id/nvme-$1"
"""


@pytest.fixture(scope="module")
def hosts(debian: Callable[[str], Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A GPU host of roce-256 on Debian 12 with three empty disks, which go with it."""
    require(program)
    for name in ("mkfs.xfs", "mkfs.ext4", "wipefs", "losetup"):
        program(name)
    with SshHosts(debian("roce-256"), ["gpu01"]) as bed:
        gpu = bed["gpu01"]
        gpu.write("/usr/sbin/mount.nfs4", _NFS, "755")
        gpu.script("udevadm", _UDEV)
        gpu.script("mdadm", _MDADM)
        try:
            for name in ("one", "other", "both"):
                gpu.must("sh", "-c", _DISK, "disk", name)
            yield bed
        finally:
            gpu.run("umount", "--lazy", "/scratch")
            gpu.run("sh", "-c", "readlink /dev/disk/by-id/nvme-* | xargs losetup -d")


def _make(hosts: SshHosts, *disks: str, more: tuple[str, ...] = ()) -> Play:
    return hosts.playbook(PLAY, "-e", json.dumps({"storage_make_local": True, "storage_local_disks": disks}), *more)


def _forget(gpu: SshHost) -> None:
    """The disks are new again, and nothing is mounted."""
    gpu.must("sh", "-c", "umount /scratch; wipefs -qa /dev/disk/by-id/*; rm -rf /dev/md /dev/disk/by-label")


def test_a_local_tier_without_a_file_system_says_how_it_is_made(hosts: SshHosts) -> None:
    """By whom, and over which disks; nothing is mounted, and no disk is touched."""
    said = hosts.playbook(PLAY)
    assert "storage_make_local=true" in said.failed["gpu01"]
    assert "/dev/disk/by-label/scratch" in said.failed["gpu01"]
    assert hosts["gpu01"].calls("mount.nfs4") == []


def test_a_disk_that_holds_something_is_never_formatted(hosts: SshHosts) -> None:
    """An ext4 on the second of two, which mdadm and mkfs would write over without a question; and a name that no disk has."""
    gpu = hosts["gpu01"]
    gpu.must("mkfs.ext4", "-q", "-L", "precious", OTHER)
    before = gpu.must("sha256sum", "/srv/one", "/srv/other")
    said = _make(hosts, ONE, OTHER)
    assert f"{OTHER} holds ext4 precious, and is not overwritten" in said.failed["gpu01"]
    assert f"wipefs --all {OTHER}" in said.failed["gpu01"]
    assert "has no disk /dev/nvme9n1" in _make(hosts, ONE, "/dev/nvme9n1").failed["gpu01"]
    assert gpu.must("sha256sum", "/srv/one", "/srv/other") == before
    assert gpu.calls("mdadm") == []
    gpu.must("wipefs", "-qa", OTHER)


def test_two_disks_are_joined(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """And what shows only once they are joined is not written over either; then it is made, and mounted."""
    gpu = hosts["gpu01"]
    gpu.must("mkfs.ext4", "-q", "-L", "striped", BOTH)
    assert "/dev/md/scratch holds ext4 striped" in _make(hosts, ONE, OTHER).failed["gpu01"]
    assert gpu.calls("mdadm") == [f"mdadm --create /dev/md/scratch --run --level=0 --raid-devices=2 {ONE} {OTHER}"]
    gpu.must("wipefs", "-qa", BOTH)
    _make(hosts, ONE, OTHER).must()
    assert len(gpu.calls("mdadm")) == 1, "they were joined by the run that ended early"
    assert gpu.must("findmnt", "-no", "SOURCE,FSTYPE", "/scratch").split() == [
        gpu.must("readlink", BOTH).strip(),
        "xfs",
    ]
    proven("role storage over SSH", "a local tier made: disks looked at, XFS made and mounted; mdadm is a stand-in")
    _forget(gpu)


def test_both_are_mounted_and_the_second_run_changes_nothing(
    hosts: SshHosts, proven: Callable[[str, str], None]
) -> None:
    """The local tier is made over one disk; with the options of the units, through systemd."""
    gpu = hosts["gpu01"]
    said = _make(hosts, ONE, more=("--check",)).must()
    assert f"gpu01: xfs labelled scratch over {ONE}" in said.stdout
    assert gpu.must("wipefs", "--no-act", ONE) == ""
    _make(hosts, ONE).must()
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
    unit = host_file(hosts.tree, "gpu01", "etc/systemd/system/home.mount")
    text = unit.read_text(encoding="utf-8")
    unit.write_text(text.replace("vers=4.2,hard", "vers=4.2,hard,nconnect=8"), encoding="utf-8")
    try:
        said = hosts.playbook(PLAY).must()
        assert "until you drain the host" in said.stdout
        assert len(hosts["gpu01"].calls("mount.nfs4")) == 1
    finally:
        unit.write_text(text, encoding="utf-8")
    hosts.playbook(PLAY).must()


def test_a_mount_that_systemd_refuses_is_not_placed(hosts: SshHosts) -> None:
    """Nor any other of the step; in its own words."""
    before = hosts["gpu01"].read("/etc/systemd/system/home.mount")
    unit = host_file(hosts.tree, "gpu01", "etc/systemd/system/home.mount")
    text = unit.read_text(encoding="utf-8")
    unit.write_text(text.replace("Where=/home", "Where=/hone"), encoding="utf-8")
    try:
        said = hosts.playbook(PLAY)
    finally:
        unit.write_text(text, encoding="utf-8")
    assert "Where= setting doesn't match unit name" in said.failed["gpu01"]
    assert hosts["gpu01"].read("/etc/systemd/system/home.mount") == before
    assert hosts.playbook(PLAY).must().changed == {}


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
