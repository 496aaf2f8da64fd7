"""The way out of the out-of-band network: what is planned of it, and what `check` finds where it leads nowhere, or too far."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.change.compare import compare
from generator.cli.output import write_tree
from generator.plan.edge import transit
from generator.plan.secrets import used
from generator.render.backends import cumulus
from generator.render.cumulus.grammar import fault
from generator.render.tree import render_tree
from generator.verify.reach.edge import edge
from generator.verify.reach.judge import reachability
from tests.oob_specs import oob_cluster
from tests.ours import TEMPLATES
from tests.plan.plan_rows import rows_of
from tests.specs import plan_data

Plant = Callable[[str], str]


def _other(pattern: str, instead: str) -> Plant:
    return lambda text: re.sub(pattern, instead, text, count=1, flags=re.MULTILINE)


def built(folder: Path, **changed: object) -> Path:
    """Render a cluster with a way out."""
    write_tree(render_tree(plan_data(oob_cluster(**changed), folder), TEMPLATES), folder / "build")  # type: ignore[arg-type]
    return folder / "build"


@pytest.fixture(scope="module", params=["sonic", "cumulus"])
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Static routes, on each system."""
    return built(tmp_path_factory.mktemp(request.param), os=request.param)


def faults_with(file: Path, plant: Plant, judge: Callable[[], list[str]]) -> list[str]:
    """Judge a tree with one file changed, and put it back."""
    good = file.read_text(encoding="utf-8")
    bad = plant(good)
    assert bad != good
    file.write_text(bad, encoding="utf-8")
    found = judge()
    file.write_text(good, encoding="utf-8")
    return found


def test_the_default_route_is_that_of_all_management_leaves(tmp_path: Path) -> None:
    """It leads to the gateway at the stated port; the other leaf takes it from the fabric, and no other fabric has it."""
    plan = plan_data(oob_cluster(), tmp_path)
    (way,) = plan.site_uplinks
    assert (way.switch, way.port, way.fabric, way.asn, way.default) == ("oob-leaf1", "Ethernet52", "oob", None, "accept")  # fmt: skip
    assert way.announce == ("10.192.0.0/14 eq 24", "10.196.0.0/14 eq 24")
    port = next(port for port in plan.ports_of["oob-leaf1"] if port.kind == "edge")
    assert (port.fabric, port.cage, port.speed_gbps) == ("oob", 50, 1)
    paths = {switch.name: found.paths for switch in plan.switches if (found := transit(plan.site_uplinks, switch))}
    assert paths == {"oob-leaf1": ("^$",), "oob-leaf2": ()}
    assert {switch.way_out for switch in plan.switches} == {""}


def test_the_way_moves_nothing_that_is_there(tmp_path: Path) -> None:
    """It comes to a cluster that runs: no address, port, cable or name changes. Services of the site come with it at the earliest."""
    after = oob_cluster() | {"services": {}}
    old, new = rows_of({**after, "addressing": {}}, tmp_path), rows_of(after, tmp_path)
    for section in ("hosts", "switches", "links", "cables", "addresses", "asns", "vlans", "prefixes", "numbering"):
        assert old[section] == new[section], section
    assert {(change.table, change.kind.value) for change in compare(old, new)} == {
        ("ways", "added"),
        ("ports", "added"),
        ("limits", "in-place"),
    }


def test_only_answers_enter(tmp_path: Path) -> None:
    """The site starts nothing out of band unless `access` has it; nothing from there has an address of the cluster."""
    spec = oob_cluster()
    plan = plan_data(spec, tmp_path)
    leaf = next(switch for switch in plan.switches if switch.name == "oob-leaf1")
    (lines,) = [each.lines for each, _ in plan.filters_on(leaf) if each.role == "edge"]
    entering = [line for line in lines if line.action == "permit" and line.source != "192.0.2.0/32"]
    assert {line.why for line in entering} == {"answers of the site"}
    assert {line.destination for line in entering} == {"10.192.0.0/14", "192.0.2.1/32"}
    assert all(line.established or line.source_ports in {(53, 53), (123, 123)} for line in entering)
    spec["access"] = {"reader": {"source": ["site"], "to": ["management"], "services": ["snmp"], "why": "the site's collector"}}  # fmt: skip
    opened = next(each.lines for each, _ in plan_data(spec, tmp_path).filters_on(leaf) if each.role == "edge")
    assert {line.ports for line in opened if line.why.startswith("snmp")} == {(161, 161)}
    spec["addressing"]["oob_way_out"]["gw"]["accept"] = ["198.51.100.0/24"]
    opened = next(each.lines for each, _ in plan_data(spec, tmp_path).filters_on(leaf) if each.role == "edge")
    assert {line.source for line in opened if line.action == "permit"} == {"198.51.100.0/24", "192.0.2.0/32"}


def test_check_takes_what_is_rendered(tree: Path) -> None:
    """Every file as it is."""
    assert edge(tree).faults == []


def test_a_switch_without_a_gateway_is_found(tree: Path) -> None:
    """Its services are out of reach, whatever its leaf has; so are a BMC's where DHCP tells it of none."""
    folder = tree / "switches" / "compute-leaf1"
    sonic = (folder / "config_db.json").is_file()
    file = folder / ("config_db.json" if sonic else "startup.yaml")
    plant = _other(r'"gwaddr": "10.192.1.254"', '"gwaddr": "10.192.1.253"') if sonic else _other(r"10\.192\.1\.254: \{\}", "10.192.1.253: {}")  # fmt: skip
    found = faults_with(file, plant, lambda: edge(tree).faults)
    assert any("gateway is 10.192.1.254, but it has 10.192.1.253" in each for each in found), found
    dhcp = tree / "provisioning" / "kea" / "kea-dhcp4.conf"
    found = faults_with(dhcp, _other(r'\{"name": "routers", "data": "10.196.1.254"\},', ""), lambda: edge(tree).faults)
    assert found == ["provisioning/kea/kea-dhcp4.conf: 10.196.1.0/24 has the gateway 10.196.1.254, but DHCP has none"]


def test_a_static_route_that_is_gone_is_found(tree: Path) -> None:
    """Of the leaf with the way."""
    folder = tree / "switches" / "oob-leaf1"
    if (folder / "config_db.json").is_file():
        file, plant = folder / "frr.conf", _other(r"^ip route 0.0.0.0/0 192.0.2.0\n", "")
    else:
        file, plant = folder / "startup.yaml", _other(r"192\.0\.2\.0:", "192.0.2.9:")
    found = faults_with(file, plant, lambda: edge(tree).faults)
    assert any("has no route to 0.0.0.0/0 by 192.0.2.0" in each for each in found), found


@pytest.mark.proof
def test_what_keeps_switches_from_the_site_is_found(tree: Path, program: Callable[[str], str]) -> None:
    """The matrix from the files: a leaf that is not told of the route, a filter that stops TACACS, and one that lets the site in."""
    program("nft")
    assert reachability(tree).faults == []
    sonic = (tree / "switches" / "oob-leaf1" / "config_db.json").is_file()
    one, two = (tree / "switches" / name for name in ("oob-leaf1", "oob-leaf2"))
    if sonic:
        plants = [
            (two / "frr.conf", _other(r"^route-map ACCEPT permit 20\n match .*\nexit\n", ""), "default route is not accepted"),
            (one / "frr.conf", _other(r"^bgp as-path access-list SITE permit .*\n", ""), "the site's default route is not announced to other switches"),
            (two / "config_db.json", lambda text: re.sub(r'("OOB-SWITCH\|RULE_\d+": \{[^}]*"PACKET_ACTION": )"FORWARD"([^}]*"L4_DST_PORT": "49")', r'\1"DROP"\2', text), "management to site, tcp/49: allowed by the plan, but blocked by"),
            (one / "config_db.json", lambda text: re.sub(r'("EDGE-50\|DEFAULT": \{[^}]*"PACKET_ACTION": )"DROP"', r'\1"FORWARD"', text), "site to management"),
        ]  # fmt: skip
    else:
        plants = [(two / "startup.yaml", _other("ip-prefix-list: SITE", "ip-prefix-list: OWN"), "default route is not accepted")]  # fmt: skip
    for file, plant, said in plants:
        found = faults_with(file, plant, lambda: reachability(tree).faults)
        assert any(said in each for each in found), (said, found[:4])


def test_a_session_tells_of_both_vlans(tmp_path: Path) -> None:
    """BGP by a tag, with a password: the gateway is told of the leaves' parts of the management VLAN and of the BMCs', and of nothing else."""
    tree = built(tmp_path, asn=65010, vlan=900, password="oob")
    assert (edge(tree).faults, edge(tree).note) == ([], "1 sessions with the site")
    assert "edge_oob" in used(plan_data(oob_cluster(asn=65010, password="oob"), tmp_path))
    file = tree / "switches" / "oob-leaf1" / "frr.conf"
    text = file.read_text(encoding="utf-8")
    assert re.findall(r"^ip prefix-list EDGE-GW-OUT .* permit (.*)$", text, re.MULTILINE) == [
        "10.192.0.0/14 ge 24 le 24",
        "10.196.0.0/14 ge 24 le 24",
    ]
    leak = _other(r"^(ip prefix-list EDGE-GW-OUT seq 5 .*\n)", r"\1ip prefix-list EDGE-GW-OUT seq 6 permit 10.230.0.0/15 ge 32 le 32\n")  # fmt: skip
    found = faults_with(file, leak, lambda: edge(tree).faults)
    assert any("EDGE-GW-OUT announces to the site 10.230.0.0/15" in each for each in found), found


def test_the_site_is_told_where_to_send(tree: Path) -> None:
    """The document has the prefixes of a static way, as its routers must have routes back."""
    text = (tree / "docs" / "edge.md").read_text(encoding="utf-8")
    assert "it accepts 0.0.0.0/0, by static routes: send 10.192.0.0/14 and 10.196.0.0/14 here." in text


def test_stated_prefixes_take_the_place_of_the_default(tmp_path: Path) -> None:
    """The leaf then has routes to these alone."""
    tree = built(tmp_path, accept=["198.51.100.0/24"])
    text = (tree / "switches" / "oob-leaf1" / "frr.conf").read_text(encoding="utf-8")
    assert "ip route 198.51.100.0/24 192.0.2.0" in text
    assert "0.0.0.0/0" not in text
    assert edge(tree).faults == []


@pytest.mark.parametrize("version", ["5.14", "5.15"])
def test_nvue_takes_every_command(version: str, tmp_path: Path) -> None:
    """By NVIDIA's reference, in the words of older and of newer releases."""
    spec = oob_cluster("cumulus", asn=65010, vlan=900)
    spec["fabrics"]["oob"]["leaf"]["version"] = version
    files = cumulus.render(plan_data(spec, tmp_path), TEMPLATES)
    said = next(file.content for file in files if "oob-leaf1/nv-set.sh" in file.path)
    commands = [shlex.split(line)[2:] for line in said.splitlines() if line.startswith("nv set ")]
    assert any("192.0.2.0" in command for command in commands)
    assert [found for command in commands if (found := fault(command, version))] == []


def test_more_peer_links_than_hosts_need_have_ports_of_their_own(tmp_path: Path) -> None:
    spec = oob_cluster(cage=46)
    spec["fabrics"]["oob"] |= {"peer_links": 4, "reserve_ports": 2}
    ports = [port.cage for port in plan_data(spec, tmp_path).ports_of["oob-leaf1"] if port.kind == "leaf_leaf"]
    assert sorted(ports) == [49, 50, 51, 52]
