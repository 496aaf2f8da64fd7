"""Acceptance under a real Slurm: sbatch takes the array, every pair meets over the network, and the judge names what is planted and nothing else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.render.backends import acceptance, cabling, host_system, ip_plan, slurm
from tests.acceptance_stand_ins import stand_ins
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.system.test_launch import spec_of
from tests.system.test_slurm_cluster import PROGRAMS, VERSION, computing
from tests.twin.bottle import Bottle
from tests.twin.slurm import SlurmCluster

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

pytestmark = pytest.mark.proof
FOLDER = "/srv/tree"
FAULTS = {"gpu03 mlx5_4": 190.0, "gpu02 mlx5_0 sends": 120.0, "gpu04 dcgmi": "Fail", "gpu01 all_reduce_perf": 401.0}


def _written(folder: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def _place(made: SlurmCluster, text: str, place: str) -> None:
    """Put a file where all hosts have it."""
    (made.home / "placed").write_text(text)
    made.inside("install", "-D", "--mode=755", str(made.home / "placed"), place)


def _run(made: SlurmCluster, model: str) -> str:
    """Submit the array as a user, and return the results of all its jobs."""
    place = (f"--chdir={FOLDER}/acceptance", f"{FOLDER}/acceptance/{model}.sbatch")
    tested = made.by("alice", "login1", "sbatch", "--test-only", *place)
    assert "to start at" in tested.stderr, tested.stderr
    done = made.by("alice", "login1", "sbatch", "--parsable", *place)
    assert done.returncode == 0, done.stderr
    made.wait("its end", "control1", "squeue", "--noheader", until=r"\A\Z", seconds=180)
    return made.inside("sh", "-c", f"cat {FOLDER}/acceptance/results/{done.stdout.strip()}-*.jsonl")


def test_slurm_measures_every_pair_and_the_judge_names_what_is_planted(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    for name in PROGRAMS:
        program(name)
    spec = spec_of(VERSION)
    plan = close(plan_data(spec, tmp_path))
    backends = (slurm, ip_plan, cabling, host_system, acceptance)
    files = {each.path: each.content for backend in backends for each in backend.render(plan, TEMPLATES)}
    tree = {path: text for path, text in files.items() if path.startswith(("acceptance/", "cabling/cables"))}
    with Bottle() as bottle:
        made = SlurmCluster(bottle, tmp_path, {path: text for path, text in files.items() if path not in tree})
        try:
            for path, text in tree.items():
                _place(made, text, f"{FOLDER}/{path}")
            for path, text in files.items():  # hosts of a model have the same devices
                if path.startswith(("hosts/gpu01/etc/clustergen/", "host_groups/gpu/etc/clustergen/")):
                    _place(made, text, f"/etc/clustergen/{path.rpartition('/')[2]}")
            for name, text in stand_ins().items():
                _place(made, text, f"/usr/local/bin/{name}")
            _place(made, json.dumps(FAULTS), "/srv/planted.json")
            made.inside("chmod", "777", f"{FOLDER}/acceptance")
            made.start_controllers(["control1"])
            made.start_hosts(computing(spec), "control1")
            results = _run(made, "dgx-h100")
        finally:
            bottle.close()
            made.reap()
    _written(tmp_path / "tree", tree | {"results.jsonl": results})
    command = [sys.executable, "-I", "acceptance/judge.py", "results.jsonl"]
    told = subprocess.run(command, cwd=tmp_path / "tree", capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (1, "")
    port = {line.split()[1]: line.split()[0] for line in files["hosts/gpu01/etc/clustergen/cables"].splitlines()[2:]}
    named = re.findall(r"^  (gpu\S+ rail\d) \((\w+)\) (\S+) is below", told.stdout, flags=re.MULTILINE)
    assert named == [(f"gpu02 {port['mlx5_0']}", "leaf", "120"), (f"gpu03 {port['mlx5_4']}", "leaf", "190")], (
        told.stdout
    )
    assert "gpu01: all-reduce-host 401 is below 460 GB/s" in told.stdout
    assert "gpu04: gpu-diagnostics failed: exit 0: | GPU Memory | Fail |" in told.stdout
    assert told.stdout.count("gpu04: ") == told.stdout.count("gpu01: ") == 1
    assert "not measured" not in told.stdout
    proven("sbatch and slurmd 22.05", f"acceptance of 4 hosts: {len(results.splitlines())} results")


def test_perftest_knows_every_option(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """It reads its options before it looks for devices, of which this machine has none."""
    given = ["-d", "mlx5_0", "--report_gbits", "-F", "-D", "10", "-q", "64", "-p", "18515", "-x", "3", "--tclass=106"]
    real = program("ib_write_bw")
    for words, known in ((given, True), ([*given, "--planted"], False)):
        done = subprocess.run([real, *words], capture_output=True, text=True, check=False, timeout=20, cwd=tmp_path)
        assert (
            "unrecognized option" not in done.stderr and "Invalid Command" not in done.stdout + done.stderr
        ) == known
    proven("ib_write_bw of perftest 4.5", f"{len(given)} words of its command line")
