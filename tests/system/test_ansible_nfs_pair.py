"""The role `storage` on a pair that exports NFS: real Corosync and Pacemaker on two hosts, which mount one real file system in turn.

Their device is a loop device that both see. This kernel has no NFS server, and no host has a BMC: the agent of the server and that of fencing are
stand-ins, the second of which notes whom it powers off. The test powers that host off. All other agents are real.
"""

from __future__ import annotations

import base64
import json
import shutil
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from generator.twin.bottle import BottleError
from tests.host_files import host_file
from tests.nfs_specs import PAIR, paired
from tests.twin.debian import bed_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLAY = "ansible/playbooks/storage.yml"
PROGRAM = "usr/local/sbin/clustergen-nfs.sh"
EXPORTS = "etc/exports.d/clustergen.exports"
HOSTS = ("storage1", "storage2")
AUTHORITY, STORE = "/etc/clustergen/tls/authority.crt", "/etc/ssl/certs/ca-certificates.crt"
ADDRESS = PAIR["address"]
SECRETS = {
    "clustergen_corosync_key": base64.b64encode(bytes(range(256))).decode(),
    "clustergen_fence_password": "pass'word $HOME",
}
_WAIT_S = 90.0
_DISK = """
set -e
[ -e /dev/loop-control ] || mknod /dev/loop-control c 10 237
truncate -s 320M /srv/shared
loop=$(losetup --find)
[ -e "$loop" ] || mknod "$loop" b 7 "${loop#/dev/loop}"
losetup "$loop" /srv/shared
echo "$loop"
"""
_NAMED = """
set -e
[ -e "$1" ] || mknod "$1" b 7 "${1#/dev/loop}"
mkdir -p /dev/disk/by-id
ln -s "$1" "$2"
"""
_NETWORK = """
ip link add bond0 type bridge
ip link set bond0 up
ip addr add "$1/24" dev ansible0
"""
_SERVER = """#!/bin/sh
case $1 in
  meta-data) echo '<?xml version="1.0"?><resource-agent name="nfsserver"><version>1.0</version><parameters/><actions><action name="start" timeout="40s"/><action name="stop" timeout="20s"/><action name="monitor" timeout="20s" interval="10s"/></actions></resource-agent>' ;;
  start) mkdir -p "$OCF_RESKEY_nfs_shared_infodir" && : >/run/nfs-serves ;;
  stop) rm -f /run/nfs-serves ;;
  monitor) [ -e /run/nfs-serves ] || exit 7 ;;
esac
"""
_FENCE = """#!/usr/bin/python3
import os, sys
asked = dict(line.rstrip("\\n").split("=", 1) for line in sys.stdin if "=" in line) if not sys.argv[1:] else {"action": "metadata"}
action = asked.get("action", "")
if action == "metadata":
    print('<?xml version="1.0" ?><resource-agent name="fence_redfish" shortdesc="x"><parameters><parameter name="action"><content type="string" default="reboot"/></parameter><parameter name="plug" obsoletes="port"><content type="string"/></parameter></parameters><actions><action name="on"/><action name="off"/><action name="reboot"/><action name="monitor"/><action name="metadata"/></actions></resource-agent>')
elif action in {"reboot", "off"}:
    password = os.popen(asked["password_script"]).read()
    with open("/srv/fenced", "a", encoding="utf-8") as file:
        print(asked["ip"], asked["username"], password, file=file)
"""


@pytest.fixture(scope="module")
def hosts(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshHosts]:
    """Both hosts, with the files that role hosts would have placed, one device, and a second network."""
    require(program)
    for name in ("corosync", "crm_verify", "cibadmin", "mkfs.xfs", "losetup"):
        program(name)
    spec = paired() | {"services": {"tls": {}}}
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    plan, tree = bed_tree(spec, tmp_path_factory.mktemp("pair"))
    management = {host.name: str(host.management) for host in plan.hosts}
    with SshHosts(tree, HOSTS) as bed:
        loop = bed["storage1"].must("sh", "-c", _DISK).strip()
        try:
            for host in bed:
                host.must("sh", "-c", _NAMED, "device", loop, PAIR["device"])
                host.must("sh", "-c", _NETWORK, "network", management[host.name])
                host.must("hostname", host.name)
                for path in (EXPORTS, "etc/hostname"):
                    host.write(f"/{path}", host_file(tree, host.name, path).read_text(encoding="utf-8"))
                host.write(f"/{PROGRAM}", host_file(tree, host.name, PROGRAM).read_text(encoding="utf-8"), "755")
                host.write("/usr/lib/ocf/resource.d/heartbeat/nfsserver", _SERVER, "755")
                host.write("/usr/sbin/fence_redfish", _FENCE, "755")
                for package in ("fence-agents", "python3-requests"):
                    host.package(package, "1.0")
            yield bed
        finally:
            with suppress(BottleError):  # lost, at the end
                bed["storage1"].run("umount", "--lazy", "/home")
            bed["storage2"].run("umount", "--lazy", "/home")
            bed["storage2"].run("losetup", "--detach", loop)


def _run(hosts: SshHosts, *more: str, **values: Any) -> dict[str, set[str]]:
    said = hosts.playbook(PLAY, "--limit", "role_storage", "-e", json.dumps(SECRETS | values), *more).must()
    return {host: {task.rpartition(" : ")[2] for task in tasks} for host, tasks in said.changed.items() if tasks}


def _serves(hosts: SshHosts, name: str) -> bool:
    """Whether a host has the file system, the server and the address."""
    host = hosts[name]
    found = [
        host.run("mountpoint", "--quiet", "/home").returncode == 0,
        host.exists("/run/nfs-serves"),
        ADDRESS in host.run("ip", "-4", "addr").stdout,
    ]
    assert len(set(found)) == 1, f"{name}: {found}"
    return found[0]


def _wait(hosts: SshHosts, serving: str, *gone: str) -> None:
    """Wait until one host serves, and no other one that is there."""
    end = time.monotonic() + _WAIT_S
    while True:
        try:
            found = {name for name in HOSTS if name not in gone and _serves(hosts, name)}
        except AssertionError:
            found = set()  # on its way
        if found == {serving}:
            return
        assert time.monotonic() < end, hosts[serving].run("crm_mon", "-1", "-r", "-f").stdout + hosts[serving].log(
            "pacemaker"
        )
        time.sleep(1)


def test_nothing_is_formatted_without_the_word(hosts: SshHosts) -> None:
    said = hosts.playbook(PLAY, "--limit", "role_storage", "-e", json.dumps(SECRETS)).failed["storage1"]
    assert "-e storage_format_nfs=home" in said


def test_the_first_host_exports(hosts: SshHosts) -> None:
    """After a run that places, formats and loads; the second run finds nothing to do."""
    _run(hosts, storage_format_nfs="home")
    _wait(hosts, "storage1")
    assert hosts["storage1"].must("stat", "-c", "%u %a", "/home/slurmctld").split() == ["64030", "700"]
    assert not hosts["storage2"].exists("/home/slurmctld")
    assert _run(hosts) == {}
    for host in hosts:
        assert host.must(f"/{PROGRAM}", "state").strip() == "same"
        host.must(f"/{PROGRAM}", "check")
        assert SECRETS["clustergen_fence_password"] not in host.must("cibadmin", "--query")


def test_bmcs_are_verified_by_the_authority_of_the_cluster(hosts: SshHosts) -> None:
    """The agent's library reads the store of the host, which has the authority after the stage of storage, and another one after the run that places it."""
    asked = ("openssl", "verify", "-no-CApath", "-CAfile", STORE, AUTHORITY)
    for _ in range(2):
        hosts.playbook(
            "ansible/playbooks/certificates.yml",
            "--limit",
            "role_storage",
            "-e",
            f"certificates_authority={hosts.tree.parent}/authority",
        ).must()
        _run(hosts)
        assert all(host.must(*asked) == f"{AUTHORITY}: OK\n" for host in hosts)
        assert _run(hosts) == {}
        shutil.rmtree(hosts.tree.parent / "authority")


def test_maintenance_moves_the_exports(hosts: SshHosts) -> None:
    hosts["storage1"].must(f"/{PROGRAM}", "leave")
    _wait(hosts, "storage2")
    hosts["storage1"].must(f"/{PROGRAM}", "return")
    time.sleep(3)
    _wait(hosts, "storage2")
    hosts["storage2"].must(f"/{PROGRAM}", "leave")
    _wait(hosts, "storage1")
    hosts["storage2"].must(f"/{PROGRAM}", "return")


def test_a_lost_host_is_powered_off_before_the_other_takes_over(
    hosts: SshHosts, proven: Callable[[str, str], None]
) -> None:
    hosts["storage1"].must("sh", "-c", "echo kept >/home/file; sync")
    hosts["storage1"].run("systemctl", "poweroff", "--force", "--force")
    hosts["storage1"].wait_off()
    _wait(hosts, "storage2", "storage1")
    assert hosts["storage2"].read("/home/file").strip() == "kept"
    fenced = hosts["storage2"].read("/srv/fenced").splitlines()
    assert fenced == [f"10.196.1.9 fence {SECRETS['clustergen_fence_password']}"]
    proven(
        "role storage over SSH",
        "an NFS pair: Corosync, Pacemaker, Filesystem and IPaddr2 are real; the NFS server and the BMC are not",
    )
