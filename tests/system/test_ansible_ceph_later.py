"""What is done to a store of buckets once it is there, with real Ceph of Debian 12: its keys, a second run, gateways, an exchanged drive, hosts that must stay.

Four hosts with two drives each, everything in three copies; the first two have a gateway. Each check is tried on the fault that it looks for.
"""

from __future__ import annotations

import base64
import json
import subprocess
import threading
from typing import TYPE_CHECKING, Any

import pytest

from tests.ceph_specs import DEVICE, stored
from tests.twin.ceph_bed import PLAY, PROGRAM, CephHosts, ceph_hosts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tests.twin.ssh_host import SshHost

HOSTS = ("storage1", "storage2", "storage3", "storage4")
SECOND = DEVICE.replace("01:00", "02:00")
LEAVE = "ansible/playbooks/decommission.yml"
CERTIFICATE = "/etc/clustergen/tls/host.crt"
_NOTED = "/var/log/argv"
_RECORDER = """
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void note(void) {
  char text[65536];
  int in = open("/proc/self/cmdline", O_RDONLY), out = open("/var/log/argv", O_WRONLY | O_APPEND);
  ssize_t length = read(in, text, sizeof text - 1);
  for (ssize_t i = 0; i < length; i++) if (!text[i]) text[i] = ' ';
  if (length > 0) { text[length] = '\\n'; (void)!write(out, text, length + 1); }
  close(in); close(out);
}
"""
"""Loaded into every program of a host: its arguments, as they are when it starts (ld.so(8), /etc/ld.so.preload)."""
_ASK = """
import os, ssl, sys, time, urllib.error, urllib.request

stop, authority, *places = sys.argv[1:]
trust = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=authority))
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), trust)


def answers(place):
    try:
        opener.open(place + "/", timeout=1)
    except urllib.error.HTTPError:
        return 1
    except OSError:
        return 0
    return 1


while not os.path.exists(stop):
    print(*map(answers, places), flush=True)
    time.sleep(0.05)
"""


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the authority that signs the certificates of the hosts."""
    return tmp_path_factory.mktemp("authority") / "keys"


@pytest.fixture(scope="module")
def bed(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[CephHosts]:
    """Four hosts without a store, which note the arguments of every program."""
    spec = stored(4, monitors=1, devices=[DEVICE, SECOND])
    del spec["storage"]["objects"]["protection"]
    folder = tmp_path_factory.mktemp("ceph")
    (folder / "argv.c").write_text(_RECORDER, encoding="ascii")
    compiler = (program("gcc"), "-O1", "-shared", "-fPIC", "-o", str(folder / "argv.so"), str(folder / "argv.c"))
    subprocess.run(compiler, check=True)
    library = base64.b64encode((folder / "argv.so").read_bytes()).decode("ascii")
    with ceph_hosts(spec, HOSTS, folder / "tree", program, (DEVICE, SECOND)) as hosts:
        for host in hosts:
            host.must(
                "sh",
                "-c",
                f"set -e; mkdir -p /usr/local/lib; base64 -d >/usr/local/lib/argv.so; : >{_NOTED}; chmod 666 {_NOTED}",
                stdin=library,
            )
            host.write("/etc/ld.so.preload", "/usr/local/lib/argv.so\n")
        yield hosts


@pytest.fixture(scope="module")
def founded(bed: CephHosts, authority: Path) -> str:
    """Found the store, with everything that Ansible can print; returns it."""
    bed.playbook("ansible/playbooks/certificates.yml", "-e", f"certificates_authority={authority}").must()
    said = bed.playbook(PLAY, "--limit", "role_storage", "-e", "storage_create_ceph=objects", "-vvvv").must()
    return said.stdout + said.stderr


@pytest.fixture
def hosts(bed: CephHosts, founded: str) -> CephHosts:
    """The hosts of the store."""
    assert founded
    return bed


def _keys(hosts: CephHosts) -> set[str]:
    """Every key of the store: of its daemons, of the administrator, and of the accounts."""
    found = {each["key"] for each in hosts.store("auth", "ls")["auth_dump"]}
    found |= {each["key"] for each in hosts.store("auth", "get", "mon.")}
    return found | {hosts.account(owner)["secret_key"] for owner in ("red", "blue")}


def _has(text: str, keys: set[str]) -> set[str]:
    return {key for key in keys if key in text}


def _readable(host: SshHost, keys: set[str]) -> list[str]:
    """The files with a key that a user without rights can read."""
    places = ("/etc", "/var", "/run", "/tmp", "/srv", "/opt", "/home", "/root", "/usr/local", "/dev/shm")
    found = host.run("runuser", "-u", "nobody", "--", "grep", "-rlsIF", "-D", "skip", "-f", "-", *places, stdin="\n".join(keys))  # fmt: skip
    return found.stdout.splitlines()


def test_no_key_is_anywhere_but_with_its_daemon(hosts: CephHosts, founded: str, authority: Path) -> None:
    """Not in what Ansible prints at most, in the tree, on the controller, among arguments of programs, in journals and logs, or in files that anybody reads."""
    keys = _keys(hosts)
    assert len(keys) > 2 * len(HOSTS)
    assert "clustergen-ceph.sh" in founded
    assert not _has(founded, keys)
    for folder in (hosts.tree, hosts.scratch, authority):
        assert not [
            path
            for path in folder.rglob("*")
            if path.is_file() and any(key.encode() in path.read_bytes() for key in keys)
        ]
    for host in hosts:
        noted = host.read(_NOTED)
        assert "ceph-osd --setuser ceph --setgroup ceph -i" in noted
        assert f"clustergen-ceph.sh keys {host.name}" in hosts["storage1"].read(_NOTED)
        assert not _has(noted + host.log(), keys)
        logged = host.run("grep", "-rlF", "-f", "-", "/var/log", stdin="\n".join(keys))
        assert (logged.returncode, logged.stdout) == (1, "")
        assert _readable(host, keys) == []
    # the searches find what they look for
    key, host = min(keys), hosts["storage4"]
    host.write("/etc/ceph/careless", f"key = {key}\n")
    assert _readable(host, keys) == ["/etc/ceph/careless"]
    host.must("rm", "/etc/ceph/careless")
    host.must("true", "--secret", key)
    assert _has(host.read(_NOTED), keys) == {key}
    host.must("sh", "-c", f": >{_NOTED}")


def test_the_controller_reports_why_a_host_gets_no_keys(hosts: CephHosts) -> None:
    """The reason is printed although the keys are not."""
    hosts["storage4"].must("mv", "/var/lib/ceph/bootstrap-osd/ceph.keyring", "/root/kept")
    hosts["storage1"].must("mv", "/etc/ceph/ceph.client.admin.keyring", "/root/kept")
    said = hosts.playbook(PLAY, "--limit", "storage4").failed["storage4"]
    assert "storage1 made no keys for storage4: clustergen-ceph: this host has no key of the administrator" in said
    hosts["storage1"].must("mv", "/root/kept", "/etc/ceph/ceph.client.admin.keyring")
    hosts["storage4"].must("mv", "/root/kept", "/var/lib/ceph/bootstrap-osd/ceph.keyring")


def _whole(hosts: CephHosts) -> dict[str, Any]:
    """The store: its drives, pools, accounts, and per host what runs and what its files are."""
    dump = hosts.store("osd", "dump")
    found: dict[str, Any] = {str(each["osd"]): (each["uuid"], each["weight"]) for each in dump["osds"]}
    found["pools"] = sorted(each["pool_name"] for each in dump["pools"])
    found["users"] = hosts["storage1"].must("radosgw-admin", "user", "list")
    ask = "find /etc/ceph /etc/clustergen /var/lib/ceph -xdev -type f ! -path '*/mon/*' -exec sha256sum {} + | sort; systemctl show -p InvocationID,Id 'ceph-*.service'"
    return found | {host.name: host.must("sh", "-c", ask) for host in hosts}


def test_a_second_run_founds_nothing(hosts: CephHosts) -> None:
    """With the word as well: the same drives, files and keys, and no daemon was restarted."""
    before = _whole(hosts)
    assert hosts.serve() == {}
    assert hosts.serve(storage_create_ceph="objects") == {}
    assert _whole(hosts) == before


def _watched(hosts: CephHosts, authority: Path, run: Callable[[], Any]) -> tuple[Any, list[str]]:
    """Do something, and return what came of it and which gateways answered meanwhile, as rows of 0 and 1."""
    stop, said = hosts.scratch / "stop", []
    stop.unlink(missing_ok=True)

    def ask() -> None:
        asked = ("python3", "-c", _ASK, str(stop), f"{authority}/authority.crt", *hosts.gateways)
        said.append(hosts.run(*asked).stdout)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        done = run()
    finally:
        stop.touch()
        asking.join()
    return done, said[0].splitlines()


def _gateway(host: SshHost) -> str:
    """The run of a host's gateway."""
    return host.unit(f"ceph-radosgw@rgw.{host.name}.service")["InvocationID"]


def test_gateways_restart_in_turn(hosts: CephHosts, authority: Path) -> None:
    """Once their certificates are renewed; a role without its guard and throttle is seen to stop both at once."""
    first = [hosts[name] for name in HOSTS[:2]]
    before = [_gateway(host) for host in first]
    for host in first:
        host.must("touch", CERTIFICATE)
    changed, rows = _watched(hosts, authority, hosts.serve)
    assert changed == {name: {"Run the gateway"} for name in HOSTS[:2]}
    assert not {*before} & {_gateway(host) for host in first}
    assert {"1 1", "0 1", "1 0"} <= {*rows}
    assert "0 0" not in rows
    tasks = hosts.tree / "ansible/roles/storage/tasks/ceph.yml"
    text = tasks.read_text(encoding="utf-8")
    careless = text.replace("    guard: [/usr/local/sbin/clustergen-ceph.sh, others]\n  throttle: 1\n", "")
    assert careless != text
    tasks.write_text(careless, encoding="utf-8")
    for host in first:
        host.must("touch", CERTIFICATE)
    try:
        _, rows = _watched(hosts, authority, hosts.serve)
    finally:
        tasks.write_text(text, encoding="utf-8")
    assert "0 0" in rows


def test_renewed_certificates_come_into_effect(hosts: CephHosts, authority: Path) -> None:
    """By the run that issues them, which a timer starts: a gateway would show the old one until it ends, although the host has the next."""
    first = [hosts[name] for name in HOSTS[:2]]
    before = [_gateway(host) for host in first]
    book = ("ansible/playbooks/certificates.yml", "-e", f"certificates_authority={authority}")
    assert hosts.playbook(*book).must().changed == {}
    for host in first:
        host.must("touch", CERTIFICATE)
    done, rows = _watched(hosts, authority, lambda: hosts.playbook(*book).must())
    task = "clustergen.cluster.storage : Have the gateway read a certificate that is newer than its start"
    assert done.changed == {name: [task] for name in HOSTS[:2]}
    assert not {*before} & {_gateway(host) for host in first}
    assert "0 0" not in rows


def test_a_bad_certificate_stops_one_gateway_alone(hosts: CephHosts, authority: Path) -> None:
    """The second one keeps what it has read, until the first one answers again."""
    first = [hosts[name] for name in HOSTS[:2]]
    good = [host.read(CERTIFICATE) for host in first]
    for host in first:
        host.write(CERTIFICATE, "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")
    said, rows = _watched(hosts, authority, lambda: hosts.playbook(PLAY, "--limit", "role_storage").failed)
    assert {*said} == {"storage1", "storage2"}
    assert ["no other gateway answers" in said[host.name] for host in first] == [False, True], said
    assert "0 0" not in rows
    assert rows[-1] == "0 1"
    # neither does a host that would take it away for a reboot
    refused = hosts["storage1"].run(f"/{PROGRAM}", "spare", "storage2")
    assert (refused.returncode, "no gateway would answer without storage2" in refused.stderr) == (1, True), refused
    for host, text in zip(first, good, strict=True):
        host.write(CERTIFICATE, text)
    hosts["storage1"].must("systemctl", "reset-failed", "ceph-radosgw@rgw.storage1")
    assert hosts.serve().keys() == {"storage1", "storage2"}
    _, rows = _watched(hosts, authority, hosts.serve)
    assert {*rows} == {"1 1"}
    assert hosts["storage1"].run(f"/{PROGRAM}", "spare", "storage2").returncode == 0


def test_a_client_of_the_shared_name_goes_on_without_a_gateway(hosts: CephHosts, authority: Path) -> None:
    """Whichever address comes first; certificates name what is asked for."""
    name = "s3-objects.atlas.example.net"
    addresses = [each.removeprefix("https://") for each in hosts.gateways]
    zone = (hosts.tree / "provisioning/dns/atlas.example.net.zone").read_text(encoding="utf-8")
    assert [line.split()[-1] for line in zone.splitlines() if line.startswith("s3-objects ")] == addresses
    asked = ("s3", "ls", "s3://red-data")
    for away, order in ((0, addresses), (1, addresses[::-1])):
        resolved = "".join(f"{address} {name}\n" for address in order)
        hosts[HOSTS[away]].must("systemctl", "stop", f"ceph-radosgw@rgw.{HOSTS[away]}")
        said = hosts.s3("red", f"https://{name}", authority, *asked, resolved=resolved)
        assert said.returncode == 0, said.stderr
        assert hosts.s3("red", f"https://{name}", authority, *asked, resolved=f"{order[0]} {name}\n").returncode != 0
        assert hosts.serve() == {HOSTS[away]: {"Run the gateway"}}
    said = hosts.s3("red", "https://other.atlas.example.net", authority, *asked, resolved=f"{addresses[0]} other.atlas.example.net\n")  # fmt: skip
    assert "SSL validation failed" in said.stderr


def test_objects_expire_where_it_is_stated(hosts: CephHosts, authority: Path) -> None:
    """In one bucket; a rule of its owner stays, and ours goes when the spec has none."""
    one, table = hosts.gateways[0], "/etc/clustergen/ceph/cluster"
    (authority / "object").write_text("kept\n", encoding="ascii")
    rule = {"ID": "theirs", "Filter": {"Prefix": "tmp/"}, "Status": "Enabled", "Expiration": {"Days": 700}}
    setting = ("s3api", "put-bucket-lifecycle-configuration", "--bucket", "red-data", "--lifecycle-configuration")
    hosts.s3("red", one, authority, *setting, json.dumps({"Rules": [rule]})).check_returncode()
    assert hosts.serve() == {}
    text = hosts["storage1"].read(table)
    hosts["storage1"].write(table, f"{text}expire red-data 7\n")
    assert hosts.serve() == {"storage1": {"Complete buckets"}}
    assert hosts.serve() == {}
    said = hosts.s3("red", one, authority, "s3api", "get-bucket-lifecycle-configuration", "--bucket", "red-data")
    rules = {each["ID"]: each for each in json.loads(said.stdout)["Rules"]}
    assert rules.keys() == {"theirs", "clustergen"}
    assert rules["theirs"]["Expiration"] == {"Days": 700}
    assert rules["clustergen"]["Expiration"] == {"Days": 7}
    assert rules["clustergen"]["AbortIncompleteMultipartUpload"] == {"DaysAfterInitiation": 7}
    for owner in ("red", "blue"):
        hosts.s3(
            owner, one, authority, "s3", "cp", str(authority / "object"), f"s3://{owner}-data/old"
        ).check_returncode()
    # a day lasts a second
    process = ("radosgw-admin", "lc", "process", "--rgw-lc-debug-interval=1")
    hosts["storage1"].must("sleep", "9")
    hosts["storage1"].must("timeout", "60", *process)
    assert "old" not in hosts.s3("red", one, authority, "s3", "ls", "s3://red-data").stdout
    assert "old" in hosts.s3("blue", one, authority, "s3", "ls", "s3://blue-data").stdout
    hosts["storage1"].write(table, text)
    assert hosts.serve() == {"storage1": {"Complete buckets"}}
    said = hosts.s3("red", one, authority, "s3api", "get-bucket-lifecycle-configuration", "--bucket", "red-data")
    assert [each["ID"] for each in json.loads(said.stdout)["Rules"]] == ["theirs"]
    hosts.s3("red", one, authority, "s3api", "delete-bucket-lifecycle", "--bucket", "red-data").check_returncode()
    assert hosts.serve() == {}


def _osds(hosts: CephHosts, names: Sequence[str] = HOSTS) -> dict[str, tuple[str, str]]:
    """The OSDs of hosts by the host and drive that the tables have for their identities: identity, and the run of its daemon."""
    up = {each["uuid"]: each for each in hosts.store("osd", "dump")["osds"]}
    found = {}
    for host in map(hosts.__getitem__, names):
        lines = host.read("/etc/clustergen/ceph/drives").splitlines()
        for identity, device in (line.split() for line in lines if line[0] != "#"):
            if identity in up:
                run = host.unit(f"ceph-osd@{up[identity]['osd']}.service")["InvocationID"]
                found[f"{host.name}:{device}"] = (identity, run)
    return found


def _settle(hosts: CephHosts) -> None:
    """Wait until every object is where it belongs."""
    hosts["storage1"].must(
        "timeout", "180", "sh", "-c", "until ceph pg stat | grep -q ' pgs: [0-9]* active+clean;'; do sleep 1; done"
    )


def _exchange(hosts: CephHosts, drive: str, **more: Any) -> dict[str, str]:
    return hosts.playbook(
        PLAY, "--limit", "role_storage", "-e", json.dumps({"storage_exchange_ceph": drive, "storage_ceph_tries": 1, **more})
    ).failed  # fmt: skip


def test_a_dead_drive_is_exchanged_and_no_other_one_is_touched(
    hosts: CephHosts, proven: Callable[[str, str], None]
) -> None:
    host, drive = hosts["storage3"], f"storage3:{SECOND}"
    before = _osds(hosts)
    number = next(each["osd"] for each in hosts.store("osd", "dump")["osds"] if each["uuid"] == before[drive][0])
    # one object without a copy, on the drive that dies
    ceph = hosts["storage1"].must
    ceph("ceph", "config", "set", "global", "mon_allow_pool_size_one", "true")
    ceph("ceph", "config", "set", "mon", "mon_allow_pool_delete", "true")
    ceph("ceph", "osd", "pool", "create", "single", "64", "64", "--autoscale-mode", "off")
    ceph("ceph", "osd", "pool", "set", "single", "size", "1", "--yes-i-really-mean-it")
    _settle(hosts)
    assert hosts.serve(storage_exchange_ceph=drive) == {}
    host.must("rm", SECOND)
    host.must("systemctl", "kill", "--signal", "KILL", f"ceph-osd@{number}")
    host.must("timeout", "180", "sh", "-c", f"until systemctl is-failed ceph-osd@{number}; do sleep 1; done")
    for named in ("storage9:/dev/sda", "storage3:/dev/sda"):
        assert f"nothing was changed: storage_exchange_ceph is {named}" in _exchange(hosts, named)["storage3"]
    absent = _exchange(hosts, drive)
    assert absent.keys() == {"storage3"}
    assert "Insert the new drive" in absent["storage3"]
    hosts.insert(host, SECOND)
    host.must("mkfs.ext4", "-q", "-L", "precious", SECOND)
    said = _exchange(hosts, drive)["storage3"]
    assert "held ext4 precious" in said
    assert "nothing was changed" in said
    host.must("wipefs", "-qa", SECOND)
    assert f"storage3 lacks {SECOND}" in hosts.playbook(PLAY, "--limit", "storage3").failed["storage3"]
    said = _exchange(hosts, drive)["storage3"]
    assert f"osd.{number} is not removed, as its drive may have the last copy of an object: the placement group" in said
    assert before[drive][0] in {each["uuid"] for each in hosts.store("osd", "dump")["osds"]}
    assert host.must("wipefs", "--noheadings", SECOND) == ""
    ceph("ceph", "osd", "pool", "rm", "single", "single", "--yes-i-really-really-mean-it")
    changed = hosts.serve(storage_exchange_ceph=drive)
    assert changed == {"storage3": {"Stop the OSD of the old drive", "Remove this OSD from the cluster", "Make its drives part of the cluster"}}  # fmt: skip
    after = _osds(hosts)
    assert after.keys() == before.keys()
    assert after.pop(drive)[0] == before.pop(drive)[0]
    assert after == before
    assert hosts.serve(storage_exchange_ceph=drive) == {}
    _settle(hosts)
    proven(
        "a store over SSH, later",
        "Ceph 16.2.15 of Debian 12: keys, gateways in turn, objects that expire, a drive exchanged",
    )


def _leave(hosts: CephHosts, *names: str, **values: Any) -> dict[str, str]:
    named = ",".join(names)
    given = {"decommission_sure": named, "storage_ceph_tries": 1, **values}
    return hosts.playbook(LEAVE, "--limit", named, "-e", json.dumps(given)).failed


def _in(hosts: CephHosts) -> int:
    return sum(each["in"] for each in hosts.store("osd", "dump")["osds"])


def test_a_host_that_must_stay_is_refused(hosts: CephHosts) -> None:
    """Before anything is drained or taken out: a monitor, a gateway, no space, the last host of a store."""
    said = _leave(hosts, "storage4", "storage2")
    assert "storage2 has a gateway" in said["storage2"]
    assert "storage1 has a monitor" in _leave(hosts, "storage1")["storage1"]
    hosts["storage1"].must("ceph", "osd", "set-nearfull-ratio", "0.0001")
    assert "fit on the other hosts up to 0%" in _leave(hosts, "storage4")["storage4"]
    hosts["storage1"].must("ceph", "osd", "set-nearfull-ratio", "0.85")
    said = _leave(hosts, "storage3", "storage4")
    assert "objects are in 3 parts or copies, each in another host, and 2 would be left" in said["storage3"]
    said = _leave(hosts, *HOSTS)
    assert "all of its buckets end" in said["storage1"]
    assert _in(hosts) == 2 * len(HOSTS)
    refused = hosts["storage1"].run(f"/{PROGRAM}", "forget", "storage4")
    assert (refused.returncode, "storage4 still have data" in refused.stderr) == (3, True), refused
    assert len(hosts.store("osd", "dump")["osds"]) == 2 * len(HOSTS)


def test_a_host_leaves_with_its_data_copied(
    hosts: CephHosts, authority: Path, proven: Callable[[str, str], None]
) -> None:
    """To its end: what it held is on the others in as many copies as before, no key of its daemons is left, and no other daemon was restarted."""
    one, stay = hosts.gateways[0], HOSTS[:3]
    (authority / "written").write_text("before storage4 left\n", encoding="ascii")
    for name in ("a", "b", "c", "d"):
        hosts.s3(
            "red", one, authority, "s3", "cp", str(authority / "written"), f"s3://red-data/{name}"
        ).check_returncode()
    before = _osds(hosts, stay)
    assert _leave(hosts, "storage4", storage_ceph_tries=30) == {}
    assert _osds(hosts, stay) == before
    assert {each["name"] for each in hosts.store("osd", "tree")["nodes"] if each["type"] == "host"} == {*stay}
    assert not [each["entity"] for each in hosts.store("auth", "ls")["auth_dump"] if "storage4" in each["entity"]]
    _settle(hosts)
    degraded = hosts.store("pg", "stat")["pg_summary"].get("degraded_objects", 0)
    assert (degraded, len(hosts.store("osd", "dump")["osds"])) == (0, 2 * len(stay))
    assert "active" not in hosts["storage4"].run("systemctl", "list-units", "--no-legend", "ceph-*.service").stdout
    said = hosts.s3("red", one, authority, "s3", "cp", "s3://red-data/a", "-")
    assert said.stdout == "before storage4 left\n", said.stderr
    proven("a store over SSH, later", "Ceph 16.2.15: a host leaves by decommission.yml, and its objects stay in three copies")  # fmt: skip
