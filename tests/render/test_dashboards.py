"""Dashboards: Grafana's own models read every one, and their questions have a row for each leaf, spine and cable."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.analysis.close import close
from generator.render.backends import monitoring
from tests.conftest import example, plan_of
from tests.judges.grafana import faults
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.plan.draft import Draft

FULL: Spec = {"services": {"telemetry": "gnmic", "snmp": {}}, "monitoring": {"grafana": True}}
KINDS = ("cluster", "map", "switch", "host")


def _boards(plan: Draft) -> dict[str, Any]:
    files = {each.path: each.content for each in monitoring.render(close(plan), TEMPLATES)}
    return {
        path.removeprefix("monitoring/grafana/"): json.loads(text)
        for path, text in files.items()
        if path.startswith("monitoring/grafana/") and path.endswith(".json")
    }


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The dashboards of a cluster with everything that is collected."""
    return _boards(plan_data(cluster() | FULL, tmp_path_factory.mktemp("boards")))


def test_grafana_knows_every_dashboard(boards: dict[str, Any]) -> None:
    assert set(boards) == {f"{kind}.json" for kind in KINDS}
    for name, board in boards.items():
        assert list(faults(board)) == [], name
    assert len({board["uid"] for board in boards.values()}) == len(KINDS)


def _unknown_key(board: Any) -> None:
    board["panels"][0]["gridpos"] = board["panels"][0].pop("gridPos")


def _wrong_type(board: Any) -> None:
    board["panels"][0]["gridPos"]["w"] = "24"


def _no_such_value(board: Any) -> None:
    board["panels"][0]["targets"][0]["format"] = "matrix"


def _strange_option(board: Any) -> None:
    board["panels"][0]["options"]["showHeaders"] = True


def _broken_shape(board: Any) -> None:
    board["panels"][0]["fieldConfig"]["overrides"] = [{"id": "byName"}]


def _same_number(board: Any) -> None:
    board["panels"][1]["id"] = board["panels"][0]["id"]


def _variable_without_kind(board: Any) -> None:
    board["templating"]["list"][1]["type"] = "labels"


@pytest.mark.parametrize(
    "plant",
    [_unknown_key, _wrong_type, _no_such_value, _strange_option, _broken_shape, _same_number, _variable_without_kind],
    ids=lambda each: each.__name__.strip("_"),
)
def test_the_judge_finds_a_planted_fault(plant: Callable[[Any], None], boards: dict[str, Any]) -> None:
    board = json.loads(json.dumps(boards["map.json"]))
    assert list(faults(board)) == []
    plant(board)
    assert list(faults(board)) != []


@pytest.mark.parametrize("spec", [{}, {"services": {"snmp": {}}}, {"monitoring": {"gpu_exporter": False}}])
def test_dashboards_ask_for_what_is_collected(spec: Spec, tmp_path: Path) -> None:
    spec = cluster() | spec
    found = _boards(plan_data(spec | {"monitoring": {**spec.get("monitoring", {}), "grafana": True}}, tmp_path))
    for board in found.values():
        assert list(faults(board)) == []
        assert "streamed" not in json.dumps(board)


def test_none_but_the_first_is_there_unless_the_spec_has_a_grafana(tmp_path: Path) -> None:
    assert set(_boards(plan_data(cluster(), tmp_path))) == {"cluster.json"}


@pytest.mark.parametrize("name", ["roce-16", pytest.param("roce-16384", marks=pytest.mark.proof)])
def test_the_map_is_the_same_file_whatever_the_size(name: str, boards: dict[str, Any]) -> None:
    """Nothing of it names a device: rows come from what is measured, of the unit that the reader chooses."""
    plan = plan_of(example(name))
    names = {switch.name for switch in plan.switches} | {host.name for host in plan.hosts}
    text = json.dumps(boards["map.json"])
    assert not names & set(re.findall(r"[a-z0-9-]+", text))
    most = max(
        sum(1 for switch in plan.switches if switch.tier == "leaf" and (switch.fabric, switch.su) == place)
        for place in {(switch.fabric, switch.su) for switch in plan.switches if switch.su is not None}
    )
    assert most <= 64, "rows of one scalable unit"


def test_rows_lead_to_the_dashboard_of_their_device(boards: dict[str, Any]) -> None:
    leaves = boards["map.json"]["panels"][0]
    links = [
        each["value"][0]["url"]
        for override in leaves["fieldConfig"]["overrides"]
        for each in override["properties"]
        if each["id"] == "links"
    ]
    assert links == [f"/d/{boards['switch.json']['uid']}?var-switch=${{__value.text}}&${{source:queryparam}}"]
    assert "switch" in {each["name"] for each in boards["switch.json"]["templating"]["list"]}


@pytest.mark.parametrize("tls", [False, True])
def test_grafana_reads_every_control_host_and_a_folder(tls: bool, tmp_path: Path) -> None:
    spec = cluster() | {"monitoring": {"grafana": True}} | ({"services": {"tls": {}}} if tls else {})
    plan = plan_data(spec, tmp_path)
    files = {each.path: each.content for each in monitoring.render(close(plan), TEMPLATES)}
    home = "monitoring/grafana/provisioning"
    sources = yaml.safe_load(files[f"{home}/datasources/clustergen.yaml"])["datasources"]
    hosts = {host.name: host.inband for host in plan.hosts if host.role == "control"}
    scheme = "https" if tls else "http"
    assert [each["url"] for each in sources] == [f"{scheme}://{address}:9090" for address in hosts.values()]
    assert [each["isDefault"] for each in sources] == [True, False, False]
    assert all(("secureJsonData" in each) is tls for each in sources)
    (provider,) = yaml.safe_load(files[f"{home}/dashboards/clustergen.yaml"])["providers"]
    assert provider["options"] == {"path": "/var/lib/grafana/dashboards/clustergen"}
