"""The role `storage` on a client that caches Lustre on its local drives, over real SSH: real systemd, and a real XFS that really fills.

No kernel of the tests has Lustre: stand-ins mount it and take the commands of its client.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.host_files import host_file
from tests.system.test_ansible_storage import _DISK, _NOTE, _UDEV, ONE
from tests.tier_specs import caching
from tests.twin.debian import bed_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.twin.ssh_host import SshHost

PLAY = "ansible/playbooks/storage.yml"
UNIT, ROOM, TIMER = "clustergen-pcc.service", "clustergen-pcc-room.service", "clustergen-pcc-room.timer"
_MADE = json.dumps({"storage_make_local": True, "storage_local_disks": [ONE]})
_MOUNT = f'{_NOTE}mkdir -p /srv/served\nexec mount --bind /srv/served "$2"\n'
_LCTL = f'{_NOTE}case $* in *" add "*) [ ! -e /srv/old-servers ] ;; esac\n'
"""Metadata servers that do not offer the read-only cache refuse to have one added."""
_FREED = "for _ in $(seq 100); do [ $(stat -f -c '%a * 2 / %b' /scratch | xargs expr) -ge 1 ] && exit; sleep 0.1; done; exit 1"
"""XFS gives the room of a removed file back in the background."""
_COPY = "/scratch/pcc-fast/0001/0000/0401/0000/0002/0000"
_FID = "0x200000401:0x1:0x0"


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A GPU host on Debian 12 with one empty disk."""
    require(program)
    for name in ("mkfs.xfs", "wipefs", "losetup"):
        program(name)
    spec = caching()
    spec["hosts"]["gpu"] |= {"os": "debian-12", "packages": []}
    del spec["storage"]["home"]
    spec["storage"]["fast"]["gds"] = False
    spec["storage"]["scratch"] |= {"gds": False, "caches": {"tiers": ["fast"], "lustre_release": "2.16"}}
    with SshHosts(bed_tree(spec, tmp_path_factory.mktemp("pcc"))[1], ["gpu01"]) as bed:
        gpu = bed["gpu01"]
        gpu.write("/usr/sbin/mount.lustre", _MOUNT, "755")
        gpu.write("/usr/sbin/lctl", _LCTL, "755")
        gpu.write("/usr/bin/lfs", _NOTE, "755")
        gpu.script("udevadm", _UDEV)
        try:
            gpu.must("sh", "-c", _DISK, "disk", "one")
            yield bed
        finally:
            gpu.run("umount", "--lazy", "/scratch")
            gpu.run("sh", "-c", "readlink /dev/disk/by-id/nvme-* | xargs losetup -d")


def active(gpu: SshHost, unit: str) -> str:
    """Return the state of a unit."""
    return gpu.unit(unit)["ActiveState"]


def _rested(gpu: SshHost) -> None:
    """Let the unit be started as if some time had passed: systemd refuses the sixth start within ten seconds."""
    gpu.must("systemctl", "reset-failed", UNIT)


def test_without_a_cache_lustre_is_mounted(hosts: SshHosts) -> None:
    """Servers that are too old refuse it: the run says so, mounts both tiers, and fails nothing."""
    gpu = hosts["gpu01"]
    gpu.must("touch", "/srv/old-servers")
    said = hosts.playbook(PLAY, "-e", _MADE).must()
    assert "the cache of Lustre on local drives does not run" in said.stdout
    assert active(gpu, "fast.mount") == active(gpu, "scratch.mount") == "active"
    assert (active(gpu, UNIT), gpu.unit(UNIT)["UnitFileState"]) == ("failed", "enabled")


def test_the_cache_is_added_when_both_are_mounted(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """The next run starts it, with its folder; the one after changes nothing."""
    gpu = hosts["gpu01"]
    gpu.must("rm", "/srv/old-servers")
    hosts.playbook(PLAY).must()
    assert active(gpu, UNIT) == active(gpu, TIMER) == "active"
    assert gpu.must("stat", "-c", "%a %U", "/scratch/pcc-fast").split() == ["700", "root"]
    assert [line.split(" -p")[0] for line in gpu.calls("lctl")][-3:] == [
        "lctl pcc del -k /fast /scratch/pcc-fast",
        "lctl pcc add /fast /scratch/pcc-fast",
        "lctl set_param llite.fast-*.pcc_mode=0444",
    ]
    assert hosts.playbook(PLAY).must().changed == {}
    proven("role storage over SSH", "the cache of Lustre: its units under systemd on a real XFS; lctl is a stand-in")


def test_copies_go_where_jobs_need_the_room(hosts: SshHosts) -> None:
    """On a file system that is really full: copies first, then the cache; it comes back by itself when there is room."""
    gpu = hosts["gpu01"]
    gpu.must("mkdir", "-p", _COPY)
    gpu.must("fallocate", "-l", "20M", f"{_COPY}/{_FID}")
    gpu.must("systemctl", "start", ROOM)
    assert gpu.exists(f"{_COPY}/{_FID}")
    size = int(gpu.must("stat", "-f", "-c", "%b", "/scratch")) * int(gpu.must("stat", "-f", "-c", "%S", "/scratch"))
    gpu.must("fallocate", "-l", str(size * 85 // 100), "/scratch/job")
    gpu.must("systemctl", "start", ROOM)
    assert not gpu.exists(f"{_COPY}/{_FID}")
    assert f"lfs pcc detach_fid -m /fast {_FID}" in gpu.calls("lfs")
    assert active(gpu, UNIT) == "inactive"
    gpu.must("rm", "/scratch/job")
    gpu.must("sh", "-c", _FREED)
    gpu.must("systemctl", "start", ROOM)
    assert active(gpu, UNIT) == "active"


def test_it_is_removed_before_a_mount_ends(hosts: SshHosts) -> None:
    """Lustre holds the folder, so that the local tier could not be unmounted; it is added again with the mount."""
    gpu = hosts["gpu01"]
    for mount in ("fast.mount", "scratch.mount"):
        _rested(gpu)
        gpu.must("systemctl", "stop", mount)
        assert gpu.calls("lctl")[-1] == "lctl pcc del -k /fast /scratch/pcc-fast"
        assert active(gpu, UNIT) == "inactive"
        gpu.must("systemctl", "start", "scratch.mount", "fast.mount", UNIT)
        assert active(gpu, UNIT) == "active"


def test_a_folder_of_somebody_else_is_refused(hosts: SshHosts) -> None:
    """What is in it would be read as files of the tier."""
    gpu = hosts["gpu01"]
    gpu.must("systemctl", "stop", UNIT)
    _rested(gpu)
    gpu.must("chown", "1000", "/scratch/pcc-fast")
    before = len(gpu.calls("lctl"))
    gpu.run("systemctl", "start", UNIT)
    assert active(gpu, UNIT) == "failed"
    assert not [line for line in gpu.calls("lctl")[before:] if " add " in line]
    gpu.must("chown", "0", "/scratch/pcc-fast")
    gpu.must("systemctl", "start", UNIT)


def test_a_cache_that_the_plan_no_longer_has_is_stopped(hosts: SshHosts) -> None:
    """With its timer; the mounts stay."""
    gpu = hosts["gpu01"]
    folder = host_file(hosts.tree, "gpu01", f"etc/systemd/system/{UNIT}").parent
    kept = {file: file.read_bytes() for file in folder.glob("clustergen-pcc*")}
    assert len(kept) == 3
    try:
        for file in kept:
            file.unlink()
        hosts.playbook(PLAY, "-e", '{"cluster_storage_lustre_cache": []}').must()
        assert active(gpu, UNIT) == "inactive"
        assert active(gpu, TIMER) != "active"
        assert not gpu.exists(f"/etc/systemd/system/{UNIT}")
        assert active(gpu, "fast.mount") == "active"
        assert hosts.playbook(PLAY, "-e", '{"cluster_storage_lustre_cache": []}').must().changed == {}
    finally:
        for file, content in kept.items():
            file.write_bytes(content)
