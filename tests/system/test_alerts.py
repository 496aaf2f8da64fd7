"""Alerts of whole rendered files in situations that one rule's own test does not have: promtool reads the rules, Alertmanager itself says what it silences."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.catalog.alerts import read_alerts
from generator.cli.output import write_tree
from generator.render.monitoring import prometheus
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.monitoring import Tower
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

pytestmark = pytest.mark.proof
HOST = 'job="host",instance="gpu01"'
RAILS = {"rail0": "mlx5_0", "rail1": "mlx5_3", "rail2": "mlx5_4", "rail3": "mlx5_5"} | {
    "rail4": "mlx5_6", "rail5": "mlx5_9", "rail6": "mlx5_10", "rail7": "mlx5_11",
}  # fmt: skip


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rendered cluster of two DGX H100."""
    folder = tmp_path_factory.mktemp("alerts")
    write_tree(render_tree(plan_data(cluster(), folder), TEMPLATES), folder / "tree")
    return folder / "tree"


def _fired(tree: Path, work: Path, promtool: str, minutes: int, series: Mapping[str, str], *names: str) -> list[str]:
    """Return the alerts that the rules of a tree fire on series, by their names, each with the labels that tell them apart."""
    return _fired_by(
        sorted((tree / "monitoring/prometheus/rules").glob("*.yml")), work, promtool, minutes, series, *names
    )


def _fired_by(
    rules: list[Path], work: Path, promtool: str, minutes: int, series: Mapping[str, str], *names: str
) -> list[str]:
    asked = [{"eval_time": f"{minutes}m", "alertname": name, "exp_alerts": [{"exp_labels": {"none": "such"}}]} for name in names]  # fmt: skip
    test = {
        "rule_files": [str(file) for file in rules],
        "evaluation_interval": "1m",
        "tests": [{"interval": "1m", "input_series": [{"series": s, "values": v} for s, v in series.items()], "alert_rule_test": asked}],
    }  # fmt: skip
    (work / "test.yml").write_text(yaml.safe_dump(test), "utf-8")
    done = subprocess.run(
        (promtool, "test", "rules", "test.yml"), cwd=work, capture_output=True, text=True, check=False
    )
    got = re.findall(r"got:\[(.*?)\n? *\]\s*(?=\n *alertname|\Z|\n\n)", done.stdout + done.stderr, flags=re.DOTALL)
    assert done.returncode == 1, "nothing has the label that is asked for, so promtool says what there is"
    return re.findall(r"Labels:\{(.*?)\}", "".join(got))


def _expected(tree: Path) -> dict[str, str]:
    """Read what gpu01 says that it has to have, as series that stay."""
    found = {}
    for line in (tree / "monitoring/expected/gpu01.prom").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            bare, _, labels = name.partition("{")
            found[f"{bare}{{{HOST}{',' if labels else ''}{labels.rstrip('}')}}}"] = f"{value}x60"
    return found


def _well(tree: Path) -> dict[str, str]:
    """Return the series of a host on which all ports have their links."""
    expected = _expected(tree)
    ports = {port: (speed, mtu) for port, speed, mtu in _ports(expected)}
    found = {**expected, f"up{{{HOST}}}": "1x60"}
    for port, (speed, mtu) in ports.items():
        labels = f'{{{HOST},device="{port}"}}'
        found |= {
            f"node_network_carrier{labels}": "1x60",
            f"node_network_speed_bytes{labels}": speed,
            f"node_network_mtu_bytes{labels}": mtu,
            f"node_network_carrier_changes_total{labels}": "1x60",
        }
    return found | {f'node_infiniband_state_id{{{HOST},device="{rdma}",port="1"}}': "4x60" for rdma in RAILS.values()}


def _ports(expected: Mapping[str, str]) -> list[tuple[str, str, str]]:
    speeds, sizes = (
        {re.findall(r'device="([^"]+)"', series)[0]: value for series, value in expected.items() if series.startswith(f"clustergen_link_{what}")}
        for what in ("speed", "mtu")
    )  # fmt: skip
    return [(port, speeds[port], sizes[port]) for port in speeds]


LINKS = ("LinkDown", "LinkSlow", "LinkMtu", "LinkFlapping", "LinkErrors", "LeafLinksDown", "BondDegraded")


def test_a_pod_that_takes_all_rails_is_no_fault(
    tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Their interfaces go after ten minutes and come back after twenty more; then the link of one is lost while a pod has it."""
    promtool = program("promtool")
    taken = _well(tree)
    for series in list(taken):
        if series.startswith("node_network_") and re.search(r'device="rail\d"', series):
            value = taken[series].partition("x")[0]
            taken[series] = f"{value}x9 _x20 {value}x30"
            if series.startswith("node_network_carrier_changes"):
                taken[series] = f"{value}x9 _x20 9x30"
    assert any(rail in series for series in taken for rail in RAILS)
    for minutes in (5, 15, 25, 35, 50):
        assert _fired(tree, tmp_path, promtool, minutes, taken, *LINKS) == []
    lost = taken | {f'node_infiniband_state_id{{{HOST},device="mlx5_5",port="1"}}': "4x14 1x45"}
    (said,) = _fired(tree, tmp_path, promtool, 20, lost, *LINKS)
    assert 'alertname="LinkDown"' in said
    assert 'device="rail3"' in said
    assert "cable=" in said
    proven(
        "promtool test rules",
        "a pod takes eight rails: no alert; one of them loses its link: one alert, with its cable",
    )


def test_an_adapter_that_is_gone_is_one(tree: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    """Neither its interface nor its RDMA device is there."""
    gone = {s: v for s, v in _well(tree).items() if s.startswith("clustergen_") or not re.search(r'device="(rail2|mlx5_4)"', s)}  # fmt: skip
    (said,) = _fired(tree, tmp_path, program("promtool"), 20, gone, *LINKS)
    assert 'device="rail2"' in said


def test_a_fault_is_not_hidden_by_a_later_one(tree: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    """79 in the first minutes, then 45 by the programs that it ended: the exporter's series as its collector makes them."""
    gpu = 'DCGM_EXP_XID_ERRORS_COUNT{job="gpu",instance="gpu01",gpu="3",window_size_in_ms="900000"'
    series = {f"{gpu}}}": "0x3 _x20 0x90", f'{gpu},xid="79"}}': "_x3 1x4 _x90", f'{gpu},xid="45"}}': "_x5 8x18 _x90"}
    (said,) = _fired(tree, tmp_path, program("promtool"), 22, series, "GpuFault")
    assert 'xid="79"' in said
    assert _fired(tree, tmp_path, program("promtool"), 75, series, "GpuFault") == [], "an hour after it came last"


AHEAD: dict[str, tuple[str, dict[str, str], str]] = {
    "BackupOverdue": (
        "backups",
        {'clustergen_backup_interval_seconds{part="etcd"}': "3600x300"},
        'clustergen_backup_success_timestamp_seconds{part="etcd"}',
    ),
    "ReporterSilent": (
        "reporters",
        {'clustergen_reporter{reporter="nic"}': "1x300"},
        'node_textfile_mtime_seconds{file="/srv/reporter-nic.prom"}',
    ),
    "StoreReportsOld": ("balancers", {}, 'clustergen_s3_timestamp_seconds{tier="data"}'),
    "StoreAddressLost": (
        "balancers",
        {
            'clustergen_s3_address_held{instance="object1",tier="data",address="10.0.0.9"}': "1x300",
            'clustergen_s3_address_held{instance="object2",tier="data",address="10.0.0.9"}': "0x300",
            'clustergen_s3_timestamp_seconds{instance="object2",tier="data"}': "0+60x300",
        },
        'clustergen_s3_timestamp_seconds{instance="object1",tier="data"}',
    ),
    "CephSilent": (
        "stores",
        {'clustergen_ceph_health{tier="data"}': "0x300"},
        'clustergen_ceph_health_timestamp_seconds{tier="data"}',
    ),
    "BurstWatchSilent": ("burst", {}, "clustergen_burst_watched_seconds"),
}
"""Alerts on what is not reported any more: their rules, what else there is, and the time of the last report."""


@pytest.mark.parametrize("name", AHEAD)
def test_a_report_of_a_clock_that_was_ahead_is_not_recent(
    name: str, tmp_path: Path, program: Callable[[str], str]
) -> None:
    """A day ahead: the alert would else stay silent for a day. A clock that is a minute ahead, and reports, is no fault."""
    group, others, reported = AHEAD[name]
    rules = tmp_path / "rules.yml"
    rules.write_text(yaml.safe_dump(prometheus.rules(read_alerts(group))), "utf-8")
    fired = [
        len(_fired_by([rules], tmp_path, program("promtool"), 200, others | {reported: times}, name))
        for times in ("86400x300", "60+60x300")
    ]
    assert fired == [1, 0]


LEAF = {"leaf": "compute-leaf1", "leaf_rack": "B09"}
TOLD: dict[str, tuple[list[dict[str, str]], set[str]]] = {
    "a silent management port": (
        [{"alertname": "SwitchUnreachable", "instance": "compute-leaf1", "rack": "B09", "leaf": "compute-leaf1"}],
        set(),
    ),
    "a host that is down": ([{"alertname": "HostDown", "instance": "gpu01", "job": "host"}], set()),
    "a leaf without links": ([{"alertname": "LeafLinksDown", **LEAF}], {"LinkDown"}),
    "another leaf without links": ([{"alertname": "LeafLinksDown", **LEAF, "leaf": "compute-leaf2"}], set()),
}
EFFECTS = [
    {"alertname": "LinkDown", "instance": "gpu01", "device": "rail0", "job": "host", "fabric": "compute", **LEAF},
    {"alertname": "LinkErrors", "instance": "gpu01", "device": "rail0", "job": "host", "fabric": "compute", **LEAF},
    {"alertname": "GpuFault", "instance": "gpu01", "gpu": "3", "job": "gpu", "xid": "79"},
    {"alertname": "MemoryUncorrectable", "instance": "gpu01", "job": "host"},
    {"alertname": "BmcUnreachable", "instance": "gpu01", "job": "bmc"},
]


def test_only_a_cause_silences_its_effects(
    tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Alertmanager with the rendered file is told of effects and one cause after the other, and says which of them are suppressed."""
    require(program)
    for name in ("prometheus-alertmanager", "amtool"):
        program(name)
    address = next(host.inband for host in plan_data(cluster(), tmp_path).hosts if host.name == "control1")
    for situation, (causes, silenced) in TOLD.items():
        work = tmp_path / re.sub(r"\W", "-", situation)
        work.mkdir()
        with Bottle() as bottle:
            tower = Tower(bottle, tree, work, f"{address}/16")
            tower.run("prometheus-alertmanager", "hosts/control1/prometheus-alertmanager")
            tower.fire([*EFFECTS, *causes])
            rows: list[dict[str, Any]] = json.loads(tower.said(len(EFFECTS) + len(causes)))
        found = {row["labels"]["alertname"] for row in rows if row["status"]["state"] == "suppressed"}
        assert found == silenced, situation
    proven(
        "prometheus-alertmanager 0.25",
        "a leaf without links silences those links alone; a silent management port and a host that is down silence nothing",
    )
