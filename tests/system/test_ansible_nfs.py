"""The role `storage` where a host of ours serves NFS and Lustre: its exports are read by the real exportfs, and told to a client by the real rpc.mountd.

This kernel has no NFS server: its file system is an empty one, and `rpc.nfsd`, which would start its threads, a stand-in. All else of nfs-server.service is
the distribution's. Of Lustre there is nothing: `mkfs.lustre` makes an ext4 with the label that a target has, `mount.lustre_tgt` mounts a folder, and `udevadm`
makes the links of our rule. Disks are loop devices.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.host_files import host_file
from tests.system.test_ansible_storage import _DISK
from tests.twin.ssh_hosts import SshHosts, require

PLAY = "ansible/playbooks/storage.yml"
EXPORTS = "etc/exports.d/clustergen.exports"
LUSTRE = "usr/local/sbin/clustergen-lustre.sh"
_NFSD = "[Mount]\nWhat=nfsd\nWhere=/proc/fs/nfsd\nType=tmpfs\n"
_MKFS = """#!/bin/sh
for device; do :; done
case $* in --mgs*) label=MGS ;; --mdt*) label=fast:MDT0000 ;; *) label=fast:OST0000 ;; esac
echo "$*" >>/srv/made
exec mkfs.ext4 -q -L $label "$device"
"""
_UDEV = """#!/bin/sh
mkdir -p /dev/lustre
for disk in /dev/disk/by-id/*; do
  label=$(blkid -p -s LABEL -o value "$disk") && ln -sf "$(readlink "$disk")" "/dev/lustre/$(echo "$label" | tr : -)"
done
exit 0
"""
_TARGET = '#!/bin/sh\nmkdir -p /srv/target\nexec mount --bind /srv/target "$2"\n'
_DISKS = {"MGS": "one", "fast-MDT0000": "two", "fast-OST0000": "three"}
_DEVICES = {name: f"/dev/disk/by-id/nvme-{disk}" for name, disk in _DISKS.items()}
_WORD = {"storage_format_lustre": "fast", "storage_lustre_devices": _DEVICES}


@pytest.fixture(scope="module")
def hosts(debian: Callable[[str], Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    """The host that serves /home and /fast, with the files that role hosts would have placed, and one of its clients."""
    require(program)
    for name in ("exportfs", "rpc.mountd", "rpcbind", "showmount", "mkfs.ext4", "wipefs", "losetup"):
        program(name)
    tree = debian("mixed-schedulers")
    with SshHosts(tree, ["storage1", "gpu1"]) as bed:
        server = bed["storage1"]
        server.write("/etc/systemd/system/proc-fs-nfsd.mount", _NFSD)
        server.stand_in("rpc.nfsd")
        for path in (EXPORTS, "etc/clustergen/lustre.conf", "etc/hostname"):
            server.write(f"/{path}", host_file(tree, "storage1", path).read_text(encoding="utf-8"))
        server.write(f"/{LUSTRE}", host_file(tree, "storage1", LUSTRE).read_text(encoding="utf-8"), "755")
        for name, text in (("mkfs.lustre", _MKFS), ("udevadm", _UDEV), ("mount.lustre_tgt", _TARGET)):
            server.write(f"/usr/sbin/{name}", text, "755")
        try:
            for name in _DISKS.values():
                server.must("sh", "-c", _DISK, "disk", name)
            yield bed
        finally:
            server.run(
                "sh", "-c", "umount --lazy /srv/lustre/fast/*; readlink /dev/disk/by-id/nvme-* | xargs losetup -d"
            )


def _told(hosts: SshHosts) -> dict[str, set[str]]:
    """What a client is told: folders, and for whom they are."""
    said = hosts["gpu1"].must("showmount", "--no-headers", "-e", hosts["storage1"].address)
    return {path: set(clients.split(",")) for path, clients in map(str.split, said.splitlines())}


def _run(hosts: SshHosts, *more: str) -> set[str]:
    said = hosts.playbook(PLAY, "--limit", "storage1", "-e", json.dumps(_WORD), *more).must()
    return {task.rpartition(" : ")[2] for task in said.changed.get("storage1", [])}


def test_no_target_is_formatted_without_the_word(hosts: SshHosts) -> None:
    """The file system is not named: the run says how, after NFS is served, and writes to no disk."""
    said = hosts.playbook(PLAY, "--limit", "storage1").failed["storage1"]
    assert "no device for MGS, fast-MDT0000, fast-OST0000" in said
    assert "-e storage_format_lustre=fast" in said
    assert not hosts["storage1"].exists("/srv/made")
    hosts["storage1"].must("systemctl", "disable", "--now", "nfs-server.service")


def test_a_client_is_told_what_the_plan_exports(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """To the prefixes of the tier's clients, and to nobody else; a second run finds nothing to do."""
    assert "Run the server now and at every boot" in _run(hosts, "--check")
    assert hosts["storage1"].unit("nfs-server.service")["ActiveState"] == "inactive"
    _run(hosts)
    lines = hosts["storage1"].read(f"/{EXPORTS}").splitlines()
    path, *clients = next(line for line in lines if line.startswith("/")).split()
    assert _told(hosts) == {path: {client.partition("(")[0] for client in clients}}
    assert "root_squash" in hosts["storage1"].read("/var/lib/nfs/etab")
    assert hosts["storage1"].unit("nfs-server.service")["UnitFileState"] == "enabled"
    states = hosts["storage1"].must(f"/{LUSTRE}", "state").splitlines()
    assert states == [f"{name} started" for name in _DISKS]
    made = [line.split()[-1] for line in hosts["storage1"].read("/srv/made").splitlines()]
    assert made == list(_DEVICES.values())
    assert _run(hosts) == set()
    proven(
        "role storage over SSH", "NFS exports: exportfs, rpc.mountd and showmount are real, the kernel's server is not"
    )


def test_another_client_is_told_of(hosts: SshHosts) -> None:
    """Who may ask has changed: the server learns of it without a restart, and of nothing the second time."""
    ours = hosts.tree / "hosts" / "storage1" / EXPORTS
    before = ours.read_text(encoding="utf-8")
    told = next(line for line in before.splitlines() if line.startswith("/")).split()[1].partition("(")[0]
    other = "10.250.0.0/19"
    text = before.replace(told, other)
    ours.write_text(text, encoding="utf-8")
    hosts["storage1"].write(f"/{EXPORTS}", text)
    assert _run(hosts) == {"Export to the clients of the plan"}
    assert other in _told(hosts)["/home"]
    assert told not in _told(hosts)["/home"]
    assert _run(hosts) == set()
