"""Segments of one tenant: who is in them, in which instance their gateway is, and how they are handed to the site."""

import re
from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.render.backends import docs
from generator.render.tree import render_tree
from generator.spec.load import DocumentError
from generator.verify.reach.edge import edge
from generator.verify.reach.judge import reachability
from generator.verify.reach.leaks import leaks
from generator.verify.systems.switch import read_switch
from tests.edge_specs import pair
from tests.ours import TEMPLATES
from tests.plan.plan_rows import rows_of
from tests.specs import Spec, plan_data
from tests.tenancy_specs import owned

LEAF = "frontend-leaf1"
VLAN = 310


@pytest.fixture(scope="module", params=["sonic", "cumulus", "eos"])
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cluster whose tenant blue has a segment and a way to the site; the other leaf has the way of all others."""
    name = str(request.param)
    folder = tmp_path_factory.mktemp(name)
    spec = owned(name)
    ways = spec["fabrics"]["frontend"]["edge"]
    common = {"leaf": "frontend-leaf2", "default": "accept", "address": "192.0.2.5/31", "peer": "192.0.2.4"}
    ways["fw"] = {key: ways["fw-blue"][key] for key in ("cage", "speed_gbps", "asn")} | common
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / name)
    return folder / name


def test_only_the_tenants_hosts_are_in_it(tmp_path: Path) -> None:
    """Its ports carry the VLAN, its hosts have an address and the way to what the site offers it; nobody else has any of that."""
    plan = plan_data(owned(), tmp_path)
    carry = {port.peer for port in plan.ports if VLAN in port.tagged}
    assert carry == {"gpu01", "gpu02", "gpu03"}
    assert {address.device for address in plan.addresses if address.vlan == VLAN and address.use == "segment"} == carry
    assert {zone.name for zone in plan.access.zones if zone.segment == "data"} == {"data/network", "data/compute@blue"}
    own = next(each for each in plan.interfaces_of["gpu01"] if each.vlan == VLAN)
    assert (own.gateway, own.routes) == ("10.170.0.1", ("198.51.100.0/24",))
    assert not any(each.vlan == VLAN for each in plan.interfaces_of["gpu05"])
    assert {port.vrf for port in plan.ports if port.fabric == "frontend" and port.kind == "host_leaf"} == {""}


def test_two_segments_of_a_host_share_no_route(tmp_path: Path) -> None:
    """Each network beyond is reached by the segment that a way announces or a flow names, whichever VLAN is the lower: of two routes to it Linux refuses the second."""
    spec = owned()
    segment = {"roles": ["compute"], "tenant": "blue"}
    spec["segments"] |= {
        "cold": {"vlan": 305, "prefix": "10.172.0.0/20", **segment},
        "vault": {"vlan": 330, "prefix": "10.190.0.0/20", **segment},
        "lake": {"vlan": 320, "prefix": "10.180.0.0/20", "roles": ["compute"], "tenant": "red"},
    }
    pull = {"source": ["lake/compute"], "to": ["vault/compute"], "services": ["tcp/8888"], "why": "a service"}
    spec["access"]["pull"] = pull | {"across_tenants": True}
    plan = plan_data(spec, tmp_path)
    routes = {each.vlan: each.routes for each in plan.interfaces_of["gpu01"] if each.kind == "vlan"}
    assert routes == {305: (), VLAN: ("198.51.100.0/24",), 330: ("10.180.0.0/20",)}


def test_the_segment_with_a_rule_leads_to_the_site(tmp_path: Path) -> None:
    """Of two segments that a way announces, also if its VLAN is the higher: by the other one the port's filter drops everything."""
    spec = owned(announce=["data", "vault"])
    spec["segments"]["vault"] = {"vlan": 330, "prefix": "10.190.0.0/20", "roles": ["compute"], "tenant": "blue"}
    spec["access"]["weather"] = spec["access"]["weather"] | {"source": ["vault/compute"]}
    plan = plan_data(spec, tmp_path)
    routes = {each.vlan: each.routes for each in plan.interfaces_of["gpu01"] if each.kind == "vlan"}
    assert routes == {VLAN: (), 330: ("198.51.100.0/24",)}
    assert [each.table for each in plan.interfaces_of["gpu01"] if each.vlan == VLAN] == [None]


def _both() -> Spec:
    spec = owned(announce=["data", "vault"])
    spec["segments"]["vault"] = {"vlan": 330, "prefix": "10.190.0.0/20", "roles": ["compute"], "tenant": "blue"}
    spec["access"]["weather"] |= {"source": ["data/compute", "vault/compute"]}
    return spec


def test_each_segment_answers_the_networks_that_ask_it(tmp_path: Path) -> None:
    """By its source address: of two segments with rules one leads to the site, and what the site asks by the other, or in band, is answered there."""
    plan = plan_data(_both(), tmp_path)
    mine = {each.name: each for each in plan.interfaces_of["gpu01"] if each.kind in {"bond", "vlan"}}
    said = {name: (each.routes, each.table, each.rule, each.table_routes) for name, each in mine.items()}
    other = ("198.51.100.0/24",)
    assert said == {
        "bond0": (("0.0.0.0/0",), 1200, 3200, other),
        "bond0.310": (other, None, None, ()),
        "bond0.330": ((), 1330, 3330, other),
    }
    assert mine["bond0.330"].gateway == "10.190.0.1"


def test_a_segment_that_no_way_announces_leads_nowhere(tmp_path: Path) -> None:
    """The site would have no route back: its hosts get none there, and no rule can join it with the site. A host in another segment of the tenant has none either."""
    spec = owned()
    spec["segments"]["vault"] = {"vlan": 330, "prefix": "10.190.0.0/20", "roles": ["login"], "tenant": "blue"}
    spec["tenants"] = spec["tenants"] | {"blue": {"hosts": ["gpu[01-03]", "login1"]}}
    plan = plan_data(spec, tmp_path)
    assert [each.routes for each in plan.interfaces_of["login1"] if each.vlan == 330] == [()]
    spec["access"]["deep"] = {"source": ["vault"], "to": ["site"], "services": ["https"], "why": "a service"}
    with pytest.raises(DocumentError, match="access-no-route"):
        plan_data(spec, tmp_path)
    spec = pair()
    spec["segments"] = owned()["segments"]
    plan = plan_data(spec, tmp_path)  # its way announces rails alone
    assert [each.routes for each in plan.interfaces_of["gpu1"] if each.vlan == VLAN] == [()]


def test_a_static_way_leads_to_the_tenants_segments(tmp_path: Path) -> None:
    """It announces nothing, so the page for the site says what to route there, and the filter lets that in."""
    spec = owned()
    way = spec["fabrics"]["frontend"]["edge"]["fw-blue"]
    del way["asn"], way["announce"]
    plan = plan_data(spec, tmp_path)
    assert plan.site_uplinks[0].announce == ("10.170.0.0/20",)
    found = plan.filters_on(next(each for each in plan.switches if each.name == LEAF))[-1][0]
    (line,) = (each for each in found.lines if each.says.startswith("tcp 198.51.100.0/24 443-443"))
    assert (line.destination, line.established) == (
        "10.170.2.0/30",
        True,
    )  # blue's hosts, and neither gateways nor more
    page = next(each.content for each in docs.render(plan, TEMPLATES) if each.path == "docs/edge.md")
    assert "by static routes: send 10.170.0.0/20 here." in page


def test_a_shared_port_lets_nobody_else_into_it(tmp_path: Path) -> None:
    """The way of the default instance on the same port, or alone, has no line for the segment: only the tenant's own, from what it accepts, and errors of its other side."""
    spec = owned()
    spec["access"]["ask"] = {"source": ["site"], "to": ["data/compute"], "services": ["tcp/8443"], "why": "a service"}
    ways = spec["fabrics"]["frontend"]["edge"]
    common = {"vlan": 101, "default": "accept", "address": "192.0.2.5/31", "peer": "192.0.2.4"}
    ways["fw-blue"]["vlan"] = 102
    ways["fw"] = {key: ways["fw-blue"][key] for key in ("leaf", "cage", "speed_gbps", "asn")} | common
    plan = plan_data(spec, tmp_path)
    found = plan.filters_on(next(each for each in plan.switches if each.name == LEAF))[-1][0]
    mine = [line for line in found.lines if line.destination.startswith("10.170.")]
    assert {line.source for line in mine if line.protocol != "icmp"} == {"198.51.100.0/24"}
    assert {line.source for line in mine if line.protocol == "icmp"} == {"198.51.100.0/24", "192.0.2.0/32"}
    assert {line.ports for line in mine if not line.source_ports and line.protocol == "tcp"} == {(8443, 8443)}


@pytest.mark.proof
def test_a_host_without_its_route_to_the_site_is_found(tree: Path) -> None:
    """By the host's own file, from the networks that its tenant's way accepts."""
    file = tree / "hosts" / "gpu01" / "etc" / "netplan" / "60-clustergen.yaml"
    good = file.read_text(encoding="utf-8")
    assert "198.51.100.0/24" in good
    file.write_text(good.replace("198.51.100.0/24", "198.51.101.0/24"), encoding="utf-8")
    faults = reachability(tree).faults
    file.write_text(good, encoding="utf-8")
    assert any("data/compute@blue to site, tcp/443: allowed by the plan, but blocked by" in fault and "has no route from 10.170.2.1" in fault for fault in faults), faults  # fmt: skip


@pytest.mark.proof
def test_a_segment_whose_answers_leave_by_another_is_found(tmp_path: Path) -> None:
    """In a file without its rule."""
    write_tree(render_tree(plan_data(_both(), tmp_path), TEMPLATES), tmp_path / "build")
    assert reachability(tmp_path / "build").faults == []
    file = tmp_path / "build" / "hosts" / "gpu01" / "etc" / "netplan" / "60-clustergen.yaml"
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace('from: "10.190.', 'from: "10.191.'), encoding="utf-8")
    faults = reachability(tmp_path / "build").faults
    assert any("vault/compute@blue to site, tcp/443" in fault and "has no route from 10.190.2.1" in fault for fault in faults), faults  # fmt: skip


def test_its_gateway_is_in_the_tenants_instance(tree: Path) -> None:
    """On every frontend leaf, with the instance's VXLAN network; the in-band segment stays where it was."""
    read = read_switch(tree, LEAF)
    assert read
    files = read.forwarding()
    assert (files.vlans[VLAN].vrf, files.vlans[200].vrf) == ("Vrf-blue", "")
    assert set(files.vrf_vnis) == {"Vrf-blue"}
    assert all(not port.vrf for port in files.ports.values() if port.tagged)
    assert edge(tree).faults == []


MOVED = {
    "sonic": ("config_db.json", r'("Vlan310": \{"vrf_name": )"Vrf-blue"', r'\1""'),
    "cumulus": ("startup.yaml", r"(\n +vlan310:\n(?: .*\n)*? +vrf: )Vrf-blue\n", r"\1default\n"),
    "eos": ("running.cfg", r"(interface Vlan310\n(?: .*\n)*?) +vrf Vrf-blue\n", r"\1"),
}


def test_check_finds_a_gateway_in_another_instance(tree: Path) -> None:
    """Filters at host ports hide what it opens, so no packet shows it."""
    assert leaks(tree).faults == []
    name, pattern, instead = MOVED[tree.name]
    file = tree / "switches" / LEAF / name
    good = file.read_text(encoding="utf-8")
    bad = re.sub(pattern, instead, good, count=1)
    assert bad != good
    file.write_text(bad, encoding="utf-8")
    faults = leaks(tree).faults
    file.write_text(good, encoding="utf-8")
    where = f"switches/{LEAF}/{name}"
    assert f"{where}: VLAN 310 is in the default instance, but the plan has it in Vrf-blue" in faults


@pytest.mark.proof
def test_the_matrix_holds(tree: Path) -> None:
    """Blue's hosts meet in it, and reach the site by it for what a rule names; no other zone does."""
    verdict = reachability(tree)
    assert verdict.ran, verdict.note
    assert verdict.faults == []


def test_a_tenant_makes_its_segment_nobody_elses_and_moves_nothing(tmp_path: Path) -> None:
    """Of a segment that was everybody's, others lose their addresses; those that stay keep theirs."""
    spec = owned()
    spec["segments"]["data"].pop("tenant")
    spec["fabrics"]["frontend"].pop("edge")
    spec.pop("access")
    old, new = rows_of(spec, tmp_path), rows_of(owned(), tmp_path)
    for section in ("hosts", "links", "cables", "asns", "prefixes", "vlans", "numbering"):
        assert old[section] == new[section], section
    before = {(row["device"], row["address"]) for row in old["addresses"]}
    assert {(row["device"], row["address"]) for row in new["addresses"] if row["use"] == "segment"} <= before


def test_a_way_tells_of_its_own_instance_alone(tmp_path: Path) -> None:
    """A tenant's segment is announced by the tenant's ways, and by no other."""
    spec = owned()
    spec["fabrics"]["frontend"]["edge"]["fw-blue"].pop("tenant")
    with pytest.raises(DocumentError, match="fw-blue announces data, and no prefixes on the leaves of"):
        plan_data(spec, tmp_path)
    with pytest.raises(DocumentError, match="fw-blue announces inband, and no prefixes in the instance of tenant blue"):
        plan_data(owned(announce=["inband"]), tmp_path)
