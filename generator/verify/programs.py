"""Programs of this machine that judge files: finding and running them."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from generator.source.broken import why_not_run
from generator.verify.verdict import Verdict

_PLACES = "/usr/sbin:/sbin:/usr/lib/frr:/usr/local/bin:/usr/bin:/bin"
SECONDS = 120
"""How long a program may take for a file."""
_LIMITS = {
    resource.RLIMIT_CPU: SECONDS,
    resource.RLIMIT_DATA: 4 * 1024**3,
    resource.RLIMIT_FSIZE: 256 * 1024**2,
    resource.RLIMIT_CORE: 0,
}
"""Seconds and bytes that a program may take."""


def each(name: str, files: Iterable[Path], program: str, install: str, read: Callable[[Path, str], str]) -> Verdict:
    """Run a program on each file; its complaint is the file's fault."""
    found, path = sorted(files), find(program)
    if not found:
        return Verdict(name, 0, ran=True, note=path or program)
    if path is None:
        return Verdict(name, len(found), ran=False, note=f"{program} is missing: {install}")
    faults = [f"{file.parent.name}/{file.name}: {said}" for file in found if (said := read(file, path))]
    return Verdict(name, len(found), ran=True, note=path, faults=faults)


def find(program: str) -> str | None:
    """Find a program of this machine, or of the tool's own environment; never one in the current folder."""
    ours = str(Path(sys.executable).parent)  # programs of the tool's own environment, such as ansible-inventory
    own = (folder for folder in os.environ.get("PATH", "").split(os.pathsep) if Path(folder).is_absolute())
    return shutil.which(program, path=os.pathsep.join([*own, ours, _PLACES]))


def start(
    command: list[str], *, home: str = "/nonexistent", more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end with limits of time, memory and file sizes, and nothing of the user's environment.

    Raises:
        OSError, SubprocessError: it cannot be started, or does not end.
    """
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{_PLACES}",
        "HOME": home,
        "LC_ALL": "C.UTF-8",
        **(more or {}),
    }
    return subprocess.run(  # noqa: S603  (its path is one of `find`; files are its arguments)
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=SECONDS,
        check=False,
        env=environment,
        preexec_fn=_confine,
    )


def _confine() -> None:
    for limit, most in _LIMITS.items():
        _, hard = resource.getrlimit(limit)
        resource.setrlimit(limit, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def run(
    command: list[str],
    *,
    said: bool = False,
    whole: bool = False,
    home: str = "/nonexistent",
    more: Mapping[str, str] | None = None,
) -> str:
    """Run a program, and return its complaint; empty if it has none. `said`: output on standard error counts too. `whole`: it complains on both outputs."""
    try:
        done = start(command, home=home, more=more)
    except (OSError, subprocess.SubprocessError) as error:
        return why_not_run(error)
    if done.returncode or (said and done.stderr.strip()):
        text = done.stdout + done.stderr if whole else done.stderr or done.stdout
        return text.strip().replace("\n", "; ") or f"exit {done.returncode}"
    return ""
