"""Spines and cores with most of their ports unused: what the warning advises gives fewer switches, and no warning."""

import re
from pathlib import Path
from typing import Any

import pytest

from generator.plan.draft import Draft
from tests.specs import plan_data


def _planned(folder: Path, host: str, most: int, compute: dict[str, Any]) -> tuple[Draft, list[str]]:
    """Plan a cluster that has compute alone; return what it is advised about idle ports, too."""
    hosts = {"gpu": {"model": host, "count": 2, "max": most}}
    spec = {"clustergen": 1, "name": "atlas", "domain": "atlas.example.net", "hosts": hosts, "fabrics": {"compute": compute}}  # fmt: skip
    plan = plan_data(spec, folder)
    return plan, [each.help for each in plan.cluster.warnings if each.code == "ports-idle" and each.help]


@pytest.mark.parametrize(
    ("host", "most", "compute"),
    [
        ("dgx-b200", 100, {"leaf": {"model": "sn4700"}, "spine_oversubscription": 1.5}),
        ("dgx-a100", 64, {"leaf": {"model": "sn4600c"}, "oversubscription": 4, "topology": "fat-tree"}),
    ],
)
def test_the_advice_saves_the_switches_that_it_names(
    host: str, most: int, compute: dict[str, Any], tmp_path: Path
) -> None:
    """Cores of 13 uplinks a spine, spines of 14 uplinks a leaf."""
    before, (advice,) = _planned(tmp_path, host, most, {"technology": "roce", **compute})
    said = re.match(r"set fabrics.compute.(\w+) to ([\d.]+), which saves (\d+) switches", advice)
    assert said
    after, none = _planned(tmp_path, host, most, {"technology": "roce", **compute, said[1]: float(said[2])})
    assert none == []
    shapes = [plan.cluster.shapes["compute"] for plan in (before, after)]
    counts = [shape.leaves + shape.spines + shape.cores for shape in shapes]
    assert counts[0] - counts[1] == int(said[3])


def test_stated_spines_stay_without_a_warning(tmp_path: Path) -> None:
    """Their number is the user's."""
    stated = {"technology": "roce", "leaf": {"model": "sn4600c"}, "oversubscription": 4, "topology": "fat-tree", "spines": 7}  # fmt: skip
    assert _planned(tmp_path, "dgx-a100", 64, stated)[1] == []
