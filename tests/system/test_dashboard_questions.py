"""Questions of dashboards: promtool reads each, and the map's columns answer a planted leaf with a lost link, a lost uplink and an uneven spine."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.ours import TEMPLATES
from tests.render.test_dashboards import FULL
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.proof
CHOSEN = {"$fabric": "compute", "$leaf": "compute-leaf1|compute-leaf2", "$su": ".*", "$switch": "compute-leaf1", "$host": "gpu01", "$rack": ".*"}  # fmt: skip
PLACE = 'fabric="compute",rail="0",leaf="compute-leaf1",leaf_port="swp1"'
SERIES = {
    f'clustergen_link_speed_bytes{{job="host",instance="gpu01",device="rail0",{PLACE},cable="CH001"}}': "50e9x20",
    f'clustergen_link_speed_bytes{{job="host",instance="gpu02",device="rail0",{PLACE},cable="CH002"}}': "50e9x20",
    'node_network_carrier{job="host",instance="gpu01",device="rail0"}': "1x20",
    'node_network_carrier{job="host",instance="gpu02",device="rail0"}': "0x20",
    'clustergen_link_speed_bytes{job="host",instance="gpu01",device="rail1",fabric="compute",rail="1",leaf="compute-leaf2",cable="CH003"}': "50e9x20",
    'node_network_carrier{job="host",instance="gpu01",device="rail1"}': "1x20",
    'probe_success{job="switch",instance="compute-leaf1",fabric="compute",tier="leaf"}': "1x20",
    'probe_success{job="switch",instance="compute-leaf2",fabric="compute",tier="leaf"}': "0x20",
    'clustergen_switch_link_speed_bytes{job="host",instance="control1",switch="compute-leaf1",fabric="compute",ifName="swp9",ifAlias="compute-spine1 swp1",far="compute-spine1",far_port="swp1",cable="CF001"}': "50e9x20",
    'ifOperStatus{job="switch-counters",instance="compute-leaf1",ifName="swp9",ifAlias="compute-spine1 swp1"}': "2x20",
}
ANSWERS = {
    "Links of hosts": {"compute-leaf1": 2, "compute-leaf2": 1},
    "Down": {"compute-leaf1": 1, "compute-leaf2": 0},
    "Answers": {"compute-leaf1": 1, "compute-leaf2": 0},
    "Uplinks down": {"compute-leaf1": 1},
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rendered cluster with everything that is collected."""
    folder = tmp_path_factory.mktemp("questions")
    write_tree(render_tree(plan_data(cluster() | FULL, folder), TEMPLATES), folder / "tree")
    return folder / "tree"


def _targets(tree: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in sorted((tree / "monitoring/grafana").glob("*.json")):
        for panel in json.loads(file.read_text("utf-8"))["panels"]:
            yield from ((f"{file.stem}: {panel['title']}", target) for target in panel["targets"])


def _chosen(expr: str) -> str:
    return re.sub(r"\$[a-z]+", lambda found: CHOSEN[found[0]], expr)


def _tried(promtool: str, work: Path, rules: dict[str, Any], *, plant: str = "") -> subprocess.CompletedProcess[str]:
    (work / "rules.yml").write_text(yaml.safe_dump(rules).replace(*(plant.split("|") if plant else ("", ""))), "utf-8")
    return subprocess.run(
        (promtool, "check", "rules", "rules.yml"), cwd=work, capture_output=True, text=True, check=False
    )


def test_promtool_reads_every_question(tree: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    found = [(place, _chosen(target["expr"])) for place, target in _targets(tree)]
    assert len(found) > 30
    rules = {
        "groups": [{"name": "all", "rules": [{"record": f"q:{n}", "expr": expr} for n, (_, expr) in enumerate(found)]}]
    }
    promtool = program("promtool")
    assert _tried(promtool, tmp_path, rules).returncode == 0
    assert _tried(promtool, tmp_path, rules, plant="unless on|unles on").returncode != 0


def test_a_leaf_with_a_lost_link_shows_it(
    tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    board = json.loads((tree / "monitoring/grafana/map.json").read_text("utf-8"))
    leaves = board["panels"][0]
    titles = leaves["transformations"][-1]["options"]["renameByName"]
    asked = {titles[f"Value #{target['refId']}"]: _chosen(target["expr"]) for target in leaves["targets"]}
    test = {
        "rule_files": [str(file) for file in sorted((tree / "monitoring/prometheus/rules").glob("*.yml"))],
        "evaluation_interval": "1m",
        "tests": [{
            "interval": "1m",
            "input_series": [{"series": series, "values": values} for series, values in SERIES.items()],
            "promql_expr_test": [
                {"expr": asked[title], "eval_time": "10m", "exp_samples": [{"labels": f'{{leaf="{leaf}"}}', "value": value} for leaf, value in found.items()]}
                for title, found in ANSWERS.items()
            ],
        }],
    }  # fmt: skip
    (tmp_path / "test.yml").write_text(yaml.safe_dump(test), "utf-8")
    done = subprocess.run((program("promtool"), "test", "rules", "test.yml"), cwd=tmp_path, capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    proven(
        "promtool 2.42",
        "every question of the dashboards; the map shows a lost link, a silent leaf and a lost uplink in their rows",
    )
