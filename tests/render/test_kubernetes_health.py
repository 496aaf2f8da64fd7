"""What makes a node unhealthy: the detector's files against their schemas and the plan, and its program on a made-up host. `test_health.py` has every check."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.analysis.close import close
from generator.catalog.chart import read_chart
from generator.plan.health.check import DEADLINE_SECONDS, NOTICE
from generator.plan.monitoring.jobs import jobs_of
from generator.render.backends import host_system, kubernetes, monitoring
from tests.judges.chart_keys import strange_values
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.ours import TEMPLATES
from tests.render.health_host import HealthHost, rows_of
from tests.specs import Spec, cluster, plan_data

Files = dict[str, list[dict[str, Any]]]


def _with(**keys: Any) -> Spec:
    return cluster() | {"scheduler": {"kubernetes": keys}}


def _made(spec: Spec, folder: Path) -> Files:
    files = kubernetes.render(close(plan_data(spec, folder)), TEMPLATES)
    return {each.path.removeprefix("kubernetes/"): read_objects(each.content) for each in files if each.path.endswith(".yaml")}  # fmt: skip


def _monitors(files: Files, group: str = "gpu") -> dict[str, Any]:
    """Return the configuration map of a group: its monitors as data, its script as text."""
    texts = next(
        each["data"]
        for each in files["node-health/detector.yaml"]
        if each["kind"] == "ConfigMap" and each["metadata"]["name"].endswith(f"-{group}")
    )
    return {name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()}


def _daemon(files: Files) -> dict[str, Any]:
    (daemon,) = (each for each in files["node-health/detector.yaml"] if each["kind"] == "DaemonSet")
    return daemon


def test_nobody_conditions_or_quarantine(tmp_path: Path) -> None:
    asked = {way: set(_made(_with(node_health=way), tmp_path)) for way in ("none", "conditions", "quarantine")}
    paths = {way: {path for path in found if path.startswith("node-health/")} for way, found in asked.items()}
    assert paths == {
        "none": set(),
        "conditions": {"node-health/detector.yaml"},
        "quarantine": {"node-health/detector.yaml", "node-health/quarantine.yaml"},
    }
    assert set(_made(_with(), tmp_path)) == asked["conditions"], "by default"
    listed = _made(_with(node_health="quarantine"), tmp_path)["kustomization.yaml"][0]["resources"]
    assert paths["quarantine"] <= set(listed)


def test_schemas_accept_every_object(tmp_path: Path, shared: Path) -> None:
    judge = KubernetesJudge(shared / "schemas" / "crds")
    files = _made(_with(node_health="quarantine", gpu_driver="operator"), tmp_path)
    things = [each for path in files if path.startswith(("node-health/", "gpu-operator/dcgm")) for each in files[path]]
    assert {each["kind"] for each in things} == {
        *("ServiceAccount", "ClusterRoleBinding", "ConfigMap", "DaemonSet", "NodeReadinessRule"),
    }
    assert [said for each in things for said in judge.check(each)] == []
    (taint,) = (each["spec"]["taint"] for each in things if each["kind"] == "NodeReadinessRule")
    assert re.fullmatch(r"readiness\.k8s\.io/[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?", taint["key"])


FAULTS: dict[str, tuple[tuple[str, ...], Any, str]] = {
    "a taint of ours, which CEL alone sees": (("taint", "key"), "clustergen.dev/sick", "must start with"),
    "an effect that is none, which CEL alone sees": (("taint", "effect"), "NoJobs", "must be one of"),
    "a mode that is none": (("enforcementMode",), "always", "is not one of"),
    "a truth that YAML reads": (("conditions", "0", "requiredStatus"), False, "False is not"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(tmp_path: Path, shared: Path, fault: str) -> None:
    path, value, words = FAULTS[fault]
    (rule,) = _made(_with(node_health="quarantine"), tmp_path)["node-health/quarantine.yaml"]
    place: Any = rule["spec"]
    for step in path[:-1]:
        place = place[int(step) if isinstance(place, list) else step]
    place[path[-1]] = value
    assert any(words in said for said in KubernetesJudge(shared / "schemas" / "crds").check(rule))


def test_monitors_have_fields_of_the_detector(tmp_path: Path) -> None:
    """It reads JSON and takes no notice of what it does not know; and it wants every permanent condition among its conditions, and a check's time within all."""
    keys = read_chart("node-problem-detector").keys
    monitor = _monitors(_made(_with(), tmp_path))["health.json"]
    assert list(strange_values(monitor, keys["custom"])) == []
    for each in monitor["conditions"]:
        assert list(strange_values(each, keys["condition"])) == []
    for each in monitor["rules"]:
        assert list(strange_values(each, keys["custom_rule"])) == []
    assert list(strange_values({"conditon": "RailDown"}, keys["custom_rule"])) != []
    asked = [rule["condition"] for rule in monitor["rules"]]
    assert asked == [condition["type"] for condition in monitor["conditions"]], (
        "one rule a condition: a second would undo the first"
    )
    assert {rule["timeout"] for rule in monitor["rules"]} == {monitor["pluginConfig"]["timeout"]}
    seconds = int(monitor["pluginConfig"]["timeout"].rstrip("s"))
    assert DEADLINE_SECONDS < seconds < int(monitor["pluginConfig"]["invoke_interval"].rstrip("s"))


def test_rules_read_what_the_detector_says(tmp_path: Path) -> None:
    files = _made(_with(node_health="quarantine"), tmp_path)
    monitors = _monitors(files)
    said = {each["type"] for each in monitors["health.json"]["conditions"]}
    assert said == {NOTICE, *(row[3] for row in rows_of(monitors["health.sh"], "*"))}
    (rule,) = files["node-health/quarantine.yaml"]
    heeded = {each["type"] for each in rule["spec"]["conditions"]}
    assert heeded == {"GpuFault", "RailDown", "HostFault"} < said
    nodes = files["node-labels.yaml"]
    chosen = [n["metadata"]["name"] for n in nodes if rule["spec"]["nodeSelector"]["matchLabels"].items() <= n["metadata"]["labels"].items()]  # fmt: skip
    assert chosen == ["gpu01", "gpu02"]
    template = _daemon(files)["spec"]["template"]
    assert template["spec"]["nodeSelector"] == rule["spec"]["nodeSelector"]["matchLabels"]
    command = " ".join(template["spec"]["containers"][0]["command"])
    assert set(re.findall(r"/clustergen/[a-z.]+", command)) == {"/clustergen/health.json"}
    assert {each["path"] for each in monitors["health.json"]["rules"]} == {"/clustergen/health.sh"}


def test_the_pod_sees_the_host(tmp_path: Path) -> None:
    """The program's places are what is mounted: the host's files, those that come later too, and a folder that keeps what earlier looks found."""
    pod = _daemon(_made(_with(), tmp_path))["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    places = {each["name"]: each.get("value") for each in container["env"]}
    mounts = {each["mountPath"]: each for each in container["volumeMounts"]}
    volumes = {each["name"]: each for each in pod["volumes"]}
    host, kept = mounts[places["CLUSTERGEN_ROOT"]], mounts[places["CLUSTERGEN_KEPT"]]
    assert volumes[host["name"]]["hostPath"]["path"] == "/"
    assert (host["readOnly"], host["mountPropagation"]) == (True, "HostToContainer")
    assert "readOnly" not in kept
    assert volumes[kept["name"]]["hostPath"]["type"] == "DirectoryOrCreate"
    assert places["CLUSTERGEN_ENTER"] == f"chroot {places['CLUSTERGEN_ROOT']}"
    assert volumes["clustergen"]["configMap"]["defaultMode"] & 0o111
    assert "NODE_NAME" in places


def test_amd_hosts_have_ports_where_they_can_be_found(tmp_path: Path) -> None:
    """No document has the addresses of its ports: a check would find none of them, and take every host for unhealthy."""
    spec = _with(node_health="quarantine")
    spec["hosts"]["gpu"] |= {"model": "mi300x-8gpu"}
    hosts = {
        f"gpu{host:02d}": {"macs": {f"rail{rail}": f"00:00:5e:00:53:{host}{rail}" for rail in range(8)}}
        for host in range(1, spec["hosts"]["gpu"]["count"] + 1)
    }
    for assets, wanted in (({}, []), ({"gpu01": hosts["gpu01"]}, []), (hosts, ["RailDown"])):
        files = _made(spec | {"assets": assets}, tmp_path)
        (rule,) = files["node-health/quarantine.yaml"]
        assert [each["type"] for each in rule["spec"]["conditions"]] == ["GpuFault", *wanted, "HostFault"]
        assert "|xids " not in _monitors(files)["health.sh"]


@pytest.fixture
def host(tmp_path: Path) -> HealthHost:
    """A DGX H100 on which all is well, and the program of its pod."""
    return HealthHost(tmp_path, _monitors(_made(_with(), tmp_path))["health.sh"], "*")


def test_links_are_up(host: HealthHost) -> None:
    assert host.detect("RailDown") == (0, "")


def test_ports_without_a_link_are_named_with_their_cables(tmp_path: Path, host: HealthHost) -> None:
    """From the host's own file."""
    plan = plan_data(_with(), tmp_path)
    files = {each.path: each.content for each in host_system.render(plan, TEMPLATES)}
    host.set("etc/clustergen/cables", files["hosts/gpu01/etc/clustergen/cables"])
    links = {link.a.interface: link for link in plan.links_of["gpu01"]}
    for rdma in ("mlx5_4", "mlx5_11"):
        host.rdma(rdma, "1: DOWN")
    said = ", ".join(
        f"{name} is DOWN on {rdma} (cable {links[name].cable} to {links[name].b.device} {links[name].b.interface}, cage {links[name].b.cage}/{links[name].b.port})"
        for name, rdma in (("rail2", "mlx5_4"), ("rail7", "mlx5_11"))
    )
    assert host.detect("RailDown") == (1, f"{said}; next: hold")
    for rdma in ("mlx5_4", "mlx5_11"):
        host.rdma(rdma, "4: ACTIVE")
    assert host.detect("RailDown") == (1, f"{said} until now; next: return")


def test_a_condition_has_room_for_every_port(tmp_path: Path) -> None:
    """All rails of a host at once, each with its cable: nothing is cut off."""
    monitors = _monitors(_made(_with(), tmp_path))
    longest = "rail10p1 is missing on mlx5_10 (cable CH12345 to compute-p1-leaf123 Ethernet1020, cage 128/8), "
    ports = sum(
        len(row[5].split()) - 2 for row in rows_of(monitors["health.sh"], "*") if row[0].startswith("rail-ethernet")
    )
    assert ports == 8
    assert ports * len(longest) < monitors["health.json"]["pluginConfig"]["max_output_length"] < 4096


def test_a_port_that_a_pod_has_is_well(host: HealthHost) -> None:
    """Its interface is away; its RDMA device tells. Where both go with the pod, the card is still there."""
    host.lose("sys/class/net/rail3")
    assert host.detect("RailDown") == (0, "")
    host.rdma("mlx5_5", "1: DOWN")
    assert host.detect("RailDown") == (1, "rail3 is DOWN on mlx5_5; next: hold")
    host.lose("sys/class/infiniband/mlx5_5")
    assert [host.detect("RailDown")[0] for _ in range(3)] == [1, 1, 0]


def test_a_flap_is_not_mended_by_one_good_look(host: HealthHost) -> None:
    for _ in range(2):
        host.rdma("mlx5_4", "1: DOWN")
        assert host.detect("RailDown") == (1, "rail2 is DOWN on mlx5_4; next: hold")
        host.rdma("mlx5_4", "4: ACTIVE")
        assert [host.detect("RailDown") for _ in range(2)] == [
            (1, "rail2 is DOWN on mlx5_4 until now; next: return")
        ] * 2
    assert [host.detect("RailDown") for _ in range(2)] == [(0, "")] * 2


def test_without_rdma_the_interface_tells(host: HealthHost) -> None:
    host.lose("sys/class/infiniband/mlx5_3")
    host.port("rail1", operstate="down")
    assert host.detect("RailDown") == (1, "rail1 is down; next: hold")


def test_an_adapter_that_is_gone(host: HealthHost) -> None:
    for path in ("bus/pci/devices/0000:18:00.0", "class/net/rail0", "class/infiniband/mlx5_0"):
        host.lose(f"sys/{path}")
    assert host.detect("RailDown") == (1, "rail0 is missing; next: hold")


def test_ports_are_those_of_the_plan(tmp_path: Path) -> None:
    plan = plan_data(_with(), tmp_path)
    rows = rows_of(_monitors(_made(_with(), tmp_path))["health.sh"], "*")
    named = {each.name: each for each in plan.interfaces_of["gpu01"]}
    asked = {word: row[3] for row in rows if row[5].startswith("ethernet ") for word in row[5].split()[2:]}
    for port, condition in asked.items():
        name, pci, rdma = port.split(",")
        assert named[name].pci == pci
        assert rdma == (named[name].rdma if named[name].kind != "member" else "-")
        assert (named[name].fabric == "compute") == (condition == "RailDown")
    cabled = {link.a.interface for link in plan.links_of["gpu01"] if link.fabric in {"compute", "storage", "frontend"}}
    assert {port.partition(",")[0] for port in asked} == cabled


@pytest.mark.parametrize("driver", ["host", "operator"])
def test_what_alerts_use_is_scraped_on_hosts_of_kubernetes(tmp_path: Path, driver: str) -> None:
    """Whoever runs dcgm-exporter, it answers at the host's port and measures what alerts are about."""
    plan = plan_data(_with(gpu_driver=driver), tmp_path)
    (job,) = (each for each in jobs_of(plan) if each.name == "gpu")
    workers = {host.name: f"{host.inband}:9400" for host in plan.hosts_of["compute"]}
    assert {each.labels["instance"]: each.address for each in job.targets} == workers
    assert {each.labels.get("exporter", "") for each in job.targets} == ({"operator"} if driver == "operator" else {""})
    files = {each.path: each.content for each in kubernetes.render(close(plan), TEMPLATES)}
    values = yaml.safe_load(files["kubernetes/gpu-operator/values.yaml"])["dcgmExporter"]
    assert list(strange_values({"dcgmExporter": values}, read_chart("gpu-operator").keys)) == []
    watched = {each.path: each.content for each in monitoring.render(close(plan), TEMPLATES)}
    alerts = "".join(text for path, text in watched.items() if "/rules/" in path)
    used = set(re.findall(r"DCGM_(?:FI|EXP)_\w+", alerts))
    assert used
    unit = watched["monitoring/units/nvidia-dcgm-exporter.service.d/clustergen.conf"]
    (told,) = re.findall(r"^ExecStart=(/\S+ .*)$", unit, re.MULTILINE)
    assert " -r localhost:5555 " in told, "else it runs an engine beside the one of nvidia-dcgm.service"
    assert values["enabled"] == (driver == "operator"), "GPUs of a host have one engine of DCGM"
    longest = 120  # of monitoring.interval_seconds: one scrape that is lost, and one that is late, hide no XID
    assert int(told.rpartition(" -x ")[2]) >= 3 * longest * 1000
    if driver == "host":
        assert "hostNetwork" not in values
        assert "kubernetes/gpu-operator/dcgm-counters.yaml" not in files
        counters = watched["monitoring/dcgm/counters.csv"]
    else:
        (counted,) = read_objects(files["kubernetes/gpu-operator/dcgm-counters.yaml"])
        assert values["hostNetwork"] is True
        (window,) = values["env"]
        assert window == {"name": "DCGM_EXPORTER_XID_COUNT_WINDOW_SIZE", "value": told.rpartition(" -x ")[2]}
        assert values["config"]["name"] == counted["metadata"]["name"]
        assert counted["metadata"]["namespace"] == read_chart("gpu-operator").namespace
        counters = counted["data"]["dcgm-metrics.csv"]
    measured = {line.partition(",")[0] for line in counters.splitlines() if not line.startswith("#")}
    assert used <= measured


def test_the_operator_counts_where_no_host_does(tmp_path: Path) -> None:
    spec = _with(gpu_driver="host") | {"monitoring": {"gpu_exporter": False}}
    files = {each.path: each.content for each in kubernetes.render(plan_data(spec, tmp_path), TEMPLATES)}
    assert yaml.safe_load(files["kubernetes/gpu-operator/values.yaml"])["dcgmExporter"]["enabled"] is True


def test_growth_changes_nothing(tmp_path: Path) -> None:
    few, many = (_made(cluster(count) | {"scheduler": {"kubernetes": {"node_health": "quarantine"}}}, tmp_path) for count in (2, 32))  # fmt: skip
    for path in ("node-health/detector.yaml", "node-health/quarantine.yaml"):
        assert few[path] == many[path]


@pytest.mark.parametrize("driver", ["host", "operator"])
def test_a_new_node_waits_for_its_driver(tmp_path: Path, driver: str) -> None:
    """A taint would keep the operator's driver away from it; a driver that is loaded shows all GPUs."""
    host = HealthHost(tmp_path, _monitors(_made(_with(gpu_driver=driver), tmp_path))["health.sh"], "*")
    host.lose("proc/driver/nvidia")
    gone = (1, "0 of 8 GPUs; next: reboot")
    assert host.detect("GpuFault") == ((0, "") if driver == "operator" else gone)
    host.set("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64\n")
    assert host.detect("GpuFault") == gone
