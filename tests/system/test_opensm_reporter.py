"""InfiniBand by the program of the tree: real opensm and infiniband-diags on a simulated fabric, with a manager and without one."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.plan.monitoring.extra import reporters_of
from generator.render.backends import monitoring
from tests.ours import TEMPLATES
from tests.system.test_infiniband import AT, Fabric, cluster

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
ERRORS = """Errors for 0xc42a10000000001 "compute-leaf1"
   GUID 0xc42a10000000001 port ALL: [SymbolErrorCounter == 7] [LinkDownedCounter == 2]
   GUID 0xc42a10000000001 port 3: [SymbolErrorCounter == 7] [LinkDownedCounter == 2]
## Summary: 12 nodes checked, 1 bad nodes found
##          60 ports checked, 1 ports have errors beyond threshold
"""
"""As ibqueryerrors prints ports with errors: ibsim has no port that counts any."""


@pytest.fixture
def fabric(tmp_path: Path) -> Fabric:
    """A small subnet with a manager beside the hosts, and the program in a folder."""
    spec = cluster(
        4, sm={"model": "manager-1u", "count": 1}, control={"model": "server-1u", "role": "control", "count": 1}
    )
    spec["fabrics"]["frontend"] = {"technology": "ethernet", "leaf": {"model": "sn4600c", "os": "sonic"}}
    found = Fabric(spec | {"monitoring": {"exporters": ["opensm"]}}, tmp_path)
    for artifact in monitoring.render(close(found.plan), TEMPLATES):
        if artifact.path.startswith("monitoring/reporters/"):
            (tmp_path / artifact.path.rpartition("/")[2]).write_text(artifact.content, "utf-8")
    return found


def test_the_master_is_seen_and_missed(
    fabric: Fabric, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    for name in ("ibstat", "sminfo", "ibqueryerrors"):
        program(name)
    (reporter,) = reporters_of(fabric.plan)
    assert reporter.hosts[0] == "sm1"
    found = []
    with fabric.simulated(tmp_path, program) as simulator:
        manager = simulator.manage(fabric.files(), AT, "sm1 rail0")
        for _ in range(2):
            told = simulator.inside("sm1 rail0") | {"REPORTER_FOLDER": str(tmp_path)}
            subprocess.run((sys.executable, "-B", str(tmp_path / "opensm.py")), env=told, check=True)
            found.append((tmp_path / "reporter-opensm.prom").read_text("utf-8"))
            manager.terminate()
            manager.wait()
    up, silent = found
    assert 'clustergen_sm_up{device="ibsim0",port="1"} 1\n' in up
    assert 'clustergen_ib_ports_checked{device="ibsim0"' in up
    assert 'clustergen_sm_up{device="ibsim0",port="1"} 0\n' in silent
    assert "clustergen_ib_ports_checked" not in silent
    judged = subprocess.run(
        (program("promtool"), "check", "metrics"), input=up, text=True, check=False, capture_output=True
    )
    assert judged.returncode == 0, judged.stdout + judged.stderr
    proven(
        "opensm 3.3, infiniband-diags on ibsim",
        "the master of a subnet is reported, and that it is gone; all ports of switches are asked",
    )


def test_errors_are_read_port_by_port(fabric: Fabric, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sum of all ports of a switch is left out."""
    assert fabric
    monkeypatch.syspath_prepend(str(tmp_path))
    named = importlib.util.spec_from_file_location("opensm_reporter", tmp_path / "opensm.py")
    assert named is not None
    assert named.loader is not None
    module: Any = importlib.util.module_from_spec(named)
    named.loader.exec_module(module)
    place = {"node": "compute-leaf1", "guid": "0xc42a10000000001", "ib_port": "3"}
    assert list(module.errors(ERRORS)) == [
        (place | {"counter": "SymbolErrorCounter"}, "7"),
        (place | {"counter": "LinkDownedCounter"}, "2"),
    ]
