"""Hosts and leaves agree on their sessions about pods: who calls whom, with which numbers, and what is taken. Read back from the rendered files."""

import json
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.plan.addressing.pods import ROUTES_A_HOST
from generator.plan.draft import Draft
from generator.render.tree import render_tree
from tests.ours import TEMPLATES
from tests.render.cumulus_specs import on_cumulus
from tests.render.pod_specs import routed_pods
from tests.specs import Spec, cluster, plan_data

Files = dict[str, str]


def rendered(spec: Spec, folder: Path) -> tuple[Draft, Files]:
    plan = plan_data(spec, folder)
    return plan, {each.path: each.content for each in render_tree(plan, TEMPLATES)}


def sonic_side(files: Files, leaf: str) -> dict[str, Any]:
    """What a SONiC leaf listens for, by its config_db."""
    tables = json.loads(files[f"switches/{leaf}/config_db.json"])
    group = tables["BGP_PEER_GROUP"]["default|PODS"]
    family = tables["BGP_PEER_GROUP_AF"]["default|PODS|ipv4_unicast"]
    (vlan,) = (name for name in tables["VLAN_INTERFACE"] if "|" not in name)
    (gateway,) = (name.split("|")[1] for name in tables["VLAN_INTERFACE"] if name.startswith(f"{vlan}|"))
    prefixes = [key for key in tables["PREFIX"] if key.startswith("PODS|")]
    return {
        "gateway": gateway.split("/")[0],
        "asn": int(group["local_asn"]),
        "callers": int(group["asn"]),
        "ranges": [key.split("|")[1] for key in tables["BGP_GLOBALS_LISTEN_PREFIX"]],
        "takes": [(key.split("|")[2], key.split("|")[3]) for key in prefixes],
        "most": int(family["max_prefix_limit"]),
        "tells": [row["route_operation"] for key, row in tables["ROUTE_MAP"].items() if key.startswith("NOTHING|")],
    }


def cumulus_side(files: Files, leaf: str) -> dict[str, Any]:
    """What a Cumulus leaf listens for, by its startup.yaml."""
    tree = next(each["set"] for each in yaml.safe_load(files[f"switches/{leaf}/startup.yaml"]) if "set" in each)
    bgp = tree["vrf"]["default"]["router"]["bgp"]
    group = bgp["peer-group"]["PODS"]
    policy = tree["router"]["policy"]
    (shared,) = (
        each["ipv4"]["vrr"]["address"]
        for name, each in tree["interface"].items()
        if name.startswith("vlan") and "vrr" in each.get("ipv4", {})
    )
    matches = policy["prefix-list"]["PODS"]["rule"][5]["match"]
    return {
        "gateway": next(iter(shared)).split("/")[0],
        "asn": group["local-as"]["asn"],
        "callers": group["remote-as"],
        "ranges": list(bgp["dynamic-neighbor"]["listen-range"]),
        "takes": [(prefix, f"{each['min-prefix-len']}..{each['max-prefix-len']}") for prefix, each in matches.items()],
        "most": group["address-family"]["ipv4-unicast"]["prefix-limits"]["inbound"]["maximum"],
        "tells": [next(iter(rule["action"])) for rule in policy["route-map"]["NOTHING"]["rule"].values()],
    }


def cilium_side(files: Files) -> dict[str, Any]:
    """Whom a host calls, by Cilium's resources and kubespray's variables."""
    found = {each["kind"]: each["spec"] for each in yaml.safe_load_all(files["kubernetes/cni/bgp.yaml"])}
    (instance,) = found["CiliumBGPClusterConfig"]["bgpInstances"]
    (peer,) = instance["peers"]
    variables = yaml.safe_load(files["kubernetes/kubespray/group_vars/all/clustergen.yml"])
    assert variables["cilium_extra_values"] == {"routingMode": "native"}
    assert variables["cilium_native_routing_cidr"] == variables["kube_pods_subnet"]
    return {
        "peer": peer["peerAddress"],
        "peer_asn": peer["peerASN"],
        "asn": instance["localASN"],
        "pods": variables["kube_pods_subnet"],
        "length": variables["kube_network_node_prefix"],
    }


def calico_side(files: Files) -> dict[str, Any]:
    """The same by kubespray's variables of Calico; hosts keep to blocks that a leaf takes."""
    variables = yaml.safe_load(files["kubernetes/kubespray/group_vars/all/clustergen.yml"])
    (peer,) = variables["peers"]
    assert peer["scope"] == "global"
    assert variables["peer_with_router"] is True
    assert variables["calico_ipam_strictaffinity"] is True
    assert variables["calico_ipam_maxblocksperhost"] <= ROUTES_A_HOST
    assert "kubernetes/cni/bgp.yaml" not in files
    return {
        "peer": peer["router_id"],
        "peer_asn": int(peer["as"]),
        "asn": int(variables["global_as_num"]),
        "pods": variables["kube_pods_subnet"],
        "length": variables["calico_pool_blocksize"],
    }


LEAVES = {"sonic": sonic_side, "cumulus": cumulus_side}
HOSTS = {"cilium": cilium_side, "calico": calico_side}


@pytest.mark.parametrize("cni", HOSTS)
@pytest.mark.parametrize("system", LEAVES)
def test_both_ends_have_the_same_session(system: str, cni: str, tmp_path: Path) -> None:
    spec = routed_pods(cluster(6, 12), cni)
    plan, files = rendered(on_cumulus(spec) if system == "cumulus" else spec, tmp_path)
    host = HOSTS[cni](files)
    for leaf in ("frontend-leaf1", "frontend-leaf2"):
        found = LEAVES[system](files, leaf)
        assert (found["gateway"], found["asn"], found["callers"]) == (host["peer"], host["peer_asn"], host["asn"])
        assert found["takes"] == [(host["pods"], f"{host['length']}..{host['length']}")]
        assert (found["most"], found["tells"]) == (ROUTES_A_HOST, ["deny"])
        ranges = [ip_network(each) for each in found["ranges"]]
        heard = {each.name: any(ip_address(each.inband) in prefix for prefix in ranges) for each in plan.hosts}
        assert heard == {each.name: each.role in {"compute", "control"} for each in plan.hosts}


@pytest.mark.parametrize("installer", ["kubeadm", "rke2"])
def test_the_other_installers_tell_cilium_the_same(installer: str, tmp_path: Path) -> None:
    spec = routed_pods(cluster())
    spec["scheduler"]["kubernetes"] |= {"installer": installer, "api_address": "10.160.127.254"}
    _, files = rendered(spec, tmp_path)
    if installer == "kubeadm":
        values = yaml.safe_load(files["kubernetes/cni/values.yaml"])
    else:
        chart = yaml.safe_load(files["kubernetes/rke2/rke2-cilium-config.yaml"])
        values = yaml.safe_load(chart["spec"]["valuesContent"])
    assert values["routingMode"] == "native"
    assert values["bgpControlPlane"] == {"enabled": True}
    assert values["ipv4NativeRoutingCIDR"] == "100.64.0.0/11"
    assert "tunnelProtocol" not in values


def test_spines_pass_pods_on_and_leaves_of_other_fabrics_know_of_none(tmp_path: Path) -> None:
    spec = routed_pods(cluster(6, 12), oversubscription=2, spine={"model": "sn4600c"})
    plan, files = rendered(spec, tmp_path)
    for switch in plan.switches:
        text = files.get(f"switches/{switch.name}/frr.conf", "")
        assert ("100.64.0.0/11 ge 24 le 24" in text) == (switch.fabric == "frontend"), switch.name
        assert ("bgp listen range" in text) == (switch.fabric == "frontend" and switch.tier == "leaf"), switch.name


def test_a_host_more_changes_no_leaf(tmp_path: Path) -> None:
    """Who may call, and how many, is the envelope's; ports are all configured."""
    small, large = (rendered(routed_pods(cluster(gpu, 12)), tmp_path)[1] for gpu in (4, 6))
    for name in ("config_db.json", "frr.conf"):
        path = f"switches/frontend-leaf1/{name}"
        assert small[path] == large[path]
    assert small["kubernetes/cni/bgp.yaml"] == large["kubernetes/cni/bgp.yaml"]


def test_an_overlay_says_nothing_of_it(tmp_path: Path) -> None:
    _, files = rendered(cluster(6, 12), tmp_path)
    assert "100.64." not in files["switches/frontend-leaf1/frr.conf"]
    assert "kubernetes/cni/bgp.yaml" not in files
