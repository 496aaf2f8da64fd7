"""A run of Ansible in the controller's network, which can be waited for or killed."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from generator.twin.bottle import BottleError
from tests.twin.ssh_play import Play, read_play

if TYPE_CHECKING:
    from generator.twin.bottle import Bottle

_CALLBACKS = Path(__file__).parent / "callbacks"


CONFIGURATION = "[defaults]\ninternal_poll_interval = 0.01\n"
"""Found as ansible.cfg where a run begins. Ansible asks a thousand times a second whether its workers have ended, which takes 3 % of a core for as long as a host boots or installs."""


def environment(scratch: Path, user: str) -> dict[str, str]:
    """Ansible's settings: the run's own key and known hosts, and nothing of the person's who runs the tests."""
    known = scratch / "known_hosts"
    return {
        "PATH": f"{Path(sys.executable).parent}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin",
        "HOME": str(scratch),
        "LC_ALL": "C.UTF-8",
        "ANSIBLE_HOME": str(scratch / "ansible"),
        "ANSIBLE_LOCAL_TEMP": str(scratch / "ansible" / "tmp"),
        "ANSIBLE_NOCOLOR": "1",
        "ANSIBLE_FORKS": "16",
        "ANSIBLE_TIMEOUT": "5",
        "ANSIBLE_PIPELINING": "1",
        "ANSIBLE_HOST_KEY_CHECKING": "1",
        "ANSIBLE_REMOTE_USER": user,
        "ANSIBLE_PRIVATE_KEY_FILE": str(scratch / "key"),
        "ANSIBLE_SSH_COMMON_ARGS": f"-o UserKnownHostsFile={known} -o GlobalKnownHostsFile=/dev/null -o StrictHostKeyChecking=yes",
        # A connection that is open notices within 4 s that its cable is gone.
        "ANSIBLE_SSH_ARGS": "-o ControlMaster=auto -o ControlPersist=60s -o ServerAliveInterval=2 -o ServerAliveCountMax=2",
        "ANSIBLE_SSH_CONTROL_PATH_DIR": "/run/ssh",
        "ANSIBLE_PYTHON_INTERPRETER": "/usr/bin/python3",
        "ANSIBLE_CACHE_PLUGIN": "jsonfile",
        "ANSIBLE_CACHE_PLUGIN_CONNECTION": str(scratch / "facts"),
        "ANSIBLE_CALLBACK_PLUGINS": str(_CALLBACKS),
        "ANSIBLE_CALLBACKS_ENABLED": "noted",
        # for `ansible` as well
        "ANSIBLE_LOAD_CALLBACK_PLUGINS": "1",
    }


class Run:
    """A run of Ansible that has begun."""

    def __init__(
        self, bottle: Bottle, command: list[str], environment: dict[str, str], notes: Path, directory: Path
    ) -> None:
        self._bottle, self._notes = bottle, notes
        self._began = time.monotonic()
        values = [f"{name}={value}" for name, value in environment.items()]
        self._pid = f"/run/{notes.name}.pid"
        remember = f'echo $$ >{self._pid}; exec "$@"'
        self._process = bottle.start(
            *("env", "-i", "-C", str(directory), *values, "setsid", "sh", "-c", remember, "run", *command),
            netns="controller",
        )

    def wait_for(self, task: str, seconds: float = 60.0) -> None:
        """Wait until a task of this name has a result on some host."""
        deadline = time.monotonic() + seconds
        while f'"task": "{task}"' not in (self._notes.read_text("utf-8") if self._notes.exists() else ""):
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise BottleError(f"no result of task {task!r}: {self.finish().stdout[-2000:]}")
            time.sleep(0.05)

    def kill(self) -> Play:
        """Kill Ansible with all that it has started here, as when the controller loses its power."""
        self._bottle.must("sh", "-c", _KILL, "kill", self._pid)
        return self.finish()

    def finish(self, seconds: float = 1800.0) -> Play:
        """Wait for its end."""
        stdout, stderr = self._process.communicate(timeout=seconds)
        spent = time.monotonic() - self._began
        return read_play(self._notes, self._process.returncode, stdout, stderr, spent)


# Not stopped first: nsenter, which waits for it, would stop as well. What is below the first may end by itself meanwhile.
_KILL = """
all() { echo $1; for child in $(cat /proc/$1/task/*/children 2>/dev/null); do all $child; done; }
set -- $(all $(cat "$1"))
kill -KILL $1
shift
kill -KILL "$@" 2>/dev/null || :
"""
