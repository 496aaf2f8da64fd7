"""A Python environment for each tool, made from the package index the first time and kept outside the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path


def cache() -> Path:
    """Return the folder for environments where none is named: the user's cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "clustergen-bench"


def environment(folder: Path, package: str, version: str) -> Path:
    """Return the `bin` of an environment with that release alone in it.

    Raises:
        SystemExit: it cannot be made, as without a network.
    """
    home = folder / f"{package}-{version}"
    ready = home / ".ready"
    if not ready.exists():
        shutil.rmtree(home, ignore_errors=True)
        _run([sys.executable, "-m", "venv", str(home)])
        pip = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run([*pip, f"{package}=={version}"])
        ready.touch()
    return home / "bin"


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
