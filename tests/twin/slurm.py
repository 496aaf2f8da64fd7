"""Slurm in a bottle: munge, MariaDB, slurmdbd, slurmctld and a slurmd for every host, each in namespaces with the host's own name.

The rendered files lie where they belong (/etc/slurm) and every daemon listens on its planned address and port. What differs is told in EXTRA:
this machine has not the hardware of a host, so Slurm takes the file's word for it, and there are no cgroups to put a job into.
"""

from __future__ import annotations

import contextlib
import csv
import os
import re
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

from generator.twin.bottle import Bottle, BottleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

EXTRA = """
# The test's own: this machine has not the processors of a host.
SlurmdParameters=config_overrides
SlurmdPidFile=/run/slurmd.pid
SlurmctldPidFile=/run/slurmctld.pid
"""
REPLACED = {
    "ProctrackType": "proctrack/linuxproc",
    "TaskPlugin": "task/none",
    "JobAcctGatherType": "jobacct_gather/linux",
    "SlurmctldTimeout": "10",
    "MpiDefault": "none",
}
"""Keys whose plugin wants cgroups or libraries that are not here; and a backup that does not wait for two minutes."""
PASSWORD = "for-the-test"
USERS = {"alice": 20001, "bob": 20002}

_PREPARE = r"""
set -e
home=$1; tree=$2; root=$home/root
mount --make-rprivate /
chmod 755 $home
mkdir -p $root $home/lower $home/layer $home/shared $home/logs $home/munge $home/mysqld && chmod 777 $home/mysqld $home/logs $home/shared
# The system that all hosts have: this machine's or an unpacked release, below a layer that is gone afterwards.
mount --bind ${tree:-/} $home/lower
mount -t tmpfs -o mode=755 tmpfs $home/layer && mkdir $home/layer/upper $home/layer/work
mount -t overlay -o lowerdir=$home/lower,upperdir=$home/layer/upper,workdir=$home/layer/work overlay $root
mkdir -p $root/etc/slurm $root$home $root/proc $root/sys $root/dev
for user in alice:20001 bob:20002; do echo "${user%:*}:x:${user#*:}:100::/:/bin/sh" >> $root/etc/passwd; done
touch $root/etc/hosts; mount --bind $home/hosts $root/etc/hosts
mount --bind $home/slurm $root/etc/slurm
mount --bind $home $root$home
mount -t proc proc $root/proc
mount --rbind /sys $root/sys
# Devices: this machine's, and eight that look like GPUs.
mount -t tmpfs -o mode=755 tmpfs $root/dev
for name in null zero urandom random full tty; do touch $root/dev/$name; mount --bind /dev/$name $root/dev/$name; done
mkdir $root/dev/pts $root/dev/shm; mount --bind /dev/pts $root/dev/pts; mount -t tmpfs tmpfs $root/dev/shm
ln -s pts/ptmx $root/dev/ptmx; ln -s /proc/self/fd $root/dev/fd
for number in 0 1 2 3 4 5 6 7; do touch $root/dev/nvidia$number; mount --bind /dev/null $root/dev/nvidia$number; done
# systemd is not there: what a job's scripts tell it is written down, host by host.
rm -f $root/usr/bin/systemctl
printf '#!/bin/sh\necho "$@" >> /var/spool/systemctl.log\n' > $root/usr/bin/systemctl; chmod 755 $root/usr/bin/systemctl
head -c 1024 /dev/urandom > $home/munge.key && chmod 400 $home/munge.key
munged --force --num-threads 8 --key-file=$home/munge.key --socket=$home/munge/munge.socket.2 --pid-file=$home/munge.pid \
  --log-file=$home/munge.log --seed-file=$home/munge.seed
"""

_WIRE = """
set -e
ip netns add $1
ip link add $2 type veth peer name eth0 netns $1
ip link set $2 master inband up
nsenter --net=/run/netns/$1 sh -c "ip link set lo up; ip address add $3/8 dev eth0; ip link set eth0 up"
"""

# A daemon of one host: its name, its own /run (but for sockets that all share), spool and shared folder.
_HOST = r"""
set -e
name=$1; home=$2; shift 2
root=$home/root; own=$home/hosts.d/$name
hostname $name
mkdir -p $own/spool/slurmd $own/run/munge $own/run/mysqld $own/run/mariadbd
chmod 777 $own/spool $own/run
mount --bind $own/spool $root/var/spool
mount --bind $own/run $root/run
mount --bind $home/munge $root/run/munge
mount --bind $home/mysqld $root/run/mysqld
mount --bind $home/mysqld $root/run/mariadbd
mkdir -p $own/nvidia-imex $root/etc/nvidia-imex
mount --bind $own/nvidia-imex $root/etc/nvidia-imex
for path in @LOCAL@; do
  mkdir -p $own$path $root$path
  mount --bind $own$path $root$path
done
mkdir -p $root@SHARED@
mount --bind $home/shared $root@SHARED@
if [ -d $own/etc ]; then mount --bind $own/etc $root/etc/slurm; fi
[ ! -f $own/setup ] || . $own/setup
ulimit -c 0
exec chroot $root "$@"
"""


class SlurmError(Exception):
    """A daemon ended, or did not answer."""


class SlurmCluster:
    """Daemons of one cluster in one bottle: start what is needed, ask, and all is gone with the bottle."""

    def __init__(
        self,
        bottle: Bottle,
        home: Path,
        files: Mapping[str, str],
        tree: Path | None = None,
        local: Sequence[str] = (),
        others: Mapping[str, str] | None = None,
    ) -> None:
        self._bottle, self.home, self._tree = bottle, home, str(tree) if tree else ""
        self._daemons: dict[str, subprocess.Popen[str]] = {}
        (home / "slurm").mkdir()
        self._addresses = dict(others or {})
        self.know(files)
        bottle.must("sh", "-c", _PREPARE, "sh", str(home), self._tree)
        self.write(files)
        bottle.must("sh", "-c", "ip link add inband type bridge && ip link set inband up")
        self._wired: set[str] = set()
        state = re.search(r"^StateSaveLocation=(.*)$", files["slurm/slurm.conf"], flags=re.MULTILINE)
        assert state is not None
        self._local = " ".join(local)
        self._shared = str(state[1]).rpartition("/")[0]
        (home / "shared" / state[1].rpartition("/")[2]).mkdir()
        self.inside("chown", "slurm", str(home / "shared" / state[1].rpartition("/")[2]))
        for host in self.controllers():
            self._wire(host)

    def know(self, files: Mapping[str, str]) -> None:
        """Add the names of all hosts to each host's file."""
        rows = csv.DictReader(files["ip/addresses.csv"].splitlines())
        self._addresses |= {row["device"]: row["address"] for row in rows if row["use"] == "inband"}
        lines = [f"{address} {name}\n" for name, address in self._addresses.items()]
        (self.home / "hosts").write_text("127.0.0.1 localhost\n" + "".join(lines))

    def write(self, files: Mapping[str, str]) -> None:
        """Put the rendered files of Slurm where they belong, with this machine's poverty in slurm.conf."""
        for path, content in files.items():
            if path.startswith("slurm/"):
                target = self.home / "slurm" / path.removeprefix("slurm/")
                target.write_text(content.replace("{{clustergen_slurmdbd_password}}", PASSWORD))
                target.chmod(0o755 if path.endswith(".sh") else 0o644)
        conf = self.home / "slurm" / "slurm.conf"
        text = conf.read_text()
        for key, value in REPLACED.items():
            text, count = re.subn(rf"^{key}=.*$", f"{key}={value}", text, flags=re.MULTILINE)
            text += "" if count else f"{key}={value}\n"
        conf.write_text(text + EXTRA)
        if self._tree:  # 24.11 and later take no for an answer
            cgroup = self.home / "slurm" / "cgroup.conf"
            cgroup.write_text(cgroup.read_text().replace("CgroupPlugin=autodetect", "CgroupPlugin=disabled"))
        if (self.home / "slurm" / "slurmdbd.conf").exists():
            self._owned()

    def _owned(self) -> None:
        self.inside("chown", "slurm", "/etc/slurm/slurmdbd.conf")
        self.inside("chmod", "600", "/etc/slurm/slurmdbd.conf")

    def inside(self, *command: str) -> str:
        """Run a command in the tree of the release, as root."""
        return self._bottle.must("chroot", str(self.home / "root"), *command)

    def on(self, host: str, *command: str) -> str:
        """Run a command on a host, as root."""
        return self._bottle.must(*self._placed(host, *command))

    def try_on(self, host: str, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command on a host that may fail."""
        return self._bottle.run(*self._placed(host, *command))

    def by(self, user: str, host: str, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command on a host as one of USERS."""
        number = str(USERS[user])
        return self.try_on(host, "setpriv", f"--reuid={number}", "--regid=100", "--clear-groups", *command)

    def shell(self, host: str) -> tuple[str, ...]:
        """Return the command that runs a shell's line, its last word, on a host, as root, from outside of the bottle."""
        return self._bottle.inside(self._placed(host, "sh", "-c"), None)

    def _wire(self, host: str) -> None:
        """Connect a host to the one in-band segment that all share."""
        if host not in self._wired:
            self._wired.add(host)
            port, address = f"p{len(self._wired)}", self._addresses[host]
            self._bottle.must("sh", "-c", _WIRE, "sh", host, port, address)

    def _placed(self, host: str, *command: str) -> tuple[str, ...]:
        self._wire(host)
        script = _HOST.replace("@SHARED@", self._shared).replace("@LOCAL@", self._local)
        net = f"--net=/run/netns/{host}"
        return ("nsenter", net, "unshare", "--mount", "--uts", "sh", "-c", script, "sh", host, str(self.home), *command)

    def start(self, host: str, *daemon: str) -> None:
        """Start a daemon of a host; it stays in the foreground, so that its end is seen."""
        log = self.home / "logs" / f"{daemon[0]}-{host}"
        script = f"exec >>{log} 2>&1; exec " + " ".join(daemon)
        self._daemons[f"{daemon[0]} {host}"] = self._bottle.start(*self._placed(host, "sh", "-c", script))

    def kill(self, host: str, daemon: str) -> None:
        """End a daemon of a host as a failing power supply would."""
        process = self._daemons.pop(f"{daemon} {host}")
        with contextlib.suppress(ProcessLookupError):
            for child in _family(process.pid):
                os.kill(child, 9)
        process.communicate()

    def running(self) -> dict[str, int]:
        """Return the process of every daemon by its name and its host's: another one after a restart."""
        return {name: process.pid for name, process in self._daemons.items() if process.poll() is None}

    def reap(self) -> None:
        """Forget daemons that ended with their bottle."""
        for process in self._daemons.values():
            process.communicate()

    def memory_mib(self, host: str, daemon: str) -> int:
        """Return the memory that a daemon of a host holds, with its children, MiB."""
        held = 0
        for process in _family(self._daemons[f"{daemon} {host}"].pid):
            with contextlib.suppress(OSError):
                found = re.search(
                    r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(), flags=re.MULTILINE
                )
                held += int(found[1]) if found else 0
        return held // 1024

    def asked(self, host: str, address: str, path: str) -> str:
        """Return the answer to a question by HTTP, with its head; `host` asks, and goes nowhere else."""
        name, _, port = address.rpartition(":")
        script = f"printf 'GET {path} HTTP/1.1\\r\\nHost: {address}\\r\\n\\r\\n' >&3; timeout 5 cat <&3"
        return self.on(host, "bash", "-c", f"exec 3<>/dev/tcp/{name}/{port}; {script}")

    def log(self, host: str, daemon: str) -> str:
        """Return what a daemon of a host has said."""
        path = self.home / "logs" / f"{daemon}-{host}"
        return path.read_text(errors="replace") if path.exists() else ""

    def wait(self, what: str, host: str, *command: str, until: str, seconds: float = 60) -> str:
        """Ask on a host until the answer has a pattern."""
        end, said = time.monotonic() + seconds, ""
        while time.monotonic() < end:
            done = self.try_on(host, *command)
            said = done.stdout + done.stderr
            if re.search(until, said):
                return said
            for name, process in self._daemons.items():
                if process.poll() is not None:
                    daemon, _, where = name.partition(" ")
                    message = f"{name} ended: {process.communicate()[1]} {self.log(where, daemon)[-2000:]}"
                    raise SlurmError(message)
            time.sleep(0.2)
        message = f"{what}: no {until!r} in {seconds} s, but {said[-1500:]}"
        raise SlurmError(message)

    def start_database(self, host: str) -> None:
        """Start MariaDB and slurmdbd; the rendered SQL makes the database."""
        folder = self.home / "mariadb"
        folder.mkdir()
        own = ("--no-defaults", "--user=root", f"--datadir={folder}")
        self._bottle.must("mariadb-install-db", *own, "--auth-root-authentication-method=normal", "--skip-test-db")
        cnf, socket = f"{self.home}/slurm/mariadb.cnf", f"--socket={self.home}/mysqld/mysqld.sock"
        server = ("mariadbd", f"--defaults-file={cnf}", *own[1:], socket)
        small = ("--innodb-buffer-pool-size=64M", f"--pid-file={folder}/pid", f"--log-error={self.home}/logs/mariadb")
        self._daemons["mariadb localhost"] = self._bottle.start(*server, *small)
        self._until(lambda: self._bottle.run("mariadb", socket, "-e", "select 1").returncode == 0, "MariaDB")
        self._bottle.must("mariadb", socket, stdin=(self.home / "slurm" / "slurmdbd.sql").read_text())
        self.start(host, "slurmdbd", "-D")
        self.wait("slurmdbd", host, "sacctmgr", "-nP", "show", "qos", until="normal")

    def start_controllers(self, hosts: Iterable[str]) -> None:
        """Start slurmctld on the first host, and when it is up on those that stand by."""
        first, *others = hosts
        self.start(first, "slurmctld", "-D")
        self.wait("slurmctld", first, "scontrol", "ping", until=rf"Slurmctld\(primary\) at {first} is UP")
        for host in others:
            self.start(host, "slurmctld", "-D")
            self.wait("slurmctld", first, "scontrol", "ping", until=rf"at {host} is UP")

    def start_hosts(self, hosts: Iterable[str], controller: str, seconds: float = 120) -> None:
        """Start slurmd on every host, and wait until all are idle."""
        names = list(hosts)
        for host in names:
            self._without_configuration(host)
            self.start(host, "slurmd", "-D", "--conf-server", ",".join(self.controllers()))
        self._until(lambda: set(names) <= self.idle(controller), f"{len(names)} idle hosts", seconds)

    def controllers(self) -> list[str]:
        """Name the controllers, as slurm.conf has them."""
        conf = (self.home / "slurm" / "slurm.conf").read_text()
        return re.findall(r"^SlurmctldHost=(.*)$", conf, flags=re.MULTILINE)

    def _without_configuration(self, host: str) -> None:
        """Place the programs of a host; its slurmd gets the rest from the controllers."""
        own = self.home / "hosts.d" / host / "etc"
        if not own.exists():
            own.mkdir(parents=True, exist_ok=True)
            for script in (self.home / "slurm").glob("*.sh"):
                (own / script.name).write_bytes(script.read_bytes())
                (own / script.name).chmod(0o755)
            if (self.home / "slurm" / "imex_hosts").exists():
                (own / "imex_hosts").write_bytes((self.home / "slurm" / "imex_hosts").read_bytes())

    def pretend(self, host: str, ports: Mapping[str, int], gpus: int, mounts: Iterable[str]) -> Path:
        """Prepare on a host what its health check looks for: ports with their speed in Mb/s, GPUs of NVIDIA, mounts. The folder of the pretence is given."""
        own = self.home / "hosts.d" / host
        fake = own / "fake"
        for name, speed in ports.items():
            (fake / "net" / name).mkdir(parents=True, exist_ok=True)
            (fake / "net" / name / "operstate").write_text("up\n")
            (fake / "net" / name / "speed").write_text(f"{speed}\n")
        for number in range(gpus):
            (fake / "driver" / "nvidia" / "gpus" / f"0000:{number:02x}:00.0").mkdir(parents=True, exist_ok=True)
        lines = ["mount --bind $own/fake/net $root/sys/class/net", "mount --bind $own/fake/driver $root/proc/driver"]
        # no host of the bed runs chronyd
        lines += ["mkdir -p $root/etc/clustergen", "echo clock >$root/etc/clustergen/health.skip"]
        for path in mounts:
            lines += [
                f"mkdir -p $own/fake{path} $root{path}",
                f"mountpoint -q $root{path} || mount --bind $own/fake{path} $root{path}",
            ]
        (own / "setup").write_text("\n".join(lines) + "\n")
        return fake

    def nodes_of(self, controller: str, job: str) -> list[str]:
        """Return the hosts of a job, one by one."""
        told = self.on(controller, "squeue", "--noheader", "--all", f"--jobs={job}", "--format=%N").strip()
        return self.on(controller, "scontrol", "show", "hostnames", told).split() if told else []

    def idle(self, controller: str) -> set[str]:
        """Name the idle hosts."""
        return {name for name, state in self.states(controller).items() if state == "idle"}

    def states(self, controller: str) -> dict[str, str]:
        """Return every host's state."""
        told = self.on(controller, "sinfo", "--noheader", "--Node", "--all", "--format=%N %T")
        return {line.split()[0]: line.split()[1] for line in told.splitlines()}

    @staticmethod
    def _until(true: object, what: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if true():  # type: ignore[operator]
                return
            time.sleep(0.2)
        message = f"no {what} in {seconds} s"
        raise SlurmError(message)


def _family(process: int) -> Iterator[int]:
    """Yield a process's descendants before itself."""
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            yield from _family(int(child))
    yield process


__all__ = ["USERS", "BottleError", "SlurmCluster", "SlurmError"]
