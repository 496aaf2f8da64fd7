"""UFM Telemetry: real Prometheus with the rendered files reads a stand-in that answers as NVIDIA's documents show it, and alerts what is wrong."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.monitoring import Tower
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
_PORTS = {
    9001: ("/enterprise", {"PortXmitDataExtended": "85554128244", "PortXmitWaitExtended": "7", "Normalized_CBW": "35.5", "PortMultiCastXmitPktsExtended": "3"}, ("node_guid", "port_num")),
    9002: ("/xcset/low_freq_debug", {"Link_Down": "1", "Symbol_BER": "2e-14", "Chip_Temp": "61", "Raw_Errors_Lane_0": "9"}, ("Node_GUID", "Port_Number")),
}  # fmt: skip
"""By port: the path, the counters of a port, and what it calls a port by."""
_SERVER = """
import http.server, sys, time
address, port, path, names, *counters = sys.argv[1:]
guid, number = names.split(",")
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        then = int((time.time() - 290) * 1000)
        labels = f'{{source="0x0002c90300f172a0",{guid}="0x2c90300f172a0",port_guid="0x2c90300f172a2",{number}="2"}}'
        rows = [f"# TYPE {name} counter\\n{name}{labels} {value} {then}\\n" for name, _, value in (each.partition("=") for each in counters)]
        self.send_response(200 if self.path == path else 404)
        self.end_headers()
        self.wfile.write("".join(rows).encode())
    def log_message(self, *_): pass
http.server.HTTPServer((address, int(port)), Answer).serve_forever()
"""


def test_ports_are_read_with_their_names(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """One appliance manages, the other is silent: no alert says so. Samples are old, as the second instance has one every five minutes; counters that no rule names are dropped."""
    require(program)
    for name in ("prometheus", "promtool"):
        program(name)
    spec = cluster(gpu=2, storage=1)
    spec["fabrics"]["compute"] = {"technology": "infiniband", "manager": "ufm", "leaf": {"model": "qm9700"}}
    plan = plan_data(spec | {"monitoring": {"interval_seconds": 5, "exporters": ["ufm"]}}, tmp_path)
    tree, script = tmp_path / "tree", tmp_path / "ufm.py"
    write_tree(render_tree(plan, TEMPLATES), tree)
    config = tree / "monitoring/prometheus/prometheus.yml"
    config.write_text(config.read_text("utf-8").replace("120s", "5s"), "utf-8")
    script.write_text(_SERVER, "utf-8")
    hosts = {host.name: host for host in plan.hosts}
    with Bottle() as bottle:
        tower = Tower(bottle, tree, tmp_path, f"{hosts['control1'].inband}/16")
        for each in ("ufm1", "ufm2"):
            bottle.must("ip", "address", "add", f"{hosts[each].management}/32", "dev", "lo")
        for port, (path, counters, names) in _PORTS.items():
            told = " ".join(f"{name}={value}" for name, value in counters.items())
            line = f"exec {sys.executable} {script} {hosts['ufm1'].management} {port} {path} {','.join(names)} {told}"
            bottle.must("sh", "-c", f"({line}) >{tmp_path}/ufm-{port}.log 2>&1 &")
        tower.run("prometheus", "prometheus")
        read = tower.until('{job=~"ufm.*",node_guid!=""}', lambda rows: len(rows) == 6)
        alerts = tower.until('ALERTS{alertname=~"Ufm.*"}', lambda rows: len(rows) == 2)
        up = tower.until('up{job=~"ufm.*"}', lambda rows: len(rows) == 4)
    assert {row["__name__"] for row in read} == {"PortXmitDataExtended", "PortXmitWaitExtended", "Normalized_CBW", "Link_Down", "Symbol_BER", "Chip_Temp"}  # fmt: skip
    assert {(row["instance"], row["fabric"], row["node_guid"], row["port_num"]) for row in read} == {("ufm1", "compute", "0x2c90300f172a0", "2")}  # fmt: skip
    assert {row["alertname"] for row in alerts} == {"UfmSymbolErrors", "UfmCongested"}
    assert {(row["instance"], row[""]) for row in up} == {("ufm1", "1"), ("ufm2", "0")}
    proven(
        "prometheus 2.42",
        "UFM Telemetry as its documents show it: names, labels and old samples of a port, and its alerts; no UFM",
    )
