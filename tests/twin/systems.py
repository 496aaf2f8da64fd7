"""Distributions that hosts of the test bed have: unpacked by `make setup-system` (.ci/tree), with the packages that roles ask for beside them."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conftest import missing

if TYPE_CHECKING:
    from generator.twin.bottle import Bottle

CACHE = Path(
    os.environ.get("CLUSTERGEN_TREES")
    or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "clustergen/debian"
)
SUITES = {"ubuntu-24.04": "noble", "debian-12": "bookworm", "debian-13": "trixie"}
"""What each system of a spec's hosts is called by its archive."""
SLURM = {
    "repository": "http://packages.atlas.example.net/slurm",
    "signed_by": "/usr/share/keyrings/atlas.gpg",
    "built_by": "distribution",
}
"""The site's repository of Slurm 26.05 for Debian 13, as `scheduler.slurm.packages` names it."""
_PROXY = ("192.0.2.80", "3128")
"""The site's proxy, by which apt comes to its archive."""
EGRESS = {
    "outside": "ports",
    "destinations": {"proxy": {"to": [f"{_PROXY[0]}/32"], "services": [f"tcp/{_PROXY[1]}"], "why": "packages"}},
}
"""What a site with a proxy states, as hosts' firewalls drop what nobody states."""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """An unpacked distribution, and the packages of its archive that are kept beside it."""

    suite: str

    @property
    def root(self) -> Path:
        """Its root file system, which nobody writes to."""
        return CACHE / self.suite

    def serve(self, bottle: Bottle) -> None:
        """Set up packages for hosts: a proxy in the controller's network, which the system's installer configured for apt, and the key of the site's repository."""
        address, port = _PROXY
        conf = f'Acquire::http::Proxy "http://{address}:{port}";\n'
        bottle.must("tee", "/run/fresh-root/etc/apt/apt.conf.d/90-site", stdin=conf)
        bottle.must("ip", "-n", "controller", "addr", "add", f"{address}/32", "dev", "br0")
        site = CACHE / f"{self.suite}-site"
        if site.exists():
            bottle.must("cp", str(site / "key.gpg"), f"/run/fresh-root{SLURM['signed_by']}")
        folders = (self.root / "var/lib/apt/lists", CACHE / f"{self.suite}-debs", site)
        archive = Path(__file__).with_name("archive.py")
        command = " ".join([sys.executable, *map(str, (archive, address, port, *folders))])
        bottle.must("sh", "-c", f"{command} </dev/null >/run/archive.log 2>&1 &", netns="controller")
        answers = f"for try in $(seq 100); do (: </dev/tcp/{address}/{port}) 2>/dev/null && exit; sleep 0.1; done; cat /run/archive.log >&2; exit 1"
        bottle.must("bash", "-c", answers, netns="controller")


def system(name: str) -> System:
    """Return a system by its name in a spec; where it is not unpacked, fail in CI and skip at a desk."""
    suite = SUITES[name]
    if not (CACHE / suite / ".whole").exists():
        missing(f"a system of {suite}", f"`make setup-system` as root unpacks it into {CACHE} (.ci/tree {suite})")
    return System(suite=suite)


def slurm_tree(release: str) -> Path:
    """Return the folder of a system that has a release of Slurm: 24.11 or 26.05."""
    system("debian-13")
    return CACHE / f"slurm-{release}"
