"""What Slurm measures and tells: metrics for Prometheus, energy and traffic by its plugins, the cores beside each GPU; by the daemons of several releases."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.jobs import jobs_of
from generator.render.backends import monitoring
from tests.ours import TEMPLATES
from tests.system.test_slurm_cluster import PROGRAMS, VERSION, computing, rendered, running, spec_of
from tests.twin.slurm import SlurmError
from tests.twin.systems import slurm_tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof


@pytest.fixture(scope="module")
def programs(program: Callable[[str], str]) -> None:
    for name in PROGRAMS:
        program(name)


def test_the_controller_in_charge_answers_prometheus(
    programs: None, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Every job of the rendered prometheus.yml asks a real slurmctld; the one that stands by sends the question on, and is not followed."""
    promtool = program("promtool")
    spec = spec_of("roce-16", version="26.05", accounting=False)
    with running(spec, tmp_path, slurm_tree("26.05")) as cluster:
        cluster.start_controllers(["control1", "control2"])
        cluster.start_hosts(computing(spec), "control1")
        cluster.on("login1", "sbatch", "--nodes=2", "--wrap=sleep 600")
        cluster.wait("a job", "control1", "squeue", "-h", "-o", "%T", until="RUNNING")
        plan, _ = rendered(spec, tmp_path)
        jobs = [job for job in jobs_of(plan) if job.exporter == "slurmctld"]
        assert [job.path.rpartition("/")[2] for job in jobs] == ["jobs", "nodes", "partitions", "scheduler"]
        said = ""
        for job in jobs:
            first, second = (cluster.asked("control2", each.address, job.path) for each in job.targets[:2])
            assert first.startswith("HTTP/1.1 200 OK"), first
            assert second.startswith("HTTP/1.1 303"), second
            said += first.partition("\n\n")[2]
        version = cluster.on("control1", "slurmctld", "-V").strip()
    judged = subprocess.run([promtool, "check", "metrics"], input=said, capture_output=True, text=True, check=False)
    assert "error while linting" not in judged.stderr, judged.stderr
    assert "slurm_jobs_running 1\n" in said
    assert set(read_exporter("slurmctld").metrics) <= set(re.findall(r"^(\w+)[ {]", said, flags=re.MULTILINE))
    folder = tmp_path / "monitoring"
    for artifact in monitoring.render(close(plan), TEMPLATES):
        place = tmp_path / artifact.path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(artifact.content, encoding="utf-8")
    config = (folder / "prometheus" / "prometheus.yml").read_text(encoding="utf-8")
    assert config.count("metrics_path: /metrics/") == len(jobs)
    for command in (("check", "config", "prometheus/prometheus.yml"), ("test", "rules", "prometheus/tests/slurm.yml")):
        done = subprocess.run([promtool, *command], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    proven(version, "answers all four jobs of the rendered prometheus.yml, which promtool takes")


def test_where_tenants_are_private_nobody_is_told_numbers(
    programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Why there are no such jobs with tenants: slurmctld refuses; and Slurm without PrivateData would tell tenants of each other."""
    spec = spec_of("tenants-64", version="26.05")
    plan, files = rendered(spec, tmp_path)
    assert "MetricsType" not in files["slurm/slurm.conf"]
    assert not [job for job in jobs_of(plan) if job.exporter == "slurmctld"]
    with running(spec | {"tenants": {}}, tmp_path, slurm_tree("26.05")) as cluster:
        conf = cluster.home / "slurm" / "slurm.conf"
        assert "MetricsType=metrics/openmetrics\n" in conf.read_text(encoding="utf-8")
        conf.write_text(conf.read_text(encoding="utf-8") + "PrivateData=jobs\n", encoding="utf-8")
        cluster.start_database("control1")
        cluster.start_controllers(["control1"])
        address = next(host.inband for host in plan.hosts if host.name == "control1")
        assert cluster.asked("control1", f"{address}:6817", "/metrics/jobs").startswith("HTTP/1.1 401")
        version = cluster.on("control1", "slurmctld", "-V").strip()
    proven(version, "tells no numbers where PrivateData is set: the plan asks for none there")


MEASURED = {
    VERSION: {"energy": "rapl", "interconnect": "sysfs", "filesystem": "lustre"},
    "24.11": {"energy": "rapl", "interconnect": "sysfs", "filesystem": "lustre"},
    "26.05": {"energy": "rapl", "interconnect": "ofed", "filesystem": "lustre"},
}
"""What Debian's packages of each release can measure."""


@pytest.mark.parametrize("release", MEASURED)
def test_what_is_to_be_measured_is_loaded(
    release: str, programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """By slurmctld and by a slurmd that has its files from it; a job runs."""
    gather = MEASURED[release]
    spec = spec_of("roce-16", version=release, accounting=False, gather=gather)
    with running(spec, tmp_path, None if release == VERSION else slurm_tree(release)) as cluster:
        cluster.start_controllers(["control1"])
        cluster.start_hosts(["gpu01"], "control1")
        told = cluster.on("control1", "scontrol", "show", "config")
        for key, kind in (("Energy", "energy"), ("Interconnect", "interconnect"), ("Filesystem", "filesystem")):
            assert re.search(rf"AcctGather{key}Type +=? *= acct_gather_{kind}/{gather[kind]}", told), told
        if gather["interconnect"] == "sysfs" and release != VERSION:  # 22.05 does not show the file's options
            assert "= rail0,rail1,rail2,rail3,rail4,rail5,rail6,rail7,storage0," in told
        assert cluster.on("login1", "srun", "--nodelist=gpu01", "hostname") == "gpu01\n"
        said = cluster.log("gpu01", "slurmd") + cluster.log("control1", "slurmctld")
        assert "acct_gather" not in said, "none is missed"
        version = cluster.on("control1", "slurmctld", "-V").strip()
    proven(version, f"loads what measures {', '.join(gather.values())} as acct_gather.conf says")


def test_energy_of_amd_gpus_is_loaded_and_an_option_of_another_plugin_is_refused(
    programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """The GPUs themselves are missed, so the host gets no jobs: what is seen is that both daemons run with the plugin."""
    spec = spec_of("roce-16", version="26.05", accounting=False, gather={"energy": "gpu"})
    spec["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    with running(spec, tmp_path, slurm_tree("26.05")) as cluster:
        cluster.start_controllers(["control1"])
        cluster.start("gpu01", "slurmd", "-D", "--conf-server", "control1")
        cluster.wait(
            "a registration", "control1", "sinfo", "-h", "-N", "-n", "gpu01", "-o", "%T %E", until="gres/gpu count"
        )
        assert "acct_gather_energy/gpu" in cluster.on("control1", "scontrol", "show", "config")
        version = cluster.on("control1", "slurmctld", "-V").strip()
        cluster.kill("control1", "slurmctld")
        conf = cluster.home / "slurm" / "acct_gather.conf"
        conf.write_text(conf.read_text(encoding="utf-8") + "EnergyIPMIFrequency=30\n", encoding="utf-8")
        with pytest.raises(SlurmError, match="EnergyIPMIFrequency"):
            cluster.start_controllers(["control1"])
    proven(version, "runs with energy of AMD's GPUs, and does not start with an option of a plugin that is not named")


@pytest.mark.parametrize("stated", [True, False])
def test_a_job_has_the_cores_beside_its_gpu(
    stated: bool, programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Four of eight GPUs are taken, with few of the cores beside them: the next GPU brings cores of the other socket, where the file says so."""
    cores = {"gpu": ["0-55"] * 4 + ["56-111"] * 4} if stated else {}
    spec = spec_of("roce-16", version="26.05", accounting=False, cores=cores)
    with running(spec, tmp_path, slurm_tree("26.05")) as cluster:
        cluster.start_controllers(["control1"])
        cluster.start_hosts(["gpu01"], "control1")
        found = []
        for count in (4, 1):
            asked = ("--nodelist=gpu01", f"--gpus={count}", "--cpus-per-gpu=2")
            job = cluster.on("login1", "sbatch", "--parsable", *asked, "--wrap=sleep 600").strip()
            cluster.wait("a job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
            told = cluster.on("control1", "scontrol", "--details", "show", "job", job)
            line = re.search(r"CPU_IDs=(\d+)\S* Mem=\d+ GRES=gpu:h100:\d\(IDX:(\S+)\)", told)
            assert line is not None, told
            found.append((int(line[1]) // 112, line[2]))
        assert found == [(0, "0-3"), (1 if stated else 0, "4")]
        version = cluster.on("control1", "slurmctld", "-V").strip()
    if stated:
        proven(version, "a job has cores of the socket that gres.conf has beside its GPU")
