"""Releases of ansible-core for the controller of the test bed, beside that of .venv: put next to the unpacked systems by `make setup-system` (.ci/core)."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.conftest import ROOT, missing
from tests.twin.systems import CACHE, system

if TYPE_CHECKING:
    from pathlib import Path

    from generator.twin.bottle import Bottle

OLDEST, NEWEST = "2.18", "2.21"
"""The oldest that playbooks run with (docs/operations.md), and the newest there is, which needs Python 3.12 or later: it runs on Debian 13."""
_ROOT = "/run/controller"
_SERVE = """
set -e
mkdir -p $0 $0-up $0-work
mount -t overlay controller -o lowerdir="$1",upperdir=$0-up,workdir=$0-work $0
mkdir -p $0/opt/core "$0$3" "$0$4"
mount --bind "$2" $0/opt/core
for each in proc dev; do mount --rbind /$each $0/$each; done
for each in /run "$3" "$4"; do mount --bind $each "$0$each"; done
"""
_WORDS = {"ansible": "adhoc", "ansible-playbook": "playbook"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """A release of ansible-core, and where it is."""

    release: str
    place: Path

    def command(self, program: str, directory: Path) -> list[str]:
        """Return what starts one of its programs in a directory."""
        if self.release == OLDEST:
            return [str(self.place / "bin" / program)]
        inside = ["chroot", _ROOT, "env", "-C", str(directory), "PYTHONPATH=/opt/core"]
        return [*inside, "/usr/bin/python3", "-m", "ansible", _WORDS[program]]

    def serve(self, bottle: Bottle) -> None:
        """Make the controller's root, where it has one of its own: Debian 13 with this checkout, temporary files and the bed's networks."""
        if self.release == NEWEST:
            places = (system("debian-13").root, self.place, ROOT, tempfile.gettempdir())
            bottle.must("sh", "-c", _SERVE, _ROOT, *map(str, places))


def core(release: str) -> Core:
    """Return a release of ansible-core; where it is not installed, fail in CI and skip at a desk."""
    place = CACHE / f"core-{release}"
    if not (place / ".whole").exists():
        missing(f"ansible-core {release}", f"`make setup-system` installs it into {place} (.ci/core)")
    return Core(release=release, place=place)
