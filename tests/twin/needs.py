"""What a twin cannot start without: programs, which can be installed, and features of the kernel, which cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.twin.needs import missing_features
from tests.conftest import IN_CI

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
