"""kubespray's inventory: the hosts, addresses and packet sizes of the plan, in variables that kubespray has."""

import csv
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.chart import read_chart
from generator.plan.access.lines import FilterLine
from generator.render.backends import kubernetes
from tests.judges.chart_keys import strange_values
from tests.judges.kubernetes import read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

Rendered = Callable[[str], Path]
Files = dict[str, Any]


def _made(spec: Spec, folder: Path) -> Files:
    artifacts = kubernetes.render(plan_data(spec, folder), TEMPLATES)
    prefix = "kubernetes/kubespray/"
    return {f.path.removeprefix(prefix): yaml.safe_load(f.content) for f in artifacts if f.path.startswith(prefix)}


def _with(**keys: Any) -> Spec:
    return cluster() | {"scheduler": {"kubernetes": keys}}


def _read(tree: Path) -> tuple[Any, Any]:
    folder = tree / "kubernetes" / "kubespray"
    files = (folder / "inventory.yml", folder / "group_vars" / "all" / "clustergen.yml")
    inventory, variables = (yaml.safe_load(file.read_text()) for file in files)
    return inventory["all"], variables


@pytest.mark.parametrize("example", ["roce-16", "roce-256", "ib-256", "nvl72-8-racks"])
def test_hosts_are_reached_in_band(rendered: Rendered, example: str) -> None:
    tree = rendered(example)
    inventory, _ = _read(tree)
    with (tree / "ip" / "addresses.csv").open() as file:
        inband = {row["device"]: row["address"] for row in csv.DictReader(file) if row["use"] == "inband"}
    nodes = yaml.safe_load((tree / "kubernetes" / "node-labels.yaml").read_text())["items"]
    labels = {node["metadata"]["name"]: node["metadata"]["labels"]["clustergen.dev/role"] for node in nodes}
    assert inventory["hosts"] == {
        name: {"ansible_host": inband[name], "ip": inband[name], "kube_resolv_conf": "/run/systemd/resolve/resolv.conf"}
        for name in inventory["hosts"]
    }
    assert set(inventory["hosts"]) == set(labels)
    groups = {name: set(group["hosts"]) for name, group in inventory["children"].items()}
    assert groups["kube_node"] == {name for name, role in labels.items() if role == "compute"}
    assert groups["kube_control_plane"] == {name for name, role in labels.items() if role == "control"}
    assert groups["etcd"] <= groups["kube_control_plane"]


@pytest.mark.parametrize(("most", "cni"), [(47, "calico"), (48, "cilium")])
def test_calico_stays_where_it_needs_no_typha(tmp_path: Path, most: int, cni: str) -> None:
    """Three control hosts beside them; by the envelope, so that growth does not change who joins pods."""
    for count in (1, most):
        variables = _made(cluster(count, most), tmp_path)["group_vars/all/clustergen.yml"]
        assert variables["kube_network_plugin"] == cni
    stated = cluster(1, most) | {"scheduler": {"kubernetes": {"cni": "calico"}}}
    assert _made(stated, tmp_path)["group_vars/all/clustergen.yml"]["kube_network_plugin"] == "calico"


@pytest.mark.parametrize("example", ["roce-16", "ib-256"])
def test_packets_of_pods_fit_into_the_bonds(rendered: Rendered, example: str) -> None:
    tree = rendered(example)
    inventory, variables = _read(tree)
    for host in inventory["hosts"]:
        network = yaml.safe_load((tree / "hosts" / host / "etc/netplan/60-clustergen.yaml").read_text())["network"]
        mtu = network["bonds"]["bond0"]["mtu"]
        if variables["kube_network_plugin"] == "cilium":
            assert variables["cilium_mtu"] == str(mtu), "Cilium takes VXLAN's 50 bytes off by itself"
        else:
            assert mtu == variables["calico_mtu"] == variables["calico_veth_mtu"] + 50


@pytest.mark.parametrize(("controls", "members"), [(1, 1), (2, 1), (3, 3), (4, 3), (5, 5)])
def test_etcd_is_odd(tmp_path: Path, controls: int, members: int) -> None:
    """kubespray refuses an even number."""
    spec = _with()
    spec["hosts"]["control"]["count"] = controls
    children = _made(spec, tmp_path)["inventory.yml"]["all"]["children"]
    assert (len(children["kube_control_plane"]["hosts"]), len(children["etcd"]["hosts"])) == (controls, members)


CHOICES = [
    {},
    {"cni": "cilium"},
    {"api_address": "10.160.127.254"},
    {"pods": "172.16.0.0/13", "services": "172.24.0.0/16"},
]


@pytest.mark.parametrize("choice", CHOICES)
def test_variables_are_kubesprays(tmp_path: Path, choice: dict[str, str]) -> None:
    files = _made(_with(**choice), tmp_path)
    keys = read_chart("kubespray").keys
    variables = files["group_vars/all/clustergen.yml"]
    assert list(strange_values(variables, keys)) == []
    assert [
        said for host in files["inventory.yml"]["all"]["hosts"].values() for said in strange_values(host, keys)
    ] == []
    assert variables["kube_network_plugin"] == choice.get("cni", "calico")
    assert (variables["kube_network_plugin"] == "cilium") == ("cilium_mtu" in variables)
    assert list(strange_values(variables | {"kube_pods_subnets": ""}, keys)) == [
        "kube_pods_subnets: the chart has no such key"
    ]


def test_an_address_of_the_api_moves_among_control_hosts(tmp_path: Path) -> None:
    variables = _made(_with(api_address="10.160.127.254"), tmp_path)["group_vars/all/clustergen.yml"]
    assert variables["loadbalancer_apiserver"] == {"address": "10.160.127.254", "port": 6443}
    assert (variables["kube_vip_address"], variables["kube_vip_interface"]) == ("10.160.127.254", "bond0")
    assert variables["kube_proxy_strict_arp"], "kube-proxy would answer for the address on every host"


def test_names_are_served_by_pods(rendered: Rendered) -> None:
    """Policies let pods ask the pods of kube-system; a cache at an address of the host (169.254.25.10) would be none of these, and be denied."""
    tree = rendered("roce-16")
    _, variables = _read(tree)
    assert variables["enable_nodelocaldns"] is False
    assert variables["resolvconf_mode"] == "none", "the hosts' resolvers are in files of ours"
    things = read_objects((tree / "kubernetes/workspaces/atlas.yaml").read_text())
    (rule,) = next(each["spec"]["egress"] for each in things if each["metadata"]["name"] == "allow-names")
    assert rule["to"] == [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "kube-system"}}}]
    assert {(each["protocol"], each["port"]) for each in rule["ports"]} == {("UDP", 53), ("TCP", 53)}


def test_pods_have_room(rendered: Rendered) -> None:
    inventory, variables = _read(rendered("nvl72-8-racks"))
    pods = IPv4Network(variables["kube_pods_subnet"])
    assert len(inventory["hosts"]) <= 2 ** (variables["kube_network_node_prefix"] - pods.prefixlen)
    assert not pods.overlaps(IPv4Network(variables["kube_service_addresses"]))


def test_growth_adds_hosts_and_changes_no_variable(tmp_path: Path) -> None:
    few, many = (_made(cluster(count), tmp_path) for count in (2, 32))
    assert few["group_vars/all/clustergen.yml"] == many["group_vars/all/clustergen.yml"]
    before, after = (files["inventory.yml"]["all"]["hosts"] for files in (few, many))
    assert before.items() <= after.items()


def test_planned_hosts_are_not_asked_for(tmp_path: Path) -> None:
    """What is planned has addresses and no operating system yet; what is in maintenance stays, and takes nothing new."""
    spec = _with() | {"states": {"planned": ["gpu02"], "maintenance": ["gpu01"]}}
    assert "gpu02" not in _made(spec, tmp_path)["inventory.yml"]["all"]["hosts"]
    labels = next(iter(kubernetes.render(plan_data(spec, tmp_path), TEMPLATES)))
    assert labels.path == "kubernetes/kustomization.yaml"
    nodes = {
        node["metadata"]["name"]: node
        for file in kubernetes.render(plan_data(spec, tmp_path), TEMPLATES)
        if file.path == "kubernetes/node-labels.yaml"
        for node in yaml.safe_load(file.content)["items"]
    }
    assert "gpu02" not in nodes
    assert nodes["gpu01"]["spec"] == {"unschedulable": True}
    assert "spec" not in nodes["control1"]


def test_leaves_let_the_address_of_the_api_through(tmp_path: Path) -> None:
    """What compute hosts ask of it, and what a control host answers from it; an address outside of that part would be dropped twice."""
    plan = plan_data(_with(api_address="10.160.127.254"), tmp_path)
    asked, answered = (plan.port_filters["frontend", role, ""].lines for role in ("compute", "control"))
    host = plan.hosts_of["compute"][0].inband
    for address, passes in (("10.160.127.254", True), ("10.160.31.250", False)):
        assert _permits(asked, source=host, destination=address, port=6443, answer=False) == passes
        assert _permits(answered, source=address, destination=host, port=6443, answer=True) == passes


def _permits(lines: tuple[FilterLine, ...], *, source: str, destination: str, port: int, answer: bool) -> bool:
    """Take the first line that matches a TCP packet to a port, or from it."""
    for line in lines:
        ends = (line.source, source), (line.destination, destination)
        if line.protocol not in {"any", "tcp"} or (line.established and not answer):
            continue
        ranges = [each for each in (line.source_ports if answer else line.ports,) if each]
        if any(not low <= port <= high for low, high in ranges) or (line.ports and answer and line.action == "permit"):
            continue
        if all(IPv4Address(address) in IPv4Network(prefix) for prefix, address in ends):
            return line.action == "permit"
    return False
