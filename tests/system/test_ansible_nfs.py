"""The role `storage` where a host of ours serves NFS: its exports are read by the real exportfs, and told to a client by the real rpc.mountd.

This kernel has no NFS server: its file system is an empty one, and `rpc.nfsd`, which would start its threads, a stand-in. All else of nfs-server.service is
the distribution's.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.twin.ssh_hosts import SshHosts, require

PLAY = "ansible/playbooks/storage.yml"
EXPORTS = "etc/exports.d/clustergen.exports"
_NFSD = "[Mount]\nWhat=nfsd\nWhere=/proc/fs/nfsd\nType=tmpfs\n"


@pytest.fixture(scope="module")
def hosts(debian: Callable[[str], Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    """The host that serves /home, with the file that role hosts would have placed, and one of its clients."""
    require(program)
    for name in ("exportfs", "rpc.mountd", "rpcbind", "showmount"):
        program(name)
    tree = debian("roce-256")
    with SshHosts(tree, ["storage1", "gpu01"]) as bed:
        server = bed["storage1"]
        server.write("/etc/systemd/system/proc-fs-nfsd.mount", _NFSD)
        server.stand_in("rpc.nfsd")
        server.write(f"/{EXPORTS}", (tree / "hosts" / "storage1" / EXPORTS).read_text(encoding="utf-8"))
        yield bed


def _told(hosts: SshHosts) -> dict[str, set[str]]:
    """What a client is told: folders, and for whom they are."""
    said = hosts["gpu01"].must("showmount", "--no-headers", "-e", hosts["storage1"].address)
    return {path: set(clients.split(",")) for path, clients in map(str.split, said.splitlines())}


def _run(hosts: SshHosts, *more: str) -> set[str]:
    said = hosts.playbook(PLAY, "--limit", "storage1", *more).must()
    return {task.rpartition(" : ")[2] for task in said.changed.get("storage1", [])}


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
    assert _run(hosts) == set()
    proven(
        "role storage over SSH", "NFS exports: exportfs, rpc.mountd and showmount are real, the kernel's server is not"
    )


def test_another_client_is_told_of(hosts: SshHosts) -> None:
    """Who may ask has changed: the server learns of it without a restart, and of nothing the second time."""
    ours = hosts.tree / "hosts" / "storage1" / EXPORTS
    text = ours.read_text(encoding="utf-8").replace("10.160.32.0/19", "10.160.64.0/19")
    ours.write_text(text, encoding="utf-8")
    hosts["storage1"].write(f"/{EXPORTS}", text)
    assert _run(hosts) == {"Export to the clients of the plan"}
    assert "10.160.64.0/19" in _told(hosts)["/home"]
    assert "10.160.32.0/19" not in _told(hosts)["/home"]
    assert _run(hosts) == set()
