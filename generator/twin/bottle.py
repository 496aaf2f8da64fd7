"""A disposable outer namespace: all its processes end with it, even if the test run is killed."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

# /run: netns names and sockets. /var/tmp: FRR's crash logs. /var/log: a `log file` line must not reach this machine's.
# cat ends when the other end of the pipe is closed; this ends the first process of the pid namespace.
_FIRST = """
set -e
for dir in /run /var/tmp /var/log; do mount -t tmpfs -o mode=755 twin "$dir"; done
chmod 1777 /var/tmp
ip link set dev lo up
echo ready
cat >/dev/null
"""


class BottleError(Exception):
    """The outer namespace cannot be made, or a command in it failed."""


class Bottle:
    """Separate mount, network and pid namespaces, kept by one process that ends with this one."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        """Make nothing yet. `environment` is what programs inside have of it; by default that of this process."""
        self._environment = environment
        # Without root, a user namespace with a whole range of ids: FRR must find the users frr and frrvty (uidmap).
        self._user = () if os.geteuid() == 0 else ("--user", "--map-root-user", "--map-auto")
        self._holder: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        unshare = ("unshare", *self._user, "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
        pipe = subprocess.PIPE
        # a separate session: Ctrl-C at a terminal ends the processes inside, and not the bottle
        self._holder = subprocess.Popen(  # noqa: S603
            (*unshare, "sh", "-c", _FIRST),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
            start_new_session=True,
            env=self._environment,
        )
        assert self._holder.stdout is not None
        if self._holder.stdout.readline() != "ready\n":
            _, said = self._holder.communicate()
            self._holder = None
            raise BottleError(said.strip() or "unshare ended with no message")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the first process, and with it all others."""
        if self._holder is not None:
            self._holder.communicate()
            self._holder = None

    def processes(self) -> set[int]:
        """The process ids on this machine of all processes inside."""
        if self._holder is None:
            return set()
        inside = Path(f"/proc/{self._holder.pid}/ns/pid_for_children").stat().st_ino
        return {int(path.name) for path in Path("/proc").glob("[0-9]*") if _pid_namespace(path) == inside}

    def run(self, *command: str, netns: str | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command inside, in a named network namespace if one is given, and wait for it."""
        return subprocess.run(  # noqa: S603
            self.inside(command, netns),
            input=stdin,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
            env=self._environment,
        )

    def start(self, *command: str, netns: str | None = None) -> subprocess.Popen[str]:
        """Start a command inside and talk to it; it dies with the bottle at the latest."""
        pipe = subprocess.PIPE
        return subprocess.Popen(  # noqa: S603
            self.inside(command, netns), stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=self._environment
        )

    def inside(self, command: tuple[str, ...], netns: str | None) -> tuple[str, ...]:
        """Return the command that runs a command inside, in a named network namespace if one is given."""
        if self._holder is None:
            message = "the bottle is not open"
            raise BottleError(message)
        # unshare itself is outside of the pid namespace that it made for its child, hence pid_for_children.
        target = str(self._holder.pid)
        enter = ["nsenter", "--target", target, "--mount", "--net", f"--pid=/proc/{target}/ns/pid_for_children"]
        if self._user:
            enter += ["--user", "--preserve-credentials"]
        if netns is not None:
            # Not `ip netns exec`, which remounts /sys for every command.
            enter += ["--", "nsenter", f"--net=/run/netns/{netns}"]
        return (*enter, "--", *command)

    def must(self, *command: str, netns: str | None = None, stdin: str = "") -> str:
        """Run a command that must succeed, and return its output."""
        done = self.run(*command, netns=netns, stdin=stdin)
        if done.returncode != 0:
            message = (
                f"{' '.join(command)}{f' in {netns}' if netns else ''}: {done.stderr.strip() or done.stdout.strip()}"
            )
            raise BottleError(message)
        return done.stdout


def _pid_namespace(process: Path) -> int | None:
    try:
        return (process / "ns" / "pid").stat().st_ino
    except OSError:
        return None
