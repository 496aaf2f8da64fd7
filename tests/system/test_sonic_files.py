"""Every form of SONiC's files before its own judges: the YANG, and FRR's check mode. Planted faults are refused by name."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.plan.draft import Draft
from generator.render.backends import sonic
from generator.twin.frr import check_syntax
from tests.judges.sonic_yang import SonicYang
from tests.ours import TEMPLATES
from tests.render.sonic_specs import SPECS, sonic_spec
from tests.specs import plan_data

pytestmark = pytest.mark.proof


def files_of(plan: Draft) -> dict[str, str]:
    return {artifact.path: artifact.content for artifact in sonic.render(plan, TEMPLATES)}


def kinds(files: dict[str, str]) -> dict[str, str]:
    """One config_db.json of each kind of switch: others differ in numbers alone."""
    found: dict[str, str] = {}
    for path, content in files.items():
        if path.endswith("config_db.json"):
            found.setdefault(path.split("/")[1].rstrip("0123456789"), content)
    return found


@pytest.mark.parametrize("name", SPECS)
def test_yang_and_frr_accept_every_form(
    name: str,
    shared: Path,
    program: Callable[[str], str],
    tmp_path: Path,
    proven: Callable[[str, str], None],
) -> None:
    files = files_of(plan_data(SPECS[name], tmp_path))
    judge = _judge(shared / "schemas" / "sonic-yang", program("yanglint"))
    documents = {kind: json.loads(content) for kind, content in kinds(files).items()}
    assert len(documents) >= 5
    assert {kind: said for kind, said in judge.check_all(documents).items() if said} == {}
    program("vtysh")
    configs = [path for path in files if path.endswith("frr.conf")]
    for path in configs:
        folder = tmp_path / path.split("/")[1]
        folder.mkdir()
        (folder / "frr.conf").write_text(files[path])
        assert check_syntax(folder) == [], path
    proven("SONiC YANG (yanglint)", f"SONiC {name}: {len(documents)} kinds of config_db.json accepted")
    proven("FRR (vtysh -C)", f"SONiC {name}: {len(configs)} frr.conf parsed")


@cache
def _judge(schema_dir: Path, yanglint: str) -> SonicYang:
    return SonicYang(schema_dir, yanglint)


@cache
def _leaf(folder: Path) -> str:
    """Render a compute leaf with everything on it, converged neighbours' filters aside."""
    plan = plan_data(sonic_spec(tenants=True, services=True, ipv6=True), folder)
    return files_of(plan)["switches/compute-leaf1/config_db.json"]


@cache
def _frontend(folder: Path) -> str:
    plan = plan_data(sonic_spec(tenants=True, services=True, ipv6=True), folder)
    return files_of(plan)["switches/frontend-leaf1/config_db.json"]


FAULTS: dict[str, tuple[str, tuple[str, ...], Any, str]] = {
    "instance that is nowhere": ("compute", ("INTERFACE", "Ethernet0", "vrf_name"), "Vrf-nowhere", "Vrf-nowhere"),
    "network number out of range": ("compute", ("VRF", "Vrf-blue", "vni"), "16777216", "vni"),
    "tunnel map on no tunnel": ("compute", ("VXLAN_TUNNEL_MAP", "gone|map_1_Vlan2", "vlan"), "Vlan2", "gone"),
    "pool that is nowhere": ("compute", ("BUFFER_PROFILE", "q_lossy_profile", "pool"), "gone", "gone"),
    "queue without its profile": ("compute", ("BUFFER_QUEUE", "Ethernet0|3", "profile"), "gone", "gone"),
    "marking that is nowhere": ("compute", ("QUEUE", "Ethernet0|3", "wred_profile"), "ROCE_1G", "ROCE_1G"),
    "limit that is no number": (
        "compute",
        ("BGP_PEER_GROUP_AF", "default|SPINES|ipv4_unicast", "max_prefix_limit"),
        "many",
        "max_prefix_limit",
    ),
    "maintenance by another word": ("compute", ("BGP_GLOBALS", "default", "graceful_shutdown"), "soon", "soon"),
    "instance of BGP that is nowhere": ("compute", ("BGP_GLOBALS", "Vrf-gone"), {"local_asn": "1"}, "Vrf-gone"),
    "tacacs without a key": ("compute", ("TACPLUS", "global"), {"auth_type": "login"}, "passkey"),
    "short passphrase": ("compute", ("SNMP_USER", "reader", "SNMP_USER_AUTH_PASSWORD"), "short", "string-length"),
    "certificate of another suffix": ("compute", ("GNMI", "certs", "ca_crt"), "/etc/sonic/ca.pem", "ca_crt"),
    "filter on an absent port": (
        "frontend",
        ("ACL_TABLE", "FRONTEND-COMPUTE", "ports"),
        ["Ethernet999"],
        "Ethernet999",
    ),
    "rule of an absent filter": (
        "frontend",
        ("ACL_RULE", "GONE|RULE_1"),
        {"PRIORITY": "1", "PACKET_ACTION": "DROP"},
        "GONE",
    ),
    "flags that the type does not list": (
        "frontend",
        ("ACL_TABLE_TYPE", "HOST_PORT", "MATCHES"),
        ["SRC_IP"],
        "TCP_FLAGS",
    ),
    "action that is none": ("frontend", ("ACL_RULE", "FRONTEND-COMPUTE|DEFAULT", "PACKET_ACTION"), "DENY", "DENY"),
    "range upside down in form": (
        "frontend",
        ("ACL_RULE", "FRONTEND-COMPUTE|DEFAULT", "L4_DST_PORT_RANGE"),
        "1024:2048",
        "1024:2048",
    ),
    "rule before a service without an action": (
        "compute",
        ("ACL_RULE", "CONTROL-SSH|RULE_1"),
        {"PRIORITY": "1", "SRC_IP": "10.0.0.0/32"},
        "PACKET_ACTION",
    ),
    "table before no service": (
        "compute",
        ("ACL_TABLE", "CONTROL-SSH"),
        {"type": "CTRLPLANE", "stage": "ingress"},
        "services",
    ),
    "IPv6 in an IPv4 field": ("frontend", ("ACL_RULE", "FRONTEND-COMPUTE|DEFAULT", "SRC_IP"), "fd42::/32", "SRC_IP"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(
    fault: str, shared: Path, program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    switch, path, value, named = FAULTS[fault]
    folder = tmp_path_factory.getbasetemp() / "planted"
    folder.mkdir(exist_ok=True)
    document: dict[str, Any] = deepcopy(json.loads((_leaf if switch == "compute" else _frontend)(folder)))
    place = document
    for step in path[:-1]:
        place = place.setdefault(step, {})
    place[path[-1]] = value
    faults = _judge(shared / "schemas" / "sonic-yang", program("yanglint")).check(document)
    assert any(named in said for said in faults), faults
