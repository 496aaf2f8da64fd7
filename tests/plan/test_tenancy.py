"""Tenants with routing instances on storage: which routes cross, on each system, and what `check` finds in files that hand on more."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.change.compare import compare
from generator.cli.output import write_tree
from generator.model.cluster import Cluster
from generator.plan.addressing import numbers
from generator.plan.addressing.records import Vrf
from generator.plan.leaks import crossings, plan_leaks
from generator.plan.read_back import read_back
from generator.plan.tenants import SHARED_VRF, plan_vrfs
from generator.render.backends import cumulus, sonic
from generator.render.cumulus.reading import faults_of
from generator.render.tree import render_tree
from generator.verify.reach.edge import edge
from generator.verify.reach.judge import reachability
from generator.verify.reach.leaks import leaks
from tests.conftest import tree_of
from tests.ours import TEMPLATES
from tests.plan.plan_rows import rows_of
from tests.specs import cluster, plan_data
from tests.tenancy_specs import served

FILES = {"sonic": "frr.conf", "cumulus": "startup.yaml", "eos": "running.cfg"}
LEAF = "storage-leaf1"


@pytest.fixture(scope="module", params=FILES)
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cluster with two tenants on storage, in both IP versions, on each system; the folder is called after it."""
    name = str(request.param)
    folder = tmp_path_factory.mktemp(name)
    write_tree(render_tree(plan_data(served(name, ipv6=True), folder), TEMPLATES), folder / name)
    return folder / name


def test_what_crosses_is_what_the_matrix_says(tmp_path: Path) -> None:
    """Servers cross into tenants' instances and tenants' clients into the servers'; who is nobody's reaches no tenant, and no tenant another."""
    plan = plan_data(served(), tmp_path)
    found = {(leak.into, leak.source): leak.zones for leak in plan_leaks(plan)}
    assert found == {
        ("Vrf-blue", SHARED_VRF): ("storage/storage",),
        ("Vrf-red", SHARED_VRF): ("storage/storage",),
        (SHARED_VRF, "Vrf-blue"): ("storage/compute@blue",),
        (SHARED_VRF, "Vrf-red"): ("storage/compute@red",),
    }
    leaf = next(switch for switch in plan.switches if switch.name == LEAF)
    assert {port.vrf for port in plan.ports_of[LEAF] if port.kind == "host_leaf"} == {"Vrf-blue", "Vrf-red", SHARED_VRF}
    mine = {(each.into, each.interface) for each in crossings(plan, leaf)}
    servers = {port.interface for port in plan.ports_of[LEAF] if port.role == "storage"}
    assert {interface for into, interface in mine if into == "Vrf-blue"} == servers


def test_a_rule_across_tenants_opens_two_instances_to_each_other(tmp_path: Path) -> None:
    """For the zones that it names, both ways, as a question needs its answer."""
    spec = served()
    rule = {"source": ["storage/compute"], "to": ["storage/compute"], "services": ["tcp/8888"]}
    spec["access"] = {"shared": {**rule, "why": "one data set", "across_tenants": True}}
    found = {(leak.into, leak.source): leak.zones for leak in plan_leaks(plan_data(spec, tmp_path))}
    assert found["Vrf-blue", "Vrf-red"] == ("storage/compute@red",)
    assert found["Vrf-red", "Vrf-blue"] == ("storage/compute@blue",)


def test_instances_move_nothing_that_is_there(tmp_path: Path) -> None:
    """Every address, port, cable and name stays; ports change their instance, and leaves get tunnel ends."""
    old, new = rows_of(served(tenancy="filters"), tmp_path), rows_of(served(), tmp_path)
    for section in ("hosts", "links", "cables", "asns", "vlans", "prefixes", "numbering", "zones", "flows"):
        assert old[section] == new[section], section
    kept = {(row["device"], row["address"]) for row in old["addresses"]}
    assert kept <= {(row["device"], row["address"]) for row in new["addresses"]}
    changed = {(change.table, change.kind.value) for change in compare(old, new)}
    assert ("vrfs", "added") in changed
    assert not {kind for _, kind in changed} & {"removed"}


def test_instances_are_found_as_often_in_a_large_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the fabrics of a cluster run is not looked up for each switch: of a large one that takes longer than all the rest of its plan."""
    found: list[int] = []

    def counted(planned: Cluster) -> tuple[Vrf, ...]:
        found.append(len(planned.switches))
        return plan_vrfs(planned)

    monkeypatch.setattr(numbers, "plan_vrfs", counted)
    for hosts in (4, 64):
        plan_data(cluster(hosts, hosts), tmp_path)
    assert len(set(found)) == 2
    assert found.count(min(found)) == found.count(max(found))


def test_a_plan_with_instances_is_rendered_from_its_file_alone(tmp_path: Path) -> None:
    """Byte for byte."""
    plan = plan_data(served(), tmp_path)
    again = read_back(json.loads(tree_of(plan)["plan.json"]))
    for backend in (sonic, cumulus):
        after = {each.path: each.content for each in backend.render(again, TEMPLATES)}
        assert {path for path, text in after.items() if tree_of(plan)[path] != text} == set()


@pytest.mark.parametrize("version", ["5.14", "5.15", "5.16"])
def test_nvue_takes_every_command(version: str, tmp_path: Path) -> None:
    """Each release's grammar has the words of instances and of what crosses."""
    files = tree_of(plan_data(served("cumulus", ipv6=True, version=version), tmp_path))
    startup = files[f"switches/{LEAF}/startup.yaml"]
    assert "route-import" in startup
    assert faults_of(startup, files[f"switches/{LEAF}/nv-set.sh"]) == []


def test_check_takes_what_is_rendered(tree: Path) -> None:
    """All three systems hand on the same, and no static route of theirs is taken for one to the site."""
    verdict = leaks(tree)
    assert (verdict.faults, edge(tree).faults) == ([], [])
    assert verdict.files
    assert not verdict.note.startswith("0 ")


@pytest.mark.proof
def test_the_matrix_holds(tree: Path) -> None:
    """Clients reach the servers of all tenants and nobody else's clients, by the files of hosts and leaves alone."""
    verdict = reachability(tree)
    assert verdict.ran, verdict.note
    assert verdict.faults == []


def _static(text: str) -> str:
    line = " ip route 10.128.0.8/31 10.128.0.8 Ethernet16 nexthop-vrf Vrf-red\n"
    return text.replace("exit-vrf\n", f"{line}exit-vrf\n", 1)


def _imported(text: str) -> str:
    return text.replace("  network 10.128.0.0/24\n  maximum-paths", "  network 10.128.0.0/24\n  import vrf Vrf-red\n  maximum-paths", 1)  # fmt: skip


def _wider(text: str) -> str:
    return text.replace("10.128.0.64/28:", "10.128.0.0/25:", 1)


def _no_map(text: str) -> str:
    return re.sub(r"route-map: LEAK-Vrf-blue\b", "route-map: NONE", text, count=1)


def _policy_gone(text: str) -> str:
    return text.replace(" subscribe-policy LEAK-Vrf_shared-Vrf-blue", "", 1)


def _list_wider(text: str) -> str:
    head = "ip prefix-list LEAK-Vrf_shared-Vrf-blue\n"
    return text.replace(f"{head}   seq 10 permit 10.128.0.64/28 eq 31", f"{head}   seq 10 permit 10.128.0.0/25 eq 31")


def _egress(text: str) -> str:
    return text.replace("\nroute-map ", "\nip route vrf Vrf-blue 10.128.0.8/31 egress-vrf Vrf-red 10.128.0.8\n!\nroute-map ", 1)  # fmt: skip


FAULTS: dict[str, list[tuple[Callable[[str], str], str]]] = {
    "sonic": [(_static, "10.128.0.8 to 10.128.0.9"), (_imported, "routes of Vrf-red to 0.0.0.0")],
    "cumulus": [(_wider, "10.128.0.0 to 10.128.0.63"), (_no_map, "routes of Vrf_shared to 0.0.0.0")],
    "eos": [
        (_policy_gone, "routes of Vrf_shared to 0.0.0.0"),
        (_list_wider, "10.128.0.0 to 10.128.0.63"),
        (_egress, "10.128.0.8 to 10.128.0.9"),
    ],
}


def test_check_finds_each_planted_leak(tree: Path) -> None:
    """Filters at host ports would stop what these lead to; the routes are found all the same, in the instance that has them."""
    file = tree / "switches" / LEAF / FILES[tree.name]
    good = file.read_text(encoding="utf-8")
    for plant, said in FAULTS[tree.name]:
        try:
            assert plant(good) != good, plant
            file.write_text(plant(good), encoding="utf-8")
            found = leaks(tree).faults
        finally:
            file.write_text(good, encoding="utf-8")
        assert any(said in fault and "Vrf-blue has" in fault and LEAF in fault for fault in found), (plant, found)
    assert leaks(tree).faults == []


_NETWORK = "Vrf-blue has the VXLAN network 99, but the plan has 75400"
_TARGET = "Vrf-blue has the route target 64512:84561, but its own VXLAN network is 75400"
JOINED: dict[str, list[tuple[str, str, str]]] = {
    "sonic": [
        (r"(vrf Vrf-blue\n vni )75400", r"\g<1>99", _NETWORK),
        (r"(router bgp \d+ vrf Vrf-blue\n(?:.*\n)*? address-family l2vpn evpn\n)", r"\1  route-target import 64512:84561\n", _TARGET),
        (r"(router bgp \d+ vrf Vrf-blue\n(?:.*\n)*? address-family ipv4 unicast\n)", r"\1  rt vpn import 64512:84561\n", _TARGET),
    ],
    "cumulus": [
        (r"( Vrf-blue:\n(?:.*\n)*? +vni:\n +)'?75400'?:", r"\1'99':", _NETWORK),
        (r"( Vrf-blue:\n(?:.*\n)*?)( +)bgp:\n", r"\1\2bgp:\n\2  route-import:\n\2    from-evpn:\n\2      route-target:\n\2        '64512:84561': {}\n", _TARGET),
    ],
    "eos": [
        (r"vxlan vrf Vrf-blue vni 75400", "vxlan vrf Vrf-blue vni 99", _NETWORK),
        (r"( +route-target import evpn )(\d+:)75400\n", r"\g<0>\g<1>64512:84561\n", _TARGET),
        (r"( +route-target export evpn )(\d+:)75400\n", r"\g<0>\g<1>64512:84561\n", _TARGET),
    ],
}  # fmt: skip


def test_check_finds_an_instance_that_hears_anothers_routes(tree: Path) -> None:
    """By the VXLAN network that it has, or by a route target: both join instances on all leaves at once."""
    file = tree / "switches" / LEAF / FILES[tree.name]
    good = file.read_text(encoding="utf-8")
    for pattern, instead, said in JOINED[tree.name]:
        bad = re.sub(pattern, instead, good, count=1)
        assert bad != good, pattern
        file.write_text(bad, encoding="utf-8")
        found = leaks(tree).faults
        file.write_text(good, encoding="utf-8")
        assert any(fault.endswith(said) and LEAF in fault for fault in found), (pattern, found)


@pytest.mark.parametrize(("os", "vlan"), [("sonic", 3766), ("cumulus", 3716), ("eos", 3766)])
def test_a_tenants_network_has_no_id_that_a_switch_reserves(os: str, vlan: int, tmp_path: Path) -> None:
    """Cumulus Linux forwards with VLANs 3725 to 3999 of its own. Ids outside of them stay as they are on every system."""
    spec = served(os)
    spec["tenants"] = {"old": {"hosts": ["gpu01"]}, "blue": {"hosts": ["gpu02"]}}
    found = {vrf.tenant: vrf.vlan for vrf in plan_data(spec, tmp_path).vrfs}
    assert (found["old"], found["blue"]) == (vlan, 3225)
