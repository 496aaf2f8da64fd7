"""A switch system that nobody has: two files make a tree for it, a file of facts and a printer; no list names either."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from tests.conftest import ROOT, example

FACTS = """\
model: toy
vendor: Nobody
title: Toy
versions: ["1.0", "1.1"]
mtu_most_bytes: 9216
first_start: {option: 60, says: toy, whole: true, url_option: 67}
reached: {user: toy, network_os: null}
sources: {}
features:
"""
PRINTER = '''\
"""toy: what a toy is told of its ports."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.render.artifact import UNPROVEN, Artifact
from generator.render.templates import Templates

NAME = "toy"


def paths(plan: Plan) -> Iterable[str]:
    return [f"switches/{each.name}/toy.conf" for each in plan.switches if each.os == "toy"]


def render(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    for each in plan.switches:
        if each.os == "toy":
            text = "".join(f"{port.interface} {port.peer} {port.mtu_bytes}\\n" for port in plan.ports_of[each.name])
            yield Artifact(f"switches/{each.name}/toy.conf", text, UNPROVEN)
'''
WANTED = ("acl", "bfd", "gnmi", "pfc", "unnumbered-bgp", "vxlan")
"""The features that the example asks of its switches."""


def test_two_files_add_a_switch_system(tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(ROOT / "generator", home / "generator", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("templates", "playbooks", "pyproject.toml"):
        (home / name).symlink_to(ROOT / name)
    features = "".join(f'  {name}: {{since: "1.0", because: it is a toy}}\n' for name in WANTED)
    (home / "generator/catalog/systems/toy.yaml").write_text(FACTS + features, encoding="utf-8")
    (home / "generator/render/backends/toy.py").write_text(PRINTER, encoding="utf-8")

    design = tmp_path / "design"
    (design / "catalog/switches").mkdir(parents=True)
    spec = example("roce-16").read_text("utf-8").replace("os: sonic", "os: toy") + "services: {telemetry: gnmi}\n"
    (design / "cluster.yaml").write_text(spec, encoding="utf-8")
    for model in ("sn5600", "sn4600c", "sn2201"):
        entry = yaml.safe_load((ROOT / f"generator/catalog/switches/{model}.yaml").read_text("utf-8"))
        entry["os"] = {"toy": True}
        (design / f"catalog/switches/{model}.yaml").write_text(json.dumps(entry), encoding="utf-8")

    run = subprocess.run(
        [sys.executable, "-m", "generator", "render", "cluster.yaml", "-o", "build"],
        check=False,
        cwd=design,
        env={**os.environ, "PYTHONPATH": str(home)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    build = design / "build"
    assert "the catalog has no telemetry of toy" in (build / "README.md").read_text("utf-8")
    plan = json.loads((build / "plan.json").read_text("utf-8"))
    printed = {folder.name for folder in (build / "switches").iterdir() if (folder / "toy.conf").stat().st_size}
    assert printed == {switch["name"] for switch in plan["switches"]}
    assert (build / "switches/compute-leaf1/toy.conf").read_text("utf-8").startswith("1/1 gpu01 9216\n")
    (variables,) = (build / "ansible/inventory").rglob("os_toy.yml")
    assert yaml.safe_load(variables.read_text("utf-8"))["ansible_user"] == "toy"
