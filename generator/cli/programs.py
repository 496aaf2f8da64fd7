"""Programs of this machine that judge files: found, given each file, heard."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from generator.cli.verdict import Verdict

_PLACES = "/usr/sbin:/sbin:/usr/lib/frr:/usr/local/bin:/usr/bin:/bin"
SECONDS = 120
"""How long a program may take for a file."""


def each(name: str, files: Iterable[Path], program: str, install: str, read: Callable[[Path, str], str]) -> Verdict:
    """Give each file to a program; what it says of one is that file's fault."""
    found, path = sorted(files), find(program)
    if path is None:
        return Verdict(name, len(found), ran=False, note=f"{program} is missing: {install}")
    faults = [f"{file.parent.name}/{file.name}: {said}" for file in found if (said := read(file, path))]
    return Verdict(name, len(found), ran=True, note=path, faults=faults)


def find(program: str) -> str | None:
    """Find a program of this machine, or of the tool's own environment."""
    ours = str(Path(sys.executable).parent)  # what the tool's own environment holds, such as ansible-inventory
    return shutil.which(program) or shutil.which(program, path=f"{ours}:{_PLACES}")


def run(command: list[str], *, said: bool = False, whole: bool = False) -> str:
    """Run a program; give nothing where it is content. `said`: what it writes on standard error counts too. `whole`: it complains on both outputs."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode or (said and done.stderr.strip()):
        text = done.stdout + done.stderr if whole else done.stderr or done.stdout
        return text.strip().replace("\n", "; ") or f"exit {done.returncode}"
    return ""
