"""What makes a node sick: the detector's files against their schemas and the plan, its script run by a shell, its pattern on lines of a kernel's log."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.analysis.close import close
from generator.catalog.chart import read_chart
from generator.plan.monitoring.jobs import jobs_of
from generator.render.backends import host_system, kubernetes, monitoring
from tests.judges.chart_keys import strange_values
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.ours import TEMPLATES
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
    monitors = _monitors(_made(_with(), tmp_path))
    for name, kind in (("gpus.json", "log"), ("ports.json", "custom")):
        monitor = monitors[name]
        assert list(strange_values(monitor, keys[kind])) == []
        for each in monitor["conditions"]:
            assert list(strange_values(each, keys["condition"])) == []
        for each in monitor["rules"]:
            assert list(strange_values(each, keys[f"{kind}_rule"])) == []
            assert each["condition"] in {condition["type"] for condition in monitor["conditions"]}
    assert list(strange_values({"conditon": "RailDown"}, keys["custom_rule"])) != []
    timeouts = {rule["timeout"] for rule in monitors["ports.json"]["rules"]}
    assert timeouts == {monitors["ports.json"]["pluginConfig"]["timeout"]}


def test_rules_read_what_the_detector_says(tmp_path: Path) -> None:
    files = _made(_with(node_health="quarantine"), tmp_path)
    monitors = _monitors(files)
    said = {each["type"] for name in ("gpus.json", "ports.json") for each in monitors[name]["conditions"]}
    (rule,) = files["node-health/quarantine.yaml"]
    heeded = {each["type"] for each in rule["spec"]["conditions"]}
    assert heeded == {"GpuFault", "RailDown"} < said
    nodes = files["node-labels.yaml"]
    chosen = [n["metadata"]["name"] for n in nodes if rule["spec"]["nodeSelector"]["matchLabels"].items() <= n["metadata"]["labels"].items()]  # fmt: skip
    assert chosen == ["gpu01", "gpu02"]
    (daemon,) = (each for each in files["node-health/detector.yaml"] if each["kind"] == "DaemonSet")
    template = daemon["spec"]["template"]
    assert template["spec"]["nodeSelector"] == rule["spec"]["nodeSelector"]["matchLabels"]
    command = " ".join(template["spec"]["containers"][0]["command"])
    mounted = {f"/clustergen/{name}" for name in monitors}
    assert set(re.findall(r"/clustergen/[a-z.]+", command)) == mounted - {"/clustergen/ports.sh"}
    assert {each["path"] for each in monitors["ports.json"]["rules"]} == {"/clustergen/ports.sh"}


KERNEL = {
    "NVRM: Xid (PCI:0000:3b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.": True,
    "NVRM: Xid (PCI:0000:18:00): 48, pid=2171, name=python3, An uncorrectable double bit error (DBE) has been detected": True,
    "NVRM: Xid (PCI:0000:18:00): 119, Timeout after 6s of waiting for RPC response from GPU0 GSP!": True,
    "NVRM: Xid (PCI:0000:18:00): 31, pid=2171, name=python3, MMU Fault: ENGINE GRAPHICS faulted": False,
    "NVRM: Xid (PCI:0000:18:00): 13, pid=79, name=python3, Graphics Exception": False,
    "NVRM: Xid (PCI:0000:18:00): 794, nothing that there is": False,
    "mlx5_core 0000:18:00.0 rail0: Link down": False,
}


@pytest.mark.parametrize("line", KERNEL)
def test_a_reset_is_asked_for_by_faults_alone(tmp_path: Path, line: str) -> None:
    """Programs cause 13, 31, 43 and 45. The detector holds a pattern against the end of the log."""
    (rule,) = _monitors(_made(_with(), tmp_path))["gpus.json"]["rules"]
    assert bool(re.search(rule["pattern"] + r"\Z", line)) == KERNEL[line]


def test_amd_hosts_have_ports_and_no_xid(tmp_path: Path) -> None:
    spec = _with(node_health="quarantine")
    spec["hosts"]["gpu"] |= {"model": "mi300x-8gpu"}
    # No document has the addresses of its ports: a look would find none of them, and take every host for sick
    assert "node-health/detector.yaml" not in _made(spec, tmp_path)
    hosts = {
        f"gpu{host:02d}": {"macs": {f"rail{rail}": f"00:00:5e:00:53:{host}{rail}" for rail in range(8)}}
        for host in range(1, spec["hosts"]["gpu"]["count"] + 1)
    }
    assert "node-health/detector.yaml" not in _made(spec | {"assets": {"gpu01": hosts["gpu01"]}}, tmp_path)
    files = _made(spec | {"assets": hosts}, tmp_path)
    assert "gpus.json" not in _monitors(files)
    (rule,) = files["node-health/quarantine.yaml"]
    assert [each["type"] for each in rule["spec"]["conditions"]] == ["RailDown"]


class Ports:
    """A host's /sys with the ports that a check names, all of them up."""

    def __init__(self, folder: Path, script: str, ports: list[str]) -> None:
        self._sys, self._script, self._ports = folder / "sys", folder / "ports.sh", ports
        self._script.write_text(script)
        for port in ports:
            name, pci, rdma = port.split(",")
            (self._sys / "bus/pci/devices" / pci).mkdir(parents=True)
            self.write(f"class/net/{name}/carrier", "1\n")
            self.write(f"class/infiniband/{rdma}/ports/1/state", "4: ACTIVE\n")

    def write(self, path: str, text: str) -> None:
        """Let a file of /sys say something."""
        (self._sys / path).parent.mkdir(parents=True, exist_ok=True)
        (self._sys / path).write_text(text)

    def remove(self, path: str) -> None:
        """Take a thing out of /sys."""
        subprocess.run(("rm", "-r", str(self._sys / path)), check=True)

    def check(self) -> tuple[int, str]:
        """Run the check: its code, and what it says."""
        kept = str(self._sys.parent)
        where = {
            "CLUSTERGEN_SYS": str(self._sys),
            "CLUSTERGEN_KEPT": kept,
            "CLUSTERGEN_CABLES": f"{kept}/cables",
            "PATH": "/usr/bin:/bin",
        }
        run = subprocess.run(("sh", str(self._script), *self._ports), env=where, capture_output=True, text=True, check=False)  # fmt: skip
        assert run.stderr == ""
        return run.returncode, run.stdout.strip()


@pytest.fixture
def ports(tmp_path: Path) -> Ports:
    """The rails of a DGX H100."""
    monitors = _monitors(_made(_with(), tmp_path))
    rails = next(each for each in monitors["ports.json"]["rules"] if each["condition"] == "RailDown")
    assert len(rails["args"]) == 8
    return Ports(tmp_path, monitors["ports.sh"], rails["args"])


def test_links_are_up(ports: Ports) -> None:
    assert ports.check() == (0, "")


def test_a_link_is_down(ports: Ports) -> None:
    ports.write("class/infiniband/mlx5_4/ports/1/state", "1: DOWN\n")
    assert ports.check() == (1, "no link: rail2")


def test_ports_without_a_link_are_named_with_their_cables(tmp_path: Path, ports: Ports) -> None:
    """From the host's own file, which its detector mounts."""
    plan = plan_data(_with(), tmp_path)
    files = {each.path: each.content for each in host_system.render(plan, TEMPLATES)}
    (tmp_path / "cables").write_text(files["hosts/gpu01/etc/clustergen/cables"])
    links = {link.a.interface: link for link in plan.links_of["gpu01"]}
    for rdma in ("mlx5_4", "mlx5_11"):
        ports.write(f"class/infiniband/{rdma}/ports/1/state", "1: DOWN\n")
    said = ", ".join(
        f"{name} (cable {links[name].cable} to {links[name].b.device} {links[name].b.interface}, cage {links[name].b.cage}/{links[name].b.port})"
        for name in ("rail2", "rail7")
    )
    assert ports.check() == (1, f"no link: {said}")
    for rdma in ("mlx5_4", "mlx5_11"):
        ports.write(f"class/infiniband/{rdma}/ports/1/state", "4: ACTIVE\n")
    assert ports.check() == (1, f"no link until now: {said}")
    (daemon,) = (each for each in _made(_with(), tmp_path)["node-health/detector.yaml"] if each["kind"] == "DaemonSet")
    pod = daemon["spec"]["template"]["spec"]
    (volume,) = (each["name"] for each in pod["volumes"] if each.get("hostPath", {}).get("path") == "/etc/clustergen")
    (mounted,) = (each for each in pod["containers"][0]["volumeMounts"] if each["name"] == volume)
    assert mounted == {"name": volume, "mountPath": "/etc/clustergen", "readOnly": True}


def test_a_condition_has_room_for_every_port(tmp_path: Path) -> None:
    """All rails of a host at once, each with its cable: nothing is cut off."""
    ports = _monitors(_made(_with(), tmp_path))["ports.json"]
    longest = "rail10p1 is gone (cable CH12345 to compute-p1-leaf123 Ethernet1020, cage 128/8), "
    assert (
        max(len(rule["args"]) for rule in ports["rules"]) * len(longest)
        < ports["pluginConfig"]["max_output_length"]
        < 4096
    )


def test_a_port_that_a_pod_has_is_well(ports: Ports) -> None:
    """Its interface is away; its RDMA device tells."""
    ports.remove("class/net/rail3")
    assert ports.check() == (0, "")
    ports.write("class/infiniband/mlx5_5/ports/1/state", "1: DOWN\n")
    assert ports.check() == (1, "no link: rail3")


def test_a_flap_is_not_mended_by_one_good_look(ports: Ports) -> None:
    path = "class/infiniband/mlx5_4/ports/1/state"
    for _ in range(2):
        ports.write(path, "1: DOWN\n")
        assert ports.check() == (1, "no link: rail2")
        ports.write(path, "4: ACTIVE\n")
        assert [ports.check() for _ in range(2)] == [(1, "no link until now: rail2")] * 2
    assert [ports.check() for _ in range(2)] == [(0, "")] * 2


def test_without_rdma_the_carrier_tells(ports: Ports) -> None:
    for path in ("class/infiniband/mlx5_0", "class/infiniband/mlx5_3"):
        ports.remove(path)
    ports.write("class/net/rail1/carrier", "0\n")
    assert ports.check() == (1, "no link: rail1")
    ports.remove("class/net/rail1/carrier")
    assert ports.check() == (1, "no link: rail1"), "a port that is switched off answers with an error"


def test_an_adapter_that_is_gone(ports: Ports) -> None:
    ports.remove("bus/pci/devices/0000:18:00.0")
    ports.remove("class/net/rail7")
    ports.remove("class/infiniband/mlx5_11")
    assert ports.check() == (1, "no link: rail0 is gone"), "who knows nothing of a port says nothing of it"


def test_the_script_is_clean(tmp_path: Path, program: Callable[[str], str]) -> None:
    script = tmp_path / "ports.sh"
    script.write_text(_monitors(_made(_with(), tmp_path))["ports.sh"])
    run = subprocess.run((program("shellcheck"), str(script)), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_ports_are_those_of_the_plan(tmp_path: Path) -> None:
    plan = plan_data(_with(), tmp_path)
    rules = {each["condition"]: each["args"] for each in _monitors(_made(_with(), tmp_path))["ports.json"]["rules"]}
    named = {each.name: each for each in plan.interfaces_of["gpu01"]}
    for port in (*rules["RailDown"], *rules["PortDown"]):
        name, pci, rdma = port.split(",")
        assert (named[name].pci, named[name].rdma) == (pci, rdma)
        assert (named[name].fabric == "compute") == (port in rules["RailDown"])
    cabled = {link.a.interface for link in plan.links_of["gpu01"] if link.fabric in {"compute", "storage", "frontend"}}
    assert {port.partition(",")[0] for ports in rules.values() for port in ports} == cabled


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
    longest = 300  # of monitoring.interval_seconds: one scrape that is lost, and one that is late, hide no XID
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
