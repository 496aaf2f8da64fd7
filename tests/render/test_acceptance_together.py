"""What many hosts run together: groups, the outputs of real programs, and the programs of the site on hosts of Kubernetes."""

import csv
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.plan.acceptance.acceptance import plan_acceptance
from generator.plan.fetched import fetched
from generator.render.backends import acceptance
from tests.acceptance_stand_ins import put_stand_ins
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

PROGRAMS = {
    "hpl": {"program": "/opt/hpl/run.sh", "tflops": 340},
    "training": {"program": "/opt/train/step.sh", "tokens_per_step": "1M", "params": "8B", "mfu": 0.3},
}


def made(spec: Spec, folder: Path) -> dict[str, str]:
    return {each.path: each.content for each in acceptance.render(close(plan_data(spec, folder)), TEMPLATES)}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tree whose programs are stand-ins in its folder `bin`."""
    folder = tmp_path_factory.mktemp("tree")
    for path, text in made(cluster(4) | {"acceptance": PROGRAMS}, folder).items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    put_stand_ins(folder / "bin")
    stated = json.loads((folder / "acceptance/programs.json").read_text())
    stated["hpl"]["words"] = [str(folder / "bin/hpl")]
    stated["training"]["program"]["words"] = [str(folder / "bin/train")]
    (folder / "acceptance/programs.json").write_text(json.dumps(stated))
    return folder


@pytest.fixture(scope="module")
def together(tree: Path) -> dict[str, Any]:
    return runpy.run_path(str(tree / "acceptance/together.py"))


def test_groups_are_of_one_tenant_and_one_scheduler(tmp_path: Path) -> None:
    spec = cluster(8, su_hosts=4) | {
        "scheduler": {"slurm": {}, "kubernetes": {"hosts": ["gpu[07-08]"]}, "spares": ["gpu03"]}
    }
    files = made(spec, tmp_path)
    found: dict[tuple[str, str], list[str]] = {}
    for row in csv.DictReader(files["acceptance/groups.csv"].splitlines()):
        found.setdefault((row["scope"], row["group"]), []).append(row["host"])
    assert found == {
        ("leaf", "compute-leaf1"): ["gpu01", "gpu02", "gpu04"],
        ("leaf", "compute-leaf2"): ["gpu05", "gpu06"],
        ("leaf", "compute-leaf2/kubernetes"): ["gpu07", "gpu08"],
        ("unit", "pod1"): ["gpu01", "gpu02", "gpu04", "gpu05", "gpu06"],
        ("unit", "pod1/kubernetes"): ["gpu07", "gpu08"],
        ("all", "all"): ["gpu01", "gpu02", "gpu04", "gpu05", "gpu06"],
        ("all", "all/kubernetes"): ["gpu07", "gpu08"],
    }


def test_lines_of_stated_programs(tmp_path: Path) -> None:
    """8e9 parameters, 6 FLOPS each, of the dense BF16 peak of an H100 (989 TFLOPS)."""
    found = plan_acceptance(plan_data(cluster(4) | {"acceptance": PROGRAMS}, tmp_path))
    assert found is not None
    lines = {each.test: each for each in found.lines}
    assert (lines["hpl"].expected, lines["hpl"].line) == (365, 340)
    assert lines["training-tokens"].formula == "1e+06 tokens / time of a step of /opt/train/step.sh; measure and record"
    assert (lines["training-mfu"].expected, lines["training-mfu"].line) == (42, 30)
    assert lines["training-mfu"].formula == "training-step / 989 TFLOPS, dense bf16"
    assert found.programs.training is not None
    assert found.programs.training.peak_tflops == {"dgx-h100": 989}


def test_an_image_is_named_as_pyxis_has_it_and_pods_leave_it_out(tmp_path: Path) -> None:
    schedulers = {"slurm": {"containers": "pyxis"}, "kubernetes": {"hosts": ["gpu[03-04]"]}}
    hpl = {"program": "/workspace/hpl-host.sh", "image": "nvcr.io/nvidia/hpc-benchmarks:25.04"}
    plan = close(plan_data(cluster(4) | {"scheduler": schedulers, "acceptance": PROGRAMS | {"hpl": hpl}}, tmp_path))
    files = {each.path: each.content for each in acceptance.render(plan, TEMPLATES)}
    assert json.loads(files["acceptance/programs.json"])["hpl"]["image"] == "nvcr.io#nvidia/hpc-benchmarks:25.04"
    runs = json.loads(files["acceptance/runs.json"])["runs"]
    assert {run["scheduler"]: run["programs"] for run in runs} == {
        "slurm": ["hpl", "training"],
        "kubernetes": ["training"],
    }
    assert ("acceptance.hpl", "nvidia/hpc-benchmarks") in {(row.by, row.name) for row in fetched(plan)}


def test_no_share_of_an_unknown_peak_is_stated(tmp_path: Path) -> None:
    """A100 has no FP8."""
    spec = cluster(4) | {"acceptance": {"training": PROGRAMS["training"] | {"precision": "fp8"}}}
    spec["hosts"]["gpu"]["model"] = "dgx-a100"
    found = plan_acceptance(plan_data(spec, tmp_path))
    assert found is not None
    tests = {each.test for each in found.lines}
    assert {"training-tokens", "training-step"} <= tests
    assert "training-mfu" not in tests


RANKS = """\
#  Rank  0 Group  0 Pid   1887 on   worker-1 device  0 [0x8d] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid   1888 on   worker-1 device  1 [0x91] NVIDIA H100 80GB HBM3
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 412.317
"""
"""nebius/soperator pull request 428, and NVIDIA/nccl-tests, src/common.cu."""
ALONE = """\
#   Rank  0 Pid   1320 on ip-172-31-20-228 device  0 [0x00] Tesla V100-SXM2-16GB
#   Rank  0 Pid   2066 on ip-172-31-22-230 device  0 [0x00] Tesla V100-SXM2-16GB
# Avg bus bandwidth    : 512.0
"""
"""NVIDIA/nccl-tests issue 107: each rank ran alone."""


@pytest.mark.parametrize(
    ("text", "code", "result"),
    [
        (RANKS, 0, {"value": 412.317}),
        (RANKS.replace("0 OK", "3 FAILED"), 1, {"ok": False, "text": "exit 1: # Out of bounds values : 3 FAILED"}),
        (ALONE, 0, "1 of 2 ranks found each other"),
        ("", 127, {"ok": False, "text": "exit 127: "}),
    ],
)  # fmt: skip
def test_bus_bandwidth_counts_when_all_ranks_are_there(
    together: dict[str, Any], text: str, code: int, result: Any
) -> None:
    found = together["collective"](text, code, 2)
    assert found == result if isinstance(result, dict) else (found["ok"] is False and result in found["text"])


NETLIB = """\
T/V                N    NB     P     Q               Time                 Gflops
--------------------------------------------------------------------------------
WR11C2R4       28800   192     2     2             1423.21             1.1190e+01
||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   2.03e-03 ...... PASSED
              1 tests completed and passed residual checks,
              0 tests completed and failed residual checks,
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (NETLIB, 0.01),
        (NETLIB.replace("1.1190e+01", "3.652e+05 ( 4.565e+04)"), 365.2),
        (NETLIB.replace("PASSED", "FAILED"), None),
        (NETLIB.replace("0 tests completed and failed", "1 tests completed and failed"), None),
        ("", None),
    ],
)
def test_hpl_counts_when_its_residual_is_small(together: dict[str, Any], text: str, value: float | None) -> None:
    """netlib's table, and NVIDIA's, which has the rate of a GPU behind it."""
    assert together["hpl"](text, 0).get("value") == value


def test_a_step_is_the_median_of_the_later_half(together: dict[str, Any]) -> None:
    lines = [
        f" iteration {n} | elapsed time per iteration (ms): {ms} |"
        for n, ms in enumerate((9000.0, 1300.0, 1200.0, 1210.0))
    ]
    assert together["step_s"]("\n".join(lines)) == pytest.approx(1.205)
    assert together["step_s"]('{"step": 1, "step_s": 0.5}\n') == 0.5
    assert together["step_s"]("done\n") is None


def test_lines_of_srun_belong_to_the_host_of_their_label(together: dict[str, Any]) -> None:
    text = " 0: WC0 1\n10: a\n 1: b\nsrun: error: gpu02: task 1: Exited with exit code 3\n"
    hosts = ["gpu01", "gpu02", "gpu03"]
    found = together["labelled"](text, hosts)
    assert (found["gpu01"], found["gpu02"]) == ("WC0 1", "b")
    assert found["gpu03"].endswith("exit code 3")


def run(tree: Path, planted: Path, host: str) -> tuple[list[dict[str, Any]], str]:
    command = [
        sys.executable,
        "-I",
        str(tree / "acceptance/together.py"),
        "programs",
        "--among",
        "gpu01,gpu02,gpu03,gpu04",
    ]
    around = {"PATH": f"{tree}/bin:{os.environ['PATH']}", "PLANTED": str(planted), "STAND_IN_HOST": host}
    done = subprocess.run([*command, "--alone", host], capture_output=True, text=True, check=False, env=around)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_each_host_of_kubernetes_runs_its_part_of_the_programs(tree: Path, tmp_path: Path) -> None:
    """The last host alone prints times of steps: 1e6 tokens in 5 s, 8e9 parameters and 32 GPUs make 300 TFLOPS, of 989."""
    planted = tmp_path / "planted.json"
    planted.write_text(json.dumps({"gpu01 hpl": 320.0, "step_ms": 5000.0}))
    found, errors = run(tree, planted, "gpu01")
    assert (found, errors) == ([{"test": "hpl", "host": "gpu01", "value": 320.0}], "")
    found, errors = run(tree, planted, "gpu04")
    assert errors == ""
    assert {each["test"]: each["value"] for each in found} == {
        "hpl": 365.2, "training-tokens": 200_000, "training-step": 300.0, "training-mfu": 30.3,
    }  # fmt: skip
    assert {(each.get("group"), each.get("hosts")) for each in found[1:]} == {("all", 4)}


def test_pods_run_the_programs_of_the_site(tree: Path, tmp_path: Path) -> None:
    planted = tmp_path / "planted.json"
    planted.write_text("{}")
    around = {"PATH": f"{tree}/bin:{os.environ['PATH']}", "PLANTED": str(planted), "STAND_IN_HOST": "gpu02"}
    settings = {"HOST": "gpu02", "RUN": "test", "PARTS": "programs", "AMONG": "gpu01,gpu02"}
    done = subprocess.run(
        ["bash", str(tree / "acceptance/run.sh")], capture_output=True, text=True, check=False, env=around | settings
    )
    assert (done.stdout, done.stderr) == ("programs\n", "")
    results = (tree / "acceptance/results/test-programs.jsonl").read_text().splitlines()
    assert [json.loads(line)["test"] for line in results][:2] == ["hpl", "training-tokens"]
