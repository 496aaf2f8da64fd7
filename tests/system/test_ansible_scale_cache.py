"""The role `storage` on a client that caches Storage Scale on a drive of its own, over real SSH: commands run on the first server, with stand-ins of IBM's programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.host_files import host_file
from tests.render.test_host_scale import LROC, caching_spec
from tests.system.test_ansible_storage import _DISK, _NOTE, _UDEV, ONE
from tests.twin.debian import bed_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLAY = "ansible/playbooks/storage.yml"
PROGRAM, HOME = "usr/local/sbin/clustergen-scale.sh", "etc/clustergen/scale"
_MADE = json.dumps({"storage_make_local": True, "storage_local_disks": [ONE]})
_BIN = "/usr/lpp/mmfs/bin"
_STATE = f'{_NOTE}case ${{0##*/}} in\n  mmlscluster) ;;\n  mmlsnsd) [ -e /srv/nsds ] ;;\n  mmcrnsd) cp "$2" /srv/nsds ;;\n  mmmount) mkdir -p /fast; exec mount -t tmpfs none /fast ;;\nesac\n'
_SSH = f"{_NOTE}case $* in\n  *lsblk*) echo nvme1n1 ;;\n  *wipefs*) cat /srv/holds 2>/dev/null || true ;;\nesac\n"


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """The first server and a client, whose cluster exists."""
    require(program)
    for name in ("mkfs.xfs", "wipefs", "losetup"):
        program(name)
    spec = caching_spec()
    for group in ("gpu", "storage"):
        spec["hosts"][group] |= {"os": "debian-12"}
    for name in set(spec["storage"]) - {"fast", "scratch"}:
        del spec["storage"][name]
    with SshHosts(bed_tree(spec, tmp_path_factory.mktemp("lroc"))[1], ["storage1", "gpu01"]) as bed:
        server, gpu = bed["storage1"], bed["gpu01"]
        for host in (server, gpu):
            for name in ("mmlscluster", "mmlsnsd", "mmcrnsd", "mmmount"):
                host.write(f"{_BIN}/{name}", _STATE, "755")
        for path in (PROGRAM, *(f"{HOME}/{name}" for name in ("nodes", "caches", "lines"))):
            mode = "755" if path == PROGRAM else "644"
            server.write(f"/{path}", host_file(bed.tree, "storage1", path).read_text(encoding="utf-8"), mode)
        looks = f"{HOME}/nsddevices"
        gpu.write(f"/{looks}", host_file(bed.tree, "gpu01", looks).read_text(encoding="utf-8"), "644")
        server.script("ssh", _SSH)
        gpu.script("udevadm", _UDEV)
        try:
            gpu.must("sh", "-c", _DISK, "disk", "one")
            yield bed
        finally:
            gpu.run("umount", "--lazy", "/scratch")
            gpu.run("sh", "-c", "readlink /dev/disk/by-id/nvme-* | xargs losetup -d")


def test_a_drive_that_does_not_cache_is_reported(hosts: SshHosts) -> None:
    """With what has it do so; the tier is mounted, the daemon is to look at the drive, and nothing is written to it."""
    said = hosts.playbook(PLAY, "--limit", "gpu01", "-e", _MADE).must()
    assert "lroc_gpu01_00 missing, lroc_gpu01_01 missing" in said.stdout
    assert "-e storage_create_scale=fast" in said.stdout
    assert hosts["gpu01"].run("mountpoint", "-q", "/fast").returncode == 0
    assert LROC[0] in hosts["gpu01"].must("cat", "/var/mmfs/etc/nsddevices")
    assert hosts["storage1"].calls("mmcrnsd") == []


def test_a_drive_that_holds_something_stops_the_run(hosts: SshHosts) -> None:
    """Although the file system is named."""
    server = hosts["storage1"]
    server.write("/srv/holds", "xfs data", "644")
    said = hosts.playbook(PLAY, "--limit", "gpu01", "-e", "storage_create_scale=fast")
    assert "holds xfs data" in said.failed["gpu01"]
    assert server.calls("mmcrnsd") == []
    server.must("rm", "/srv/holds")


def test_drives_are_created_once(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """On the first server, for this client alone; the next run changes nothing."""
    server = hosts["storage1"]
    hosts.playbook(PLAY, "--limit", "gpu01", "-e", "storage_create_scale=fast").must()
    made = server.must("cat", "/srv/nsds")
    assert made.count("%nsd: nsd=lroc_gpu01_") == made.count("%nsd:") == 2
    assert hosts.playbook(PLAY, "--limit", "gpu01", "-e", "storage_create_scale=fast").must().changed == {}
    assert len(server.calls("mmcrnsd")) == 1
    proven("role storage over SSH", "drives of a client that cache Storage Scale; IBM's programs are stand-ins")
