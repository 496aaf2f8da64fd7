"""The job that fills a tier from another one, on a real Slurm with real rsync: every file once, whatever its name, and nothing outside its folder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.render.backends import cabling, ip_plan, slurm, transfers
from generator.twin.bottle import Bottle
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.system.test_slurm_cluster import PROGRAMS, VERSION, computing
from tests.twin.slurm import SlurmCluster

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
FOLDER = "/srv/transfer"
FILES = ("plain", "with space", "$(touch pwned)", "deep/er/file", "-n", "line\nbreak")


def test_every_file_arrives_once(
    program: Callable[[str], str], proven: Callable[[str, str], None], tmp_path: Path
) -> None:
    for name in (*PROGRAMS, "rsync"):
        program(name)
    spec: dict[str, Any] = cluster(2)
    spec["scheduler"] = {"slurm": {"version": VERSION, "health": "none", "accounting": False}}
    spec["storage"]["capacity"] = {
        "kind": "parallel", "mount": "/capacity", "hosts": "storage", "feeds": {"fast": {"hosts": 2}},
    }  # fmt: skip
    plan = close(plan_data(spec, tmp_path))
    files = {
        each.path: each.content
        for backend in (slurm, ip_plan, cabling, transfers)
        for each in backend.render(plan, TEMPLATES)
    }
    job = files.pop("slurm/transfer/capacity_to_fast.sbatch")
    with Bottle() as bottle:
        made = SlurmCluster(bottle, tmp_path, files, None)
        try:
            made.inside("mkdir", "--mode=777", "-p", FOLDER, "/fast", "/capacity/set")
            made.inside("chmod", "777", "/fast", "/capacity/set")
            (tmp_path / "job").write_text(job)
            made.inside("install", "--mode=755", str(tmp_path / "job"), f"{FOLDER}/capacity_to_fast.sbatch")
            for each in FILES:
                made.inside("install", "-D", "--mode=644", "/etc/hostname", f"/capacity/set/{each}")
            made.start_controllers(["control1"])
            made.start_hosts(computing(spec), "control1")
            assert "to start at" in _submit(made, "--test-only")
            assert _ends(made, _submit(made, "--parsable", folder="../etc")) == "FAILED"
            assert _ends(made, _submit(made, "--parsable", folder="set", extra=("--itemize-changes",))) == "COMPLETED"
            there = made.inside("sh", "-c", "cd /fast/set && find . ! -type d -print0 | sort -z | tr '\\0\\n' '\\n|'")
            assert sorted(there.splitlines()) == sorted("./" + each.replace("\n", "|") for each in FILES)
            said = made.inside("sh", "-c", f"cat {FOLDER}/*.out")
            assert said.count(">f") == len(FILES)
            proven(f"sbatch {VERSION}", f"a transfer of {len(FILES)} files by two hosts, each file by one")
        finally:
            bottle.close()
            made.reap()


def _submit(made: SlurmCluster, *options: str, folder: str = "set", extra: tuple[str, ...] = ()) -> str:
    done = made.by(
        "alice", "login1", "sbatch", f"--chdir={FOLDER}", *options, f"{FOLDER}/capacity_to_fast.sbatch", folder, *extra
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def _ends(made: SlurmCluster, submitted: str) -> str:
    """Return how a job ended."""
    number = re.findall(r"\d+", submitted)[0]
    shown = made.wait(
        "its end", "control1", "scontrol", "show", "job", number, until="JobState=(COMPLETED|FAILED)", seconds=180
    )
    found: list[str] = re.findall(r"JobState=(\w+)", shown)
    return found[0]
