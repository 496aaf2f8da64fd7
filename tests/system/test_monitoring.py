"""Real Prometheus, Alertmanager and exporters on rendered files: what is not as planned is alerted, with the cable to go to; planted faults are refused."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.catalog.exporter import read_exporter
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from generator.verify.watch import alerts, metrics, notifications
from tests.conftest import EXAMPLES
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.monitoring import Tower
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.plan.draft import Draft


pytestmark = pytest.mark.proof

PROGRAMS = (
    "amtool",
    "prometheus",
    "prometheus-alertmanager",
    "prometheus-blackbox-exporter",
    "prometheus-node-exporter",
    "promtool",
)
PORTS = {"rail0": ("up", 9000), "rail1": ("down", 1500)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_tools_take_every_example(
    name: str, rendered: Callable[[str], Path], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Configuration, rules with their tests, receivers, and the names of all metrics."""
    program("promtool")
    program("amtool")
    for judge in (alerts, notifications, metrics):
        judged = judge(rendered(name))
        assert (judged.ran, judged.faults) == (True, [])
        assert judged.files
    tests = len(list((rendered(name) / "monitoring/prometheus/tests").iterdir()))
    proven("promtool check config, promtool test rules, amtool check-config", f"{name}: {tests} files of rules")


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """A small cluster that is looked at every 5 seconds."""
    spec = cluster(gpu=2, storage=1) | {"monitoring": {"interval_seconds": 5}}
    return plan_data(spec, tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def tree(plan: Draft, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its rendered tree."""
    found = tmp_path_factory.mktemp("monitoring") / "tree"
    write_tree(render_tree(plan, TEMPLATES), found)
    return found


def _of(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["alertname"] == name]


def test_what_is_not_as_planned_is_alerted(
    plan: Draft, tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """A host whose first rail has a link and whose second has none, one that was told nothing, one that is off; seven GPUs of eight, one of them faulty."""
    require(program)
    for name in PROGRAMS:
        program(name)
    hosts = {host.name: host for host in plan.hosts}
    switches = {switch.name: switch for switch in plan.switches}
    with Bottle() as bottle:
        tower = Tower(bottle, tree, tmp_path, f"{hosts['control1'].inband}/16")
        tower.host("gpu01", f"{hosts['gpu01'].inband}/16", PORTS)
        tower.host("gpu02", f"{hosts['gpu02'].inband}/16", {}, told=False)
        tower.gpus("gpu01", hosts["gpu01"].inband, _gpu_lines())
        bottle.must("ip", "address", "add", switches["compute-leaf1"].management, "dev", "lo")
        tower.run("prometheus-blackbox-exporter", "prometheus-blackbox-exporter")
        tower.run("prometheus-alertmanager", "hosts/control1/prometheus-alertmanager")
        tower.run("prometheus", "prometheus")
        targets = sum(len(_targets(tree, job)) for job in ("host", "gpu", "switch", "bmc")) + 2
        up = tower.until("up", lambda rows: len(rows) == targets)
        tower.until('probe_success{job="switch"}', lambda rows: len(rows) == len(plan.switches))
        tower.until('up{instance=~"gpu0[12]",job="host"} == 1', lambda rows: len(rows) == 2)
        wanted = {
            "LinkDown",
            "LinkSlow",
            "LinkMtu",
            "HostDown",
            "PlanMissing",
            "SwitchUnreachable",
            "GpuMissing",
            "GpuFault",
        }
        off = set(hosts) - {"gpu01", "gpu02"}
        tower.until('ALERTS{alertname="HostDown"}', lambda rows: {row["instance"] for row in rows} == off)
        found = tower.until("ALERTS", lambda rows: wanted <= {row["alertname"] for row in rows})
        pictures = json.loads((tree / "monitoring/grafana/cluster.json").read_text("utf-8"))["panels"]
        questions = {each["title"]: each["targets"][0]["expr"].replace("$rack", ".*") for each in pictures}
        shown = {title: tower.until(question, bool) for title, question in questions.items()}
        failures = tower.ask("sum(prometheus_rule_evaluation_failures_total)")
        told = tower.told("gpu01 GPU 3: XID 79")
    assert {row["job"] for row in up} == {"host", "gpu", "switch", "bmc", "prometheus", "alertmanager"}
    links = {link.a.interface: link for link in plan.links_of["gpu01"] if link.fabric != "oob"}
    down = {row["device"]: row for row in _of(found, "LinkDown") if row["instance"] == "gpu01"}
    assert down["rail1"]["rdma"] == "mlx5_3"
    assert set(down) == set(links) - {"rail0"}
    for name, row in down.items():
        link = links[name]
        assert (row["leaf"], row["leaf_port"], row["cable"]) == (link.b.device, link.b.interface, link.cable)
        assert (row["rack"], row["leaf_rack"], row["role"]) == (hosts["gpu01"].rack, link.b.rack, "compute")
    assert [(row["instance"], row["device"]) for row in _of(found, "LinkSlow")] == [
        ("gpu01", "rail0")
    ]  # a veth has 10 Gb/s
    assert [(row["instance"], row["device"]) for row in _of(found, "LinkMtu")] == [("gpu01", "rail1")]
    assert [row["instance"] for row in _of(found, "PlanMissing")] == ["gpu02"]
    assert {row["instance"] for row in _of(found, "HostDown")} == off
    assert {row["instance"] for row in _of(found, "SwitchUnreachable")} == set(switches) - {"compute-leaf1"}
    assert [(row["instance"], row["gpu"], row["alertstate"]) for row in _of(found, "GpuFault")] == [
        ("gpu01", "3", "firing")
    ]
    assert [row["instance"] for row in _of(found, "GpuMissing")] == ["gpu01"]
    assert [row[""] for row in failures] == ["0"]
    assert [row[""] for row in shown["Hosts that answer"]] == ["2"]
    assert 'cluster="atlas"' in told
    proven(
        "prometheus 2.42, prometheus-node-exporter 1.5",
        f"{targets} targets; alerts of links with their cables, hosts, switches, GPUs (a stand-in)",
    )
    proven("prometheus-alertmanager 0.25", "took the alert that fired")


def test_alertmanagers_find_each_other(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Where the matrix lets them talk: two of three control hosts run, and each knows the other."""
    require(program)
    program("prometheus-alertmanager")
    program("amtool")
    peers = {"source": ["inband/control"], "to": ["inband/control"], "services": ["tcp/9093-9094", "udp/9094"]}
    plan = plan_data(cluster() | {"access": {"alerts": peers}}, tmp_path)
    write_tree(render_tree(plan, TEMPLATES), tmp_path / "tree")
    hosts = {host.name: host.inband for host in plan.hosts}
    work = tmp_path / "work"
    work.mkdir()
    with Bottle() as bottle:
        tower = Tower(bottle, tmp_path / "tree", work, f"{hosts['control1']}/16")
        tower.host("control2", f"{hosts['control2']}/16", {})
        tower.run("prometheus-alertmanager", "hosts/control1/prometheus-alertmanager")
        tower.run("prometheus-alertmanager", "hosts/control2/prometheus-alertmanager", netns="control2")
        said = tower.agreed(hosts["control2"], 2)
    assert set(said) == {f"{hosts[name]}:9094" for name in ("control1", "control2")}
    proven("prometheus-alertmanager 0.25", "two of three find each other")


def _gpu_lines() -> list[str]:
    """Seven GPUs, the fourth with XIDs, of which a program caused the later one; every other field is 1."""
    xids = "DCGM_EXP_XID_ERRORS_COUNT"
    fields = [name for name in read_exporter("dcgm").metrics if name != xids]
    found = [f'{name}{{gpu="{gpu}",modelName="NVIDIA H100"}} 1' for name in fields for gpu in range(7)]
    counted = [f'{xids}{{gpu="3",xid="{xid}"}} 1' for xid in (79, 45)]
    return [*found, *counted, *(f'{xids}{{gpu="{gpu}"}} 0' for gpu in range(7) if gpu != 3)]


def _targets(tree: Path, job: str) -> list[Any]:
    found = yaml.safe_load((tree / f"monitoring/prometheus/targets/{job}.json").read_text("utf-8"))
    assert isinstance(found, list)
    return found


SYSFS = {
    "class/infiniband/mlx5_0/ports/1/state": "4: ACTIVE",
    "class/infiniband/mlx5_0/ports/1/phys_state": "5: LinkUp",
    "class/infiniband/mlx5_0/ports/1/rate": "400 Gb/sec (4X NDR)",
    "class/infiniband/mlx5_0/ports/1/link_layer": "InfiniBand",
    "class/infiniband/mlx5_0/board_id": "MT_0000000838",
    "class/infiniband/mlx5_0/fw_ver": "28.39.1002",
    "class/infiniband/mlx5_0/hca_type": "MT4129",
    "class/infiniband/mlx5_0/ports/1/counters/link_downed": "2",
    "class/infiniband/mlx5_0/ports/1/counters/symbol_error": "7",
    "class/infiniband/mlx5_0/ports/1/counters/port_rcv_data": "100",
    "class/infiniband/mlx5_0/ports/1/counters/port_xmit_data": "200",
    "class/infiniband/mlx5_0/ports/1/counters/port_xmit_wait": "3",
    "class/net/bonding_masters": "bond0",
    "class/net/bond0/bonding/slaves": "frontend0",
    "class/net/bond0/lower_frontend0/bonding_slave/mii_status": "up",
    "class/net/rail0/carrier": "1",
    "class/net/rail0/carrier_changes": "1",
    "class/net/rail0/speed": "400000",
    "class/net/rail0/mtu": "9000",
    "devices/system/edac/mc/mc0/ce_count": "0",
    "devices/system/edac/mc/mc0/ce_noinfo_count": "0",
    "devices/system/edac/mc/mc0/ue_count": "3",
    "devices/system/edac/mc/mc0/ue_noinfo_count": "0",
}
"""What the kernel shows of hardware that this machine does not have."""


def test_the_exporter_has_the_metrics_that_rules_name(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Every name of our facts, with the values and labels that rules are written for; but for systemd, which does not run here."""
    require(program)
    for path, text in SYSFS.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(f"{text}\n", "utf-8")
    exporter = program("prometheus-node-exporter")
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "of_a_reporter.prom").write_text("of_a_reporter 1\n", "utf-8")
    options = f"--path.sysfs={tmp_path} --collector.textfile.directory={texts} --web.listen-address=127.0.0.1:9100"
    with Bottle() as bottle:
        bottle.must("ip", "link", "add", "rail0", "type", "veth", "peer", "name", "far")
        bottle.must("sh", "-c", f"{exporter} {options} >/dev/null 2>&1 &")
        get = "import time,urllib.request as u\nfor n in range(50):\n try: print(u.urlopen('http://127.0.0.1:9100/metrics').read().decode()); break\n except OSError: time.sleep(0.1)"
        text = bottle.must("python3", "-c", get)
        (texts / "broken.prom").write_text("no series {\n", "utf-8")
        (texts / "twice.prom").write_text("of_a_reporter 2\n", "utf-8")
        faulty = [bottle.must("python3", "-c", get) for _ in range(2)][1].splitlines()
    there = {line.split("{")[0].split(" ")[0] for line in text.splitlines() if not line.startswith("#")}
    assert set(read_exporter("node").metrics) - there == {"node_systemd_unit_state"}
    for line in (
        'node_infiniband_state_id{device="mlx5_0",port="1"} 4',
        'node_infiniband_rate_bytes_per_second{device="mlx5_0",port="1"} 5e+10',
        'node_infiniband_port_data_received_bytes_total{device="mlx5_0",port="1"} 400',
        'node_infiniband_port_transmit_wait_total{device="mlx5_0",port="1"} 3',
        'node_network_speed_bytes{device="rail0"} 5e+10',
        'node_bonding_active{master="bond0"} 1',
        'node_edac_uncorrectable_errors_total{controller="0"} 3',
    ):
        assert line in text.splitlines()
    assert "node_textfile_scrape_error 0" in text.splitlines()
    assert {"node_textfile_scrape_error 1", 'promhttp_metric_handler_errors_total{cause="gathering"} 1'} <= set(faulty)
    proven("prometheus-node-exporter 1.5", "has every metric that rules name, InfiniBand from a made-up sysfs")


def _strange_metric(home: Path) -> None:
    _replace(home / "prometheus/rules/links.yml", "node_network_carrier ", "node_network_carriers ")


def _strange_job(home: Path) -> None:
    _replace(home / "prometheus/rules/hosts.yml", 'up{job=\\"host\\"} == 0', 'up{job=\\"hosts\\"} == 0')


def _field_taken_out(home: Path) -> None:
    _replace(home / "dcgm/counters.csv", "DCGM_FI_DEV_ROW_REMAP_FAILURE,", "# DCGM_FI_DEV_ROW_REMAP_FAILURE,")


@pytest.mark.parametrize(
    "plant", [_strange_metric, _strange_job, _field_taken_out], ids=lambda each: each.__name__.strip("_")
)
def test_an_alert_that_can_never_fire_is_named(plant: Callable[[Path], None], tree: Path, tmp_path: Path) -> None:
    """A metric that no exporter has, a job that is not there, a field that dcgm-exporter is not told to read."""
    home = tmp_path / "monitoring"
    shutil.copytree(tree / "monitoring", home)
    shutil.copytree(tree / "slurm", tmp_path / "slurm")  # its health check writes series, too
    assert metrics(tmp_path).faults == []
    plant(home)
    assert len(metrics(tmp_path).faults) == 1


def _broken_expression(home: Path) -> None:
    _replace(home / "prometheus/rules/links.yml", "unless on", "unles on")


def _wrong_limit(home: Path) -> None:
    _replace(home / "prometheus/rules/links.yml", "node_network_carrier == 1", "node_network_carrier == 0")


def _unknown_key(home: Path) -> None:
    _replace(home / "prometheus/prometheus.yml", "scrape_interval:", "scrape_intervall:")


def _no_tests(home: Path) -> None:
    shutil.rmtree(home / "prometheus/tests")


@pytest.mark.parametrize(
    "plant", [_broken_expression, _wrong_limit, _unknown_key, _no_tests], ids=lambda each: each.__name__.strip("_")
)
def test_promtool_refuses_a_planted_fault(
    plant: Callable[[Path], None], tree: Path, tmp_path: Path, program: Callable[[str], str]
) -> None:
    """What cannot be read, and a rule that says something else than its test."""
    program("promtool")
    home = tmp_path / "monitoring"
    shutil.copytree(tree / "monitoring", home)
    assert alerts(tmp_path).faults == []
    plant(home)
    (said,) = alerts(tmp_path).faults
    assert said.startswith("prometheus/prometheus.yml: ")


def test_amtool_refuses_a_receiver_that_nobody_is(tree: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    """A route to somebody who is not listed."""
    program("amtool")
    home = tmp_path / "monitoring"
    shutil.copytree(tree / "monitoring", home)
    _replace(home / "alertmanager/alertmanager.yml", "receiver: nobody", "receiver: somebody")
    (said,) = notifications(tmp_path).faults
    assert "somebody" in said


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text, (file, old)
    file.write_text(text.replace(old, new, 1), "utf-8")
