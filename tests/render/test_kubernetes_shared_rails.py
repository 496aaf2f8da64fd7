"""Rails that pods share with their host: the objects of each way, and addresses that no host of the envelope has."""

import json
from collections.abc import Callable
from copy import deepcopy
from ipaddress import IPv4Address, IPv4Interface, IPv4Network
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.chart import read_chart
from generator.plan.draft import Draft
from generator.render.artifact import Artifact
from generator.render.backends import host_network, infiniband, kubernetes
from tests.judges.chart_keys import strange_values
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

RAILS = [f"rail{number}" for number in range(8)]
Objects = dict[str, list[dict[str, Any]]]


def _ethernet(kind: str, count: int = 2, most: int = 32) -> Spec:
    return cluster(count, most, host_links="vlan") | {"scheduler": {"kubernetes": {"rail_networks": kind}}}


def _infiniband(kind: str, count: int = 2, most: int = 32, **keys: Any) -> Spec:
    spec = cluster(count, most) | {"scheduler": {"kubernetes": {"rail_networks": kind}}}
    spec["fabrics"]["compute"] = {"technology": "infiniband", "leaf": {"model": "qm9700"}, **keys}
    return spec


WAYS: dict[str, Callable[..., Spec]] = {
    "macvlan": lambda *size: _ethernet("macvlan", *size),
    "sriov": lambda *size: _ethernet("sriov", *size),
    "ipoib": lambda *size: _infiniband("ipoib", *size, ipoib=True),
    "sriov on infiniband": lambda *size: _infiniband("sriov", *size, manager="ufm"),
    "sriov on infiniband, with addresses": lambda *size: _infiniband("sriov", *size, manager="ufm", ipoib=True),
}

_OF_RAILS = {
    *("HostDeviceNetwork", "MacvlanNetwork", "SriovNetwork", "SriovIBNetwork", "IPoIBNetwork"),
    *("SriovNetworkNodePolicy", "NicNodePolicy", "CIDRPool", "IPPool"),
}


def _files(plan: Draft) -> list[Artifact]:
    return list(kubernetes.render(plan, TEMPLATES))


def _objects(plan: Draft) -> Objects:
    """Return the objects by file, but for what is none."""
    found = {}
    for file in _files(plan):
        if file.path.endswith(".yaml") and not file.path.endswith(("kustomization.yaml", "values.yaml")):
            found[file.path.removeprefix("kubernetes/")] = read_objects(file.content)
    return found


def _pools(objects: Objects) -> dict[str, dict[str, Any]]:
    return {each["metadata"]["name"]: each for path, (each, *_) in objects.items() if path.startswith("pools/")}


@pytest.mark.parametrize("way", WAYS)
def test_every_object_is_accepted(tmp_path: Path, shared: Path, way: str) -> None:
    plan = plan_data(WAYS[way](), tmp_path)
    judge = KubernetesJudge(shared / "schemas" / "crds")
    kinds = set()
    for path, things in _objects(plan).items():
        if path.startswith(("network-operator", "pools", "workspaces")):
            for thing in things:
                assert judge.check(thing) == [], thing
                kinds.add(thing["kind"])
    values = next(yaml.safe_load(each.content) for each in _files(plan) if each.path.endswith("network-operator/values.yaml"))  # fmt: skip
    assert list(strange_values(values, read_chart("network-operator").keys)) == []
    assert values["sriovNetworkOperator"]["enabled"] == way.startswith("sriov")
    asked = {
        "macvlan": {"MacvlanNetwork", "IPPool", "NicNodePolicy"},
        "sriov": {"SriovNetwork", "SriovNetworkNodePolicy", "IPPool"},
        "ipoib": {"IPoIBNetwork", "IPPool", "NicNodePolicy"},
        "sriov on infiniband": {"SriovIBNetwork", "SriovNetworkNodePolicy"},
        "sriov on infiniband, with addresses": {"SriovIBNetwork", "SriovNetworkNodePolicy", "IPPool"},
    }[way]
    assert kinds & _OF_RAILS == asked


@pytest.mark.parametrize("way", WAYS)
def test_every_name_is_somebodys(tmp_path: Path, way: str) -> None:
    """Networks, pools, resources and queues name each other; what is counted is what is handed out."""
    objects = _objects(plan_data(WAYS[way](), tmp_path))
    networks = {each["metadata"]["name"]: each for each in objects["network-operator/networks.yaml"]}
    assert list(networks) == RAILS
    pools = _pools(objects)
    offered: dict[str, int] = {}
    for policy in objects["network-operator/policies.yaml"]:
        if policy["kind"] == "NicNodePolicy":
            for each in json.loads(policy["spec"]["rdmaSharedDevicePlugin"]["config"])["configList"]:
                assert each["selectors"]["ifNames"] == [each["resourceName"]] == [networks[each["resourceName"]]["spec"]["master"]]  # fmt: skip
                offered[f"{each['resourcePrefix']}/{each['resourceName']}"] = each["rdmaHcaMax"]
    for each in objects.get("network-operator/virtual-functions.yaml", []):
        offered[f"nvidia.com/{each['spec']['resourceName']}"] = each["spec"]["numVfs"]
        assert networks[each["spec"]["resourceName"]]["spec"]["resourceName"] == each["spec"]["resourceName"]
    assert list(offered) == [f"nvidia.com/{rail}" for rail in RAILS]
    for rail, network in networks.items():
        ipam = json.loads(network["spec"].get("ipam", "{}"))
        assert ipam == ({"type": "nv-ipam", "poolName": rail, "poolType": "ippool"} if pools else {})
        assert not pools or pools[rail]["spec"]["perNodeBlockSize"] == offered[f"nvidia.com/{rail}"]
    (queue,) = (each for things in objects.values() for each in things if each["kind"] == "ClusterQueue")
    counted = {each["name"]: each["nominalQuota"] for each in queue["spec"]["resourceGroups"][0]["flavors"][0]["resources"]}  # fmt: skip
    assert {name: int(counted[name]) for name in offered} == {name: 2 * most for name, most in offered.items()}
    (template,) = objects["network-operator/nic-configuration.yaml"]
    assert template["spec"]["template"]["numVfs"] == (offered["nvidia.com/rail0"] if way.startswith("sriov") else 0)
    assert way != "macvlan" or max(offered.values()) == 3, "(128 - 3) / 32"
    assert way not in {"ipoib", "sriov on infiniband"} or max(offered.values()) == 8, "one for each GPU"


@pytest.mark.parametrize("way", ["macvlan", "sriov", "ipoib", "sriov on infiniband, with addresses"])
def test_no_host_of_the_envelope_has_a_pods_address(tmp_path: Path, way: str) -> None:
    """Held against netplan's files of a full envelope, and the pools stay as they are while it fills."""
    few, full = (plan_data(WAYS[way](count, 32), tmp_path) for count in (2, 32))
    pools = _pools(_objects(few))
    assert pools == _pools(_objects(full))
    assert list(pools) == RAILS
    seen = 0
    for file in host_network.render(full, TEMPLATES):
        if not file.path.endswith("60-clustergen.yaml") or "/gpu" not in file.path:
            continue
        ports = yaml.safe_load(file.content)["network"]["ethernets"]
        for rail in RAILS:
            pool = pools[rail]["spec"]
            mine = IPv4Interface(ports[rail]["addresses"][0])
            theirs = IPv4Network(pool["subnet"])
            assert theirs.subnet_of(mine.network)
            assert mine.ip not in theirs
            if "gateway" in pool:
                assert {route["via"] for route in ports[rail]["routes"] if "via" in route} == {pool["gateway"]}
                assert IPv4Address(pool["gateway"]) in theirs
                assert pool["exclusions"] == [{"startIP": pool["gateway"], "endIP": pool["gateway"]}]
                assert str(mine.network.supernet(new_prefix=12)) in {each["dst"] for each in pool["routes"]}
            assert 32 * pool["perNodeBlockSize"] <= theirs.num_addresses - 3
            seen += 1
    assert seen == 32 * 8


def test_a_host_of_the_lower_half_would_be_seen(tmp_path: Path) -> None:
    """The fault that the test above looks for: the lower half instead."""
    plan = plan_data(WAYS["macvlan"](), tmp_path)
    pool = deepcopy(_pools(_objects(plan))["rail0"])
    upper = IPv4Network(pool["spec"]["subnet"])
    lower = next(iter(upper.supernet().subnets()))
    assert any(IPv4Address(each.address) in lower for each in plan.interfaces_of["gpu01"] if each.name == "rail0")


@pytest.mark.parametrize("way", ["sriov on infiniband", "ipoib"])
def test_the_subnet_manager_knows_of_virtual_functions(tmp_path: Path, way: str) -> None:
    plan = plan_data(WAYS[way](), tmp_path)
    text = next(
        each.content for each in infiniband.render(plan, TEMPLATES) if each.path == "infiniband/compute/opensm.conf"
    )
    assert ("\nvirt_enabled 2\n" in text) == way.startswith("sriov")


@pytest.mark.parametrize("way", ["macvlan", "sriov"])
def test_nccl_is_not_told_of_the_hosts_own_address(tmp_path: Path, way: str) -> None:
    plan = plan_data(WAYS[way](), tmp_path)
    text = "\n".join(each.content for each in _files(plan) if each.path.startswith("kubernetes/acceptance/"))
    assert "NCCL_IB_TC" in text
    assert "NCCL_IB_GID_INDEX" not in text
    assert ("NCCL_IB_HCA" in text) == (way == "macvlan")
