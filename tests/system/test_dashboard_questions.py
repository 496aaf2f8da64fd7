"""Questions of dashboards: promtool reads each, and the map's columns answer planted leaves and spines, also where all leaves are chosen, as Grafana fills that in."""

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
    # A pod has this rail: its interface is not on the host, its RDMA device is
    f'clustergen_link_speed_bytes{{job="host",instance="gpu03",device="rail0",rdma="mlx5_0",{PLACE},cable="CH004"}}': "50e9x20",
    'node_infiniband_state_id{job="host",instance="gpu03",device="mlx5_0",port="1"}': "4x20",
    'clustergen_link_speed_bytes{job="host",instance="gpu01",device="rail1",fabric="compute",rail="1",leaf="compute-leaf2",cable="CH003"}': "50e9x20",
    'node_network_carrier{job="host",instance="gpu01",device="rail1"}': "1x20",
    # The pod's link is lost
    'clustergen_link_speed_bytes{job="host",instance="gpu03",device="rail1",rdma="mlx5_3",fabric="compute",rail="1",leaf="compute-leaf2",cable="CH005"}': "50e9x20",
    'node_infiniband_state_id{job="host",instance="gpu03",device="mlx5_3",port="1"}': "1x20",
    'probe_success{job="switch",instance="compute-leaf1",fabric="compute",tier="leaf",su="1"}': "1x20",
    'probe_success{job="switch",instance="compute-leaf2",fabric="compute",tier="leaf",su="1"}': "0x20",
    'clustergen_switch_link_speed_bytes{job="host",instance="control1",switch="compute-leaf1",fabric="compute",ifName="swp9",ifAlias="compute-spine1 swp1",far="compute-spine1",far_port="swp1",cable="CF001"}': "50e9x20",
    'ifOperStatus{job="switch-counters",instance="compute-leaf1",ifName="swp9",ifAlias="compute-spine1 swp1"}': "2x20",
    # Of another unit, another tier and another fabric
    'clustergen_link_speed_bytes{job="host",instance="gpu09",device="rail0",fabric="compute",rail="0",leaf="compute-leaf9",cable="CH009"}': "50e9x20",
    'node_network_carrier{job="host",instance="gpu09",device="rail0"}': "0x20",
    'probe_success{job="switch",instance="compute-leaf9",fabric="compute",tier="leaf",su="2"}': "0x20",
    'probe_success{job="switch",instance="compute-spine1",fabric="compute",tier="spine"}': "1x20",
    'probe_success{job="switch",instance="compute-spine2",fabric="compute",tier="spine"}': "0x20",
    'clustergen_link_speed_bytes{job="host",instance="gpu01",device="mgmt0",fabric="oob",leaf="oob-leaf1",cable="CO001"}': "125e6x20",
    'node_network_carrier{job="host",instance="gpu01",device="mgmt0"}': "0x20",
    'probe_success{job="switch",instance="oob-leaf1",fabric="oob",tier="leaf"}': "0x20",
}
LEAVES = {
    "Links of hosts": {"compute-leaf1": 3, "compute-leaf2": 2},
    "Down": {"compute-leaf1": 1, "compute-leaf2": 1},
    "Answers": {"compute-leaf1": 1, "compute-leaf2": 0},
    "Uplinks down": {"compute-leaf1": 1},
    "Alerts": {"compute-leaf2": 1},
}
SPINES = {
    "Answers": {"compute-spine1": 1, "compute-spine2": 0},
    "Links to leaves": {"compute-spine1": 1},
    "Alerts": {"compute-spine2": 1},
}
UP = {"CH001": 1, "CH004": 1}


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


def _chosen(expr: str, chosen: dict[str, str] = CHOSEN) -> str:
    return re.sub(r"\$[a-z]+", lambda found: chosen[found[0]], expr)


def _found(query: str) -> list[str]:
    """Return the values of a label that a question of a variable finds among the planted series."""
    named = re.fullmatch(r"label_values\((\w+)\{(.*)\}, (\w+)\)", query)
    assert named is not None
    metric, matchers, label = named.groups()
    rows = [dict(re.findall(r'(\w+)="([^"]*)"', each)) for each in SERIES if each.startswith(f"{metric}{{")]
    wanted = re.findall(r'(\w+)(=~?)"([^"]*)"', matchers)
    kept = [row for row in rows if all(re.fullmatch(said if how == "=~" else re.escape(said), row.get(name, "")) for name, how, said in wanted)]  # fmt: skip
    return sorted({row[label] for row in kept if label in row})


def _all_chosen(board: dict[str, Any], **first: str) -> dict[str, str]:
    """Return what each variable of a board is where All is chosen, as Grafana has it: `allValue` as it is, else all values; `first` are chosen by name."""
    chosen = dict(CHOSEN)
    for each in board["templating"]["list"]:
        if each["type"] == "query":
            values = _found(_chosen(each["query"]["query"], chosen))
            everything = each.get("allValue") or "|".join(values)
            chosen[f"${each['name']}"] = first.get(each["name"]) or everything
    return chosen


def _questions(table: dict[str, Any]) -> dict[str, str]:
    """Return the question of each column of a table by its title."""
    titles = table["transformations"][-1]["options"]["renameByName"]
    return {titles[f"Value #{target['refId']}"]: target["expr"] for target in table["targets"]}


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


def _answered(tree: Path, work: Path, promtool: str, asked: dict[str, tuple[str, str, dict[str, int]]]) -> str:
    """Let promtool answer questions on the planted series: each with the label of its rows and the value of each row; return what differs."""
    test = {
        "rule_files": [str(file) for file in sorted((tree / "monitoring/prometheus/rules").glob("*.yml"))],
        "evaluation_interval": "1m",
        "tests": [{
            "interval": "1m",
            "input_series": [{"series": series, "values": values} for series, values in SERIES.items()],
            "promql_expr_test": [
                {"expr": expr, "eval_time": "15m", "exp_samples": [{"labels": f'{{{key}="{row}"}}', "value": value} for row, value in rows.items()]}
                for expr, key, rows in asked.values()
            ],
        }],
    }  # fmt: skip
    (work / "test.yml").write_text(yaml.safe_dump(test), "utf-8")
    done = subprocess.run((promtool, "test", "rules", "test.yml"), cwd=work, capture_output=True, text=True, check=False)  # fmt: skip
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.parametrize("everything", [False, True], ids=["by name", "all leaves of a unit"])
def test_the_map_has_the_chosen_leaves_and_the_spines(
    everything: bool, tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Nothing of another unit, tier or fabric is in its tables, and no host; a link that a pod has is up."""
    board = json.loads((tree / "monitoring/grafana/map.json").read_text("utf-8"))
    chosen = _all_chosen(board, fabric="compute", su="1") if everything else CHOSEN
    assert not everything or chosen["$leaf"] == "compute-leaf1|compute-leaf2"
    leaves, spines = (_questions(table) for table in board["panels"][:2])
    asked = {f"leaf {title}": (_chosen(leaves[title], chosen), "leaf", rows) for title, rows in LEAVES.items()}
    asked |= {f"spine {title}": (_chosen(spines[title], chosen), "instance", rows) for title, rows in SPINES.items()}
    switch = json.loads((tree / "monitoring/grafana/switch.json").read_text("utf-8"))
    asked["Up"] = (_chosen(_questions(switch["panels"][0])["Up"], chosen), "cable", UP)
    assert _answered(tree, tmp_path, program("promtool"), asked) == ""
    wrong = {"leaf Down": (asked["leaf Down"][0], "leaf", {"compute-leaf1": 2, "compute-leaf2": 1})}
    assert "compute-leaf1" in _answered(tree, tmp_path, program("promtool"), wrong)
    proven(
        "promtool 2.42",
        "every question of the dashboards; the map shows lost links, silent switches and alerts in their rows and nothing of other units, tiers and fabrics",
    )


def test_all_units_are_all_leaves_of_the_fabric(tree: Path) -> None:
    board = json.loads((tree / "monitoring/grafana/map.json").read_text("utf-8"))
    assert _all_chosen(board, fabric="compute")["$leaf"] == "compute-leaf1|compute-leaf2|compute-leaf9"
    assert _all_chosen(board, fabric="oob")["$leaf"] == "oob-leaf1"
