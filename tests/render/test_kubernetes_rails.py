"""Rails as networks of pods: the same ports, names, addresses and RoCE classes as in the files of hosts and switches."""

import csv
import json
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.chart import read_chart
from generator.render.backends import kubernetes
from generator.render.report.access_tables import access_tables
from generator.render.tree import render_tree
from generator.verify.end_hosts import read_host, read_ports
from generator.verify.host_files import HostFiles
from generator.verify.systems.switch import read_switch
from tests.host_files import host_file
from tests.judges.chart_keys import strange_values
from tests.judges.kubernetes import read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

Rendered = Callable[[str], Path]
Thing = dict[str, Any]
WITH_RAILS = ["roce-16", "roce-256", "ib-256", "nvl72-8-racks"]
_RULE = re.compile(r'KERNELS=="([0-9a-f:.]+)".* NAME="(\w+)"')


def _things(tree: Path, *kinds: str) -> list[Thing]:
    files = sorted((tree / "kubernetes" / "network-operator").glob("*.yaml"))
    things = [each for file in files if file.name != "values.yaml" for each in read_objects(file.read_text())]
    return [each for each in things if each["kind"] in kinds]


def _made(spec: Spec, folder: Path) -> dict[str, list[Thing]]:
    artifacts = kubernetes.render(plan_data(spec, folder), TEMPLATES)
    files = (each for each in artifacts if not each.path.endswith(".py"))
    return {each.path.removeprefix("kubernetes/"): read_objects(each.content) for each in files}


def _hosts(tree: Path) -> dict[str, str]:
    nodes = yaml.safe_load((tree / "kubernetes" / "node-labels.yaml").read_text())["items"]
    return {each["metadata"]["name"]: each["metadata"]["labels"]["clustergen.dev/group"] for each in nodes}


def _ports(policy: Thing) -> dict[str, str]:
    """Read a device plugin's configuration: PCI address by resource."""
    plugin = json.loads(policy["spec"]["sriovDevicePlugin"]["config"])
    found = {}
    for each in plugin["resourceList"]:
        ((selector,), (address,)) = each["selectors"], each["selectors"][0]["pciAddresses"]
        assert (each["resourcePrefix"], selector["vendors"], selector["isRdma"]) == ("nvidia.com", ["15b3"], True)
        found[each["resourceName"]] = address
    return found


def _named(tree: Path, host: str) -> dict[str, str]:
    """Read the names that a host's udev rules give: PCI address by name."""
    text = host_file(tree, host, "etc/udev/rules.d/70-persistent-net.rules").read_text()
    return {name: pci for pci, name in _RULE.findall(text)}


def _slot(tree: Path, host: str) -> dict[str, str]:
    """Read RDMA devices' rules: PCI address by device."""
    text = host_file(tree, host, "etc/udev/rules.d/60-rdma-persistent-naming.rules").read_text()
    return {device: pci for pci, device in re.findall(r'KERNELS=="([0-9a-f:.]+)".* name %k (\w+)"', text)}


@pytest.mark.parametrize("example", WITH_RAILS)
def test_a_rail_is_the_port_that_the_host_has_under_its_name(rendered: Rendered, example: str) -> None:
    """The device plugin's addresses against udev's names on every host, and NCCL's devices on all fabrics."""
    tree = rendered(example)
    policies = {each["spec"]["nodeSelector"]["clustergen.dev/group"]: each for each in _things(tree, "NicNodePolicy")}
    compared = 0
    for host, group in _hosts(tree).items():
        if group == "control":
            continue
        ports, named = _ports(policies[group]), _named(tree, host)
        names = {name: pci for name, pci in named.items() if name.startswith("rail")}
        assert names == (ports if example.startswith("roce") else {}), (
            "InfiniBand ports without an address have no rule"
        )
        nccl = dict(
            line.split("=", 1)
            for line in host_file(tree, host, "etc/nccl.conf").read_text().splitlines()
            if "=" in line
        )
        devices = nccl["NCCL_IB_HCA"].removeprefix("=").split(",")
        slot = _slot(tree, host)
        assert list(ports.values()) == [slot[device] for device in devices]
        compared += 1
    assert compared


@pytest.mark.parametrize("example", WITH_RAILS)
def test_a_network_asks_for_the_rail_and_the_pool_of_its_name(rendered: Rendered, example: str) -> None:
    tree = rendered(example)
    offered = {rail for policy in _things(tree, "NicNodePolicy") for rail in _ports(policy)}
    networks = _things(tree, "HostDeviceNetwork")
    assert (
        {each["metadata"]["name"] for each in networks}
        == {each["spec"]["resourceName"] for each in networks}
        == offered
    )
    pools = {file.stem for file in (tree / "kubernetes" / "pools").glob("*.yaml")}
    asked = [json.loads(each["spec"]["ipam"]) for each in networks if "ipam" in each["spec"]]
    assert {each["poolName"] for each in asked} == pools, "InfiniBand rails have no pools, and ask for none"
    assert {(each["type"], each["poolType"]) for each in asked} <= {("nv-ipam", "cidrpool")}
    cabled = set()
    with (tree / "cabling" / "cables.csv").open() as file:
        cabled = {
            row["a_interface"] for row in csv.DictReader(file) if row["fabric"] == "compute" and row["kind"] == "host_leaf"
            and not row["a_device"].startswith(("ufm", "sm"))
        }  # fmt: skip
    assert offered == cabled


@pytest.mark.parametrize("example", ["roce-16", "roce-256"])
def test_adapters_are_set_as_hosts_and_leaves_are(rendered: Rendered, example: str) -> None:
    """The operator's template against roce.conf of each host, and against the leaf's own file at the other end of the cable."""
    tree = rendered(example)
    (template,) = _things(tree, "NicConfigurationTemplate")
    spec = template["spec"]["template"]
    qos = spec["roceOptimized"]["qos"]
    firmware = {each["name"]: each["value"] for each in spec["rawNvConfig"]}
    paused = {n for n, flag in enumerate(qos["pfc"].split(",")) if flag == "1"}
    with (tree / "cabling" / "cables.csv").open() as file:
        cables = [row for row in csv.DictReader(file) if row["fabric"] == "compute" and row["kind"] == "host_leaf"]
    assert cables
    hosts = HostFiles(tree, json.loads((tree / "plan.json").read_text()))
    for row in cables:
        host = read_host(hosts, row["a_device"], read_ports(hosts, row["a_device"]))
        leaf = read_switch(tree, row["b_device"])
        assert leaf
        roce, port = host.roce[row["a_interface"]], leaf.ends().ports[row["b_interface"]]
        assert paused == roce.paused == port.paused
        assert qos["tos"] == roce.traffic_class == int(host.nccl["NCCL_IB_TC"])
        assert port.classes[qos["tos"] >> 2] == roce.priority
        assert port.classes[int(firmware["CNP_DSCP_P1"])] == int(firmware["CNP_802P_PRIO_P1"]) == roce.cnp_priority
        assert int(firmware["ROCE_CC_PRIO_MASK_P1"]) == sum(1 << n for n in port.marked & {roce.priority})
        assert (qos["trust"], spec["linkType"], spec["numVfs"]) == ("dscp", "Ethernet", 0)


def test_a_template_holds_no_card_that_has_another_port(rendered: Rendered) -> None:
    """The operator sets whole cards: storage and frontend share one, and their leaves' ports differ."""
    for example in WITH_RAILS:
        tree = rendered(example)
        for template in _things(tree, "NicConfigurationTemplate"):
            group = template["spec"]["nodeSelector"]["clustergen.dev/group"]
            cards = {pci.rpartition(".")[0] for pci in template["spec"]["nicSelector"]["pciAddresses"]}
            host = next(name for name, mine in _hosts(tree).items() if mine == group)
            others = {pci for name, pci in _named(tree, host).items() if not name.startswith("rail")}
            assert not cards & {pci.rpartition(".")[0] for pci in others}


def test_names_are_those_of_the_hosts_own_rules(rendered: Rendered) -> None:
    tree = rendered("roce-16")
    (template,) = _things(tree, "NicInterfaceNameTemplate")
    spec = template["spec"]
    names = {
        spec["netDevicePrefix"].replace("%rail_id%", str(rail)): pci
        for rail, addresses in enumerate(spec["railPciAddresses"])
        for pci in addresses
    }
    assert names == {name: pci for name, pci in _named(tree, "gpu01").items() if name.startswith("rail")}


@pytest.mark.parametrize(
    ("roce", "pfc", "tos", "mask"),
    [
        ({"lossless": False}, "0,0,0,0,0,0,0,0", 106, "8"),
        ({"marking": False}, "0,0,0,1,0,0,0,0", 104, "0"),
        ({"priority": 4, "dscp": 34}, "0,0,0,0,1,0,0,0", 138, "16"),
    ],
)
def test_the_contract_is_followed(tmp_path: Path, roce: Thing, pfc: str, tos: int, mask: str) -> None:
    (template,) = _made(cluster(roce=roce), tmp_path)["network-operator/nic-configuration.yaml"]
    spec = template["spec"]["template"]
    assert (spec["roceOptimized"]["qos"]["pfc"], spec["roceOptimized"]["qos"]["tos"]) == (pfc, tos)
    assert {"name": "ROCE_CC_PRIO_MASK_P1", "value": mask} in spec["rawNvConfig"]


def test_infiniband_has_ports_and_no_classes(rendered: Rendered) -> None:
    tree = rendered("ib-256")
    (template,) = _things(tree, "NicConfigurationTemplate")
    assert template["spec"]["template"]["linkType"] == "Infiniband"
    assert not {"roceOptimized", "rawNvConfig", "gpuDirectOptimized"} & set(template["spec"]["template"])
    (policy,) = _things(tree, "NicClusterPolicy")
    assert "nvIpam" not in policy["spec"]
    assert not _things(tree, "NicInterfaceNameTemplate")


def test_groups_with_the_same_address_for_another_rail_do_not_meet(tmp_path: Path) -> None:
    """Each group has a device plugin of its own, so one host's rail 0 is never another's rail 3."""
    spec = cluster()
    spec["hosts"]["old"] = {"model": "dgx-a100", "count": 2, "max": 4}
    files = _made(spec, tmp_path)
    policies = [each for each in files["network-operator/policies.yaml"] if each["kind"] == "NicNodePolicy"]
    by_group = {each["spec"]["nodeSelector"]["clustergen.dev/group"]: _ports(each) for each in policies}
    assert set(by_group) == {"gpu", "old"}
    assert by_group["gpu"] != by_group["old"]
    assert {each["metadata"]["name"] for each in files["network-operator/networks.yaml"]} == set(by_group["gpu"])


@pytest.mark.parametrize("model", ["mi300x-8gpu", "dgx-b300", "hgx-h100"])
def test_ports_that_nobody_can_find_are_not_handed_out(tmp_path: Path, model: str) -> None:
    """Another maker's adapters, divided ports, ports without a documented address: no network that would never start."""
    spec = cluster()
    spec["hosts"]["gpu"]["model"] = model
    assert not [path for path in _made(spec, tmp_path) if path.startswith("network-operator/")]
    artifacts = kubernetes.render(plan_data(spec, tmp_path), TEMPLATES)
    assert "The rails of gpu are no networks of pods" in next(iter(artifacts)).content


def test_address_translation_is_as_the_hosts_have_it(tmp_path: Path) -> None:
    """Off on bare metal; where a GPU's platform has settings of its own, nobody touches it."""
    spec = cluster()
    spec["hosts"]["tray"] = {"model": "gb200-nvl72-tray", "count": 1, "max": 18}
    plan = plan_data(spec, tmp_path)
    files = {each.path: each.content for each in render_tree(plan, TEMPLATES, ["kubernetes", "hosts-system"])}
    templates = read_objects(files["kubernetes/network-operator/nic-configuration.yaml"])
    off = {
        each["spec"]["nodeSelector"]["clustergen.dev/group"]: "gpuDirectOptimized" in each["spec"]["template"]
        for each in templates
    }
    assert off == {"gpu": True, "tray": False}
    for group, host in (("gpu", "gpu01"), ("tray", "tray01")):
        lines = files[f"hosts/{host}/etc/clustergen/roce.conf"].splitlines()
        columns = [line for line in lines if line.startswith("#")][-1].lstrip("#").split()
        said = {line.split()[columns.index("ats")] for line in lines if line.startswith("rail")}
        assert said == {"off" if off[group] else "keep"}


@pytest.mark.parametrize("example", [*WITH_RAILS, "b300-two-planes-512"])
def test_values_are_keys_of_the_charts(rendered: Rendered, example: str) -> None:
    files = sorted((rendered(example) / "kubernetes").glob("*/values.yaml"))
    assert files
    for file in files:
        assert list(strange_values(yaml.safe_load(file.read_text()), read_chart(file.parent.name).keys)) == []
        assert f"--version {read_chart(file.parent.name).version} " in file.read_text()


@pytest.mark.parametrize(
    ("chart", "path", "value", "words"),
    [
        ("gpu-operator", ("driver", "kernelModuleTyp"), "open", "driver.kernelModuleTyp: the chart has no such key"),
        ("gpu-operator", ("migManger",), {"enabled": True}, "migManger: the chart has no such key"),
        ("gpu-operator", ("mig", "strategy"), True, "mig.strategy: True is not text"),
        ("network-operator", ("nfd", "enabled"), "no", "nfd.enabled: 'no' is not bool"),
        ("network-operator", ("sriovNetworkOperator",), True, "sriovNetworkOperator: a mapping"),
        ("network-operator", ("nicClusterPolicy",), {}, "nicClusterPolicy: the chart has no such key"),
    ],
)
def test_a_value_that_the_chart_does_not_have_is_seen(
    rendered: Rendered, chart: str, path: tuple[str, ...], value: Any, words: str
) -> None:
    values = yaml.safe_load((rendered("roce-16") / "kubernetes" / chart / "values.yaml").read_text())
    bad: Any = deepcopy(values)
    place = bad
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert list(strange_values(bad, read_chart(chart).keys)) == [words]


def test_feature_discovery_runs_once(rendered: Rendered, tmp_path: Path) -> None:
    """Both charts bring it by default, and two of them fight over the same labels."""
    folder = rendered("roce-16") / "kubernetes"
    values = [yaml.safe_load(file.read_text()) for file in sorted(folder.glob("*/values.yaml"))]
    assert sorted(each["nfd"]["enabled"] for each in values if "nfd" in each) == [False, True]


@pytest.mark.parametrize(("schedulers", "told"), [({"slurm": {}, "kubernetes": {}}, True), ({"slurm": {}}, False)])
def test_the_report_says_that_policies_do_not_reach_rails(
    schedulers: dict[str, Any], told: bool, tmp_path: Path
) -> None:
    plan = plan_data(cluster() | {"scheduler": schedulers}, tmp_path)
    notes = {each["caption"]: each["note"] for each in access_tables(plan)}
    assert [caption for caption, note in notes.items() if "no network policy applies" in note] == (
        ["Into compute"] if told else []
    )


MAKERS: dict[str, dict[str, str]] = {
    "NVIDIA's": {"gpu": "dgx-h100"},
    "AMD's": {"gpu": "mi300x-8gpu"},
    "both": {"gpu": "dgx-h100", "other": "mi300x-8gpu"},
}


@pytest.mark.parametrize("makers", MAKERS)
def test_each_maker_has_its_operator_and_one_discovers_features(makers: str, tmp_path: Path) -> None:
    """The GPU Operator brings discovery where it is, else the Network Operator, else AMD's."""
    spec = cluster()
    spec["hosts"] |= {name: {"model": model, "count": 2} for name, model in MAKERS[makers].items()}
    artifacts = list(render_tree(plan_data(spec, tmp_path), TEMPLATES, ["kubernetes"]))
    files = {Path(a.path).parent.name: a.content for a in artifacts if a.path.endswith("values.yaml")}
    values = {chart: yaml.safe_load(text) for chart, text in files.items()}
    for chart, each in values.items():
        assert list(strange_values(each, read_chart(chart).keys)) == []
    assert ("amd-gpu-operator" in values) == (makers != "NVIDIA's")
    assert ("gpu-operator" in values) == (makers != "AMD's")
    discovers = [
        each["nfd"]["enabled"] if "nfd" in each else each["node-feature-discovery"]["enabled"]
        for chart, each in values.items()
        if chart not in {"dra-driver-nvidia-gpu", "kueue"}
    ]
    assert discovers.count(True) == 1
    if "amd-gpu-operator" in files:
        assert files["amd-gpu-operator"].startswith("# helm repo add rocm https://rocm.github.io/gpu-operator\n")
        assert "rocm/gpu-operator-charts --version v1.5.1 " in files["amd-gpu-operator"]


@pytest.mark.parametrize(("driver", "gdrcopy"), [("host", False), ("operator", True)])
def test_what_loads_beside_the_driver_needs_the_operators(tmp_path: Path, driver: str, gdrcopy: bool) -> None:
    spec = cluster() | {"scheduler": {"kubernetes": {"gpu_driver": driver, "mig": "mixed"}}}
    plan = plan_data(spec, tmp_path)
    text = next(a.content for a in render_tree(plan, TEMPLATES, ["kubernetes"]) if "gpu-operator" in a.path)
    values = yaml.safe_load(text)
    assert values["driver"]["enabled"] == values["gdrcopy"]["enabled"] == gdrcopy
    assert (values["mig"]["strategy"], values["migManager"]["enabled"]) == ("mixed", True)


def test_growth_changes_none_of_it(tmp_path: Path) -> None:
    """What is said of a group is said of its envelope."""
    few, many = (_made(cluster(count), tmp_path) for count in (1, 32))
    for path in few:
        if path.startswith(("network-operator/", "gpu-operator/")):
            assert few[path] == many[path], path
