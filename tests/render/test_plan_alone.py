"""`plan.json` holds every choice: what is rendered from it alone is the same, byte for byte."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.change.formats import fault
from generator.plan.draft import Draft
from generator.plan.read_back import read_back
from generator.render.controls import PAGE, TABLE
from generator.render.tree import MANIFEST, SUMMARY, pieces_of, render_piece
from tests.conftest import example, plan_of, tree_of
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data, with_site_services

EXAMPLES = (
    "a100-h100-mixed",
    "b300-two-planes-512",
    "mixed-schedulers",
    "nvl72-8-racks",
    "small-4-hosts",
    "tenants-64",
)


def rendered_again(rows: dict[str, Any]) -> dict[str, str]:
    """Render what a plan.json says, without anything else."""
    plan = read_back(rows)
    return {file.path: file.content for piece in pieces_of() for file in render_piece(plan, TEMPLATES, piece)}


def rows_of(plan: Draft) -> dict[str, Any]:
    found = json.loads(tree_of(plan)["plan.json"])
    assert isinstance(found, dict)
    return found


def differing(plan: Draft, rows: dict[str, Any]) -> set[str]:
    """Return the paths of the files that are others when they are rendered from rows."""
    before, after = tree_of(plan), rendered_again(rows)
    assert before.keys() - after.keys() == {PAGE, TABLE, MANIFEST, SUMMARY}
    return {path for path, content in after.items() if before.get(path) != content}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_rendered_from_its_plan_alone(name: str) -> None:
    plan = plan_of(example(name))
    assert differing(plan, rows_of(plan)) == set()


def test_programs_of_acceptance_are_in_the_plan(tmp_path: Path) -> None:
    hpl = {"program": "/workspace/hpl-host.sh", "image": "nvcr.io/nvidia/hpc-benchmarks:25.04", "tflops": 340}
    training = {
        "program": "/opt/train/step.sh",
        "arguments": ["--iters", "20"],
        "tokens_per_step": "4M",
        "params": "8B",
    }
    stated = {"scheduler": {"slurm": {"containers": "pyxis"}}, "acceptance": {"hpl": hpl, "training": training}}
    plan = plan_data(cluster() | stated, tmp_path)
    rows = rows_of(plan)
    assert '"peak_tflops": {"dgx-h100": 989.0}' in json.dumps(rows)
    assert fault(rows) == ""
    assert differing(plan, rows) == set()


def test_ports_of_what_is_to_come_are_in_the_plan(tmp_path: Path) -> None:
    """Where switches are configured on demand, the envelope's ports are others than the configured ones."""
    plan = plan_data({**cluster(), "growth": "on-demand"}, tmp_path)
    rows = rows_of(plan)
    assert len(rows["reserved_ports"]) > len(rows["ports"])
    assert differing(plan, rows) == set()


def test_what_is_rendered_is_what_the_plan_says(tmp_path: Path) -> None:
    plan = plan_data(with_site_services(cluster(), {"ntp": ["192.0.2.1"]}), tmp_path)
    rows = rows_of(plan)
    rows["choices"]["site"]["services"]["ntp"] = ["192.0.2.123"]
    changed = differing(plan, rows)
    assert "plan.json" in changed
    assert any("192.0.2.123" in rendered_again(rows)[path] for path in changed if path.startswith("host"))
    assert not any(path.startswith("cabling/") for path in changed)


def test_a_plan_that_is_none_is_refused(tmp_path: Path) -> None:
    rows = rows_of(plan_data(cluster(), tmp_path))
    assert fault(rows) == ""
    with pytest.raises(ValueError, match="only formats 3 and 4"):
        read_back({**rows, "format": 2})
    rows["choices"]["site"]["services"]["ntp"] = 5
    with pytest.raises(ValueError, match=r"ntp"):
        read_back(rows)
    del rows["choices"]
    with pytest.raises(ValueError, match="choices"):
        read_back(rows)


def test_workloads_are_rendered_from_the_plan_alone(tmp_path: Path) -> None:
    workloads = {
        "llm": {"model": "llama-3.1-8b", "tokens": 1e12},
        "chat": {"kind": "inference", "model": "llama-3.1-8b"},
        "cfd": {"kind": "hpc", "launch": {"program": "/srv/cfd"}},
    }
    plan = plan_data(cluster(2) | {"workloads": workloads}, tmp_path)
    assert {"launches", "sized"} <= set(rows_of(plan))
    assert differing(plan, rows_of(plan)) == set()
