"""Collectives, HPL and a training under a real Slurm: acceptance.yml runs them, and a slow leaf and a host with a low rate are named, and nothing else."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.render.backends import acceptance, ansible, cabling, host_system, ip_plan, slurm
from generator.twin.bottle import Bottle
from tests.acceptance_stand_ins import stand_ins
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.system.test_acceptance_slurm import Controller, placed, written
from tests.system.test_launch import spec_of
from tests.system.test_slurm_cluster import PROGRAMS, VERSION, computing
from tests.twin.slurm import SlurmCluster

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
HOSTS = 6
SLOW_LEAF = ("gpu04", "gpu05", "gpu06")
PROGRAMS_OF_SITE = {
    "hpl": {"program": "/usr/local/bin/hpl", "arguments": ["--dat", "HPL-1N.dat"]},
    "training": {"program": "/usr/local/bin/train", "tokens_per_step": "1M", "params": "8B", "mfu": 0.3},
}


def test_a_slow_leaf_and_a_host_with_a_low_rate_are_named(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    for name in PROGRAMS:
        program(name)
    spec = spec_of(VERSION) | {"acceptance": PROGRAMS_OF_SITE}
    spec["hosts"]["gpu"]["count"] = HOSTS
    spec["fabrics"]["compute"]["su_hosts"] = 3
    plan = close(plan_data(spec, tmp_path))
    backends = (slurm, ip_plan, cabling, host_system, acceptance, ansible)
    files = {each.path: each.content for backend in backends for each in backend.render(plan, TEMPLATES)}
    tree = {
        path: text for path, text in files.items() if path.startswith(("acceptance/", "ansible/", "cabling/cables"))
    }
    written(tmp_path / "tree", tree)
    rows = csv.DictReader(files["acceptance/groups.csv"].splitlines())
    leaf = {row["host"]: row["group"] for row in rows if row["scope"] == "leaf"}
    assert leaf["gpu03"] != leaf["gpu04"] == leaf["gpu06"]
    faults = {f"{host} all_reduce": 301.5 for host in SLOW_LEAF} | {"gpu02 hpl": 320.0}
    with Bottle() as bottle:
        kept = {path: text for path, text in files.items() if path not in tree}
        made = SlurmCluster(bottle, tmp_path, kept, local=["/var/lib/clustergen"])
        try:
            for path, text in files.items():  # hosts of a model have the same devices
                if path.startswith(("hosts/gpu01/etc/clustergen/", "host_groups/gpu/etc/clustergen/")):
                    placed(made, text, f"/etc/clustergen/{path.rpartition('/')[2]}")
            for name, text in stand_ins().items():
                placed(made, text, f"/usr/local/bin/{name}")
            placed(made, json.dumps(faults), "/srv/planted.json")
            made.start_controllers(["control1"])
            made.start_hosts(computing(spec), "control1")
            controller = Controller(tmp_path, made, plan)
            asked = ("-e", "acceptance_programs=true")
            found = controller.accept(*asked)
            assert "not accepted" in found.stdout, found.stdout + found.stderr
            faulty = controller.told()
            placed(made, json.dumps({"step_ms": 1400.0}), "/srv/planted.json")
            sound = controller.accept(*asked)
            after = controller.told()
            rebased = controller.accept("--tags", "judge", "-e", "acceptance_rebaseline=true")
            placed(made, json.dumps({"gpu05 alltoall": 30.0, "mpi": False}), "/srv/planted.json")
            alone = controller.accept("--limit", "gpu04,gpu05,gpu06")
            refused = controller.told()
        finally:
            bottle.close()
            made.reap()
    assert found.returncode == 2, found.stdout + found.stderr
    assert _part(faulty, "groups at fault") == [
        "all-reduce-all of all, 6 hosts of dgx-h100 from gpu01 on: 301.5 is below 340 GB/s",
        f"all-reduce-leaf of {leaf['gpu04']}, 3 hosts of dgx-h100 from gpu04 on: 301.5 is below 340 GB/s",
        "all-reduce-unit of pod1, 6 hosts of dgx-h100 from gpu01 on: 301.5 is below 340 GB/s",
    ]
    assert _part(faulty, "below others of their kind") == ["gpu02: hpl 320 TFLOPS, median of 6 365.2"]
    assert "not measured" not in faulty
    assert "without a program" not in faulty
    assert sound.returncode == 0, sound.stdout + sound.stderr
    assert "Root of these hosts runs hpl and training" in sound.stdout
    assert any("training-tokens dgx-h100 all of 6 hosts" in each for each in _part(after, "fallen since the last run"))
    assert rebased.returncode == 0, rebased.stdout
    kept_figures = json.loads((tmp_path / "tree-reports/acceptance/history/baseline.json").read_text())
    assert kept_figures["training-mfu dgx-h100 all of 6 hosts"] == pytest.approx(72.2)
    assert kept_figures["hpl gpu02"] == pytest.approx(365.2)
    assert alone.returncode == 2
    assert "1 of 24 ranks found each other" in refused
    proven("sbatch and slurmd 22.05", f"collectives of {HOSTS} hosts in two units, HPL and a training")
    proven(
        "acceptance.yml under Slurm 22.05",
        "a slow leaf in all-reduce, a low HPL, a training compared with its last run",
    )


def _part(text: str, heading: str) -> list[str]:
    _, _, rest = text.partition(f"\n{heading}:\n")
    return [line.strip() for line in rest.split("\n\n")[0].splitlines()]
