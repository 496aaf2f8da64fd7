"""Weights of paths: every switch counts the links behind its routes, and one that does not is named."""

from pathlib import Path

import pytest

from generator.render.tree import render_tree
from generator.verify.ends import ends
from generator.verify.reach.edge import edge
from generator.verify.reach.judge import reachability
from tests.edge_specs import edge_cluster
from tests.ours import TEMPLATES
from tests.render.cumulus_specs import on_cumulus
from tests.render.pod_specs import routed_pods
from tests.specs import Spec, cluster, plan_data


def _tree(spec: Spec, folder: Path) -> Path:
    for artifact in render_tree(plan_data(spec, folder), TEMPLATES):
        file = folder / "tree" / artifact.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(artifact.content, encoding="utf-8")
    return folder / "tree"


@pytest.mark.parametrize(
    ("system", "file", "line"),
    [
        ("sonic", "frr.conf", " set extcommunity bandwidth num-multipaths\n"),
        ("cumulus", "startup.yaml", "ext-community-bw: multipaths"),
    ],
)
def test_a_switch_that_counts_nothing_is_found(system: str, file: str, line: str, tmp_path: Path) -> None:
    """Its routes come without a count, and all who hear them weigh nothing."""
    spec = cluster()
    spec["fabrics"]["frontend"]["weighted"] = True
    tree = _tree(spec if system == "sonic" else on_cumulus(spec), tmp_path)
    assert ends(tree).faults == []
    leaf = tree / "switches" / "frontend-leaf2" / file
    text = leaf.read_text(encoding="utf-8")
    assert line in text
    leaf.write_text(text.replace(line, "ext-community-bw: cumulative" if system == "cumulus" else ""), encoding="utf-8")
    found = [fault for fault in ends(tree).faults if fault.startswith("frontend-leaf2: route-map ANNOUNCE 10 counts")]
    assert len(found) == 1
    assert "frontend-leaf1 counts num-multipaths" in found[0]


@pytest.mark.parametrize(("system", "spec"), [("sonic", "edge"), ("cumulus", "pods"), ("sonic", "pods")])
def test_a_count_changes_nothing_of_what_passes(system: str, spec: str, tmp_path: Path) -> None:
    """The judges of the edge and of reachability know the line: at border leaves, and where hosts tell of pods."""
    made = edge_cluster(system) if spec == "edge" else routed_pods(cluster(weighted=True))
    for fabric in made["fabrics"].values():
        fabric["weighted"] = True
    tree = _tree(on_cumulus(made) if system == "cumulus" else made, tmp_path)
    assert "bandwidth" in (tree / "switches/frontend-leaf1/frr.conf").read_text(encoding="utf-8")
    assert [fault for judge in (ends, edge, reachability) for fault in judge(tree).faults] == []
