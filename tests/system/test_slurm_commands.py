"""Slurm by its own commands: the program of the tree on controllers of real Slurm 22.05, which has no metrics, with jobs, a host that is down, and no controller at all."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.catalog.exporter import read_exporter
from generator.render.backends import monitoring
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.system.test_slurm_cluster import PROGRAMS, computing, running, spec_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.twin.slurm import SlurmCluster

pytestmark = pytest.mark.proof
NAME = "slurm-commands"


def _said(cluster: SlurmCluster, host: str, home: Path) -> dict[str, str]:
    """Run the program on a host, and read its file: the value of each series."""
    script = f"mkdir -p {home}/out && cd {home}/out && REPORTER_FOLDER={home}/out exec python3 -B {home}/{NAME}.py"
    cluster.on(host, "sh", "-c", script)
    text = (home / "out" / f"reporter-{NAME}.prom").read_text("utf-8")
    judged = subprocess.run(("promtool", "check", "metrics"), input=text, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout + judged.stderr
    return dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))


def test_commands_say_what_slurmctld_does_not(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    for name in (*PROGRAMS, "promtool"):
        program(name)
    spec = spec_of("roce-16", accounting=False)
    spec["monitoring"] = {"exporters": [NAME]}
    home = tmp_path / "reporters"
    home.mkdir()
    for artifact in monitoring.render(close(plan_data(spec, tmp_path)), TEMPLATES):
        if artifact.path.startswith("monitoring/reporters/"):
            (home / artifact.path.rpartition("/")[2]).write_text(artifact.content, "utf-8")
    with running(spec, tmp_path) as cluster:
        cluster.start_controllers(["control1"])
        cluster.start_hosts(computing(spec), "control1")
        cluster.on("login1", "sbatch", "--nodelist=gpu01", "--exclusive", "--wrap=sleep 600")
        cluster.wait("a job", "control1", "squeue", "-h", "-o", "%T", until="RUNNING")
        cluster.on("login1", "sbatch", "--nodes=2", "--exclusive", "--wrap=sleep 600")
        cluster.wait("another", "control1", "squeue", "-h", "-o", "%T", until="PENDING")
        cluster.on("control1", "scontrol", "update", "nodename=gpu02", "state=down", "reason=test")
        said = _said(cluster, "control1", home)
        cluster.kill("control1", "slurmctld")
        silent = _said(cluster, "control1", home)
        version = cluster.on("control1", "slurmctld", "-V").strip()
    assert said["clustergen_slurm_up"] == "1"
    states = {series: value for series, value in said.items() if series.startswith("clustergen_slurm_nodes")}
    assert states['clustergen_slurm_nodes{state="down"}'] == "1"
    assert sum(map(int, states.values())) == spec["hosts"]["gpu"]["count"], states
    jobs = {series.partition("state=")[2]: value for series, value in said.items() if "slurm_jobs{" in series}
    assert jobs == {'"running"}': "1", '"pending"}': "1"}
    assert {series.partition("{")[0] for series in said} == set(read_exporter(NAME).metrics)
    assert said["clustergen_slurm_jobs_submitted_total"] == "2"
    assert silent == {"clustergen_slurm_up": "0"}
    proven(
        version, "sinfo, squeue and sdiag: hosts, jobs and figures of the controller as series; 0 without a controller"
    )
