"""`clustergen twin` with the FRR of Debian 13, which configures static routes by a daemon of their own (mgmtd): its programs and libraries stand where this machine's do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from generator.twin.frr import DAEMONS, LIBRARY
from tests.conftest import ROOT, missing
from tests.twin.needs import require
from tests.twin.systems import CACHE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
TRIXIE = CACHE / "slurm-24.11"
_MODELS = "/usr/share/yang"
_ORDERS = ("show", "fail compute-leaf1", "reach", "heal", "ping gpu1 gpu4")


@pytest.fixture
def frr_10(program: Callable[[str], str], tmp_path: Path) -> tuple[str, ...]:
    """Return the command that runs another one with FRR 10.3; what it mounts ends with it."""
    require(program)
    if not (TRIXIE / LIBRARY[1:] / "mgmtd").is_file():
        missing(f"{TRIXIE} with FRR", "make setup-system")
    libraries = f"{TRIXIE}/usr/lib/x86_64-linux-gnu"
    loader = f"{libraries}/ld-linux-x86-64.so.2 --library-path {libraries}/frr:{libraries}"
    mounts = [f"mount --bind {tmp_path}/frr {LIBRARY}", f"mount --bind {tmp_path}/vtysh {program('vtysh')}", f"mount --bind {TRIXIE}{_MODELS} {_MODELS}"]  # fmt: skip
    (tmp_path / "frr").mkdir()
    for name in (*DAEMONS, "mgmtd"):
        _script(tmp_path / "frr" / name, f"{loader} {TRIXIE}{LIBRARY}/{name}")
    _script(tmp_path / "vtysh", f"{loader} {TRIXIE}/usr/bin/vtysh")
    return ("unshare", "--mount", "sh", "-c", "; ".join(["set -e", *mounts, 'exec "$@"']), "sh")


def _script(file: Path, command: str) -> None:
    file.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
    file.chmod(0o755)


def test_a_fabric_is_up_and_survives_a_leaf(
    frr_10: tuple[str, ...], rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    words = [word for order in _ORDERS for word in ("-c", order)]
    command = (*frr_10, sys.executable, "-m", "generator", "twin", str(rendered("small-4-hosts")), "--json", *words)
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=500, check=False)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert " x 26.5 MiB" in done.stderr
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["command"] for each in said] == ["up", *_ORDERS]
    assert [fault for each in said for fault in each["not_as_designed"]] == []
    proven("FRR", "clustergen twin with FRR 10.3 of Debian 13: a fabric up, a leaf that fails and comes back")


def test_a_typo_is_refused(frr_10: tuple[str, ...], rendered: Callable[[str], Path], tmp_path: Path) -> None:
    (tmp_path / "frr.conf").write_text("ip route 10.0.0.0/33 blackhole\n", encoding="utf-8")
    done = subprocess.run((*frr_10, sys.executable, "-c", f"from generator.twin.frr import check_syntax; from pathlib import Path; print(check_syntax(Path({str(tmp_path)!r})))"), env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=100, check=False)  # fmt: skip
    assert "Unknown command" in done.stdout, done.stdout + done.stderr
