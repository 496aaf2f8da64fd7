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

    from tests.judges.ibsim import Simulator

pytestmark = pytest.mark.proof
ERRORS = """Errors for 0xc42a10000000001 "compute-leaf1"
   GUID 0xc42a10000000001 port ALL: [SymbolErrorCounter == 7] [LinkDownedCounter == 2]
   GUID 0xc42a10000000001 port 3: [SymbolErrorCounter == 7] [LinkDownedCounter == 2]
## Summary: 12 nodes checked, 1 bad nodes found
##          60 ports checked, 1 ports have errors beyond threshold
"""
"""As ibqueryerrors prints a port with errors of two kinds."""


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


def _reported(simulator: Simulator, folder: Path) -> str:
    """Run the program as on the host of a manager, and return what it writes."""
    told = simulator.inside("sm1 rail0") | {"REPORTER_FOLDER": str(folder)}
    subprocess.run((sys.executable, "-B", str(folder / "opensm.py")), env=told, check=True)
    return (folder / "reporter-opensm.prom").read_text("utf-8")


def test_the_master_is_seen_and_missed(
    fabric: Fabric, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Before any manager runs, ports have a link and are not active: that is reported, too."""
    for name in ("ibstat", "sminfo", "ibqueryerrors"):
        program(name)
    reporter = next(each for each in reporters_of(fabric.plan) if each.name == "opensm")
    assert reporter.hosts[0] == "sm1"
    with fabric.simulated(tmp_path, program) as simulator:
        assert "State: Initializing" in simulator.ask("ibstat", host="sm1 rail0")
        found = [_reported(simulator, tmp_path)]
        manager = simulator.manage(fabric.files(), AT, "sm1 rail0")
        for _ in range(2):
            found.append(_reported(simulator, tmp_path))
            manager.terminate()
            manager.wait()
    early, up, silent = found
    assert 'clustergen_sm_up{device="ibsim0",port="1"} 1\n' in up
    assert 'clustergen_ib_ports_checked{device="ibsim0"' in up
    assert "clustergen_ib_switch_port_errors_total" not in up
    for missed in (early, silent):
        assert 'clustergen_sm_up{device="ibsim0",port="1"} 0\n' in missed
        assert "clustergen_ib_ports_checked" not in missed
    judged = subprocess.run(
        (program("promtool"), "check", "metrics"), input=up, text=True, check=False, capture_output=True
    )
    assert judged.returncode == 0, judged.stdout + judged.stderr
    proven(
        "opensm 3.3, infiniband-diags on ibsim",
        "the master of a subnet is reported, that it is gone, and that none has run yet; all ports of switches are asked",
    )


def test_errors_of_a_port_are_reported(
    fabric: Fabric, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """ibqueryerrors ends with 1 where a port has errors beyond its thresholds, which are 0; ports without errors are not printed."""
    program("ibqueryerrors")
    with fabric.simulated(tmp_path, program) as simulator:
        manager = simulator.manage(fabric.files(), AT, "sm1 rail0")
        simulator.count("compute-leaf1", "1", "SymbolErrorCounter", 42)
        simulator.count("compute-leaf1", "2", "LinkDownedCounter", 3)
        found = _reported(simulator, tmp_path)
        manager.terminate()
        manager.wait()
    lines = [line for line in found.splitlines() if line.startswith("clustergen_ib_switch_port_errors_total")]
    guid = f"{int(fabric.assets['compute-leaf1']['guid'], 16):#x}"
    assert lines == [
        f'clustergen_ib_switch_port_errors_total{{node="compute-leaf1",guid="{guid}",ib_port="{port}",counter="{counter}"}} {value}'
        for port, counter, value in (("1", "SymbolErrorCounter", 42), ("2", "LinkDownedCounter", 3))
    ]
    assert 'clustergen_sm_up{device="ibsim0",port="1"} 1\n' in found
    proven(
        "opensm 3.3, infiniband-diags on ibsim",
        "symbol errors of one port of a switch and lost links of another are reported, ports without errors are not",
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
