"""Managed power strips: what the key adds, and that nothing that exists moves by it, whatever grows."""

from __future__ import annotations

import csv
from ipaddress import IPv4Address, IPv4Network
from typing import TYPE_CHECKING, get_args

import pytest
import yaml

from generator.analysis.explain import explain
from generator.catalog.exporter import exporter_names, read_exporter
from generator.catalog.model import Cable, Pdu
from generator.plan.cabling.bom import bill_of_materials
from generator.plan.monitoring.expected import expected_of
from generator.plan.monitoring.jobs import jobs_of
from generator.plan.monitoring.pdus import reads_pdus
from generator.plan.monitoring.readings import PduReading
from generator.plan.power.cords import pdu_names, pdu_racks
from generator.plan.provisioning.dhcp import dhcp_of
from generator.plan.provisioning.names import named_addresses
from generator.render.monitoring.snmp import configurations
from generator.render.tree import render_tree
from generator.spec.power import PduMaker
from tests.growth.past import plan_on
from tests.ours import CATALOG, TEMPLATES
from tests.pdu_specs import managed
from tests.specs import Spec, cluster, plan_data
from tests.test_growth import grown

if TYPE_CHECKING:
    from pathlib import Path

    from generator.plan.draft import Draft

READ = {"monitoring": {"exporters": ["pdu"]}}


def _without(spec: Spec) -> Spec:
    return spec | {"power": {"pdu": spec["power"]["pdu"]}}


def _addresses(plan: Draft) -> dict[tuple[str, str, str], str]:
    return {(each.device, each.interface, each.use): each.address for each in plan.addresses}


def _places(plan: Draft) -> dict[str, tuple[str, int, str]]:
    return {pdu.name: (pdu.leaf, pdu.cage, pdu.address) for pdu in plan.pdus}


def test_nothing_of_them_is_there_unless_asked_for(tmp_path: Path) -> None:
    plan = plan_data(cluster() | {"power": {"pdu": "raritan-px3-5878i2r"}}, tmp_path)
    assert plan.pdus == ()
    assert not any("-pdu-" in port.peer for port in plan.reserved_ports)
    assert not any(row["what"] == "pdus" for row in plan.numbering)


def test_the_key_adds_strips_and_moves_nothing(tmp_path: Path) -> None:
    """Every strip of every rack that needs some has a port that nobody else has, and an address of its leaf; what there was stays as it was."""
    bare, plan = plan_data(_without(managed()), tmp_path), plan_data(managed(), tmp_path)
    old, new = _addresses(bare), _addresses(plan)
    assert {key: new[key] for key in old} == old
    assert {key[0] for key in new.keys() - old.keys()} == {pdu.name for pdu in plan.pdus}
    assert {pdu.strip for pdu in plan.pdus} == {name for rack in pdu_racks(plan) for name in pdu_names(plan, rack)}
    taken = [(port.switch, port.cage, port.port) for port in plan.reserved_ports]
    assert len(taken) == len(set(taken))
    prefixes = {each.name: each for each in plan.prefixes if each.kind == "oob-leaf"}
    gateways = [IPv4Network(each.prefix) for each in prefixes.values()]
    for pdu in plan.pdus:
        assert sum(IPv4Address(pdu.address) in prefix for prefix in gateways) == 1
        assert int(IPv4Address(pdu.address)) & 0xFF == pdu.cage
        port = next(each for each in plan.ports if (each.switch, each.cage) == (pdu.leaf, pdu.cage))
        assert (port.peer, port.role, port.vlan, port.cable) == (pdu.name, "bmc", 110, pdu.cable)


def test_an_earlier_plan_without_them_takes_them(tmp_path: Path) -> None:
    """The key comes to a cluster that runs: on its plan, no address of it changes, even where ports are kept only then."""
    spec = managed()
    spec["hosts"]["gpu"]["max"] = 4
    spec["fabrics"]["oob"]["reserve_ports"] = 18
    before = _without(spec) | {"fabrics": spec["fabrics"] | {"oob": {**spec["fabrics"]["oob"], "reserve_ports": 0}}}
    old = plan_data(before, tmp_path)
    new = plan_on(spec, old)
    addresses = _addresses(new)
    assert {key: addresses[key] for key in _addresses(old)} == _addresses(old)
    assert new.pdus


@pytest.mark.parametrize("growth", ["preprovision", "on-demand"])
def test_hosts_and_racks_that_come_move_no_strip(growth: str, tmp_path: Path) -> None:
    """Within the envelope: files only gain lines, and ports are there from the first day in either way."""
    few, many = managed(), managed()
    many["hosts"]["gpu"]["count"] = 6
    for spec in (few, many):
        spec["growth"] = growth
    old, new = plan_data(few, tmp_path), plan_data(many, tmp_path)
    assert _places(old).items() <= _places(new).items()
    assert len(new.pdus) == len(old.pdus) + 8
    if growth == "preprovision":
        grown(tmp_path, few, many)


def test_past_the_envelope_strips_stay(tmp_path: Path) -> None:
    """A larger envelope brings racks and leaves; on the earlier plan every strip keeps its port and address, as it would not without that."""
    small, large = managed(), managed()
    for spec in (small, large):
        spec["hosts"]["storage"]["max"] = 40
        spec["fabrics"]["oob"]["reserve_ports"] = 34
    large["hosts"]["gpu"] |= {"count": 16, "max": 16}
    old = plan_data(small, tmp_path)
    new = plan_on(large, old)
    assert _places(old).items() <= _places(new).items()
    assert len({place[:2] for place in _places(new).values()}) == len(new.pdus) > len(old.pdus)
    assert not _places(old).items() <= _places(plan_data(large, tmp_path)).items()


def test_strips_have_names_and_leases(tmp_path: Path) -> None:
    spec = managed() | {"assets": {"a01-pdu-b": {"macs": {"mgmt0": "3c:6d:66:00:00:01"}}}}
    plan = plan_data(spec, tmp_path)
    mine = {pdu.name: pdu.address for pdu in plan.pdus}
    named = {each.label: each.address for each in named_addresses(plan)}
    assert mine.items() <= named.items()
    dhcp = dhcp_of(plan)
    assert dhcp is not None
    leases = {each.label: (each.mac, each.address) for subnet in dhcp.subnets for each in subnet.reservations}
    assert leases["a01-pdu-b"] == ("3c:6d:66:00:00:01", mine["a01-pdu-b"])
    assert ("a01-pdu-a", "mgmt0") in dhcp.unknown


def test_control_hosts_read_them_alone(tmp_path: Path) -> None:
    """One flow to the segment of BMCs, a target a strip, what its lines may carry (80 % of 60 A), and what its rack draws by the plan."""
    bare, plan = plan_data(managed(), tmp_path), plan_data(managed() | READ, tmp_path)
    flows = {(flow.source, flow.to, flow.service.name) for flow in plan.access.flows}
    assert flows - {(each.source, each.to, each.service.name) for each in bare.access.flows} == {
        ("management/control", "bmc", "udp/161")
    }
    job = next(job for job in jobs_of(plan) if job.name == "pdu")
    assert {each.labels["instance"]: each.address for each in job.targets} == {p.name: p.address for p in plan.pdus}
    control = next(host for host in plan.hosts if host.role == "control")
    expected = expected_of(plan, control)
    assert {each.amperes for each in expected.pdus} == {48.0}
    assert {each.rack: each.watts for each in expected.budgets}[plan.hosts[0].rack] == 10200
    assert expected_of(plan, plan.hosts[0]).pdus == ()
    assert reads_pdus(bare) is None


def test_a_maker_is_of_the_catalog_or_stated(tmp_path: Path) -> None:
    """And each has a file of its objects, whose series go by names of their own."""
    makers = set(get_args(PduMaker))
    assert {name.removeprefix("pdu-") for name in exporter_names() if name.startswith("pdu-")} == makers
    assert {model.snmp for model in CATALOG.every(Pdu)} - {None} <= makers
    names = [name for maker in makers for name in read_exporter(f"pdu-{maker}").metrics]
    assert len(names) == len(set(names))
    assert reads_pdus(plan_data(managed() | READ, tmp_path)) == PduReading(maker="raritan", user="monitor")
    assert reads_pdus(plan_data(managed("apc") | READ, tmp_path)) == PduReading(maker="apc", user="monitor")


def test_rows_are_named_by_what_their_maker_calls_them() -> None:
    """The digits of a reading have its own labels, so that one is divided by the other; the line of a pole is looked up by a part of the index."""
    text = configurations("", PduReading(maker="raritan", user="reader"))["modules"]
    assert "clustergen_snmp" not in text
    assert "username: reader" in text
    facts = read_exporter("pdu-raritan").metrics
    assert facts["inletPoleSensorDecimalDigits"].index == facts["measurementsInletPoleSensorValue"].index
    pole = next(
        each for each in yaml.safe_load(text)["pdu"]["metrics"] if each["name"] == "measurementsInletPoleSensorValue"
    )
    assert [each["labelname"] for each in pole["indexes"]] == ["pduId", "inletId", "inletPoleIndex", "sensorType"]
    assert [(each["labels"], each["type"]) for each in pole["lookups"]] == [
        (["pduId", "inletId", "inletPoleIndex"], "gauge")
    ]


def test_a_strip_is_explained(tmp_path: Path) -> None:
    plan = plan_data(managed(), tmp_path)
    pdu = plan.pdus[0]
    for name in (pdu.name, pdu.strip):
        lines = explain(plan, name).lines
        assert pdu.leaf in lines[1]
        assert pdu.address in lines[2]


def test_a_crew_has_every_cable(tmp_path: Path) -> None:
    """Pulled once, labelled at both ends, on the checklist of its rack, and in the bill with cords that are long enough."""
    bare, plan = plan_data(_without(managed()), tmp_path), plan_data(managed(), tmp_path)
    tree = {
        each.path: str(each.made().text) for each in render_tree(plan, TEMPLATES, ("cabling", "checklist", "labels"))
    }
    racks = {pdu.rack for pdu in plan.pdus}
    pulled = [row["cable_id"] for rack in racks for row in _rows(tree[f"cabling/pull/{rack}.csv"])]
    labels = [(row["cable_id"], row["end"]) for row in _rows(tree["cabling/labels.csv"])]
    for pdu in plan.pdus:
        assert pulled.count(pdu.cable) == 1
        assert (labels.count((pdu.cable, "a")), labels.count((pdu.cable, "b"))) == (1, 1)
        (port,) = [row for row in _rows(tree[f"cabling/ports/{pdu.leaf}.csv"]) if row["cable_id"] == pdu.cable]
        assert (port["cage"], port["interface"], port["peer_device"]) == (str(pdu.cage), pdu.interface, pdu.strip)
        assert pdu.cable in tree[f"cabling/checklist/{pdu.rack}.html"]
        assert pdu.cable in tree[f"cabling/labels/{pdu.rack}.html"]
        assert pdu.cable in tree[f"cabling/labels/{pdu.leaf_rack}.html"]
        assert pdu.length_m in plan.hardware.get(Cable, pdu.model).lengths_m
    old, new = _cords(bare), _cords(plan)
    assert sum(new.values()) - sum(old.values()) == len(plan.pdus)


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def _cords(plan: Draft) -> dict[tuple[str, float | None], int]:
    return {(each.model, each.length_m): each.count for each in bill_of_materials(plan) if each.kind == "copper"}
