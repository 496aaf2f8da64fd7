"""The program that counts what a host's kernel logs, on made logs: what is counted once, what is left alone, and what a later run adds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.analysis.close import close
from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.extra import reporters_of
from generator.render.backends import monitoring
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

HEALTHY = """6,1,1000000,-;Linux version 6.1.0
6,2,2000000,-;mlx5_core 0000:18:00.0 rail0: Link up
 SUBSYSTEM=pci
 DEVICE=+pci:0000:18:00.0
6,3,2500000,-;mlx5_core 0000:18:00.0: Port module event: module 0, Cable plugged
4,4,3000000,-;NVRM: loading NVIDIA UNIX x86_64 Kernel Module  570.86.15
6,5,3100000,-;nfs: server says NVRM: Xid (PCI:0000:3b:00): 79, pid=1
"""
FAULTY = """3,6,400000000,-;NVRM: Xid (PCI:0000:3B:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.
3,7,400000001,-;NVRM: Xid (PCI:0000:3b:00): 79, pid=7, name="\\\\x0a evil{} 1", GPU has fallen off the bus.
3,8,400000002,-;NVRM: Xid (PCI:0000:5e:00): 31, pid=99, name=python3, Ch 00000010
6,9,401000000,-;mlx5_core 0000:18:00.0 rail0: Link down
6,10,402000000,-;bnxt_en 0000:41:00.0 frontend0: NIC Link is Down
6,11,403000000,-;mlx5_core 0000:18:00.0: Port module event[error]: module 0, Cable error, High Temperature
6,12,404000000,-;mlx5_core 0000:18:00.0: Port module event[error]: module 0, Cable error, words of nobody
12,13,405000000,-;NVRM: Xid (PCI:0000:5e:00): 48, written by a program
3,14,406000000,-;nvidia-nvswitch1: SXid (PCI:0000:05:00.0): 20034, Fatal, Link 48 LTSSM Fault Up
3,15,406000001,-;nvidia-nvswitch1: SXid (PCI:0000:05:00.0): 20034, Severity 1 Engine instance 48 Sub-engine instance 00
3,16,406000002,-;nvidia-nvswitch1: SXid (PCI:0000:05:00.0): 12023, Non-fatal, Link 08 Single bit ECC errors
"""


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A host with the program, two ports of which one has an RDMA device, and a healthy log."""
    plan = plan_data(cluster() | {"monitoring": {"exporters": ["kernel-log"]}}, tmp_path)
    for artifact in monitoring.render(close(plan), TEMPLATES):
        if artifact.path.startswith("monitoring/reporters/"):
            (tmp_path / artifact.path.rpartition("/")[2]).write_text(artifact.content, "utf-8")
    root = tmp_path / "root"
    for kind, name, pci in (
        ("net", "rail0", "0000:18:00.0"),
        ("net", "frontend0", "0000:41:00.0"),
        ("infiniband", "mlx5_0", "0000:18:00.0"),
    ):
        (root / "sys/devices" / pci).mkdir(parents=True, exist_ok=True)
        (root / "sys/class" / kind / name).mkdir(parents=True)
        (root / "sys/class" / kind / name / "device").symlink_to(root / "sys/devices" / pci)
    (root / "proc/sys/kernel/random").mkdir(parents=True)
    (root / "dev").mkdir()
    (tmp_path / "state").mkdir()
    boot(tmp_path, "first", HEALTHY)
    return tmp_path


def boot(host: Path, name: str, log: str) -> None:
    (host / "root/proc/sys/kernel/random/boot_id").write_text(f"{name}\n", "ascii")
    (host / "root/dev/kmsg").write_text(log, "utf-8")


def run(host: Path) -> dict[str, float]:
    """Run the program, and return its series."""
    told = os.environ | {
        "REPORTER_FOLDER": str(host), "REPORTER_ROOT": str(host / "root"), "STATE_DIRECTORY": str(host / "state"),
    }  # fmt: skip
    subprocess.run((sys.executable, "-B", str(host / "kernel-log.py")), env=told, check=True)
    lines = (host / "reporter-kernel-log.prom").read_text("utf-8").splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
    }


def test_a_healthy_log_has_no_event(host: Path) -> None:
    """Ports are there with 0 from the first run on, so that the first loss of a link is an increase."""
    assert run(host) == {
        "clustergen_kernel_log_up": 1,
        "clustergen_kernel_log_lost_total": 0,
        'clustergen_kernel_link_down_total{pci="0000:18:00.0",rdma="mlx5_0"}': 0,
        'clustergen_kernel_link_down_total{pci="0000:41:00.0"}': 0,
    }


def test_planted_events_are_counted_once(host: Path) -> None:
    run(host)
    boot(host, "first", HEALTHY + FAULTY)
    found = run(host)
    assert found['clustergen_kernel_xid_total{pci="0000:3b:00",xid="79"}'] == 2
    assert found['clustergen_kernel_xid_total{pci="0000:5e:00",xid="31"}'] == 1
    assert found['clustergen_kernel_link_down_total{pci="0000:18:00.0",rdma="mlx5_0"}'] == 1
    assert found['clustergen_kernel_link_down_total{pci="0000:41:00.0"}'] == 1
    assert found['clustergen_kernel_module_error_total{pci="0000:18:00.0",rdma="mlx5_0",error="High Temperature"}'] == 1
    assert found['clustergen_kernel_sxid_total{pci="0000:05:00.0",sxid="20034"}'] == 1
    assert not any("12023" in name for name in found), "corrected by the NVSwitch"
    last = found['clustergen_kernel_xid_last_timestamp_seconds{pci="0000:3b:00",xid="79"}']
    assert last == pytest.approx(time.time() - time.monotonic() + 400, abs=2)
    text = (host / "reporter-kernel-log.prom").read_text("utf-8")
    assert not re.search(r"evil|nobody|written by|xid=\"48\"", text), "neither words of the log nor lines of programs"
    assert run(host) == found, "the same lines are not counted again"


def test_every_series_of_the_catalog_is_written(host: Path) -> None:
    boot(host, "first", HEALTHY + FAULTY)
    assert {name.partition("{")[0] for name in run(host)} == set(read_exporter("kernel-log").metrics)


def test_a_new_boot_begins_again(host: Path) -> None:
    boot(host, "first", HEALTHY + FAULTY)
    run(host)
    boot(host, "second", HEALTHY)
    assert not any("xid" in name for name in run(host))


def test_what_the_kernel_overwrote_is_counted_as_lost(host: Path) -> None:
    """The log ends at message 5 and goes on at 900."""
    run(host)
    boot(host, "first", "6,900,900000000,-;NVRM: Xid (PCI:0000:3b:00): 94, pid=1\n")
    found = run(host)
    assert found["clustergen_kernel_log_lost_total"] == 894
    assert found['clustergen_kernel_xid_total{pci="0000:3b:00",xid="94"}'] == 1


def test_a_log_that_cannot_be_read_is_reported(host: Path) -> None:
    run(host)
    (host / "root/dev/kmsg").unlink()
    assert run(host)["clustergen_kernel_log_up"] == 0


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "{",
        "[]",
        '{"boot": "first", "number": "x", "lost": 0, "rows": []}',
        '{"boot": "first", "number": 1, "lost": 0, "rows": [[["a"]]]}',
    ],
)
def test_a_damaged_record_begins_again(host: Path, kept: str) -> None:
    (host / "state/seen.json").write_text(kept, "utf-8")
    boot(host, "first", HEALTHY + FAULTY)
    assert run(host)['clustergen_kernel_xid_total{pci="0000:3b:00",xid="79"}'] == 2
    assert json.loads((host / "state/seen.json").read_text("utf-8"))["number"] == 16


def test_a_flood_of_events_makes_no_flood_of_series(host: Path) -> None:
    log = "".join(f"3,{n},{n},-;NVRM: Xid (PCI:0000:3b:00): {n}, x\n" for n in range(1, 5000))
    boot(host, "first", log)
    assert len(run(host)) < 600


def test_every_host_runs_it(tmp_path: Path) -> None:
    plan = plan_data(cluster() | {"monitoring": {"exporters": ["kernel-log"]}}, tmp_path)
    reporter = next(each for each in reporters_of(plan) if each.name == "kernel-log")
    assert set(reporter.hosts) == {host.name for host in plan.hosts if host.inband}
