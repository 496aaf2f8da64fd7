"""The role `storage` on a client that caches NFS on its local drives, over real SSH: the real cachefilesd, on a real XFS, under a real systemd.

This kernel has no module cachefiles: a file is in the place of its device. NFS is mounted by a stand-in for `mount.nfs4`, and one empty disk is a loop device.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.host_files import host_file
from tests.system.test_ansible_storage import _DISK, _NFS, _UDEV, ONE
from tests.tier_specs import caching
from tests.twin.debian import bed_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLAY = "ansible/playbooks/storage.yml"
UNIT = "clustergen-cache.service"
CONF = "etc/cachefilesd.conf"
_MADE = json.dumps({"storage_make_local": True, "storage_local_disks": [ONE]})
# What the kernel makes when it binds the cache, which the daemon then opens
_BOUND = "mkdir -p /scratch/fscache/cache /scratch/fscache/graveyard"


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A GPU host on Debian 12 with one empty disk."""
    require(program)
    for name in ("cachefilesd", "mkfs.xfs", "wipefs", "losetup"):
        program(name)
    spec = caching()
    spec["hosts"]["gpu"] |= {"os": "debian-12", "packages": []}
    del spec["storage"]["fast"]
    spec["storage"]["scratch"]["gds"] = False
    with SshHosts(bed_tree(spec, tmp_path_factory.mktemp("cache"))[1], ["gpu01"]) as bed:
        gpu = bed["gpu01"]
        gpu.write("/usr/sbin/mount.nfs4", _NFS, "755")
        gpu.script("udevadm", _UDEV)
        try:
            gpu.must("sh", "-c", _DISK, "disk", "one")
            yield bed
        finally:
            gpu.run("umount", "--lazy", "/scratch")
            gpu.run("sh", "-c", "readlink /dev/disk/by-id/nvme-* | xargs losetup -d")


def test_without_a_cache_nfs_is_mounted(hosts: SshHosts) -> None:
    """The kernel has no device of a cache: the run says so, mounts both tiers, and fails nothing."""
    gpu = hosts["gpu01"]
    said = hosts.playbook(PLAY, "-e", _MADE).must()
    assert "the cache on local drives does not run, and NFS is mounted without it" in said.stdout
    assert "vers=4.2,hard,fsc" in gpu.calls("mount.nfs4")[0]
    assert gpu.unit("home.mount")["ActiveState"] == gpu.unit("scratch.mount")["ActiveState"] == "active"
    assert gpu.unit(UNIT)["ActiveState"] == "failed"
    assert gpu.unit(UNIT)["UnitFileState"] == "enabled"


def test_the_cache_runs_on_the_local_tier(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """The next run starts it once there is a device; the one after changes nothing, and other limits restart it."""
    gpu = hosts["gpu01"]
    gpu.must("touch", "/dev/cachefiles")
    gpu.must("sh", "-c", _BOUND)
    hosts.playbook(PLAY).must()
    assert gpu.unit(UNIT)["ActiveState"] == "active"
    assert gpu.must("stat", "-c", "%a %U", "/scratch/fscache").split() == ["700", "root"]
    text = host_file(hosts.tree, "gpu01", CONF).read_text(encoding="utf-8")
    wanted = [line for line in text.splitlines() if not line.startswith("#")]
    assert gpu.must("cat", "/dev/cachefiles").startswith("".join(wanted) + "bind")
    assert hosts.playbook(PLAY).must().changed == {}
    first = gpu.unit(UNIT)["MainPID"]
    file = host_file(hosts.tree, "gpu01", CONF)
    file.write_text(text.replace("bstop 20%", "bstop 21%"), encoding="utf-8")
    try:
        gpu.must("truncate", "-s", "0", "/dev/cachefiles")
        hosts.playbook(PLAY).must()
        assert "bstop 21%" in gpu.must("cat", "/dev/cachefiles")
        assert gpu.unit(UNIT)["MainPID"] != first
    finally:
        file.write_text(text, encoding="utf-8")
    proven(
        "role storage over SSH",
        "cachefilesd 0.10.10 on the XFS of a local tier; a file in the place of /dev/cachefiles",
    )


def test_the_cache_ends_with_its_tier(hosts: SshHosts) -> None:
    """It never writes where the local drive is not mounted: systemd stops it first, and does not start it again."""
    gpu = hosts["gpu01"]
    gpu.must("systemctl", "stop", "scratch.mount")
    assert gpu.unit(UNIT)["ActiveState"] == "inactive"
    gpu.must(
        "sh", "-c", "umount /dev/disk/by-label/scratch 2>/dev/null || true; mv /etc/systemd/system/scratch.mount /srv/"
    )
    gpu.must("systemctl", "daemon-reload")
    gpu.run("systemctl", "start", UNIT)
    assert gpu.unit(UNIT)["ActiveState"] == "inactive"
    assert gpu.run("test", "-e", "/scratch/fscache").returncode != 0
    gpu.must("mv", "/srv/scratch.mount", "/etc/systemd/system/")


def test_a_cache_that_the_plan_no_longer_has_is_stopped(hosts: SshHosts) -> None:
    """The daemon goes with its files, and that of the package is back; the mounts stay."""
    gpu = hosts["gpu01"]
    gpu.must("systemctl", "daemon-reload")
    hosts.playbook(PLAY).must()
    assert gpu.unit(UNIT)["ActiveState"] == "active"
    kept = {
        file: file.read_bytes()
        for file in (host_file(hosts.tree, "gpu01", path) for path in (CONF, f"etc/systemd/system/{UNIT}"))
    }
    try:
        for file in kept:
            file.unlink()
        hosts.playbook(PLAY, "-e", "cluster_storage_cache=").must()
        assert gpu.unit(UNIT)["ActiveState"] == "inactive"
        assert not gpu.exists(f"/etc/systemd/system/{UNIT}")
        assert "/scratch" not in gpu.must("cat", f"/{CONF}"), "the package's own file is back"
        assert gpu.unit("home.mount")["ActiveState"] == "active"
        assert hosts.playbook(PLAY, "-e", "cluster_storage_cache=").must().changed == {}
    finally:
        for file, content in kept.items():
            file.write_bytes(content)
