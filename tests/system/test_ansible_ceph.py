"""The role `storage` on hosts that serve buckets: real Ceph of Debian 12 on three hosts, and a real S3 client.

Monitors, managers, OSDs (BlueStore on loop devices) and gateways run as their packages' units start them, over TLS with certificates of the role. There is no
udev; the firewall of the hosts is not loaded (test_host_firewall.py and test_reach_packets.py have it).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.ceph_specs import DEVICE, stored
from tests.host_files import host_file
from tests.twin.debian import bed_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from pathlib import Path

PLAY = "ansible/playbooks/storage.yml"
PROGRAM = "usr/local/sbin/clustergen-ceph.sh"
FILES = ("etc/ceph/ceph.conf", "etc/clustergen/ceph/cluster", "etc/clustergen/ceph/drives", "etc/hostname")
REFUSED = ("<Code>AccessDenied</Code>", "An error occurred (403)")
HEALTH = "etc/systemd/system/clustergen-ceph-health"
METRICS = "/var/lib/prometheus/node-exporter/clustergen-ceph.prom"
HOSTS = ("storage1", "storage2", "storage3")
_DISK = """
set -e
[ -e /dev/loop-control ] || mknod /dev/loop-control c 10 237
truncate -s 2G /srv/drive
loop=$(losetup --find)
[ -e "$loop" ] || mknod "$loop" b 7 "${loop#/dev/loop}"
losetup "$loop" /srv/drive
mkdir -p "${1%/*}"
ln -s "$loop" "$1"
"""


@pytest.fixture(scope="module")
def hosts(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshHosts]:
    """Three hosts, with the files that role hosts would have placed, their addresses of the storage fabric, and an empty drive each."""
    require(program)
    for name in ("ceph-mon", "ceph-mgr", "ceph-osd", "radosgw", "losetup", "aws"):
        program(name)
    spec = stored()
    spec["services"] = {**spec.get("services", {}), "tls": {}}
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    plan, tree = bed_tree(spec, tmp_path_factory.mktemp("ceph"))
    with SshHosts(tree, HOSTS) as bed:
        try:
            for host in bed:
                host.must("sh", "-c", _DISK, "disk", DEVICE)
                for each in plan.interfaces_of[host.name]:
                    if each.fabric == "storage" and each.address:
                        host.must("ip", "addr", "add", f"{each.address}/12", "dev", "ansible0")
                host.must("hostname", host.name)
                for path in (*FILES, *(f"{HEALTH}.{each}" for each in ("service", "timer"))):
                    host.write(f"/{path}", host_file(tree, host.name, path).read_text(encoding="utf-8"))
                host.write(f"/{PROGRAM}", host_file(tree, host.name, PROGRAM).read_text(encoding="utf-8"), "755")
            bed.run("ip", "addr", "add", "10.143.255.254/12", "dev", "br0")
            yield bed
        finally:
            for host in bed:
                host.run("systemctl", "stop", "ceph.target")
                host.run("sh", "-c", "losetup --detach $(readlink -f $1)", "disk", DEVICE)


def _run(hosts: SshHosts, **values: Any) -> dict[str, set[str]]:
    said = hosts.playbook(PLAY, "--limit", "role_storage", "-e", json.dumps(values)).must()
    return {host: {task.rpartition(" : ")[2] for task in tasks} for host, tasks in said.changed.items() if tasks}


@pytest.fixture(scope="module")
def client(hosts: SshHosts, authority: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the client of S3 outside of the hosts: as an account of the store, or without a key, at one of the gateways."""

    def ask(who: str, gateway: str, *words: str) -> subprocess.CompletedProcess[str]:
        key = {"access_key": "", "secret_key": ""}
        if who:
            key = json.loads(hosts["storage1"].must("radosgw-admin", "user", "info", f"--uid={who}"))["keys"][0]
        values = {
            "AWS_ACCESS_KEY_ID": key["access_key"], "AWS_SECRET_ACCESS_KEY": key["secret_key"], "AWS_DEFAULT_REGION": "default", "AWS_MAX_ATTEMPTS": "1",
            "AWS_CA_BUNDLE": f"{authority}/authority.crt", "AWS_EC2_METADATA_DISABLED": "true", "HOME": str(authority), "PATH": "/usr/bin:/bin",
        }  # fmt: skip
        named = (f"{name}={value}" for name, value in values.items())
        unsigned = () if who else ("--no-sign-request",)
        return hosts.run(
            "env",
            "-i",
            *named,
            "/usr/bin/aws",
            "--endpoint-url",
            gateway,
            *unsigned,
            "--cli-connect-timeout",
            "5",
            *words,
        )

    return ask


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the authority that signs the certificates of the hosts."""
    return tmp_path_factory.mktemp("authority") / "keys"


@pytest.fixture(scope="module")
def gateways(hosts: SshHosts) -> list[str]:
    """The addresses of both, as the table of the first host has them."""
    lines = hosts["storage1"].read("/etc/clustergen/ceph/cluster").splitlines()
    return [line.split()[2] for line in lines if line.startswith("gateway ")]


def test_nothing_is_founded_without_the_word(hosts: SshHosts) -> None:
    """And a drive that holds something is refused with it."""
    said = hosts.playbook(PLAY, "--limit", "role_storage").failed
    assert set(said) == set(HOSTS)
    assert "lacks the first monitor" in said["storage1"]
    assert "-e storage_create_ceph=objects" in said["storage1"]
    hosts["storage3"].must("mkfs.ext4", "-q", "-L", "precious", DEVICE)
    said = hosts.playbook(PLAY, "--limit", "storage3", "-e", "storage_create_ceph=objects").failed
    assert "held ext4 precious" in said["storage3"]
    assert "precious" in hosts["storage3"].must("blkid", "-p", DEVICE)
    hosts["storage3"].must("wipefs", "-qa", DEVICE)


def test_a_store_is_founded_and_the_second_run_changes_nothing(hosts: SshHosts, authority: Path) -> None:
    hosts.playbook("ansible/playbooks/certificates.yml", "-e", f"certificates_authority={authority}").must()
    changed = _run(hosts, storage_create_ceph="objects")
    assert set(changed) == set(HOSTS)
    said = json.loads(hosts["storage1"].must("ceph", "-s", "--format", "json"))
    assert (said["quorum_names"], said["osdmap"]["num_up_osds"]) == ([*HOSTS], 3)
    assert set(json.loads(hosts["storage1"].must("radosgw-admin", "bucket", "list"))) == {"blue-data", "red-data"}
    assert _run(hosts) == {}
    assert _run(hosts, storage_create_ceph="objects") == {}


def test_keys_are_made_on_hosts_and_stay_there(hosts: SshHosts) -> None:
    """None is in the tree, and none of the administrator's is on another host; each host has those of its own daemons."""
    key = hosts["storage1"].must("ceph-authtool", "/etc/ceph/ceph.client.admin.keyring", "--print-key").strip()
    assert not [path for path in hosts.tree.rglob("*") if path.is_file() and key.encode() in path.read_bytes()]
    for name in HOSTS[1:]:
        assert not hosts[name].exists("/etc/ceph/ceph.client.admin.keyring")
        assert (
            hosts[name].run("grep", "-rqF", key, "/etc", "/var/lib/ceph/bootstrap-osd", "/var/lib/ceph/mgr").returncode
            == 1
        )
    assert not hosts["storage3"].exists("/var/lib/ceph/radosgw/ceph-rgw.storage3/keyring")


def test_buckets_are_their_owners_alone(
    hosts: SshHosts, client: Callable[..., subprocess.CompletedProcess[str]], gateways: list[str], authority: Path
) -> None:
    """Put at one gateway, listed and got at the other one; refused without a key, and with that of another tenant."""
    one, other = gateways
    (authority / "object").write_text("kept\n", encoding="ascii")
    put = client("red", one, "s3", "cp", str(authority / "object"), "s3://red-data/object")
    assert put.returncode == 0, put.stderr
    assert "object" in client("red", other, "s3", "ls", "s3://red-data").stdout
    assert client("red", other, "s3", "cp", "s3://red-data/object", "-").stdout == "kept\n"
    for who in ("blue", ""):
        for words in (
            ("ls", "s3://red-data"),
            ("cp", "s3://red-data/object", "-"),
            ("cp", str(authority / "object"), "s3://red-data/other"),
        ):
            # what was answered: Debian's client stumbles over an error without a message, as Ceph sends them
            said = client(who, one, "s3", *words, "--debug")
            assert said.returncode != 0
            assert any(each in said.stderr for each in REFUSED), said.stderr[-2000:]
    # a pool in parts over hosts, as the plan has it
    profile = hosts["storage1"].must("ceph", "osd", "erasure-code-profile", "get", "objects.rgw.buckets.data")
    assert {"k=2", "m=1", "crush-failure-domain=host"} <= set(profile.split())


def test_a_gateway_that_stops_leaves_the_other_one(
    hosts: SshHosts,
    client: Callable[..., subprocess.CompletedProcess[str]],
    gateways: list[str],
    proven: Callable[[str, str], None],
) -> None:
    hosts["storage1"].must("systemctl", "stop", "ceph-radosgw@rgw.storage1")
    assert client("red", gateways[0], "s3", "ls", "s3://red-data").returncode != 0
    assert client("red", gateways[1], "s3", "cp", "s3://red-data/object", "-").stdout == "kept\n"
    assert _run(hosts) == {"storage1": {"Run the gateway"}}
    assert "object" in client("red", gateways[0], "s3", "ls", "s3://red-data").stdout
    assert hosts["storage2"].unit("clustergen-ceph-health.timer")["ActiveState"] == "active"
    hosts["storage2"].must("systemctl", "start", "clustergen-ceph-health.service")
    values = dict(line.split() for line in hosts["storage2"].read(METRICS).splitlines() if line[0] != "#")
    assert values['clustergen_ceph_health{tier="objects"}'] in {"0", "1"}
    proven(
        "role storage over SSH",
        "Ceph 16.2.15 of Debian 12: three hosts with BlueStore on loop devices, two gateways over TLS, the S3 client of AWS",
    )


def test_a_store_is_not_founded_twice(hosts: SshHosts) -> None:
    """Nor by a first host that has lost its part, whatever word it gets."""
    hosts["storage1"].must("systemctl", "stop", "ceph-mon@storage1")
    hosts["storage1"].must("mv", "/var/lib/ceph/mon/ceph-storage1", "/var/lib/ceph/mon/lost")
    said = hosts.playbook(PLAY, "--limit", "storage1", "-e", "storage_create_ceph=objects").failed
    assert "the cluster exists, and this host has lost its part" in said["storage1"]
