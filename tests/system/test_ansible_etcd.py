"""etcd of three control hosts over real SSH: its snapshots are in their backups, and a lost majority is restored on one of them, by real etcd with TLS.

etcd runs as kubespray sets it up: a service of the host, by the variables of /etc/etcd.env. Kubernetes itself does not run.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.twin.debian import debian_spec, planned_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

NAMES = ("control1", "control2", "control3")
PROGRAM = "/usr/local/sbin/clustergen-backup.sh"
SECRET = {"CLUSTERGEN_BACKUP_PASSWORD": "sealed-for-the-test"}
_SERVICE = """\
[Service]
Type=notify
User=root
EnvironmentFile=/etc/etcd.env
ExecStart=/usr/bin/etcd
TimeoutStartSec=60
"""
_ENVIRONMENT = """\
ETCD_DATA_DIR=/var/lib/etcd
ETCD_ADVERTISE_CLIENT_URLS=https://{address}:2379
ETCD_INITIAL_ADVERTISE_PEER_URLS=https://{address}:2380
ETCD_INITIAL_CLUSTER_STATE=new
ETCD_LISTEN_CLIENT_URLS=https://{address}:2379,https://127.0.0.1:2379
ETCD_INITIAL_CLUSTER_TOKEN=k8s_etcd
ETCD_LISTEN_PEER_URLS=https://{address}:2380
ETCD_NAME={name}
ETCD_INITIAL_CLUSTER={cluster}
ETCD_TRUSTED_CA_FILE=/etc/ssl/etcd/ca.pem
ETCD_CERT_FILE=/etc/ssl/etcd/member.pem
ETCD_KEY_FILE=/etc/ssl/etcd/member-key.pem
ETCD_CLIENT_CERT_AUTH=true
ETCD_PEER_TRUSTED_CA_FILE=/etc/ssl/etcd/ca.pem
ETCD_PEER_CERT_FILE=/etc/ssl/etcd/member.pem
ETCD_PEER_KEY_FILE=/etc/ssl/etcd/member-key.pem
ETCD_PEER_CLIENT_CERT_AUTH=true
"""
AUTHORITY = """
set -e
mkdir -p /etc/ssl/etcd; cd /etc/ssl/etcd
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=etcd -keyout ca-key.pem -out ca.pem 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=member -keyout member-key.pem -out member.csr 2>/dev/null
printf 'subjectAltName=IP:127.0.0.1%s\\nextendedKeyUsage=serverAuth,clientAuth\\n' "$1" >names
openssl x509 -req -in member.csr -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 2 -extfile names -out member.pem 2>/dev/null
tar -c ca.pem member.pem member-key.pem | base64
"""
_ETCDCTL = (
    *("env", "ETCDCTL_API=3", "etcdctl", "--endpoints=https://127.0.0.1:2379", "--cacert=/etc/ssl/etcd/ca.pem"),
    *("--cert=/etc/ssl/etcd/member.pem", "--key=/etc/ssl/etcd/member-key.pem"),
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Path:
    """roce-16 on Debian 12 with Kubernetes alone, and backups."""
    for name in ("restic", "etcd", "etcdctl", "openssl"):
        program(name)
    spec = debian_spec("roce-16")
    spec |= {"scheduler": {"kubernetes": {}}, "monitoring": {"enabled": False}}
    spec |= {"backups": {"repository": "/home/backups/atlas"}}
    return planned_tree(spec, tmp_path_factory.mktemp("etcd"))[1]


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Three control hosts with etcd in agreement, each with the tier of its repository."""
    require(program)
    with SshHosts(tree, NAMES) as bed:
        names = "".join(f",IP:{host.address}" for host in bed)
        keys = bed["control1"].must("sh", "-c", AUTHORITY, "authority", names)
        cluster = ",".join(f"{host.name}=https://{host.address}:2380" for host in bed)
        for host in bed:
            host.must(
                "sh", "-c", "mkdir -p /etc/ssl/etcd /var/lib/kea; base64 -d | tar -C /etc/ssl/etcd -x", stdin=keys
            )
            host.write("/etc/kubernetes/ssl/sa.key", "accounts\n")
            host.write("/etc/ssl/etcd/ssl/ca-key.pem", "authority\n")
            host.must("mount", "-t", "tmpfs", "-o", "mode=755", "home", "/home")
            host.write("/etc/etcd.env", _ENVIRONMENT.format(name=host.name, address=host.address, cluster=cluster))
            host.write("/etc/systemd/system/etcd.service", _SERVICE)
        for host in bed:
            host.must("systemctl", "start", "--no-block", "etcd")
        until(bed["control1"], *_ETCDCTL, "endpoint", "health")
        yield bed


def until(host: SshHost, *command: str) -> str:
    """Run a command again until it succeeds; returns what it prints."""
    deadline = time.monotonic() + 60
    while (done := host.run(*command)).returncode != 0:
        assert time.monotonic() < deadline, done.stdout + done.stderr
        time.sleep(0.5)
    return done.stdout


def _play(hosts: SshHosts, book: str, *arguments: str) -> Play:
    return hosts.playbook(f"ansible/playbooks/{book}.yml", *arguments, **SECRET)


def _restore(hosts: SshHosts, *more: str) -> Play:
    return _play(hosts, "restore", "-e", "restore_host=control1", "-e", "restore_sure=control1", *more)


def test_a_lost_majority_is_restored_on_one_host(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """And only a lost one: while two members agree, the third joins again, and no restore makes a second cluster beside them."""
    first = hosts["control1"]
    first.must(*_ETCDCTL, "put", "/registry/planted", "before")
    _play(hosts, "backups").must()
    assert "etcd" in {line.split()[0] for line in first.must(PROGRAM, "list").splitlines()}
    first.must(*_ETCDCTL, "put", "/registry/planted", "after the backup")
    # Two of three agree
    hosts["control3"].must("systemctl", "stop", "etcd")
    until(first, *_ETCDCTL, "endpoint", "health")
    refused = _restore(hosts, "-e", "restore_parts=etcd")
    for name in ("control1", "control2"):
        assert "nothing was changed: etcd has a majority" in refused.failed[name]
    # Those that say so are believed also if they are called lost, and all are asked
    lost = _restore(hosts, "-e", "restore_parts=etcd", "-e", "restore_lost=control1,control2,control3")
    assert "nothing was changed: etcd has a majority" in lost.failed["control2"]
    some = _restore(hosts, "-e", "restore_parts=etcd", "--limit", "control1,control3")
    assert "it leaves out control2" in some.failed["control1"]
    assert "after the backup" in first.must(*_ETCDCTL, "get", "/registry/planted")
    # Without its name it is left alone
    usual = _restore(hosts, "--check")
    assert "etcd" not in " ".join(task for _, task in usual.of("ok", "changed") if "part by its backup" in task)
    # One is left, which agrees with nobody
    for name in ("control2", "control3"):
        hosts[name].must("sh", "-c", "systemctl stop etcd; rm -rf /var/lib/etcd")
    hosts["control3"].cut()
    assert first.run(*_ETCDCTL, "--command-timeout=5s", "get", "/registry/planted").returncode != 0
    # Silence is no answer, nor is an etcd that does not run
    unknown = _restore(hosts, "-e", "restore_parts=etcd")
    assert "etcd does not run on control2" in unknown.failed["control2"]
    assert "control3 is not reached" in unknown.failed["control3"]
    assert "restore_lost=control3" in unknown.failed["control3"]
    assert first.must("systemctl", "is-active", "etcd") == "active\n"
    said = _restore(hosts, "-e", "restore_parts=etcd", "-e", "restore_lost=control2,control3")
    assert "etcd is restored from backup" in said.stdout, said.stdout + said.stderr
    found = until(first, *_ETCDCTL, "get", "/registry/planted", "--print-value-only")
    assert found == "before\n"
    members = first.must(*_ETCDCTL, "member", "list").splitlines()
    assert len(members) == 1
    assert "control1" in members[0]
    assert first.exists("/var/lib/etcd.before/member")
    hosts["control3"].join()
    first.must(*_ETCDCTL, "put", "/registry/more", "it takes writes")
    # Another member joins it, as installers let members join
    second = hosts["control2"]
    first.must(*_ETCDCTL, "member", "add", "control2", f"--peer-urls=https://{second.address}:2380")
    joined = ",".join(f"{host.name}=https://{host.address}:2380" for host in (first, second))
    second.must(
        "sed",
        "-i",
        f"s|^ETCD_INITIAL_CLUSTER=.*|ETCD_INITIAL_CLUSTER={joined}|; s|STATE=new|STATE=existing|",
        "/etc/etcd.env",
    )
    second.must("systemctl", "start", "etcd")
    assert until(second, *_ETCDCTL, "get", "/registry/more", "--print-value-only") == "it takes writes\n"
    proven(
        "etcd 3.4",
        "snapshots of three members with TLS; a lost majority restored on one, which takes writes and another member",
    )


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("s|^ETCD_CERT_FILE=.*|ETCD_CERT_FILE=/absent|", "is not reached: "),
        ("s|^ETCD_TRUSTED_CA_FILE=.*|ETCD_TRUSTED_CA_FILE=/etc/ssl/certs/absent|", "is not reached: "),
    ],
)
def test_a_question_that_fails_is_no_answer(hosts: SshHosts, wrong: str, reason: str) -> None:
    """The program's own faults have another result than an etcd without a leader."""
    host = hosts["control1"]
    host.must("sh", "-c", f"cp /etc/etcd.env /root/etcd.env; sed -i '{wrong}' /etc/etcd.env")
    said = host.run(PROGRAM, "majority", "etcd")
    host.must("cp", "/root/etcd.env", "/etc/etcd.env")
    assert said.returncode == 1, said.stdout + said.stderr
    assert reason in said.stderr


def test_a_member_that_started_alone_has_no_majority(hosts: SshHosts) -> None:
    """It listens, and answers nobody; a stopped one has a result of its own."""
    host = hosts["control2"]
    hosts["control1"].must("systemctl", "stop", "etcd")
    host.must("systemctl", "stop", "etcd")
    assert host.run(PROGRAM, "majority", "etcd").returncode == 4
    host.must("systemctl", "start", "--no-block", "etcd")
    until(host, "sh", "-c", "ss -Hltn | grep -q :2379")
    said = host.run(PROGRAM, "majority", "etcd")
    assert said.returncode == 3, said.stdout + said.stderr
    hosts["control1"].must("systemctl", "start", "--no-block", "etcd")
    until(host, *_ETCDCTL, "get", "/registry/more")
    assert host.run(PROGRAM, "majority", "etcd").returncode == 0


def test_what_was_there_before_a_restore_is_never_removed(hosts: SshHosts) -> None:
    """A second one puts the folder aside beside that of the first."""
    host = hosts["control1"]
    host.must("sh", "-c", "systemctl stop etcd; touch /var/lib/etcd.before/the-first")
    said = host.must(PROGRAM, "restore", "etcd")
    assert "before this restore is /var/lib/etcd.before.1\n" in said
    assert host.exists("/var/lib/etcd.before/the-first")
    assert host.exists("/var/lib/etcd.before.1/member")
    host.must("systemctl", "start", "etcd")


def test_a_damaged_snapshot_is_no_backup(hosts: SshHosts) -> None:
    """One that was cut short, by a program that reports success."""
    host = hosts["control1"]
    host.must("sh", "-c", "mv /usr/bin/etcdctl /usr/bin/etcdctl.real")
    host.write(
        "/usr/bin/etcdctl",
        '#!/bin/sh\n/usr/bin/etcdctl.real "$@" || exit\ncase "$*" in *"snapshot save"*) for last; do :; done; truncate -s 9000 "$last" ;; esac\n',
        "755",
    )
    before = host.must(PROGRAM, "list")
    said = host.run(PROGRAM, "run")
    assert said.returncode != 0
    assert "not backed up: etcd" in said.stderr
    assert [line for line in host.must(PROGRAM, "list").splitlines() if line.startswith("etcd")] == [
        line for line in before.splitlines() if line.startswith("etcd")
    ]
