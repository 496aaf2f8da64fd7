"""Slurm in the twin: munge, slurmctld on the controllers and slurmd on the hosts, over their planned addresses and the fabric that is up.

Each daemon sees the name and the rendered /etc/hosts of its host.
"""

import re
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from generator.twin.answer import TwinError
from generator.twin.bed import Bed
from generator.twin.needs import require_programs
from generator.twin.slurm_files import OWN, PLACE, SlurmFiles, read_slurm
from generator.twin.threads import each

_PACKAGES = {
    "slurmctld": "slurmctld", "slurmd": "slurmd", "srun": "slurm-client", "munged": "munge", "hostname": "hostname", "pkill": "procps",
}  # fmt: skip
_MUNGE = f"""
set -e
umask 022
mkdir -p {OWN} {PLACE}/munge {PLACE}/state {PLACE}/hosts
head -c 1024 /dev/urandom >{PLACE}/munge/key; chmod 400 {PLACE}/munge/key
exec munged --force --num-threads 4 --key-file={PLACE}/munge/key --socket={PLACE}/munge/socket \\
  --pid-file={PLACE}/munge/pid --log-file={PLACE}/munge/log --seed-file={PLACE}/munge/seed
"""
_HOST = f"""
set -e
hostname "$1"
mount --bind {PLACE}/hosts/$1 {OWN}
mount --bind {OWN}/hosts /etc/hosts
export SLURM_CONF={PLACE}/slurm.conf
cd /
ulimit -c 0
exec """
_WAIT_S = 0.3
_LOG_LETTERS = 300


class Slurm:
    """The daemons of a tree; they end with the twin, or with `stop`."""

    def __init__(self, bed: Bed, root: Path) -> None:
        """Read the files, and start nothing yet. Raises TwinError: a program is missing, or the tree has no Slurm that can run here."""
        require_programs(_PACKAGES)
        self.root, self._bed = root, bed
        self._version = _version(bed.bottle.must("slurmd", "-V"))
        self.read: SlurmFiles = read_slurm(root, self._version)
        self.controllers = [host for host in self.read.controllers if host in bed.hosts]
        self._gone: set[str] = set()
        self.hosts: dict[str, list[str]] = {}
        """The hosts of each partition."""

    @property
    def releases(self) -> str:
        """The release that runs, and that of the files."""
        installed = f"{self._version[0]}.{self._version[1]:02d}"
        planned = "" if self.read.release in {"", installed} else f"; the files are for {self.read.release}"
        return f"Slurm {installed} runs{planned}"

    @property
    def up(self) -> list[str]:
        """The hosts of partitions that the twin has."""
        there = {host for hosts in self.hosts.values() for host in hosts}
        return [host for host in self._bed.hosts if host in there]

    def start(self, wait_s: float) -> None:
        """Start the controllers that are up, then slurmd on each host of a partition.

        Raises TwinError: the twin has no controller, or a daemon does not start.
        """
        if not self.controllers:
            raise TwinError(f"no controller of Slurm is up ({', '.join(self.read.controllers)}): bring more hosts up with --hosts")  # fmt: skip
        self._bed.bottle.must("sh", "-c", _MUNGE)
        each(self._place, self._bed.hosts)
        conf = "".join(f"SlurmctldHost={host}\n" for host in self.controllers) + self.read.files["slurm.conf"]
        for name, text in (self.read.files | {"slurm.conf": conf}).items():
            self._bed.bottle.must("tee", f"{PLACE}/{name}", stdin=text)
        for host in self.controllers:
            self._daemon(host, "slurmctld")
        self._await_controllers(self.controllers, wait_s)
        self.hosts = {each.name: self.expand(each.nodes) for each in self.read.partitions}
        each(lambda host: self._daemon(host, "slurmd"), self.up)

    def follow(self, gone: Collection[str], wait_s: float) -> None:
        """End the daemons of hosts that have failed, and start those of hosts that are back: a dead controller writes no heartbeat."""
        for host in sorted(set(gone) - self._gone):
            self._bed.bottle.run("sh", "-c", f"cat {PLACE}/hosts/{host}/*.pid | xargs -r kill -KILL")
        for host in sorted(self._gone - set(gone)):
            for name in (*("slurmctld",) * (host in self.controllers), *("slurmd",) * (host in self.up)):
                self._daemon(host, name)
        if set(gone) != self._gone:
            self._gone = set(gone)
            self._await_controllers([host for host in self.controllers if host not in gone], wait_s)

    def stop(self) -> None:
        """End all daemons, and remove their files."""
        self._bed.bottle.run("pkill", "-KILL", "-x", "slurmctld|slurmd|slurmstepd|munged")
        self._bed.bottle.must("rm", "-rf", PLACE)

    def ask(self, host: str, command: str) -> str:
        """Return the output of a command on a host, with its errors."""
        done = self._bed.bottle.run(*_on(host, command), netns=host)
        return done.stdout + done.stderr

    def expand(self, hostlist: str) -> list[str]:
        """Return the names of a hostlist."""
        return self.ask(self.controllers[0], f"scontrol show hostnames {hostlist}").split() if hostlist else []

    def await_states(self, asking: str, idle: Collection[str], dark: Collection[str], wait_s: float) -> list[str]:
        """Wait until hosts that have a network are idle and the others are not. Return the hosts for which this does not hold, with their state."""
        end = time.monotonic() + wait_s
        while True:
            states = self._states(asking)
            odd = [host for host in idle if states.get(host) != "idle"]
            odd += [host for host in dark if states.get(host) == "idle"]
            if not odd or time.monotonic() > end:
                return [
                    f"{host} is {states.get(host) or 'unknown'} in Slurm{self._reason(asking, host)}" for host in odd
                ]
            time.sleep(_WAIT_S)

    def log(self, host: str, daemon: str) -> str:
        """Return the last line of a daemon's log."""
        lines = self._bed.bottle.run("cat", f"{PLACE}/hosts/{host}/{daemon}.log").stdout.strip().splitlines()
        return lines[-1][-_LOG_LETTERS:] if lines else "nothing in its log"

    def _states(self, asking: str) -> dict[str, str]:
        """Return the state of each host in Slurm: `idle*` where it does not answer, `idle, not registered` with a controller that has just taken over.

        Such a controller keeps the state that the other one saved, and starts jobs with the oldest protocol until the host registers: srun 22.05 refuses that.
        """
        said = self.ask(asking, "sinfo --noheader --Node --all --format=%N:%T:%v")
        rows = [line.strip().split(":") for line in said.splitlines() if line.count(":") == 2]
        return {host: state if version[:1].isdigit() else f"{state}, not registered" for host, state, version in rows}

    def _await_controllers(self, hosts: Sequence[str], wait_s: float) -> None:
        """Wait until all controllers that are up answer: one that is back takes over from the one that acted for it."""
        end = time.monotonic() + wait_s
        while hosts:
            said = self.ask(hosts[0], "scontrol ping")
            silent = [host for host in hosts if not re.search(rf" at {re.escape(host)} is UP$", said, re.MULTILINE)]
            if not silent:
                return
            if time.monotonic() > end:
                raise TwinError(f"slurmctld on {silent[0]} does not answer: {self.log(silent[0], 'slurmctld')}")
            time.sleep(_WAIT_S)

    def _reason(self, asking: str, host: str) -> str:
        """Return why a host gets no jobs: the reason of slurmctld, else the last log line of its slurmd."""
        said = self.ask(asking, f"sinfo --noheader --nodes={host} --format=%E").strip()
        return f": {said.splitlines()[0][:_LOG_LETTERS] if said and said != 'none' else self.log(host, 'slurmd')}"

    def _place(self, host: str) -> None:
        """Make the folder of a host, with its rendered /etc/hosts."""
        folder = f"{PLACE}/hosts/{host}"
        self._bed.bottle.must("mkdir", "-p", f"{folder}/spool")
        text = self._bed.tree.host_file(host, "etc/hosts").read_text(encoding="utf-8")
        self._bed.bottle.must("tee", f"{folder}/hosts", stdin=text)

    def _daemon(self, host: str, name: str) -> None:
        done = self._bed.bottle.run(*_on(host, name), netns=host)
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip()[-_LOG_LETTERS:]
            raise TwinError(f"{name} on {host} does not start: {said or self.log(host, name)}")


def _on(host: str, command: str) -> tuple[str, ...]:
    """Return the command that runs a line of ours as root with the name and the names of a host."""
    return ("unshare", "--mount", "--uts", "sh", "-c", _HOST + command, "sh", host)


def _version(said: str) -> tuple[int, int]:
    found = re.search(r"(\d+)\.(\d+)", said)
    if found is None:
        raise TwinError(f"slurmd -V reports no release: {said.strip()[:80]!r}")
    return int(found[1]), int(found[2])
