"""Hosts that serve an object store with real Ceph: what role `hosts` would have placed, their addresses of the storage fabric and in-band, and drives on loop devices.

Monitors, managers, OSDs (BlueStore) and gateways run as their packages' units start them. There is no udev; the firewall of the hosts is not loaded
(test_host_firewall.py and test_reach_packets.py have it).
"""

from __future__ import annotations

import json
import subprocess
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from tests.ceph_specs import DEVICE
from tests.host_files import host_file
from tests.twin.debian import bed_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tests.specs import Spec
    from tests.twin.ssh_host import SshHost

PLAY = "ansible/playbooks/storage.yml"
PROGRAM = "usr/local/sbin/clustergen-ceph.sh"
_FILES = ("etc/ceph/ceph.conf", "etc/clustergen/ceph/cluster", "etc/clustergen/ceph/drives", "etc/hostname")
_HEALTH = "etc/systemd/system/clustergen-ceph-health"
_BALANCER = "etc/systemd/system/clustergen-balancer"
_REPORT = "usr/local/sbin/clustergen-balancer.sh"
_BOND = 'ip link add "$0" link ansible0 type macvlan mode bridge && ip addr add "$1" dev "$0" && ip link set "$0" up'
_GATEWAY = "etc/systemd/system/ceph-radosgw@.service.d/clustergen.conf"
_DISK = """
set -e
[ -e /dev/loop-control ] || mknod /dev/loop-control c 10 237
file=$(mktemp /srv/drive.XXXXXX)
truncate -s 2G "$file"
loop=$(losetup --find)
[ -e "$loop" ] || mknod "$loop" b 7 "${loop#/dev/loop}"
losetup "$loop" "$file"
mkdir -p "${1%/*}"
ln -sfn "$loop" "$1"
echo "$loop"
"""
_FREE = """
[ -e "$1" ] || mknod "$1" b 7 "${1#/dev/loop}"
losetup --noheadings --output BACK-FILE "$1" 2>/dev/null | grep -q srv/drive || exit 0
losetup --detach "$1"
"""


class CephHosts(SshHosts):
    """The hosts of a store."""

    def __init__(self, tree: Path, names: Sequence[str]) -> None:
        """Name the hosts of a tree that serve."""
        super().__init__(tree, names)
        self.loops: list[str] = []

    def insert(self, host: SshHost, device: str) -> str:
        """Put an empty drive in a slot; returns the loop device that it is."""
        self.loops.append(host.must("sh", "-c", _DISK, "disk", device).split()[-1])
        return self.loops[-1]

    def serve(self, **values: Any) -> dict[str, set[str]]:
        """Run the playbook of storage, and return the tasks that changed something, by host."""
        said = self.playbook(PLAY, "--limit", "role_storage", "-e", json.dumps(values)).must()
        return {host: {task.rpartition(" : ")[2] for task in tasks} for host, tasks in said.changed.items() if tasks}

    def store(self, *words: str) -> Any:
        """Ask the cluster something on its first host."""
        return json.loads(self["storage1"].must("ceph", *words, "--format", "json"))

    def account(self, owner: str) -> dict[str, str]:
        """The keys of an account."""
        return dict(json.loads(self["storage1"].must("radosgw-admin", "user", "info", f"--uid={owner}"))["keys"][0])

    def s3(
        self, who: str, gateway: str, authority: Path, *words: str, resolved: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run the client of AWS outside of the hosts: as an account of the store, or without a key, at one of the gateways. `resolved` are lines of its /etc/hosts."""
        key = self.account(who) if who else {"access_key": "", "secret_key": ""}
        values = {
            "AWS_ACCESS_KEY_ID": key["access_key"], "AWS_SECRET_ACCESS_KEY": key["secret_key"], "AWS_DEFAULT_REGION": "default", "AWS_MAX_ATTEMPTS": "1",
            "AWS_CA_BUNDLE": f"{authority}/authority.crt", "AWS_EC2_METADATA_DISABLED": "true", "HOME": str(authority), "PATH": "/usr/bin:/bin",
        }  # fmt: skip
        named = (f"{name}={value}" for name, value in values.items())
        unsigned = () if who else ("--no-sign-request",)
        options = ("--endpoint-url", gateway, *unsigned, "--cli-connect-timeout", "5")
        command = ("env", "-i", *named, "/usr/bin/aws", *options, *words)
        if not resolved:
            return self.run(*command)
        (authority / "hosts").write_text(resolved, encoding="ascii")
        own = 'mount --bind "$1" /etc/hosts && shift && exec "$@"'
        return self.run("unshare", "--mount", "sh", "-c", own, "own", str(authority / "hosts"), *command)

    @property
    def gateways(self) -> list[str]:
        """Their addresses, as the table of the first host has them."""
        lines = self["storage1"].read("/etc/clustergen/ceph/cluster").splitlines()
        return [line.split()[2] for line in lines if line.startswith("gateway ")]


@contextmanager
def ceph_hosts(
    spec: Spec, names: Sequence[str], folder: Path, program: Callable[[str], str], drives: Sequence[str] = (DEVICE,)
) -> Iterator[CephHosts]:
    """Boot the hosts of a spec with TLS, each with empty drives."""
    require(program)
    for name in ("ceph-mon", "ceph-mgr", "ceph-osd", "radosgw", "losetup", "aws"):
        program(name)
    spec["services"] = {**spec.get("services", {}), "tls": {}}
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    plan, tree = bed_tree(spec, folder)
    bed = CephHosts(tree, names)
    with ExitStack() as last, bed:
        last.callback(_free, bed.loops)
        try:
            for host in bed:
                for drive in drives:
                    bed.insert(host, drive)
                for each in plan.interfaces_of[host.name]:
                    if each.fabric == "storage" and each.address:
                        host.must("ip", "addr", "add", f"{each.address}/12", "dev", "ansible0")
                    elif each.kind == "bond":
                        host.must("sh", "-c", _BOND, each.name, f"{each.address}/{each.length}")
                host.must("hostname", host.name)
                served = (_GATEWAY,) if (tree / "hosts" / host.name / _GATEWAY).exists() else ()
                reports = [f"{name}.{each}" for name in (_HEALTH, _BALANCER) for each in ("service", "timer")]
                for path in (
                    *_FILES,
                    *served,
                    *(each for each in reports if host_file(tree, host.name, each).exists()),
                ):
                    host.write(f"/{path}", host_file(tree, host.name, path).read_text(encoding="utf-8"))
                for path in (each for each in (PROGRAM, _REPORT) if host_file(tree, host.name, each).exists()):
                    host.write(f"/{path}", host_file(tree, host.name, path).read_text(encoding="utf-8"), "755")
            for address in ("10.143.255.254/12", "10.160.32.1/16"):
                bed.run("ip", "addr", "add", address, "dev", "br0")
            yield bed
        finally:
            for host in bed:
                host.run("systemctl", "stop", "ceph.target")


def _free(loops: list[str]) -> None:
    """Detach the devices once nobody uses them: all processes of the hosts have ended."""
    for loop in loops:
        subprocess.run(["sh", "-c", _FREE, "free", loop], check=True)
