"""BMCs by Redfish: the rendered program asks BMCs over TLS as real Prometheus tells it to, and what is wrong with them is alerted."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.conftest import ROOT
from tests.ours import TEMPLATES
from tests.playbooks.roles import filters
from tests.specs import cluster, plan_data
from tests.twin.monitoring import Tower
from tests.twin.needs import require
from tests.twin.sensing_bmc import authority, certify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof
PASSWORD = "S3nsors only"
BMCS = {
    "control1": "older",
    "control2": "garbage",
    "control3": "expanding",
    "gpu01": "hot",
    "login1": "expanding",
    "storage1": "expanding",
}
"""What each host's BMC is; that of gpu02 does not answer, and that of storage1 has the certificate of another."""


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    spec = cluster(gpu=2, storage=1) | {"monitoring": {"interval_seconds": 5, "exporters": ["redfish"]}}
    return plan_data(spec, tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def tree(plan: Draft, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its rendered tree; between two questions a quarter of a minute passes instead of two."""
    found = tmp_path_factory.mktemp("redfish") / "tree"
    write_tree(render_tree(plan, TEMPLATES), found)
    config = found / "monitoring/prometheus/prometheus.yml"
    text = config.read_text("utf-8")
    assert "120s" in text
    config.write_text(text.replace("120s", "15s"), "utf-8")
    return found


def test_its_unit_is_one_that_systemd_takes(
    tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    verify, unit = program("systemd-analyze"), tmp_path / "clustergen-redfish.service"
    shutil.copy(tree / "monitoring/units/clustergen-redfish.service", unit)
    command, told = (
        [verify, "verify", "--man=no", str(unit)],
        {"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
    )
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=told)
    assert (done.returncode, done.stderr) == (0, "")
    unit.write_text(unit.read_text("utf-8").replace("DynamicUser=true", "DynamicUser=maybe"), "utf-8")
    assert "maybe" in subprocess.run(command, capture_output=True, text=True, check=False, env=told).stderr
    proven("systemd-analyze verify", "the unit of the program that reads BMCs by Redfish; a planted fault is reported")


def test_what_is_wrong_with_bmcs_is_alerted(
    plan: Draft, tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """A hot sensor and failed supplies are critical; BMCs that are silent, answer nonsense or show the certificate of another are unread; nothing else is alerted."""
    require(program)
    for name in ("prometheus", "promtool"):
        program(name)
    bmcs = {host.name: host.bmc for host in plan.hosts}
    assert set(bmcs) == {*BMCS, "gpu02"}
    settings = tmp_path / "settings"
    shutil.copytree(tree / "monitoring/redfish", settings)
    secret = settings / "password"
    values = {"clustergen_bmc_monitor_password": PASSWORD}
    secret.write_text(
        filters("switch_configurations")["switch_filled"](secret.read_text("utf-8"), values, "json"), "utf-8"
    )
    authority(settings)
    address = next(host.inband for host in plan.hosts if host.name == "control1")
    with Bottle() as bottle:
        tower = Tower(bottle, tree, tmp_path, f"{address}/16")
        for host, kind in BMCS.items():
            certificate = certify(settings, f"{'gpu02' if host == 'storage1' else host}-bmc.{plan.domain}")
            bottle.must("ip", "address", "add", f"{bmcs[host]}/32", "dev", "lo")
            line = f"cd {ROOT} && exec {sys.executable} -m tests.twin.sensing_bmc {bmcs[host]} {certificate} 'monitor:{PASSWORD}' {kind}"
            bottle.must("sh", "-c", f"({line}) >{tmp_path}/bmc-{host}.log 2>&1 &")
        # nobody answers there, and nobody says so
        bottle.must("ip", "route", "add", f"{bmcs['gpu02']}/32", "dev", "lan")
        line = f"CREDENTIALS_DIRECTORY={settings} exec {sys.executable} -B {settings}/redfish.py"
        bottle.must("sh", "-c", f"({line}) >{tmp_path}/redfish.log 2>&1 &")
        tower.run("prometheus", "prometheus")
        read = tower.until("clustergen_redfish_up", lambda rows: len(rows) == len(bmcs))
        critical = tower.until('ALERTS{alertname="BmcSensorCritical"}', lambda rows: len(rows) == 3)
        unread = tower.until('ALERTS{alertname="BmcUnread"}', lambda rows: len(rows) == 3)
        hot = tower.ask('clustergen_redfish_temperature_celsius{name="GPU 1"} > 90')
        ends = tower.ask("clustergen_redfish_certificate_end_timestamp_seconds - time() > 86400")
        soon = tower.until('ALERTS{alertname="BmcCertificateEnds",alertstate="pending"}', lambda rows: len(rows) == 4)
        racks = {row["instance"]: row["rack"] for row in read}
    assert {row["instance"] for row in read if row[""] == "1"} == {"control1", "control3", "gpu01", "login1"}
    assert {(row["instance"], row["kind"], row["id"]) for row in critical} == {("control1", "part", "0"), ("gpu01", "temperature", "t2"), ("gpu01", "part", "0")}  # fmt: skip
    assert {row["instance"] for row in unread} == {"control2", "gpu02", "storage1"}
    assert [(row["instance"], row[""]) for row in hot] == [("gpu01", "96")]
    assert {row["instance"] for row in ends} == {row["instance"] for row in soon} == {"control1", "control3", "gpu01", "login1"}  # fmt: skip
    assert racks["gpu01"] == next(host.rack for host in plan.hosts if host.name == "gpu01")
    assert PASSWORD not in (tmp_path / "redfish.log").read_text("utf-8")
    proven("prometheus 2.42, the program for Redfish", f"{len(bmcs)} BMCs asked over verified TLS: a hot sensor, failed supplies and unread BMCs are alerted, nothing else")  # fmt: skip
