"""Switches whose system is `none`: everything around them is rendered as for any other, and nothing for them."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.pipeline.waiting import waiting_for
from tests.conftest import tree_of
from tests.specs import Spec, cluster, plan_data

_TIERS = ("leaf", "spine", "core")
_BOX = {"model": "ais800-64o", "os": "none"}
_UNKNOWN: Spec = {
    **{name: {"leaf": _BOX, "spine": _BOX} for name in ("compute", "storage")},
    "oob": {"leaf": {"model": "7010tx-48", "os": "none"}, "spine": {"model": "sn4600c"}},
}
_ARISTA: Spec = {"frontend": {"leaf": {"model": "7050cx4-24d8", "os": "eos"}, "oversubscription": 8}}


def _tree(spec: Spec, folder: Path) -> dict[str, str]:
    return tree_of(plan_data(spec, folder))


def _without_systems(spec: Spec) -> Spec:
    fabrics = {name: {**fabric} for name, fabric in spec["fabrics"].items()}
    for fabric in fabrics.values():
        fabric |= {tier: {**fabric[tier], "os": "none"} for tier in _TIERS if tier in fabric}
    return {**spec, "fabrics": fabrics}


def _rows(text: str, *columns: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(row[column] for column in columns) for row in csv.DictReader(io.StringIO(text)))


def test_everything_but_the_switches_own_files_is_as_with_a_system(tmp_path: Path) -> None:
    """Addresses, AS numbers, cables, cages, racks and hosts' files follow from the metal; only ports are called otherwise."""
    with_system, without = _tree(cluster(), tmp_path), _tree(_without_systems(cluster()), tmp_path)
    lost = with_system.keys() - without.keys()
    assert lost
    assert all(path.startswith(("switches/", "ansible/inventory/group_vars/os_")) for path in lost)
    assert not [path for path in without if path.startswith("switches/")]
    for path, columns in {
        "ip/addresses.csv": ("address", "device", "fabric", "use"),
        "ip/asns.csv": ("asn", "holder"),
        "cabling/cables.csv": (
            "cable_id",
            "a_device",
            "a_cage",
            "b_device",
            "b_cage",
            "speed_gbps",
            "length_m",
            "part",
        ),
    }.items():
        assert _rows(without[path], *columns) == _rows(with_system[path], *columns), path
    # What each cable is plugged into is told by the name of the switch's port.
    hosts = [
        p for p in with_system if p.startswith(("hosts/", "host_groups/")) and not p.endswith("/clustergen/cables")
    ]
    assert [path for path in hosts if without.get(path) != with_system[path]] == []


def test_a_switch_without_public_data_is_planned(tmp_path: Path) -> None:
    """A DS5000, whose lane map is not public, beside switches that have files; who has none is named."""
    box = {"model": "ds5000", "os": "none"}
    spec = cluster(leaf=box, spine=box)
    tree = _tree(spec, tmp_path)
    rendered = {path.split("/")[1] for path in tree if path.startswith("switches/")}
    assert rendered
    assert not {name for name in rendered if name.startswith("compute-")}
    ports = _rows(tree["cabling/ports/compute-leaf1.csv"], "cage", "port", "interface", "peer_interface")
    assert ("1", "1", "1/1", "rail0") in ports
    plan = plan_data(spec, tmp_path)
    files, power = (line for line in waiting_for(plan) if "ds5000" in line)
    lacking = [switch.name for switch in plan.switches if switch.model == "ds5000"]
    assert f"no files are rendered for {len(lacking)} switches, beginning with {lacking[0]}" in files
    assert power.startswith("power of ds5000: no document of the catalog states it")
    assert all(
        switch.asn and switch.loopback and switch.management for switch in plan.switches if switch.fabric == "compute"
    )
    assert "have `os: none` and no files: ds5000" in tree["README.md"].lower()
    assert not [each for each in plan.warnings if each.code == "ecn-unknown" and "compute" in each.loc]


@pytest.mark.parametrize(("gpus", "boxes"), [("h100-nvl-8gpu", _UNKNOWN), ("h100-pcie-8gpu", _ARISTA)])
def test_boxes_and_servers_of_the_catalog_make_a_cluster(gpus: str, boxes: Spec, tmp_path: Path) -> None:
    """Servers of PCIe cards on boxes without system data, and on Arista's frontends; who has a system has its file."""
    spec = cluster()
    spec["hosts"]["gpu"]["model"] = gpus
    spec["fabrics"] |= {name: {**spec["fabrics"][name], **own} for name, own in boxes.items()}
    plan = plan_data(spec, tmp_path)
    tree = tree_of(plan)
    for switch in plan.switches:
        files = [path for path in tree if path.startswith(f"switches/{switch.name}/")]
        assert bool(files) == bool(switch.os), switch.name
    assert {switch.model for switch in plan.switches} >= {own["leaf"]["model"] for own in boxes.values()}


def test_hosts_bond_over_two_leaves_without_a_system(tmp_path: Path) -> None:
    spec = _without_systems(cluster())
    spec["fabrics"]["frontend"] |= {"bonding": "evpn"}
    bond = yaml.safe_load(_tree(spec, tmp_path)["ansible/inventory/host_vars/login1.yml"])["cluster_bond"]
    assert bond["mode"] == "802.3ad"
