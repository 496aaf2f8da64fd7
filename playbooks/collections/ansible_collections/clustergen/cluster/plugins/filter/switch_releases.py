"""Which release of its system a switch runs, by what it says of itself, and whether the files of a tree are for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_LONGEST = 1 << 12
"""Characters of an answer that are read; a version file has a tenth."""
_RELEASE = r"([0-9][0-9A-Za-z.~_-]{0,31})"
_SAYS = {
    # sonic-net/sonic-buildimage, build_debian.sh (`release` of sonic_version.yml, which an image of master lacks) and functions.sh (sonic_get_version:
    # BRANCH.NUMBER-COMMIT, or a tag); sonic-net/sonic-mgmt, tests/common/devices/sonic.py, reads both in this order
    "sonic": (r"^release: *'?([0-9]{6})'? *$", r"^build_version: *'?(?:SONiC[.-])?([0-9]{6})"),
    # CumulusNetworks/docs, knowledge base, Cumulus Linux Command Reference Guide: both files name the running image
    "cumulus": (
        rf'^DISTRIB_ID="?Cumulus Linux"? *$(?:.|\n)*?^DISTRIB_RELEASE="?{_RELEASE}"? *$',
        rf'^NAME="?Cumulus Linux"? *$(?:.|\n)*?^VERSION_ID="?{_RELEASE}"? *$',
    ),
    # `show version` of EOS, as published of 4.30 to 4.34: "Software image version: 4.34.1F"
    "eos": (rf"^Software image version: *{_RELEASE}",),
}


def switch_release(said: object, system: str) -> str:
    """Return the release that a switch names in its version file, or in `show version`; empty where it names none."""
    text = str(said or "")[:_LONGEST]
    found = (re.search(pattern, text, re.MULTILINE) for pattern in _SAYS[system])
    return next((each[1] for each in found if each), "")


def release_fits(runs: str, planned: object) -> bool:
    """Return whether a running release is the planned one, or a maintenance release of it: 4.34.1F is one of 4.34."""
    wanted = _numbers(str(planned))
    return bool(wanted) and _numbers(runs)[: len(wanted)] == wanted


def _numbers(release: str) -> list[int]:
    """Return the numbers at the start of a release."""
    whole = re.match(r"[0-9]+(?:\.[0-9]+)*", release)
    return [int(part) for part in whole[0].split(".")] if whole else []


class FilterModule:
    """What Ansible asks for."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Return the filters by name."""
        return {each.__name__: each for each in (switch_release, release_fits)}
