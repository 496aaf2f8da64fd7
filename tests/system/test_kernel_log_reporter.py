"""The kernel's log of this machine, read by the program of the tree; promtool judges what it writes. Nothing is written to the log."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.render.test_kernel_log import FAULTY, HEALTHY, boot, host, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
assert host


def test_the_log_of_this_machine_is_read(
    host: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    promtool = program("promtool")
    told = os.environ | {"REPORTER_FOLDER": str(host), "STATE_DIRECTORY": str(host / "state")}
    subprocess.run((sys.executable, "-B", str(host / "kernel-log.py")), env=told, check=True, timeout=60)
    text = (host / "reporter-kernel-log.prom").read_text("utf-8")
    assert "clustergen_kernel_log_up 1\n" in text
    boot(host, "planted", HEALTHY + FAULTY)
    run(host)
    text += (host / "reporter-kernel-log.prom").read_text("utf-8")
    judged = subprocess.run(
        [promtool, "check", "metrics"],
        input=(host / "reporter-kernel-log.prom").read_text("utf-8"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (judged.returncode, judged.stdout + judged.stderr) == (0, "")
    proven(
        "python3, promtool check metrics",
        "the kernel's log of this machine, and a made one with XIDs, links and a transceiver",
    )
