"""Backups over real SSH: a control host with real Slurm, MariaDB, Kea, Prometheus and Alertmanager is backed up, lost, and restored on an empty host.

Faults of the repository, the password, the tier and the drive are planted: each run fails, and the time of the last backup stays as it was.
"""

from __future__ import annotations

import base64
import re
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.depth import sample
from tests.twin import ssh_slurm
from tests.twin.debian import debian_spec, planned_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

HOST = "control1"
PROGRAMS = ("restic", "slurmdbd", "mariadbd", "munged", "kea-dhcp4", "prometheus", "promtool", "amtool")
PARTS = ("slurm-site", "slurmdbd", "slurmctld", "kea", "prometheus", "alertmanager")
PASSWORD = "sealed-for-the-test"
SECRETS = {
    "CLUSTERGEN_MUNGE_KEY": base64.b64encode(bytes(range(256)) * 4).decode(),
    "CLUSTERGEN_SLURMDBD_PASSWORD": "forTheTest1",
    "CLUSTERGEN_BACKUP_PASSWORD": PASSWORD,
}
PROGRAM = "/usr/local/sbin/clustergen-backup.sh"
REPOSITORY = f"/home/backups/atlas/{HOST}"
METRICS = "/var/lib/prometheus/node-exporter/clustergen_backup.prom"
STAGES = (("slurm",), ("provision", "--tags", "dhcp"), ("monitoring",))
"""The playbooks that give a control host its services."""
_LEASES = """\
address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context
10.192.1.7,3c:6d:66:00:00:02,,86400,{expire},{subnet},0,0,gpu01-bmc,0,
"""
_MEASURED = """\
# TYPE planted gauge
planted{{place="rack"}} 41 {earlier}
planted{{place="rack"}} 42 {later}
# EOF
"""
_FIT = """
set -e
for each in mgmt0 bond0; do
  ip link add $each type veth peer name $each-far
  ip link set $each up; ip link set $each-far up
done
ip address add 198.51.100.1/25 dev mgmt0; ip address add 198.51.100.129/25 dev bond0
mount -t tmpfs -o mode=755 home /home
useradd --uid 20001 alice
"""


@dataclass(frozen=True, slots=True)
class Facts:
    """What people lose with a control host, as its services report it."""

    accounts: str
    jobs: str
    queue: str
    leases: str
    measured: str
    silences: str
    lines: str


def _facts(host: SshHost, at: int) -> Facts:
    query = ("promtool", "query", "instant", f"--time={at}", "http://127.0.0.1:9090", "planted")
    return Facts(
        accounts=host.must("sacctmgr", "-nP", "list", "associations", "format=cluster,account,user,share"),
        jobs=host.must("sacct", "-aXnP", "--starttime=2020-01-01", "--format=jobid,jobname,user,account,state,submit"),
        queue=host.must("squeue", "--noheader", "-o", "%i %j %u %a %T"),
        leases="\n".join(
            sorted(
                set(
                    re.findall(
                        r"^10[^,]*,[^,]*", host.must("sh", "-c", "cat /var/lib/kea/kea-leases4.csv*"), re.MULTILINE
                    )
                )
            )
        ),
        measured=host.must(*query),
        silences=host.must("amtool", "--alertmanager.url=http://127.0.0.1:9093", "silence", "query", "-q"),
        lines=host.must("cat", "/etc/slurm/site.conf"),
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Path:
    """roce-16 on Debian 12 with one control host, whose repository is read back as a whole in each run."""
    for name in PROGRAMS:
        program(name)
    said = subprocess.run([program("slurmctld"), "-V"], check=True, capture_output=True, text=True).stdout
    version = re.search(r"\b(\d\d\.\d\d)\.", said)
    assert version is not None
    spec = debian_spec("roce-16")
    spec["hosts"]["control"]["count"] = 1
    slurm = {"version": version[1], "include": True, "accounts": {"physics": {"users": ["alice"]}}}
    spec |= {"scheduler": {"slurm": slurm}, "backups": {"repository": "/home/backups/atlas", "every_hours": 168}}
    _, build = planned_tree(spec, tmp_path_factory.mktemp("backups"))
    ssh_slurm.fit(build)
    return build


def _served(hosts: SshHosts) -> None:
    """Set up the host's tier, ports and services, as site.yml does."""
    host = hosts[HOST]
    host.must("hostname", HOST)
    host.package("libpmix-dev")
    host.write("/etc/hosts", (hosts.tree / "hosts" / HOST / "etc" / "hosts").read_text(encoding="utf-8"))
    host.must("sh", "-c", _FIT)
    for book, *more in STAGES:
        _play(hosts, book, *more).must()


def _play(hosts: SshHosts, book: str, *arguments: str, **more: str) -> Play:
    return hosts.playbook(f"ansible/playbooks/{book}.yml", *arguments, **SECRETS | more)


def _restore(hosts: SshHosts, *arguments: str) -> Play:
    return _play(hosts, "restore", "-e", f"restore_host={HOST}", "-e", f"restore_sure={HOST}", *arguments)


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A control host with its services, and with state that no playbook makes."""
    require(program)
    with SshHosts(tree, [HOST]) as bed:
        _served(bed)
        yield bed


@pytest.fixture(scope="module")
def at() -> int:
    """A time of which there are measurements."""
    return int(time.time()) // 7200 * 7200 - 4 * 3600


@pytest.fixture(scope="module")
def before(hosts: SshHosts, at: int) -> Facts:
    """What the host has when it is backed up."""
    host = hosts[HOST]
    host.must("sacctmgr", "-i", "add", "account", "chemistry", "Description=by-hand")
    host.must("sacctmgr", "-i", "add", "user", "alice", "account=chemistry", "share=7")
    for number in range(4):
        host.must(
            "runuser",
            "-u",
            "alice",
            "--",
            "sbatch",
            "-D",
            "/",
            "-A",
            "physics",
            "-J",
            f"job{number}",
            "--wrap",
            "sleep 60",
        )
    host.must("scancel", "--name=job3")
    host.write("/etc/slurm/site.conf", "MaxJobCount=4321\n")
    subnet = re.search(r'"id": (\d+)', (hosts.tree / "provisioning/kea/kea-dhcp4.conf").read_text(encoding="utf-8"))
    assert subnet is not None
    host.must("systemctl", "stop", "kea-dhcp4-server", "prometheus", "prometheus-alertmanager")
    host.write("/var/lib/kea/kea-leases4.csv", _LEASES.format(expire=int(time.time()) + 80000, subnet=subnet[1]))
    host.must("chown", "_kea:_kea", "/var/lib/kea/kea-leases4.csv")
    host.write("/tmp/measured", _MEASURED.format(earlier=at - 60, later=at))
    host.must("promtool", "tsdb", "create-blocks-from", "openmetrics", "/tmp/measured", "/var/lib/prometheus/metrics2")
    host.must("chown", "-R", "prometheus:prometheus", "/var/lib/prometheus/metrics2")
    host.must("systemctl", "start", "kea-dhcp4-server", "prometheus", "prometheus-alertmanager")
    silence = ("silence", "add", "--author=ada", "--comment=repair", "--duration=9h", "instance=gpu01")
    _until(host, "amtool", "--alertmanager.url=http://127.0.0.1:9093", *silence)
    host.must("systemctl", "restart", "prometheus-alertmanager")  # what it has in memory is on its drive when it ends
    _until(host, "promtool", "query", "instant", "http://127.0.0.1:9090", "vector(1)")
    _until(host, "amtool", "--alertmanager.url=http://127.0.0.1:9093", "silence", "query")
    _until(host, "sh", "-c", "sacct -aXnP --starttime=2020-01-01 --format=state | grep -q CANCELLED")
    host.must(
        "systemctl", "restart", "slurmctld"
    )  # after any start of it, the history no longer has who cancelled a job of the queue
    _until(host, "sh", "-c", "scontrol ping | grep -q UP && squeue --noheader | grep -q job0")
    _until(host, "sh", "-c", "! sacct -aXnP --starttime=2020-01-01 --format=state | grep 'CANCELLED by'")
    _until(host, "test", "-s", "/var/spool/slurmctld/job_state")
    found = _facts(host, at)
    assert "chemistry|alice|7" in found.accounts
    assert found.queue.count("job") == 3
    assert "42" in found.measured
    return found


def _until(host: SshHost, *command: str) -> None:
    deadline = time.monotonic() + 90
    while (done := host.run(*command)).returncode != 0:
        assert time.monotonic() < deadline, done.stdout + done.stderr
        time.sleep(1)


def _times(host: SshHost) -> dict[str, int]:
    """When each part was last backed up, as the node exporter shows it."""
    return {part: int(when) for part, when in re.findall(r'\{part="([^"]+)"\} (\d+)', host.read(METRICS))}


@pytest.fixture(scope="module")
def backed(hosts: SshHosts, before: Facts) -> Play:
    """The first run of the playbook, which makes the first backup. A check before it changes nothing."""
    assert before.queue
    _play(hosts, "backups", "--check").must()
    assert not hosts[HOST].exists(PROGRAM)
    return _play(hosts, "backups", "--diff").must()


def test_all_state_is_backed_up(hosts: SshHosts, backed: Play, proven: Callable[[str, str], None]) -> None:
    """The second run changes nothing. The password is in one file that root alone reads."""
    host = hosts[HOST]
    assert tuple(line.split()[0] for line in host.must(PROGRAM, "list").splitlines()) == PARTS
    assert _times(host).keys() == {*PARTS}
    assert host.read("/etc/clustergen/backups/password") == f"{PASSWORD}\n"
    assert host.must("stat", "-c", "%U %a", "/etc/clustergen/backups/password").split() == ["root", "600"]
    assert PASSWORD not in backed.stdout + host.log()
    shown = host.must("curl", "-s", f"http://{host.address}:9100/metrics")
    for part in PARTS:
        assert f'clustergen_backup_success_timestamp_seconds{{part="{part}"}}' in shown
        assert f'clustergen_backup_interval_seconds{{part="{part}"}} 604800' in shown
    timer = host.unit("clustergen-backup.timer")
    assert (timer["ActiveState"], timer["UnitFileState"]) == ("active", "enabled")
    assert _play(hosts, "backups").must().changed == {}
    proven("restic 0.14", f"six parts of a control host backed up by the rendered program: {', '.join(PARTS)}")


def _pack(host: SshHost) -> str:
    """The largest file with data of the repository."""
    return host.must(
        "sh", "-c", f"find {REPOSITORY}/data -type f -size +4k -printf '%s %p\n' | sort -n | tail -n 1"
    ).split()[1]


FAULTS = {
    "truncated pack": ("truncate -s -1 $PACK", "the repository is damaged"),
    "flipped byte": (
        "printf %b \"$(printf '\\\\x%02x' $(( $(od -An -tu1 -j 100 -N 1 $PACK) ^ 1 )))\" | dd of=$PACK bs=1 seek=100 conv=notrunc status=none",
        "the repository is damaged",
    ),
    "lost pack": ("rm $PACK", "the repository is damaged"),
    "wrong password": ("echo another >/etc/clustergen/backups/password", "wrong password or no key found"),
    "database down": ("systemctl stop mariadb", "not backed up: slurmdbd"),
    "full drive": (
        "mount -t tmpfs -o size=64k,mode=711 full /var/lib/clustergen/backups/stage; dd if=/dev/zero of=/var/lib/clustergen/backups/stage/.full bs=4k 2>/dev/null",
        "No space left on device",
    ),
    "tier not mounted": ("umount --lazy /home", "/home is not mounted"),
}


@pytest.mark.parametrize("fault", sample(FAULTS, "flipped byte", "tier not mounted", "wrong password"))
def test_a_fault_is_reported_and_no_time_advances(hosts: SshHosts, backed: Play, fault: str) -> None:
    """Each is taken back, and the next run is good again."""
    host, (plant, words) = hosts[HOST], FAULTS[fault]
    assert backed.returncode == 0
    times, ids = _times(host), host.must(PROGRAM, "list")
    host.must(
        "sh",
        "-c",
        f"mkdir -p /run/kept; cp -a {REPOSITORY} /run/kept/; cp -a /etc/clustergen/backups/password /run/kept/",
    )
    time.sleep(1.1)
    host.run("sh", "-c", f"chmod u+w {_pack(host)}; {plant.replace('$PACK', _pack(host))}")
    failed = host.run(PROGRAM, "run")
    after = _times(host)
    mend = (
        "systemctl start mariadb; umount /var/lib/clustergen/backups/stage 2>/dev/null; mountpoint -q /home || mount -t tmpfs -o mode=755 home /home;"
        f" mkdir -p /home/backups/atlas; rm -rf {REPOSITORY}; cp -a /run/kept/{HOST} {REPOSITORY}; cp -a /run/kept/password /etc/clustergen/backups/; rm -r /run/kept"
    )
    host.run("sh", "-c", mend)
    assert failed.returncode != 0, fault
    assert words in failed.stdout + failed.stderr, failed.stdout + failed.stderr
    changed = {part for part in PARTS if after[part] != times[part]}
    assert "slurmdbd" not in changed
    assert changed <= ({*PARTS} - {"slurmdbd"} if fault in {"database down", "full drive"} else set())
    assert host.must(PROGRAM, "list") == ids
    host.must(PROGRAM, "run")
    assert all(_times(host)[part] > times[part] for part in PARTS)


def test_an_empty_host_is_restored(
    hosts: SshHosts, tree: Path, backed: Play, before: Facts, at: int, proven: Callable[[str, str], None]
) -> None:
    """It makes no backup of its emptiness, and has the same state as the lost one after `restore.yml`."""
    assert backed.returncode == 0
    lost = hosts[HOST]
    lost.must("systemctl", "start", "clustergen-backup")
    saved = lost.must("sh", "-c", "tar -C /home -cz . | base64")
    with SshHosts(tree, [HOST]) as bed:
        host = bed[HOST]
        _served(bed)
        host.must("sh", "-c", "base64 -d | tar -C /home -xz", stdin=saved)
        assert "chemistry" not in host.must("sacctmgr", "-nP", "list", "account")
        listed = lost.must(PROGRAM, "list")
        waits = _play(bed, "backups").must()
        assert "the repository has backups of control1" in waits.stdout
        refused = host.run(PROGRAM, "run")
        assert refused.returncode != 0
        assert "run restore.yml" in refused.stderr
        assert host.must(PROGRAM, "list") == listed
        gate = _play(bed, "restore", "-e", f"restore_host={HOST}")
        assert "nothing was changed" in gate.failed[HOST]
        unknown = _restore(bed, "-e", "restore_parts=slurmdbd,etcd")
        assert "restore_parts names slurmdbd, etcd" in unknown.failed[HOST]
        start = time.monotonic()
        said = _restore(bed).must()
        took = time.monotonic() - start
        _until(host, "promtool", "query", "instant", "http://127.0.0.1:9090", "vector(1)")
        assert _facts(host, at) == before
        assert "slurmctld: 3 jobs in the queue; kea: 1 leases" in re.sub(r"\s+", " ", said.stdout)
        host.must("systemctl", "start", "clustergen-backup")
        fresh = host.must(PROGRAM, "list").splitlines()
        assert not {line.split()[1] for line in fresh} & {line.split()[1] for line in listed.splitlines()}, (
            "the last of a day"
        )
        assert tuple(line.split()[0] for line in fresh) == PARTS
        new = host.must(
            "runuser", "-u", "alice", "--", "sbatch", "--parsable", "-D", "/", "-A", "chemistry", "--wrap", "true"
        )
        assert int(new) > max(map(int, re.findall(r"^\s*(\d+)", before.queue, re.MULTILINE)))
    proven(
        "restic 0.14",
        f"an empty control host has the accounts, jobs, queue, leases and measurements of the lost one; {took:.0f} s",
    )


_SLOW = "/run/systemd/system/clustergen-backup.service.d"
_LOCKED = "flock /var/lib/clustergen/backups/lock sleep 600"


def test_a_part_without_a_backup_is_named(hosts: SshHosts, backed: Play) -> None:
    """Nothing is stopped or changed for it; the others are restored where that is confirmed, and wait for no backup that is being made."""
    host = hosts[HOST]
    assert backed.returncode == 0
    restic = f"restic --quiet -r {REPOSITORY} --password-file /etc/clustergen/backups/password"
    host.must(
        "sh",
        "-c",
        f"cp -a {REPOSITORY} /run/whole; {restic} forget --tag part:kea --keep-last 1 --group-by tags --json >/dev/null",
    )
    host.must(
        "sh",
        "-c",
        f'{restic} forget $({restic} snapshots --tag part:kea --json | grep -o \'"short_id":"[^"]*\' | cut -d\'"\' -f4)',
    )
    started = host.unit("prometheus-alertmanager")["ExecMainStartTimestampMonotonic"]
    said = _restore(hosts, "-e", "restore_parts=kea,alertmanager")
    assert "has no backup of kea" in said.failed[HOST]
    assert host.unit("prometheus-alertmanager")["ExecMainStartTimestampMonotonic"] == started
    assert "restoring" not in host.must("ls", "/var/lib/clustergen/backups")
    host.write(f"{_SLOW}/slow.conf", f"[Service]\nExecStart=\nExecStart={_LOCKED}\n")
    host.must("systemctl", "daemon-reload")
    host.must("systemctl", "start", "--no-block", "clustergen-backup")
    _until(host, "sh", "-c", "! flock -n /var/lib/clustergen/backups/lock true")
    more = _restore(hosts, "-e", "restore_parts=kea,alertmanager", "-e", "restore_without=kea").must()
    host.must("sh", "-c", f"rm -r {_SLOW}; systemctl daemon-reload; flock -n /var/lib/clustergen/backups/lock true")
    assert "restoring" not in host.must("ls", "/var/lib/clustergen/backups")
    assert "not restored, as there is no backup: kea" in re.sub(r"\s+", " ", more.stdout)
    assert host.unit("prometheus-alertmanager")["ExecMainStartTimestampMonotonic"] != started
    host.must("sh", "-c", f"rm -rf {REPOSITORY}; mv /run/whole {REPOSITORY}")


_SFTP = f"""
set -e
cp -a /etc/clustergen/backups /run/settings
ssh-keygen -q -t ed25519 -N '' -f /etc/clustergen/backups/ssh_key
cat /etc/clustergen/backups/ssh_key.pub >>/root/.ssh/authorized_keys
echo "127.0.0.1 $(cat /etc/ssh/ssh_host_ed25519_key.pub)" >/etc/ssh/ssh_known_hosts
sed -i 's/^kind=.*/kind=sftp/; s/^mount=.*/mount=/' /etc/clustergen/backups/settings
echo sftp:root@127.0.0.1:/srv/atlas/{HOST} >/etc/clustergen/backups/repository
"""


def test_a_server_is_reached_by_sftp(hosts: SshHosts, backed: Play) -> None:
    """With the key of the host's own folder, and only where the server's key is known."""
    host = hosts[HOST]
    assert backed.returncode == 0
    host.must("sh", "-c", _SFTP)
    assert host.must(PROGRAM, "init") == "created\n"
    assert host.must(PROGRAM, "state") == "known\n"
    host.must(PROGRAM, "run")
    assert {line.split()[0] for line in host.must(PROGRAM, "list").splitlines()} == {*PARTS}
    assert host.exists(f"/srv/atlas/{HOST}/config")
    host.must("rm", "/etc/ssh/ssh_known_hosts")
    times = _times(host)
    refused = host.run(PROGRAM, "run")
    assert refused.returncode != 0
    assert "unable to open repository at sftp:" in refused.stderr, "what ssh adds may come too late to be printed"
    assert _times(host) == times
    host.must("sh", "-c", "rm -r /etc/clustergen/backups; mv /run/settings /etc/clustergen/backups")
