"""The role `storage` on hosts that serve buckets: real Ceph of Debian 12 on three hosts, and a real S3 client.

Monitors, managers, OSDs (BlueStore on loop devices) and gateways run as their packages' units start them, over TLS with certificates of the role. There is no
udev; the firewall of the hosts is not loaded (test_host_firewall.py and test_reach_packets.py have it). What is done to a store later is in
test_ansible_ceph_later.py.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.ceph_specs import DEVICE, stored
from tests.twin.ceph_bed import PLAY, PROGRAM, CephHosts, ceph_hosts

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from pathlib import Path

REFUSED = ("<Code>AccessDenied</Code>", "An error occurred (403)")
METRICS = "/var/lib/prometheus/node-exporter/clustergen-ceph.prom"
HOSTS = ("storage1", "storage2", "storage3")


@pytest.fixture(scope="module")
def hosts(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[CephHosts]:
    """Three hosts, each with an empty drive."""
    with ceph_hosts(stored(), HOSTS, tmp_path_factory.mktemp("ceph"), program) as bed:
        yield bed


@pytest.fixture(scope="module")
def client(hosts: CephHosts, authority: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the client of S3 outside of the hosts: as an account of the store, or without a key, at one of the gateways."""
    return lambda who, gateway, *words: hosts.s3(who, gateway, authority, *words)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the authority that signs the certificates of the hosts."""
    return tmp_path_factory.mktemp("authority") / "keys"


@pytest.fixture(scope="module")
def gateways(hosts: CephHosts) -> list[str]:
    """The addresses of both."""
    return hosts.gateways


def test_nothing_is_founded_without_the_word(hosts: CephHosts) -> None:
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


def test_a_store_is_founded_and_the_second_run_changes_nothing(hosts: CephHosts, authority: Path) -> None:
    hosts.playbook("ansible/playbooks/certificates.yml", "-e", f"certificates_authority={authority}").must()
    changed = hosts.serve(storage_create_ceph="objects")
    assert set(changed) == set(HOSTS)
    said = json.loads(hosts["storage1"].must("ceph", "-s", "--format", "json"))
    assert (said["quorum_names"], said["osdmap"]["num_up_osds"]) == ([*HOSTS], 3)
    assert set(json.loads(hosts["storage1"].must("radosgw-admin", "bucket", "list"))) == {"blue-data", "red-data"}
    assert hosts.serve() == {}
    assert hosts.serve(storage_create_ceph="objects") == {}


def test_keys_are_made_on_hosts_and_stay_there(hosts: CephHosts) -> None:
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
    hosts: CephHosts, client: Callable[..., subprocess.CompletedProcess[str]], gateways: list[str], authority: Path
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
    hosts: CephHosts,
    client: Callable[..., subprocess.CompletedProcess[str]],
    gateways: list[str],
    proven: Callable[[str, str], None],
) -> None:
    hosts["storage1"].must("systemctl", "stop", "ceph-radosgw@rgw.storage1")
    assert client("red", gateways[0], "s3", "ls", "s3://red-data").returncode != 0
    assert client("red", gateways[1], "s3", "cp", "s3://red-data/object", "-").stdout == "kept\n"
    assert hosts.serve() == {"storage1": {"Run the gateway"}}
    assert "object" in client("red", gateways[0], "s3", "ls", "s3://red-data").stdout
    assert hosts["storage2"].unit("clustergen-ceph-health.timer")["ActiveState"] == "active"
    hosts["storage2"].must("systemctl", "start", "clustergen-ceph-health.service")
    values = dict(line.split() for line in hosts["storage2"].read(METRICS).splitlines() if line[0] != "#")
    assert values['clustergen_ceph_health{tier="objects"}'] in {"0", "1"}
    proven(
        "role storage over SSH",
        "Ceph 16.2.15 of Debian 12: three hosts with BlueStore on loop devices, two gateways over TLS, the S3 client of AWS",
    )


def test_a_monitor_that_never_started_is_started(hosts: CephHosts) -> None:
    """As after a run that was cut short between its keys and its start."""
    hosts["storage2"].must("systemctl", "disable", "--now", "ceph-mon@storage2")
    assert "Start a monitor that has stopped" in hosts.serve()["storage2"]
    assert "storage2" in json.loads(hosts["storage1"].must("ceph", "quorum_status"))["quorum_names"]


def test_a_kept_drive_returns_after_a_reinstallation(hosts: CephHosts) -> None:
    """Without permission to write to drives, with the data that it had; and it is never called erasable."""
    host = hosts["storage3"]
    lost = "systemctl disable --now $(systemctl list-units --plain --no-legend 'ceph-osd@*.service' | cut -d' ' -f1) && rm -r /var/lib/ceph/osd/* /var/lib/ceph/bootstrap-osd/*"
    before = hosts["storage1"].must("ceph", "osd", "ls-tree", "storage3")
    host.must("sh", "-c", lost)
    assert host.must(f"/{PROGRAM}", "state").splitlines()[-1] == f"{DEVICE} stopped"
    assert set(hosts.serve()) == {"storage3"}
    assert json.loads(hosts["storage1"].must("ceph", "-s", "--format", "json"))["osdmap"]["num_up_osds"] == len(HOSTS)
    assert hosts["storage1"].must("ceph", "osd", "ls-tree", "storage3") == before
    drives = host.read("/etc/clustergen/ceph/drives")
    identity = drives.splitlines()[-1].split()[0]
    host.write("/etc/clustergen/ceph/drives", drives.replace(identity, f"{identity[:-4]}beef"))
    said = hosts.playbook(PLAY, "--limit", "storage3", "-e", "storage_create_ceph=objects").failed["storage3"]
    host.write("/etc/clustergen/ceph/drives", drives)
    assert f"held osd.{before.strip()} of this cluster" in said
    assert "wipefs" not in said


@pytest.mark.parametrize(
    ("step", "was", "now", "said"),
    [
        ("buckets", "bucket blue-data blue", "bucket blue-data red", "belongs to blue, and the spec has red"),
        ("store", "copies 3", "copies 2", "has size 3, and the spec has 2: ceph osd pool set"),
        ("store", "across host", "across rack", "has across host, and the spec has rack"),
        ("store", "objects.rgw.buckets.data 2 1 3", "objects.rgw.buckets.data 3 1 4", "has k 2, and the spec has 3"),
    ],
)
def test_what_differs_from_the_spec_is_refused(hosts: CephHosts, step: str, was: str, now: str, said: str) -> None:
    table = hosts["storage1"].read("/etc/clustergen/ceph/cluster")
    assert was in table
    hosts["storage1"].write("/etc/clustergen/ceph/cluster", table.replace(was, now))
    answer = hosts["storage1"].run(f"/{PROGRAM}", step)
    hosts["storage1"].write("/etc/clustergen/ceph/cluster", table)
    assert (answer.returncode, said in answer.stderr) == (1, True), answer.stderr
    assert hosts["storage1"].run(f"/{PROGRAM}", step).returncode == 0


def test_a_drive_in_use_is_not_empty(hosts: CephHosts) -> None:
    """It has no signature, and a program has it."""
    used = "truncate -s 64M /srv/other && loop=$(losetup --find) && { [ -e $loop ] || mknod $loop b 7 ${loop#/dev/loop}; } && losetup $loop /srv/other && echo $loop"
    loop = hosts["storage3"].must("sh", "-c", used).strip()
    drives = hosts["storage3"].read("/etc/clustergen/ceph/drives")
    try:
        hosts["storage3"].write("/etc/clustergen/ceph/drives", f"00000000-0000-4000-8000-000000000000 {loop}\n")
        assert hosts["storage3"].must(f"/{PROGRAM}", "state").splitlines()[-1] == f"{loop} missing"
        hold = (
            f"import os, subprocess; os.open('{loop}', os.O_RDWR | os.O_EXCL); subprocess.run(['/{PROGRAM}', 'state'])"
        )
        assert (
            hosts["storage3"]
            .must("python3", "-c", hold)
            .splitlines()[-1]
            .startswith(f"{loop} held unreadable or in use")
        )
    finally:
        hosts["storage3"].write("/etc/clustergen/ceph/drives", drives)
        hosts["storage3"].must("losetup", "--detach", loop)


def test_a_host_is_not_spared_without_its_parts(hosts: CephHosts) -> None:
    """Two parts and one of parity: with one host away, what is written last would be in two parts alone."""
    said = hosts["storage1"].run(f"/{PROGRAM}", "spare", "storage3")
    assert (said.returncode, "could not be read and written without" in said.stderr) == (1, True), said.stderr


def test_a_store_is_not_founded_twice(hosts: CephHosts) -> None:
    """Nor by a first host that has lost its part, whatever word it gets."""
    hosts["storage1"].must("systemctl", "stop", "ceph-mon@storage1")
    hosts["storage1"].must("mv", "/var/lib/ceph/mon/ceph-storage1", "/var/lib/ceph/mon/lost")
    said = hosts.playbook(PLAY, "--limit", "storage1", "-e", "storage_create_ceph=objects").failed
    assert "the cluster exists" in said["storage1"]
    assert "storage1 has lost its part" in said["storage1"]


def test_the_first_host_returns_as_the_page_describes(hosts: CephHosts) -> None:
    """With the administrator's key from another monitor."""
    hosts["storage1"].must("rm", "/etc/ceph/ceph.client.admin.keyring")
    asked = (
        "ceph",
        "--name",
        "mon.",
        "--keyring",
        "/var/lib/ceph/mon/ceph-storage2/keyring",
        "auth",
        "get",
        "client.admin",
    )
    hosts["storage1"].write("/etc/ceph/ceph.client.admin.keyring", hosts["storage2"].must(*asked), "600")
    hosts["storage1"].must("ceph", "mon", "remove", "storage1")
    hosts["storage1"].must("sh", "-c", f"/{PROGRAM} keys storage1 | /{PROGRAM} join")
    hosts["storage1"].must(f"/{PROGRAM}", "mon")
    assert hosts.serve().keys() <= {"storage1"}
    assert json.loads(hosts["storage1"].must("ceph", "quorum_status"))["quorum_names"].count("storage1") == 1
    assert hosts.serve() == {}
