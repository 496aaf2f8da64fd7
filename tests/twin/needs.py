"""What a twin cannot start without: programs, which can be installed, and features of the kernel, which cannot."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.twin.needs import missing_features
from tests.conftest import IN_CI, missing

if TYPE_CHECKING:
    from collections.abc import Callable

_PROGRAMS = ("vtysh", "fping", "unshare", "nsenter")


def require(program: Callable[[str], str]) -> None:
    """Go on where all of it is there; at a user's desk a kernel's gap skips with the feature and its error; in CI it fails, as a missing program does."""
    for name in _PROGRAMS:
        program(name)
    if missing := missing_features():
        lacks = "this kernel lacks " + "; ".join(f"{feature} ({error})" for feature, error in missing.items())
        if IN_CI:
            pytest.fail(lacks)
        pytest.skip(lacks)


def environment(name: str) -> Path:
    """Return the programs of an environment that `.ci/<name>` has installed; skip without it, or fail in CI."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    home = Path(os.environ.get("CLUSTERGEN_TREES") or f"{cache}/clustergen/debian") / name / "bin"
    if not home.is_dir():
        missing(name, "`make setup-system` installs it")
    return home
