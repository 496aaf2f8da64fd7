"""Layer 2 at the frontend's host ports: flooding is limited, bridges and loops shut a port, and ports follow uplinks, where the system has words for it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.plan.edge_ports import STORM_KBPS, STORM_PPS, edge_ports, tracked_uplinks
from tests.conftest import tree_of
from tests.eos_specs import eos_cluster
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

LEAF = "frontend-leaf1"
SYSTEMS: dict[str, Callable[[], Spec]] = {
    "sonic": cluster,
    "cumulus": lambda: on_cumulus(cluster()),
    "eos": eos_cluster,
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_host_floods_no_more_than_a_stated_rate(system: str, tmp_path: Path) -> None:
    """At every host's port of the frontend, and at no port of a lossless rail or between switches."""
    plan = plan_data(SYSTEMS[system](), tmp_path)
    tree = tree_of(plan)
    (leaf,) = (switch for switch in plan.switches if switch.name == LEAF)
    edges = {port.interface for port in edge_ports(plan, leaf)}
    assert edges
    if system == "sonic":
        rows = json.loads(tree[f"switches/{LEAF}/config_db.json"])["PORT_STORM_CONTROL"]
        assert {key.partition("|")[0] for key in rows} == edges
        assert {row["kbps"] for row in rows.values()} == {str(STORM_KBPS)}
        assert "PORT_STORM_CONTROL" not in json.loads(tree["switches/compute-leaf1/config_db.json"])
    elif system == "cumulus":
        script = tree[f"switches/{LEAF}/nv-set.sh"].splitlines()
        found = {line.split()[3] for line in script if line.endswith(f"storm-control broadcast {STORM_PPS}")}
        assert found == edges
        assert "storm-control" not in tree["switches/compute-leaf1/nv-set.sh"]
    else:
        blocks = tree[f"switches/{LEAF}/running.cfg"].split("\n!\n")
        held = [block for block in blocks if f"   storm-control broadcast level pps {STORM_PPS}\n" in block + "\n"]
        assert {block.splitlines()[0].removeprefix("interface ") for block in held} == edges
        assert all("   loop-protection" in block and "spanning-tree bpduguard enable" in block for block in held)
        assert any(block.startswith("monitor loop-protection\n") for block in blocks)


def test_host_ports_of_eos_follow_the_uplinks_of_their_leaf(tmp_path: Path) -> None:
    """A bond whose ports take turns sees its own port alone; leaves that have only each other track nothing."""
    spec = eos_cluster()
    spec["fabrics"]["frontend"] |= {"spines": 2}
    plan = plan_data(spec, tmp_path)
    (leaf,) = (switch for switch in plan.switches if switch.name == LEAF)
    text = tree_of(plan)[f"switches/{LEAF}/running.cfg"]
    groups = {
        block.splitlines()[0].removeprefix("interface "): block.partition("link tracking group UPLINKS ")[2].split()[0]
        for block in text.split("\n!\n")
        if block.startswith("interface ") and "link tracking group UPLINKS" in block
    }
    up, down = ({name for name, way in groups.items() if way == each} for each in ("upstream", "downstream"))
    assert up == set(tracked_uplinks(plan, leaf))
    assert up
    assert down == {port.interface for port in edge_ports(plan, leaf)}
    pair = plan_data(eos_cluster(), tmp_path)
    assert "link tracking" not in tree_of(pair)[f"switches/{LEAF}/running.cfg"]


def test_what_a_system_has_no_word_for_is_said(tmp_path: Path) -> None:
    said = {
        system: [line for line in plan_data(make(), tmp_path).waiting_for if line.startswith("layer 2 at host ports")]
        for system, make in SYSTEMS.items()
    }
    assert {system: len(lines) for system, lines in said.items()} == {"sonic": 1, "cumulus": 1, "eos": 0}
    assert "no spanning tree" in said["sonic"][0]
    assert "uplinks" in said["cumulus"][0]
