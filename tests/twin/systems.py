"""Distributions that hosts of the test bed have: unpacked by `make setup-system` (.ci/ubuntu-tree), with the packages that roles ask for beside them."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conftest import missing

if TYPE_CHECKING:
    from tests.twin.bottle import Bottle

CACHE = Path(
    os.environ.get("CLUSTERGEN_TREES")
    or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "clustergen/debian"
)
_PROXY = ("192.0.2.80", "3128")
"""The site's proxy, by which apt comes to its archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """An unpacked distribution, and the packages of its archive that are kept beside it."""

    suite: str

    @property
    def root(self) -> Path:
        """Its root file system, which nobody writes to."""
        return CACHE / self.suite

    def serve(self, bottle: Bottle) -> None:
        """Let hosts have their packages: a proxy in the controller's network, which the system's installer told apt of."""
        address, port = _PROXY
        conf = f'Acquire::http::Proxy "http://{address}:{port}";\n'
        bottle.must("tee", "/run/fresh-root/etc/apt/apt.conf.d/90-site", stdin=conf)
        bottle.must("ip", "-n", "controller", "addr", "add", f"{address}/32", "dev", "br0")
        folders = (self.root / "var/lib/apt/lists", CACHE / f"{self.suite}-debs")
        archive = Path(__file__).with_name("archive.py")
        command = " ".join([sys.executable, *map(str, (archive, *folders)), address, port])
        bottle.must("sh", "-c", f"{command} </dev/null >/run/archive.log 2>&1 &", netns="controller")
        answers = f"for try in $(seq 100); do (: </dev/tcp/{address}/{port}) 2>/dev/null && exit; sleep 0.1; done; cat /run/archive.log >&2; exit 1"
        bottle.must("bash", "-c", answers, netns="controller")


def system(suite: str) -> System:
    """Return a suite's system; where it is not unpacked, fail in CI and skip at a desk."""
    if not (CACHE / suite / ".whole").exists():
        missing(
            f"a system of {suite}", f"`make setup-system` as root unpacks it into {CACHE} (.ci/ubuntu-tree {suite})"
        )
    return System(suite=suite)
