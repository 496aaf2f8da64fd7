"""Routing inside a fabric, deleted line by line: `clustergen check` finds each deletion, with the file and a line."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from generator.analysis.close import close
from generator.render.backends import cumulus, eos, plan_json, sonic
from generator.verify.settings.judge import settings
from tests.cli.planted import planted
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.tenancy_specs import served

BACKENDS = {"sonic": sonic, "cumulus": cumulus, "eos": eos}
FILES = {"sonic": "config_db.json", "cumulus": "startup.yaml", "eos": "running.cfg"}
FRR = "frr.conf"
Trees = Callable[[str, str, str], Path]


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Trees:
    """Return the plan and one switch of a cluster with tenants, a stretched segment and both IP versions, for a system and an underlay."""

    @cache
    def whole(os: str, underlay: str) -> Path:
        folder = tmp_path_factory.mktemp(f"{os}-{underlay}")
        more = {"underlay": underlay} if underlay else {}
        plan = close(plan_data(served(os, ipv6=True, **more), folder))
        for artifact in (*BACKENDS[os].render(plan, TEMPLATES), *plan_json.render(plan, TEMPLATES)):
            file = folder / "tree" / artifact.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(artifact.content, encoding="utf-8")
        return folder / "tree"

    @cache
    def of(os: str, switch: str, underlay: str) -> Path:
        folder = tmp_path_factory.mktemp(switch)
        shutil.copyfile(whole(os, underlay) / "plan.json", folder / "plan.json")
        shutil.copytree(whole(os, underlay) / "switches" / switch, folder / "switches" / switch)
        return folder

    return of


_LEAF, _STORE, _EDGE, _SPINE = "compute-leaf1", "storage-leaf1", "frontend-leaf1", "compute-spine1"
_NUMBERED = "numbered"
_V4, _V6, _EVPN = (rf"address-family {each}\n(?:  .*\n)*?" for each in ("ipv4 unicast", "ipv6 unicast", "l2vpn evpn"))
_GROUP = r"PEERS:\n(?: .*\n)*?"
_INSTANCE = r"Vrf-blue:\n(?: .*\n)*?"

# A system, its switch, its file (else the system's first), the underlay (else the default), what is planted there, and what is said.
Fault = tuple[str, str, str, str, str, str, str]
FAULTS: list[Fault] = [
    ("sonic", _EDGE, FRR, "", " neighbor Ethernet248 interface peer-group PEERS\n", "", "neighbor Ethernet248 interface peer-group PEERS is not set: the cable has a session at both ends"),
    ("sonic", _SPINE, FRR, "", " neighbor Ethernet4 interface peer-group LEAVES\n", "", "neighbor Ethernet4 interface peer-group LEAVES is not set: the cable has a session"),
    ("sonic", _EDGE, FRR, "", " neighbor PEERS remote-as external\n", "", "neighbor PEERS remote-as is not set: without the neighbour's AS"),
    ("sonic", _STORE, FRR, _NUMBERED, r" neighbor [\d.]+ peer-group PEERS\n", "", "peer-group PEERS is not set: the cable has a session"),
    ("sonic", _STORE, FRR, _NUMBERED, r" neighbor [\d.]+ remote-as \d+\n", "", " is not set: without the neighbour's AS"),
    ("sonic", _STORE, FRR, _NUMBERED, r" neighbor Ethernet\d+ interface v6only peer-group PEERS-IPV6\n", "", "v6only peer-group PEERS-IPV6 is not set: the cable has"),
    ("sonic", _STORE, FRR, _NUMBERED, "  neighbor PEERS-IPV6 activate\n", "", "neighbor PEERS-IPV6 activate is not set: sessions of this group"),
    ("sonic", _EDGE, FRR, "", rf"({_V4})  network 10\.228\.0\.1/32\n", r"\1", "network 10.228.0.1/32 is not set: switches of the fabric have no route"),
    ("sonic", _EDGE, FRR, "", rf"({_V4})  network 10\.229\.128\.1/32\n", r"\1", "network 10.229.128.1/32 is not set: switches of the fabric"),
    ("sonic", _EDGE, FRR, "", rf"({_V6})  network \S+/128\n", r"\1", "/128 is not set: switches of the fabric"),
    ("sonic", _EDGE, FRR, "", rf"({_V4})  neighbor PEERS activate\n", r"\1", "address-family ipv4 unicast neighbor PEERS activate is not set"),
    ("sonic", _EDGE, FRR, "", rf"({_V6})  neighbor PEERS activate\n", r"\1", "address-family ipv6 unicast neighbor PEERS activate is not set"),
    ("sonic", _EDGE, FRR, "", rf"({_EVPN})  neighbor PEERS activate\n", r"\1", "address-family l2vpn evpn neighbor PEERS activate is not set"),
    ("sonic", _SPINE, FRR, "", rf"({_EVPN})  neighbor LEAVES activate\n", r"\1", "address-family l2vpn evpn neighbor LEAVES activate is not set"),
    ("sonic", _LEAF, FRR, "", "  advertise-all-vni\n", "", "advertise-all-vni is not set: this switch announces none"),
    ("sonic", _LEAF, FRR, "", r"(vrf Vrf-blue\n) vni \d+\n", r"\1", "vrf Vrf-blue vni is not set: the instance has this VXLAN network"),
    ("sonic", _LEAF, FRR, "", r"  advertise ipv4 unicast\n", "", "advertise ipv4 unicast is not set: the instance's routes"),
    ("sonic", _LEAF, FRR, "", r"  advertise ipv6 unicast\n", "", "advertise ipv6 unicast is not set: the instance's routes"),
    ("sonic", _EDGE, "", "", r'"default\|Ethernet248": \{"peer_group_name": "PEERS"\},\s*', "", "default|Ethernet248 peer_group_name is not set: the cable has"),
    ("sonic", _EDGE, "", "", '"peer_type": "external", ', "", "default|PEERS peer_type is not set"),
    ("sonic", _EDGE, "", "", r'"default\|ipv4_unicast\|10\.228\.0\.1/32": \{\},\s*', "", "10.228.0.1/32 is not set: switches of the fabric"),
    ("sonic", _EDGE, "", "", r'(l2vpn_evpn": \{)"admin_status": "up"', r"\1", "default|PEERS|l2vpn_evpn admin_status is not set"),
    ("sonic", _EDGE, "", "", '"advertise-all-vni": "true"', "", "advertise-all-vni is not set: this switch announces none"),
    ("sonic", _LEAF, "", "", r'("Vrf-blue": \{)"vni": "\d+"', r"\1", "Vrf-blue vni is not set: the instance has"),
    ("cumulus", _EDGE, "", "", r"( +)swp63:\n +peer-group: PEERS\n", r"\1swp63:\n", "swp63 peer-group is not set: the cable has"),
    ("cumulus", _EDGE, "", "", r"\n +remote-as: external", "", "PEERS remote-as is not set"),
    ("cumulus", _STORE, "", _NUMBERED, r"\n +remote-as: \d+", "", "remote-as is not set: without the neighbour's AS"),
    ("cumulus", _EDGE, "", "", r"(\n +network:)\n +10\.228\.0\.1/32: \{\}", r"\1", "network 10.228.0.1/32 is not set: switches of the fabric"),
    ("cumulus", _EDGE, "", "", rf"({_GROUP} +l2vpn-evpn:\n +state: )enabled", r"\1disabled", "l2vpn-evpn state is disabled, not on"),
    ("cumulus", _EDGE, "", "", r"(l2vpn-evpn:\n +state: )enabled", r"\1disabled", "l2vpn-evpn state is disabled, not on: sessions"),
    ("cumulus", _EDGE, "", "", r"(\n    evpn:\n(?:      .*\n)*?      state: )enabled", r"\1disabled", "evpn state is disabled, not on: this switch announces none"),
    ("cumulus", _LEAF, "", "", rf"({_INSTANCE} +vni:\n +)\d+: ", r"\g<1>9: ", " is not set: the instance has this VXLAN network"),
    ("cumulus", _LEAF, "", "", rf"({_INSTANCE} +to-evpn:\n +(?:route-map: \S+\n +)?state: )enabled", r"\1disabled", "to-evpn state is disabled, not on: the instance's routes"),
    ("eos", _EDGE, "", "", r" +neighbor interface Ethernet63/1 peer-group .*\n", "", " is not set: the cable has a session"),
    ("eos", _EDGE, "", "", r" +network 10\.228\.0\.1/32\n", "", "network 10.228.0.1/32 is not set: switches of the fabric"),
    ("eos", _EDGE, "", "", r"(address-family ipv4\n) +neighbor PEERS activate\n", r"\1", "address-family ipv4 neighbor PEERS activate is not set"),
    ("eos", _EDGE, "", "", r"(address-family evpn\n(?:      .*\n)*?) +neighbor PEERS activate\n", r"\1", "address-family evpn neighbor PEERS activate is not set"),
    ("eos", _EDGE, "", "", r" +redistribute learned\n", "", "redistribute learned is not set: the other switches do not learn"),
    ("eos", _EDGE, "", "", r" +route-target both .*\n", "", "vlan 200 route-target both is not set"),
    ("eos", _LEAF, "", "", r" +vxlan vrf Vrf-blue vni \d+\n", "", "vxlan vrf Vrf-blue vni is not set: the instance has"),
    ("eos", _LEAF, "", "", r" +route-target export evpn .*\n", "", "vrf Vrf-blue route-target export evpn is not set: the instance's routes"),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[0]} {fault[1]} {fault[2]} {fault[6][:50]}")
def test_a_deletion_from_routing_inside_a_fabric_is_found(fault: Fault, trees: Trees) -> None:
    """One fault, said once, in the file where it is; before it the file has none."""
    os, switch, name, underlay, pattern, instead, said = fault
    where = f"switches/{switch}/{name or FILES[os]}"
    tree = trees(os, switch, underlay)
    assert settings(tree).faults == []
    with planted(tree / where, pattern, instead):
        faults = settings(tree).faults
    assert len(faults) == 1, faults
    place, _, message = faults[0].partition(": ")
    assert place.rpartition(":")[0] == where
    assert said in message
