"""One host of the test bed for Ansible: look into it, change it, break it. All of this goes past SSH, so it works while the host is unreachable."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from generator.twin.bottle import BottleError
from tests.twin import ssh_stand_ins
from tests.twin.ssh_root import CAGE

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Mapping

    from generator.twin.bottle import Bottle

_SECONDS = 120.0


class SshHost:
    """A running host; `name` is the inventory's, `address` its `ansible_host`."""

    def __init__(self, bottle: Bottle, name: str, address: str) -> None:
        self._bottle = bottle
        self.name, self.address = name, address

    # Look

    def run(self, *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command in the host as root and give what came of it."""
        return self._bottle.run(
            "nsenter", "--target", self._first(), "--all", "--", *CAGE.split(), *command, stdin=stdin
        )

    def must(self, *command: str, stdin: str = "") -> str:
        """Run a command that has to succeed; gives what it printed."""
        done = self.run(*command, stdin=stdin)
        if done.returncode != 0:
            message = f"{self.name}: {' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}"
            raise BottleError(message)
        return done.stdout

    def read(self, path: str) -> str:
        return self.must("cat", path)

    def exists(self, path: str) -> bool:
        return self.run("test", "-e", path).returncode == 0

    def unit(self, name: str) -> dict[str, str]:
        """What systemd says of a unit: ActiveState, SubState, UnitFileState, Result, NRestarts, ExecMainStartTimestampMonotonic ..."""
        said = self.must("systemctl", "show", name)
        return dict(line.split("=", 1) for line in said.splitlines() if "=" in line)

    def log(self, unit: str = "") -> str:
        """The journal, of one unit if named."""
        return self.must("journalctl", "--no-pager", "-o", "short", *(["-u", unit] if unit else []))

    def addresses(self) -> list[dict[str, Any]]:
        """`ip -json address`."""
        return list(json.loads(self.must("ip", "-json", "address")))

    @property
    def boots(self) -> int:
        """How often it has booted, 1 from the start."""
        return self._bottle.must("cat", f"/run/hosts/{self.name}/boots").count("boot")

    # Stand-ins

    def calls(self, command: str = "") -> list[str]:
        """How stand-ins were called, in their order; of one command if named."""
        lines = self.run("cat", ssh_stand_ins.LOG).stdout.splitlines()
        return [line for line in lines if command in {"", line.split(" ", 1)[0]}]

    def stand_in(self, command: str, prints: str = "", code: int = 0) -> None:
        """Put a command in place that notes its calls, prints this and exits with this code."""
        self.script(command, ssh_stand_ins.command(prints, code))

    def script(self, command: str, text: str) -> None:
        """Put a command in place that a test has written itself, with its `#!` line."""
        self.must("sh", stdin=ssh_stand_ins.place({command: text}))

    def package(
        self, name: str, version: str = "1.0", depends: str = "", files: Mapping[str, str] | None = None
    ) -> None:
        """Add a package of this name, empty or with these files, to the archive of the host, which has no other mirror; apt really installs it."""
        self.must("sh", stdin=ssh_stand_ins.package(name, version, depends, files))

    def write(self, path: str, text: str, mode: str = "644") -> None:
        """Write a file, and the directories above it."""
        self.must("sh", "-c", 'mkdir -p "$(dirname "$1")"; cat >"$1"; chmod "$2" "$1"', "write", path, mode, stdin=text)

    # Faults, and their ends

    def cut(self) -> None:
        """Pull its cable: connections hang until they time out."""
        self._bottle.must("ip", "-n", "controller", "link", "set", "dev", self.name, "down")

    def join(self) -> None:
        """Put the cable back."""
        self._bottle.must("ip", "-n", "controller", "link", "set", "dev", self.name, "up")

    def stop_ssh(self) -> None:
        """Stop sshd and what it has open: connections are refused at once."""
        self.must("sh", "-c", "systemctl stop ssh; pkill -x sshd; :")

    def start_ssh(self) -> None:
        self.must("systemctl", "start", "ssh")

    def forget_key(self) -> None:
        """Take the authorized key away, of all users: permission denied."""
        self.must(
            "sh",
            "-c",
            "for at in /root /home/*; do [ ! -e $at/.ssh ] || mv $at/.ssh $at/.ssh-away; done; pkill -x sshd; systemctl restart ssh",
        )

    def know_key(self) -> None:
        """Put the authorized key back."""
        self.must("sh", "-c", "for at in /root /home/*; do [ ! -e $at/.ssh-away ] || mv $at/.ssh-away $at/.ssh; done")

    def change_host_key(self) -> None:
        """Replace its host key, as an impostor would: host key checking refuses it."""
        new = "rm /etc/ssh/ssh_host_*; ssh-keygen -q -t ed25519 -N '' -f /etc/ssh/ssh_host_ed25519_key; pkill -x sshd; systemctl restart ssh"
        self.must("sh", "-c", new)

    def fill(self, path: str, size_kib: int = 64) -> None:
        """Put a full file system of this size over a directory: writes fail with ENOSPC."""
        full = 'set -e; mkdir -p "$1"; mount -t tmpfs -o size="$2k" full "$1"; dd if=/dev/zero of="$1/.full" bs=4k 2>/dev/null || :'
        self.must("sh", "-c", full, "fill", path, str(size_kib))

    def empty(self, path: str) -> None:
        """Take the full file system away: what was below it is there again."""
        self.must("umount", "--lazy", path)

    # Its life

    def _first(self) -> str:
        """Its first process, as the bottle counts."""
        parent = self._bottle.must("cat", f"/run/hosts/{self.name}/parent").strip()
        first = self._bottle.must("cat", f"/proc/{parent}/task/{parent}/children").strip()
        if not first:
            raise BottleError(f"{self.name} is not running")
        return first

    def wait(self, boots: int = 1) -> None:
        """Wait until it has booted this often, and all of it is up."""
        deadline = time.monotonic() + _SECONDS
        said = ""
        while time.monotonic() < deadline:
            try:
                if self.boots >= boots and self.exists("/run/test-bed"):
                    said = self.run("systemctl", "is-system-running", "--wait").stdout.strip()
                    if said in {"running", "degraded"}:
                        return
            except BottleError as error:
                said = str(error)
            time.sleep(0.3)
        trace = self._bottle.run("cat", f"/run/hosts/{self.name}/said").stdout.strip()
        raise BottleError(
            f"{self.name} has not booted within {_SECONDS:.0f} s: {said or 'no word of systemd'}; {trace}"
        )

    def wait_off(self) -> None:
        """Wait until it has powered itself off."""
        deadline = time.monotonic() + _SECONDS
        while self._bottle.run("sh", "-c", f"kill -0 $(cat /run/hosts/{self.name}/parent)").returncode == 0:
            if time.monotonic() > deadline:
                raise BottleError(f"{self.name} is not off after {_SECONDS:.0f} s")
            time.sleep(0.3)
