"""Readers of both ends: each form of a file gives the same facts, and what is not said is not invented."""

import re
from pathlib import Path
from typing import Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.end_hosts import read_host, read_ports
from generator.verify.ends import ends
from generator.verify.host_files import HostFiles
from generator.verify.systems import eos
from generator.verify.systems.switch import read_switch
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

_EOS = """\
qos map dscp 0 1 2 3 4 5 6 7 8 9 to traffic-class 0
qos map dscp 24-25 to traffic-class 0
!
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   !
   uc-tx-queue 3
      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 100 weight 0
!
interface Ethernet1/1
   mtu 9214
   no switchport
   service-profile ROCE
!
interface Ethernet2/1
   mtu 1500
   priority-flow-control priority 3 no-drop
!
"""


def test_eos_ports_by_profile_and_by_line() -> None:
    """A port has what its profile says; PFC that is not on pauses nothing; no trust, no classes."""
    ports = eos.ends(eos.parse(_EOS))
    first = ports["Ethernet1/1"]
    three = frozenset({3})
    assert (first.mtu_bytes, first.paused, first.marked) == (9214, three, three)
    assert [first.classes[dscp] for dscp in (0, 8, 10, 24, 26, 48)] == [0, 0, 0, 0, 3, 6]
    second = ports["Ethernet2/1"]
    assert (second.mtu_bytes, second.classes, second.paused, second.marked) == (1500, {}, frozenset(), frozenset())


def test_hosts_of_every_system_give_the_same(tmp_path: Path) -> None:
    """netplan, systemd-networkd and NetworkManager: MTU by interface, and which have addresses of their own."""
    forms = {
        "netplan/60-x.yaml": "network:\n  version: 2\n  ethernets:\n    rail0: {mtu: 9000, addresses: [10.0.0.0/31]}\n    frontend0: {mtu: 9000}\n",
        "systemd/network/10-x.network": "[Match]\nName=rail0\n\n[Link]\nMTUBytes=9000\n\n[Network]\nAddress=10.0.0.0/31\n",
        "NetworkManager/system-connections/rail0.nmconnection": "[connection]\nid=rail0\ninterface-name=rail0\n\n[ethernet]\nmtu=9000\n\n[ipv4]\naddress1=10.0.0.0/31\n",
    }  # fmt: skip
    for number, (path, text) in enumerate(forms.items()):
        file = tmp_path / "hosts" / f"a{number}" / "etc" / path
        file.parent.mkdir(parents=True)
        file.write_text(text)
        files = HostFiles(tmp_path, {"hosts": [{"name": f"a{number}", "group": "a"}]})
        found = read_host(files, f"a{number}", read_ports(files, f"a{number}"))
        assert found.ports.mtu_bytes["rail0"] == 9000
        assert found.ports.routed == {"rail0"}
        assert (found.roce, found.nccl) == ({}, {})


def test_what_is_not_there_is_nothing(tmp_path: Path) -> None:
    """No folder, no file of a system that is known, no plan."""
    assert read_ports(HostFiles(tmp_path, {"hosts": [{"name": "gone", "group": "a"}]}), "gone").mtu_bytes == {}
    (tmp_path / "switches" / "leaf").mkdir(parents=True)
    assert read_switch(tmp_path, "leaf") is None
    assert not ends(tmp_path).ran


def test_paths_by_load_are_known_by_the_switch_s_own_line() -> None:
    """EOS says it once for the switch."""
    said = "ip hardware fib load-balance distribution dynamic\n!\n"
    assert not eos.ends(eos.parse(_EOS))["Ethernet1/1"].adaptive
    assert eos.ends(eos.parse(said + _EOS))["Ethernet1/1"].adaptive


@pytest.mark.parametrize(
    ("path", "old", "new", "told"),
    [
        ("hosts/gpu01/etc/clustergen/roce.conf", "adaptive_routing_forced_en=0x1", "-", "treats reordered packets as lost"),
        ("etc/nccl.conf", "NCCL_IB_ADAPTIVE_ROUTING=1\n", "", "NCCL_IB_ADAPTIVE_ROUTING is not set"),
        ("switches/compute-leaf01/startup.yaml", "speed: 400G", "speed: 200G", "the switch has 200 Gb/s, but the cable is for 400 Gb/s"),
        ("switches/compute-leaf01/startup.yaml", "up: {}", "down: {}", "the switch's port is shut down"),
    ],
)  # fmt: skip
def test_a_port_or_a_half_of_adaptive_routing_that_is_missing_is_found(
    path: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    """Both halves are rendered, as are speed and state of a port; what is taken away is named at its port or its host."""
    leaf = {"model": "sn5600", "os": "cumulus"}
    spec = cluster(gpu=2, most=80, leaf=leaf, spine=leaf, planes=1)
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    plan = plan_data(spec, tmp_path)
    tree = tmp_path / "tree"
    for artifact in render_tree(plan, TEMPLATES):
        (tree / artifact.path).parent.mkdir(parents=True, exist_ok=True)
        (tree / artifact.path).write_text(artifact.content, encoding="utf-8")
    assert ends(tree).faults == []
    found = sorted(each for each in tree.rglob(path.rpartition("/")[2]) if old in each.read_text(encoding="utf-8"))
    found[0].write_text(found[0].read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert any(told in fault for fault in ends(tree).faults)


@pytest.mark.parametrize(("leaf", "spine"), [("sonic", "cumulus"), ("cumulus", "sonic")])
def test_two_systems_share_a_fabric(leaf: str, spine: str, tmp_path: Path) -> None:
    """Cumulus Linux states no shares where `qos roce` has those of the contract: they are the same, and another one at the other end is found."""
    systems = {"leaf": leaf, "spine": spine}
    tiers: dict[str, Any] = {tier: {"model": "sn5600", "os": os} for tier, os in systems.items()}
    spec = cluster(2, 8, su_hosts=4, spines=2, **tiers)
    write_tree(render_tree(plan_data(spec, tmp_path), TEMPLATES), tmp_path / "build")
    assert ends(tmp_path / "build").faults == []
    name = next(f"compute-{tier}1" for tier, os in systems.items() if os == "sonic")
    file = tmp_path / "build" / "switches" / name / "config_db.json"
    good = file.read_text(encoding="utf-8")
    bad = re.sub(r'("scheduler.roce": \{"type": "DWRR", "weight": )"50"', r'\1"40"', good, count=1)
    assert bad != good
    file.write_text(bad, encoding="utf-8")
    assert any("shares of queues: {" in fault for fault in ends(tmp_path / "build").faults)
