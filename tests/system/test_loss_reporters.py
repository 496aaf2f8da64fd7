"""Programs that say what a host lost, with the real programs that they ask: nft on the rendered firewall, with real packets, and auditctl, which the kernel refuses in a namespace."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.render.backends import host_firewall, monitoring
from generator.twin.bottle import Bottle
from tests.conftest import missing
from tests.egress_specs import closed
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof
SEND = "import socket\nsocket.socket(type=socket.SOCK_DGRAM).sendto(b'x' * 72, ('192.0.2.9', 9))"
"""A packet of 100 bytes: 20 of IP, 8 of UDP."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs, and the firewall of a host."""
    folder = tmp_path_factory.mktemp("losses")
    plan = plan_data(closed(services={"audit": {}}), folder)
    for artifact in monitoring.render(close(plan), TEMPLATES):
        if artifact.path.startswith("monitoring/reporters/"):
            (folder / artifact.path.rpartition("/")[2]).write_text(artifact.content, "utf-8")
    rules = dict(made_for(plan, host_firewall.render(plan, TEMPLATES))["storage1"])
    (folder / "firewall.nft").write_text(rules["etc/clustergen/firewall.nft"], "utf-8")
    return folder


@pytest.fixture
def bottle(program: Callable[[str], str]) -> Iterator[Bottle]:
    require(program)
    with Bottle() as made:
        yield made


def _said(bottle: Bottle, home: Path, work: Path, name: str) -> list[str]:
    bottle.must("env", f"REPORTER_FOLDER={work}", sys.executable, "-B", str(home / f"{name}.py"))
    return (work / f"reporter-{name}.prom").read_text("utf-8").splitlines()


def test_packets_that_the_firewall_drops_are_counted(
    home: Path, tmp_path: Path, bottle: Bottle, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """By an interface that no zone has: three packets. A run before the rules are loaded says that nothing is filtered."""
    nft, promtool = program("nft"), program("promtool")
    assert "clustergen_egress_filtered 0" in _said(bottle, home, tmp_path, "egress")
    bottle.must(nft, "-f", str(home / "firewall.nft"))
    bottle.must("ip", "link", "add", "other0", "type", "veth", "peer", "name", "other1")
    bottle.must("ip", "link", "set", "other1", "up")
    bottle.must("ip", "address", "add", "192.0.2.1/24", "dev", "other0")
    bottle.must("ip", "link", "set", "other0", "up")
    before = _said(bottle, home, tmp_path, "egress")
    (packets,) = (
        int(line.split()[1]) for line in before if line.startswith("clustergen_egress_dropped_packets_total ")
    )
    (size,) = (int(line.split()[1]) for line in before if line.startswith("clustergen_egress_dropped_bytes_total "))
    for _ in range(3):
        assert "Operation not permitted" in bottle.run(sys.executable, "-c", SEND).stderr
    after = _said(bottle, home, tmp_path, "egress")
    assert "clustergen_egress_filtered 1" in after
    assert f"clustergen_egress_dropped_packets_total {packets + 3}" in after
    assert f"clustergen_egress_dropped_bytes_total {size + 300}" in after
    command = (promtool, "check", "metrics")
    judged = subprocess.run(command, input="\n".join(after) + "\n", capture_output=True, text=True, check=False)
    assert (judged.returncode, judged.stdout + judged.stderr) == (0, "")
    proven("nft, promtool check metrics", "packets that the rendered firewall drops are series of the host")


def test_a_kernel_that_refuses_auditctl_is_said(
    home: Path, tmp_path: Path, bottle: Bottle, program: Callable[[str], str]
) -> None:
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    programs = Path(os.environ.get("CLUSTERGEN_TREES") or f"{cache}/clustergen/debian") / "audit"
    if not (programs / ".whole").exists():
        missing("auditctl", "`make setup-system` unpacks it")
    libraries = ":".join(str(each.parent) for each in programs.glob("**/libauparse.so.0"))
    asked = ("env", f"LD_LIBRARY_PATH={libraries}", f"REPORTER_AUDITCTL={programs}/sbin/auditctl")
    bottle.must(*asked, f"REPORTER_FOLDER={tmp_path}", sys.executable, "-B", str(home / "audit.py"))
    assert "clustergen_audit_up 0" in (tmp_path / "reporter-audit.prom").read_text("utf-8").splitlines()
    said = bottle.run(*asked[:2], str(programs / "sbin/auditctl"), "-s")
    assert "Error sending status request" in said.stdout + said.stderr
