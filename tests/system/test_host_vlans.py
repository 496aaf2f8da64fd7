"""Hosts of a rail in one VLAN of their leaf: the compute and the storage fabric run, with FRR, bridges for the VLANs, and hosts' own files."""

from __future__ import annotations

import json
import shutil
from ipaddress import ip_interface
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin import echoes
from generator.twin.kernel_tables import lookup
from generator.twin.twin import Twin
from generator.verify.reach.judge import reachability
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.twin.needs import require
from tests.vlan_specs import sharing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.twin.tree import Rail

pytestmark = pytest.mark.proof

CONVERGE_S = 60.0


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two scalable units of two hosts each, with IPv6."""
    folder = tmp_path_factory.mktemp("shared")
    spec = sharing(gpu=4, most=8, su_hosts=2, spines=2) | {"addressing": {"ipv6": "fd42:c1::/32"}}
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "tree")
    return folder / "tree"


def test_neighbours_meet_on_the_bridge_and_others_over_spines(
    tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """All pairs answer at full length in both families; who shares a VLAN is a neighbour on the wire, everybody else is behind the gateway."""
    require(program)
    with Twin(tree, "compute") as twin:
        twin.up()
        twin.wait_converged(CONVERGE_S)
        mtu = min(twin.tree.host(rail.nic.device)[rail.nic.interface].mtu_bytes for rail in twin.rails)
        for version in (4, 6):
            longest = mtu - echoes.HEADERS_BYTES[version]
            assert twin.silent_pairs(twin.rails, version=version, size_bytes=longest) == set()
        near, same, other = _three(twin.rails)
        assert same.address.network == near.address.network
        assert other.address.network != near.address.network
        assert same.address.ip in _neighbours(twin, near)
        assert other.address.ip not in _neighbours(twin, near)
        assert _path(twin, near, same) == ""
        assert _path(twin, near, other) == str(_gateway(twin, near))
        hops = lookup(twin.fib(near.leaf.device), other.address.ip)
        assert hops == {port.interface for link in twin.links for port, _ in link.ends() if port.device == near.leaf.device}  # fmt: skip
    proven(
        "FRR",
        f"{len(twin.rails)} NICs in VLANs of their leaves answer all others, bridged within a unit, routed between",
    )


def test_the_loss_of_every_host_of_a_rail_changes_no_route(tree: Path, program: Callable[[str], str]) -> None:
    """With its last port down the VLAN's gateway is gone, and the leaf still announces the prefix: by the route that leads nowhere."""
    require(program)
    with Twin(tree, "compute") as twin:
        twin.up()
        twin.wait_converged(CONVERGE_S)
        near, _, other = _three(twin.rails)
        leaf = other.leaf.device
        before = twin.fib(near.leaf.device)
        for rail in twin.rails:
            if rail.leaf.device == leaf:
                twin.set_port(rail.leaf, "down")
        (vlan,) = (each for each in twin.tree.config(leaf).vlans() if other.leaf.interface in each.members)
        twin.bottle.must("ip", "link", "set", "dev", vlan.name, "down", netns=leaf)
        twin.wait_converged(CONVERGE_S)
        assert twin.fib(near.leaf.device) == before
        (route,) = json.loads(twin.show(leaf, f"show ip route {other.address.network} json")).values()
        assert [each["protocol"] for each in route if each.get("selected")] == ["static"]


def test_storage_answers_in_vlans(tree: Path, program: Callable[[str], str]) -> None:
    """Clients and storage hosts on both sides, all pairs."""
    require(program)
    with Twin(tree, "storage") as twin:
        twin.up()
        twin.wait_converged(CONVERGE_S)
        assert twin.rails
        assert twin.silent_rails() == []


@pytest.mark.parametrize(("system", "hosts"), [("sonic", "debian-12"), ("cumulus", "rocky-9"), ("eos", "ubuntu-24.04")])
def test_who_reaches_whom_is_as_meant(system: str, hosts: str, tmp_path: Path, program: Callable[[str], str]) -> None:
    """Every cell, from the files of each system of switches, and of each that hosts run."""
    program("nft")
    spec = sharing(gpu=3, most=8, system=system) | {"addressing": {"ipv6": "fd42:c1::/32"}}
    for group in spec["hosts"].values():
        group["os"] = hosts
    write_tree(render_tree(plan_data(spec, tmp_path), TEMPLATES), tmp_path / "tree")
    verdict = reachability(tmp_path / "tree")
    assert verdict.ran
    assert verdict.faults == []
    assert verdict.files > 1000


SPOILT = {
    "no member": ("switches/compute-leaf1/config_db.json", '"Vlan900|Ethernet0": {"tagging_mode": "untagged"}', '"Vlan900|Ethernet0": {"tagging_mode": "tagged"}', "accepts no frames without a tag"),
    "another VLAN": ("switches/compute-leaf1/config_db.json", '"Vlan900|Ethernet0":', '"Vlan901|Ethernet0":', "is not in VLAN"),
    "another gateway": ("switches/compute-leaf1/config_db.json", '"Vlan900|10.0.0.254/24"', '"Vlan900|10.0.0.252/24"', "VLAN 900 has no gateway that its hosts use"),
    "a host with another gateway": ("hosts/gpu1/etc/netplan/60-clustergen.yaml", 'via: "10.0.0.254"', 'via: "10.0.0.250"', "VLAN 900 has no gateway that its hosts use"),
    "a host that takes the rail for the wire": ("hosts/gpu1/etc/netplan/60-clustergen.yaml", '"10.0.0.1/24"', '"10.0.0.1/12"', "is not in VLAN 900"),
    "a filter that is gone": ("switches/storage-leaf1/config_db.json", '"stage": "ingress"', '"stage": "egress"', "denied by the plan, but not blocked"),
}  # fmt: skip
"""Path, what stands there, what is put in its place, and what is said then."""


@pytest.mark.parametrize("fault", SPOILT)
def test_a_planted_fault_is_named(fault: str, tree: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    """Membership, gateways of both ends, the prefix of a host, and the filter that stands between neighbours of one VLAN."""
    program("nft")
    path, before, after, said = SPOILT[fault]
    for part in ("switches", "hosts", "host_groups"):
        shutil.copytree(tree / part, tmp_path / part)
    shutil.copy(tree / "plan.json", tmp_path)
    text = (tmp_path / path).read_text(encoding="utf-8")
    assert before in text
    text = text.replace(before, after)
    if fault == "a host that takes the rail for the wire":
        text = text.replace('"10.0.0.0/24"', '"10.0.0.0/12"')
    (tmp_path / path).write_text(text, encoding="utf-8")
    faults = reachability(tmp_path).faults
    assert any(said in each for each in faults), faults[:3]


def _three(rails: tuple[Rail, ...]) -> tuple[Rail, Rail, Rail]:
    """Find a NIC, one of its VLAN, and one of the same rail on another leaf."""
    near = rails[0]
    like = [each for each in rails if each.nic.interface == near.nic.interface and each is not near]
    same = next(each for each in like if each.leaf.device == near.leaf.device)
    return near, same, next(each for each in like if each.leaf.device != near.leaf.device)


def _gateway(twin: Twin, rail: Rail) -> object:
    (vlan,) = (each for each in twin.tree.config(rail.leaf.device).vlans() if rail.leaf.interface in each.members)
    return next(each.ip for each in vlan.gateways if each.version == 4)


def _neighbours(twin: Twin, rail: Rail) -> set[object]:
    said = json.loads(twin.bottle.must("ip", "-j", "neigh", "show", "dev", rail.nic.interface, netns=rail.nic.device))
    return {ip_interface(row["dst"]).ip for row in said if "lladdr" in row}


def _path(twin: Twin, near: Rail, far: Rail) -> str:
    """Ask the kernel by which gateway it would go: none to a neighbour."""
    asked = ("ip", "-j", "route", "get", str(far.address.ip), "from", str(near.address.ip))
    (route,) = json.loads(twin.bottle.must(*asked, netns=near.nic.device))
    assert route["dev"] == near.nic.interface
    return str(route.get("gateway", ""))
