"""Further exporters on rendered files: real programs of Debian read made folders of /proc and /sys, and stand-ins for FreeIPMI's programs that ask for the password."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING

import pytest

from generator.catalog.exporter import read_exporter
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.ours import TEMPLATES
from tests.playbooks.roles import filters
from tests.specs import cluster, plan_data
from tests.twin.made_host import make_host
from tests.twin.monitoring import Tower
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof
PASSWORD = "Sensors0nly"
SECRETS = {"clustergen_bmc_monitor_password": PASSWORD}
_SENSORS = f"""#!/bin/sh
# As ipmimonitoring and ipmi-chassis: -h ADDRESS --config-file FILE, which is a pipe and read once
while [ $# -gt 0 ]; do case $1 in --config-file) file=$2;; -h) bmc=$2;; esac; shift; done
said=$(cat "$file")
for line in "password {PASSWORD}" "username monitor" "driver-type LAN_2_0"; do
    printf '%s\\n' "$said" | grep -qx "$line" || {{ echo "password invalid" >&2; exit 1; }}
done
[ "$bmc" != BROKEN ] || {{ echo "session timeout" >&2; exit 1; }}
case $0 in *chassis) echo "System Power                        : on"; exit;; esac
echo "1,Inlet Temp,Temperature,Nominal,24.00,C,'OK'"
if [ "$bmc" = FAULTY ]; then echo "4,PSU1,Power Supply,Critical,N/A,N/A,'Power Supply Failure detected'"
else echo "4,PSU1,Power Supply,Nominal,N/A,N/A,'Presence detected'"; fi
"""
ANSWER = "http://127.0.0.1:19100/metrics"


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """A small cluster with all of them."""
    spec = cluster(gpu=2, storage=1) | {
        "monitoring": {"interval_seconds": 5, "exporters": ["nic", "nfs", "ipmi", "kernel-log"]}
    }
    return plan_data(spec, tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def tree(plan: Draft, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its rendered tree."""
    found = tmp_path_factory.mktemp("exporters") / "tree"
    write_tree(render_tree(plan, TEMPLATES), found)
    return found


def test_hosts_answer_with_what_rules_ask_for(
    tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """The exporter of hosts with the rendered options, on a made host with a NIC and a mount; the program of the tree adds its series."""
    exporter, promtool = program("prometheus-node-exporter"), program("promtool")
    made, textfiles = make_host(tmp_path / "host"), tmp_path / "textfiles"
    textfiles.mkdir()
    told = os.environ | {"REPORTER_FOLDER": str(textfiles), "REPORTER_SYS": str(made / "sys")}
    subprocess.run((sys.executable, "-B", str(tree / "monitoring/reporters/nic.py")), env=told, check=True)
    options = (tree / "monitoring/options/prometheus-node-exporter").read_text("utf-8")
    words = options.partition("='")[2].rstrip("'\n").split()
    places = [f"--path.procfs={made}/proc", f"--path.sysfs={made}/sys", f"--collector.textfile.directory={textfiles}"]
    ours = [word for word in words if not word.startswith("--collector.systemd")]
    running = subprocess.Popen(
        (exporter, *ours, *places, "--web.listen-address=127.0.0.1:19100"), stderr=subprocess.DEVNULL
    )
    try:
        said = _answer(ANSWER)
    finally:
        running.terminate()
        running.wait()
    judged = subprocess.run([promtool, "check", "metrics"], input=said, capture_output=True, text=True, check=False)
    assert "clustergen" not in judged.stderr + judged.stdout
    names = set(re.findall(r"^(\w+)[ {]", said, flags=re.MULTILINE))
    # Pauses are of mlx5 ports alone: what the driver calls them is its source's
    wanted = {name for each in ("nic", "nfs") for name in read_exporter(each).metrics if "ethtool" not in name}
    assert wanted <= names
    assert 'clustergen_rdma_out_of_sequence_total{device="mlx5_0",port="1"} 12' in said
    assert 'node_textfile_mtime_seconds{file="' in said
    assert "reporter-nic.prom" in said
    proven(
        "prometheus-node-exporter 1.5", "NIC and NFS: every series of the rules, from made folders of /proc and /sys"
    )


def test_units_are_ones_that_systemd_takes(
    tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Its own check reads the units of the programs, and refuses one with a key that it does not know a value of."""
    verify = program("systemd-analyze")
    units = sorted((tree / "monitoring/units").glob("clustergen-reporter-*"))
    assert {unit.suffix for unit in units} == {".service", ".timer"}
    for unit in units:
        (tmp_path / unit.name).write_text(unit.read_text("utf-8"), "utf-8")
    told = {"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"}
    command = [verify, "verify", "--man=no", *(str(tmp_path / unit.name) for unit in units)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=told)
    assert (done.returncode, done.stderr) == (0, "")
    service = tmp_path / "clustergen-reporter-nic.service"
    service.write_text(service.read_text("utf-8").replace("Type=oneshot", "Type=oneshoot"), "utf-8")
    refused = subprocess.run(command, capture_output=True, text=True, check=False, env=told)
    assert "oneshoot" in refused.stderr
    proven("systemd-analyze verify", f"{len(units)} units of programs that report; a planted fault is reported")


def _answer(url: str) -> str:
    """Ask until somebody answers.

    Raises:
        OSError: nobody does within ten seconds.
    """
    end = time.monotonic() + 10
    while True:
        try:
            with urllib.request.urlopen(url) as said:
                return str(said.read().decode())
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def test_sensors_of_bmcs_are_alerted(
    plan: Draft, tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """One BMC has a failed supply, one does not answer: Prometheus alerts these two and no other, and the password came through the exporter."""
    require(program)
    for name in ("prometheus", "promtool", "prometheus-ipmi-exporter"):
        program(name)
    bmcs = {host.name: host.bmc for host in plan.hosts}
    stand_in = tmp_path / "freeipmi"
    stand_in.write_text(_SENSORS.replace("FAULTY", bmcs["gpu01"]).replace("BROKEN", bmcs["gpu02"]), "utf-8")
    stand_in.chmod(0o755)
    address = next(host.inband for host in plan.hosts if host.name == "control1")
    with Bottle() as bottle:
        tower = Tower(bottle, tree, tmp_path, f"{address}/16")
        for tool in ("ipmimonitoring", "ipmi-chassis"):
            bottle.must("mount", "--bind", str(stand_in), f"/usr/sbin/{tool}")
        (tmp_path / "etc/ipmi").mkdir()
        text = (tree / "monitoring/ipmi/ipmi.yml").read_text("utf-8")
        (tmp_path / "etc/ipmi/ipmi.yml").write_text(
            filters("switch_configurations")["switch_filled"](text, SECRETS, "json"), "utf-8"
        )
        tower.run("prometheus-ipmi-exporter", "prometheus-ipmi-exporter")
        tower.run("prometheus", "prometheus")
        tower.until('up{job="bmc-sensors"} == 1', bool)
        asked = tower.until('ipmi_up{collector="ipmi"}', lambda rows: len(rows) == len(bmcs))
        critical = tower.until('ALERTS{alertname="BmcSensorCritical"}', bool)
        unread = tower.until('ALERTS{alertname="BmcUnread"}', bool)
    assert {row["instance"] for row in asked if row[""] == "0"} == {"gpu02"}
    assert [(row["instance"], row["name"], row["kind"]) for row in critical] == [("gpu01", "PSU1", "part")]
    assert [row["instance"] for row in unread] == ["gpu02"]
    proven(
        "prometheus-ipmi-exporter 1.6 with stand-ins for FreeIPMI's programs",
        f"{len(bmcs)} BMCs asked with the password of the vault: a failed supply and a silent BMC are alerted, nothing else",
    )
