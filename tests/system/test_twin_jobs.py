"""`jobs` of the twin: the real Slurm with the rendered files, on hosts that are up; failures and planted faults are found."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.conftest import ROOT, example
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
PROGRAMS = ("slurmctld", "slurmd", "srun", "munged")


@pytest.fixture(autouse=True)
def needed(program: Callable[[str], str]) -> None:
    require(program)
    for name in PROGRAMS:
        program(name)


def scripted(tree: Path, *orders: str, more: tuple[str, ...] = ()) -> tuple[int, list[dict[str, Any]], str]:
    """Run the twin to its end: its exit code, its answers and what it wrote on standard error."""
    words = (*more, "--json", *(word for order in orders for word in ("-c", order)))
    command = (sys.executable, "-m", "generator", "twin", str(tree), *words)
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=500, check=False)  # fmt: skip
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


@pytest.fixture(scope="module")
def four_units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """roce-256 in four scalable units with half of its hosts: where a job runs is a question."""
    folder = tmp_path_factory.mktemp("units")
    spec = yaml.safe_load(example("roce-256").read_text(encoding="utf-8"))
    spec["fabrics"]["compute"]["su_hosts"] = 4
    spec["hosts"]["gpu"] |= {"count": 16, "max": 32}
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "tree")
    return folder / "tree"


def test_hosts_and_a_controller_fail_and_jobs_go_on(
    rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    code, said, err = scripted(
        rendered("small-4-hosts"), "jobs", "fail gpu4 control1", "jobs", "jobs 4", "heal", "jobs 4", "jobs many"
    )
    _, whole, _, less, refused, _, again, word = said
    assert code == 1
    assert [fault for each in (whole, less, again) for fault in each["not_as_designed"]] == [], err
    assert whole["jobs"] == [{"partition": "gpu", "asked": 4, "hosts": ["gpu1", "gpu2", "gpu3", "gpu4"]}]
    assert less["jobs"] == [{"partition": "gpu", "asked": 3, "hosts": ["gpu1", "gpu2", "gpu3"]}]
    assert again["jobs"][0]["hosts"] == ["gpu1", "gpu2", "gpu3", "gpu4"]
    assert any("Slurm 22.05 runs" in line for line in whole["lines"])
    assert "a job of partition gpu has 3 hosts at most here, and 4 are asked for" in refused["error"]
    assert "'many' is not a number of hosts" in word["error"]
    proven("slurmctld", "clustergen twin: a host and the first controller fail, jobs go on under the second one")


def test_a_job_is_in_the_fewest_units(four_units: Path) -> None:
    code, said, err = scripted(four_units, "jobs 3", "jobs 4", "jobs 5", "jobs", more=("--hosts", "30"))
    assert code == 0, err
    assert [line for each in said[1:] for line in each["lines"] if "fewest" in line] != []
    assert [each["jobs"][0]["asked"] for each in said[1:]] == [3, 4, 5, len(said[4]["idle"])]


def test_planted_faults_are_found(four_units: Path, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """A topology that differs from the cables, a host with another address, and one that knows another controller."""
    wrong = shutil.copytree(four_units, tmp_path / "topology")
    file = wrong / "slurm" / "topology.conf"
    text = file.read_text(encoding="utf-8")
    assert "gpu[01-04]" in text
    file.write_text(
        text.replace("gpu[01-04]", "gpu[01-03],gpu05").replace("gpu[05-08]", "gpu04,gpu[06-08]"), encoding="utf-8"
    )
    code, said, _ = scripted(wrong, "jobs 4", more=("--changed",))
    assert code == 1
    assert said[1]["not_as_designed"] == ["the job uses 2 scalable units, and 1 would do"]

    moved = shutil.copytree(four_units, tmp_path / "address")
    file = moved / "slurm" / "slurm.conf"
    text = file.read_text(encoding="utf-8")
    assert "NodeAddr=10.160.32.[1-16]" in text
    file.write_text(text.replace("NodeAddr=10.160.32.[1-16]", "NodeAddr=10.160.32.[1-15,99]"), encoding="utf-8")
    hosts = moved / "hosts" / "gpu02" / "etc" / "hosts"
    hosts.write_text(hosts.read_text(encoding="utf-8").replace("10.160.96.", "10.160.97."), encoding="utf-8")
    code, said, _ = scripted(moved, "jobs", more=("--changed", "--wait", "15"))
    assert code == 1
    fault = " ".join(said[1]["not_as_designed"])
    assert "gpu02" in fault
    assert "gpu16" in fault
    proven("slurmctld", "clustergen twin: a wrong topology, a wrong address and a wrong /etc/hosts are found")
