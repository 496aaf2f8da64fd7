"""What hosts for Ansible cannot start without, each thing tried in a bottle of its own."""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from generator.twin.bottle import Bottle, BottleError
from tests.conftest import missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_PROGRAMS = (
    *("sshd", "ssh", "ssh-keygen", "sudo", "ip", "unshare", "nsenter", "setpriv", "chroot", "dbus-daemon", "dpkg-deb"),
    *("ansible", "ansible-playbook"),
)
_TRIES: Mapping[str, str] = {
    "named network namespaces": "ip netns add probe && ip netns add other",
    "a bridge": "ip -n probe link add dev br0 type bridge",
    "veth pairs": "ip -n probe link add dev a type veth peer name b netns other",
    "a cgroup v2 hierarchy that takes new groups": "mkdir /run/c && mount -t cgroup2 cgroup2 /run/c && rmdir $(mktemp -d /run/c/clustergen-XXXXXX)",
    "an overlay over the root file system": "mkdir /run/m /run/u /run/w /run/n && mount --bind / /run/m && mount -t overlay x -o lowerdir=/run/m,upperdir=/run/u,workdir=/run/w /run/n",
    "namespaces within namespaces": "unshare --mount --uts --ipc --pid --fork --cgroup --mount-proc true",
    "systemd": "test -x /lib/systemd/systemd",
    "Python with apt's module": "/usr/bin/python3 -c 'import apt'",
}

_WATCHERS = Path("/proc/sys/fs/inotify/max_user_instances")
_WATCHERS_WANTED = 8192
_LOCK = Path(tempfile.gettempdir()) / "clustergen-ssh-hosts.lock"


@contextlib.contextmanager
def room_for_watchers() -> Iterator[None]:
    """Raise root's limit of inotify instances until the last hosts end: each systemd takes about ten, and all count for one user."""
    with _LOCK.open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        before = _WATCHERS.read_text(encoding="ascii")
        if raised := int(before) < _WATCHERS_WANTED:
            _WATCHERS.write_text(str(_WATCHERS_WANTED), encoding="ascii")
        try:
            yield
        finally:
            # While other hosts run, it is not lowered under them.
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if raised:
                    _WATCHERS.write_text(before, encoding="ascii")


def require(program: Callable[[str], str]) -> None:
    """Go on where all of it is there; what is missing fails in CI, and skips at a desk, with its own words."""
    for name in _PROGRAMS:
        program(name)
    if os.geteuid() != 0:
        missing("root", "hosts with a systemd of their own need it; `sudo make proof`")
    if gaps := _gaps():
        missing("; ".join(gaps), "namespaces, cgroup v2 and overlayfs must be allowed, as in a privileged container")


def _gaps() -> list[str]:
    try:
        with Bottle() as bottle:
            tried = {what: bottle.run("sh", "-c", command) for what, command in _TRIES.items()}
    except BottleError as error:
        return [f"namespaces ({error})"]
    return [f"{what} ({done.stderr.strip() or 'no answer'})" for what, done in tried.items() if done.returncode != 0]
