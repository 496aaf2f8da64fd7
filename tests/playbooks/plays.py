"""Plays that tests run, with Ansible imported once for all of a process (`forks`)."""

import atexit
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

from tests.conftest import ROOT
from tests.cost import LASTING

PLAYBOOKS = ROOT / "playbooks"
SETTINGS = {
    "ANSIBLE_COLLECTIONS_PATH": str(PLAYBOOKS / "collections"),
    "ANSIBLE_ROLES_PATH": str(PLAYBOOKS / "roles"),
    "ANSIBLE_LOCALHOST_WARNING": "false",
    "ANSIBLE_NOCOLOR": "1",
    "LC_ALL": "C.UTF-8",
}
"""What Ansible takes from its environment, when it is imported."""


@cache
def _forks() -> subprocess.Popen[str]:
    """Start the process that forks, once."""
    command = [sys.executable, "-m", "tests.playbooks.forks"]
    environment = {**os.environ, **SETTINGS}
    pipe = subprocess.PIPE
    begun = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT, env=environment)
    LASTING.add(begun.pid)
    atexit.register(_end, begun)
    return begun


def _end(begun: subprocess.Popen[str]) -> None:
    """Ask for no more, and wait until it has tidied up."""
    LASTING.discard(begun.pid)
    begun.communicate()


def ansible_playbook(*arguments: str | Path, **environment: str) -> CompletedProcess[str]:
    """Run `ansible-playbook` with arguments, in this process's environment and what is added to it."""
    forks = _forks()
    assert forks.stdin is not None
    assert forks.stdout is not None
    command = ["ansible-playbook", *map(str, arguments)]
    with TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        run = {"command": command, "out": str(out), "err": str(err)}
        run["environment"] = {**os.environ, **SETTINGS, **environment}  # type: ignore[assignment]
        print(json.dumps(run), file=forks.stdin, flush=True)
        code = int(forks.stdout.readline())
        return CompletedProcess(command, code, out.read_text("utf-8"), err.read_text("utf-8"))
