"""What a twin cannot start without: programs, which can be installed, and features of the kernel, which cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.twin.kernel import missing_features

if TYPE_CHECKING:
    from collections.abc import Callable

_PROGRAMS = ("vtysh", "fping", "unshare", "nsenter")


def require(program: Callable[[str], str]) -> None:
    """Go on where all of it is there; a missing program fails in CI, a kernel's gap skips with the feature and its error."""
    for name in _PROGRAMS:
        program(name)
    if missing := missing_features():
        pytest.skip("this kernel lacks " + "; ".join(f"{feature} ({error})" for feature, error in missing.items()))
