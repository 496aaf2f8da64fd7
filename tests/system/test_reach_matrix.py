"""Who reaches whom, computed from rendered files: equal to the intent for every system, and every planted fault is found at its place."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.reach.judge import reachability
from tests.host_files import own_file
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof


def tenanted(system: str = "sonic", **more: Any) -> dict[str, Any]:
    """A cluster with two tenants, a segment, a rule and a tier of its own; its fabrics run one system where it has switches for them."""
    spec = cluster(8, 16) | more
    spec["tenants"] = {"blue": {"hosts": ["gpu[01-03]"]}, "red": {"hosts": ["gpu[05-07]", "gpu10"]}}
    spec["segments"] = {"backup": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}}
    spec["access"] = {"web": {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/8888"]}}
    if system == "eos":
        for fabric in ("compute", "storage"):
            del spec["fabrics"][fabric]["spine"]
            spec["fabrics"][fabric]["leaf"] = {"model": "7060x6-64pe", "os": "eos"}
    elif system == "cumulus":
        for fabric in spec["fabrics"].values():
            fabric.pop("spine", None)
            fabric["leaf"] = {**fabric["leaf"], "os": "cumulus"}
    return spec


def write(spec: dict[str, Any], folder: Path) -> Path:
    """Render a spec."""
    folder.mkdir(exist_ok=True)
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "tree")
    return folder / "tree"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tenanted cluster on SONiC."""
    return write(tenanted(), tmp_path_factory.mktemp("reach"))


@pytest.fixture
def copy(tree: Path, tmp_path: Path) -> Path:
    """The files that reachability follows from, to be spoilt."""
    for part in ("switches", "hosts", "host_groups"):
        shutil.copytree(tree / part, tmp_path / "tree" / part)
    for name in ("plan.json", "manifest.json"):
        shutil.copy(tree / name, tmp_path / "tree" / name)
    return tmp_path / "tree"


@pytest.mark.parametrize("system", ["sonic", "cumulus", "eos"])
def test_all_is_as_meant(
    system: str, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """No cell of the matrix differs, whatever the switches run; cells are open and closed."""
    program("nft")
    verdict = reachability(write(tenanted(system), tmp_path))
    assert verdict.ran
    assert verdict.faults == []
    assert verdict.files > 5000  # some twenty zones, squared, and as many doors
    proven("nft", f"reachability from the files of {system}: {verdict.note}")


@pytest.mark.parametrize("system", ["ubuntu-24.04", "debian-12", "rocky-9"])
def test_whatever_hosts_run(system: str, tmp_path: Path, program: Callable[[str], str]) -> None:
    """netplan, systemd-networkd and NetworkManager come to the same, with IPv6."""
    program("nft")
    spec = tenanted(addressing={"ipv6": "fd00:10::/32"})
    for group in spec["hosts"].values():
        group["os"] = system
    verdict = reachability(write(spec, tmp_path))
    assert verdict.faults == []
    assert verdict.files


@pytest.mark.parametrize("name", ["roce-16", "small-4-hosts", "ib-256", "b300-two-planes-512"])
def test_examples(
    name: str, rendered: Callable[[str], Path], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Examples too: a converged pair, planes, and what of an InfiniBand cluster is Ethernet."""
    program("nft")
    verdict = reachability(rendered(name))
    assert verdict.faults == []
    proven("nft", f"reachability of {name}: {verdict.note}")


def _tables(tree: Path, switch: str) -> tuple[Path, dict[str, Any]]:
    file = tree / "switches" / switch / "config_db.json"
    return file, json.loads(file.read_text(encoding="utf-8"))


def _faults(tree: Path, program: Callable[[str], str]) -> list[str]:
    program("nft")
    verdict = reachability(tree)
    assert verdict.ran
    return verdict.faults


def _named(faults: list[str], *words: str) -> bool:
    return any(all(word in fault for word in words) for fault in faults)


def test_a_rule_that_is_gone(copy: Path, program: Callable[[str], str]) -> None:
    """Users' way to compute hosts, removed from one leaf of two."""
    file, tables = _tables(copy, "frontend-leaf2")
    rules = tables["ACL_RULE"]
    gone = [key for key, row in rules.items() if key.startswith("FRONTEND-LOGIN|") and row.get("L4_DST_PORT") == "22"]
    assert gone
    for key in gone:
        del rules[key]
    file.write_text(json.dumps(tables), encoding="utf-8")
    faults = _faults(copy, program)
    assert _named(faults, "inband/login to inband/compute, tcp/22", "allowed by the plan, but blocked by", "frontend-leaf2/config_db.json: FRONTEND-LOGIN")  # fmt: skip
    assert not _named(faults, "frontend-leaf1")


def test_a_permit_too_many(copy: Path, program: Callable[[str], str]) -> None:
    """BMCs may ask everybody by one line, and the line is named."""
    file, tables = _tables(copy, "oob-leaf1")
    tables["ACL_RULE"]["OOB-BMC|PLANTED"] = {"PRIORITY": "9999", "PACKET_ACTION": "FORWARD", "ETHER_TYPE": "0x0800"}
    file.write_text(json.dumps(tables), encoding="utf-8")
    faults = _faults(copy, program)
    assert _named(
        faults, "bmc to management,", "denied by the plan, but allowed by", "oob-leaf1/config_db.json: OOB-BMC PLANTED"
    )
    assert _named(faults, "bmc to bmc,", "tcp/23", "OOB-BMC PLANTED")


def test_a_wrong_port_in_a_firewall(copy: Path, program: Callable[[str], str]) -> None:
    """One of the compute hosts answers at the next port: it is found among its like."""
    file = own_file(copy, "gpu06", "etc/clustergen/firewall.nft")
    text = file.read_text(encoding="utf-8")
    assert "tcp dport { 22 }" in text
    file.write_text(text.replace("tcp dport { 22 }", "tcp dport { 2222 }"), encoding="utf-8")
    faults = _faults(copy, program)
    stopped = "allowed by the plan, but blocked by hosts/gpu06/etc/clustergen/firewall.nft: chain from_inband"
    assert _named(faults, "inband/login to inband/compute@red, tcp/22", stopped)
    assert not _named(faults, "hosts/gpu05")


def test_a_policy_that_accepts(copy: Path, program: Callable[[str], str]) -> None:
    """A chain that drops no more lets in what the policy of the base chain lets in."""
    file = own_file(copy, "login1", "etc/clustergen/firewall.nft")
    text = file.read_text(encoding="utf-8").replace("policy drop", "policy accept").replace("    drop\n", "")
    file.write_text(text, encoding="utf-8")
    faults = _faults(copy, program)
    assert _named(
        faults, "site to inband/login", "tcp/23", "hosts/login1/etc/clustergen/firewall.nft: the policy of chain input"
    )


def test_two_tenants_in_one_instance(copy: Path, program: Callable[[str], str]) -> None:
    """One port of red's, on one rail, among blue's: RDMA crosses, though both firewalls stand."""
    plan = json.loads((copy / "plan.json").read_text(encoding="utf-8"))
    port = next(p for p in plan["ports"] if p["peer"] == "gpu06" and p["peer_interface"] == "rail3")
    file, tables = _tables(copy, port["switch"])
    tables["INTERFACE"][port["interface"]]["vrf_name"] = "Vrf-blue"
    file.write_text(json.dumps(tables), encoding="utf-8")
    faults = _faults(copy, program)
    assert _named(faults, "compute/compute@blue to compute/compute@red", "RDMA", "denied by the plan, but", "to gpu06")
    assert _named(faults, "compute/compute@red to compute/compute@red", "allowed by the plan, but", f"switches/{port['switch']}/config_db.json: Vrf-")  # fmt: skip


def test_priorities_that_changed_places(copy: Path, program: Callable[[str], str]) -> None:
    """What denies the rest of the cluster stands before what permits parts of it."""
    file, tables = _tables(copy, "frontend-leaf1")
    rules = {key: row for key, row in tables["ACL_RULE"].items() if key.startswith("FRONTEND-STORAGE|")}
    denies = [row for key, row in rules.items() if row["PACKET_ACTION"] == "DROP" and not key.endswith("DEFAULT")]
    permits = [row for row in rules.values() if row["PACKET_ACTION"] == "FORWARD"]
    assert denies
    first = max(int(row["PRIORITY"]) for row in permits) + 1
    late = [row for row in denies if int(row["PRIORITY"]) < first]
    assert late
    for row in late:
        row["PRIORITY"] = str(first)
    file.write_text(json.dumps(tables), encoding="utf-8")
    faults = _faults(copy, program)
    assert _named(
        faults, "inband/storage to", "allowed by the plan, but", "frontend-leaf1/config_db.json: FRONTEND-STORAGE RULE_"
    )


def test_a_host_without_its_route(copy: Path, program: Callable[[str], str]) -> None:
    """A host that does not know its way stops its own packets, and its file is named."""
    file = copy / "hosts" / "gpu08" / "etc" / "netplan" / "60-clustergen.yaml"
    text = file.read_text(encoding="utf-8")
    start = text.index("      routes:", text.index("rail2:"))
    end = text.index("    rail3:")
    file.write_text(text[:start] + text[end:], encoding="utf-8")
    faults = _faults(copy, program)
    stopped = "blocked by hosts/gpu08/etc/netplan/60-clustergen.yaml has no route"
    assert _named(faults, "compute/compute to compute/compute", "RDMA", stopped, "by rail2")
    assert not _named(faults, "hosts/gpu07")


def test_a_port_outside_of_its_vlan(copy: Path, program: Callable[[str], str]) -> None:
    """A login host's port that left its VLAN is cut off."""
    plan = json.loads((copy / "plan.json").read_text(encoding="utf-8"))
    port = next(p for p in plan["ports"] if p["peer"] == "login1" and p["switch"] == "frontend-leaf1")
    file, tables = _tables(copy, "frontend-leaf1")
    del tables["VLAN_MEMBER"][f"Vlan200|{port['interface']}"]
    file.write_text(json.dumps(tables), encoding="utf-8")
    faults = _faults(copy, program)
    assert _named(faults, "inband/login to", f"frontend-leaf1/config_db.json: {port['interface']} accepts no frames")


def test_a_network_that_is_not_announced(copy: Path, program: Callable[[str], str]) -> None:
    """Other rails do not find a rail whose leaf keeps its prefix to itself in one tenant's instance."""
    plan = json.loads((copy / "plan.json").read_text(encoding="utf-8"))
    leaf = next(p["switch"] for p in plan["ports"] if p["peer"] == "gpu06" and p["peer_interface"] == "rail7")
    file = copy / "switches" / leaf / "frr.conf"
    head, instance, rest = file.read_text(encoding="utf-8").partition(" vrf Vrf-red\n bgp")
    assert instance
    assert "  network 10." in rest
    rest = "\n".join(line for line in rest.splitlines() if not line.startswith("  network 10."))
    file.write_text(head + instance + rest, encoding="utf-8")
    faults = _faults(copy, program)
    assert _named(faults, "compute/compute@red to compute/compute@red", "blocked by", "Vrf-red has no route to 10.112.")
    assert not _named(faults, "@blue to")


def test_a_line_that_is_not_understood_is_not_passed_over(copy: Path, program: Callable[[str], str]) -> None:
    """What a line does is known, or the judge says that it is not."""
    file, tables = _tables(copy, "frontend-leaf1")
    key = next(key for key in tables["ACL_RULE"] if key.startswith("FRONTEND-LOGIN|RULE_"))
    tables["ACL_RULE"][key]["INNER_ETHER_TYPE"] = "0x0800"
    file.write_text(json.dumps(tables), encoding="utf-8")
    assert _named(_faults(copy, program), f"{key.partition('|')[2]} matches by INNER_ETHER_TYPE")


def test_ipv6_has_cells_of_its_own(tmp_path: Path, program: Callable[[str], str]) -> None:
    """A line too many in a list of IPv6 alone is found, by an address of IPv6."""
    tree = write(tenanted(addressing={"ipv6": "fd00:10::/32"}), tmp_path)
    file, tables = _tables(tree, "storage-leaf1")
    planted = {"PRIORITY": "10000", "PACKET_ACTION": "FORWARD", "IP_TYPE": "IPV6ANY"}
    tables["ACL_RULE"]["STORAGE-COMPUTE-BLUE-V6|PLANTED"] = planted
    file.write_text(json.dumps(tables), encoding="utf-8")
    assert _named(_faults(tree, program), "storage/compute@blue to storage/compute@red, RDMA", "STORAGE-COMPUTE-BLUE-V6 PLANTED", "fd00:10:")  # fmt: skip


@pytest.mark.parametrize(
    ("system", "file", "old", "new"),
    [
        ("cumulus", "startup.yaml", "permit", "deny"),
        ("eos", "running.cfg", " permit icmp ", " deny icmp "),
    ],
)
def test_other_systems_have_their_lines_named(
    system: str, file: str, old: str, new: str, tmp_path: Path, program: Callable[[str], str]
) -> None:
    """A storage leaf that denies where it ought to permit."""
    tree = write(tenanted(system), tmp_path)
    path = tree / "switches" / "storage-leaf1" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    faults = _faults(tree, program)
    assert _named(
        faults, "storage/compute", "icmp", "allowed by the plan, but blocked by", f"storage-leaf1/{file}: STORAGE-"
    )
