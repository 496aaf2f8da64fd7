"""NetBox: what is exported is imported to the same cluster; what NetBox has otherwise is reported with both values."""

import csv
import io
import json
import re
from collections.abc import Callable
from ipaddress import IPv6Address, ip_interface
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from generator.cli.output import write_tree
from generator.exports.export import Asked
from generator.exports.formats import exports
from generator.exports.tree import plan_of
from generator.model.circuit import Circuit
from generator.render.tree import render_tree
from tests.adopt import exports as forms
from tests.adopt.test_round_trip import explained, imported, nothing_changes, run
from tests.conftest import example
from tests.conftest import plan_of as planned
from tests.ours import TEMPLATES


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text())))


@pytest.fixture(scope="module")
def folder(rendered: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("netbox") / "netbox"
    assert run("export", rendered("roce-16"), "netbox", "-o", target)[0] == 0
    return target


def test_round_trip(
    folder: Path, tmp_path: Path, plans: Callable[[str], object], rendered: Callable[[str], Path]
) -> None:
    """Exported and imported, the cluster is the same: no pin, and an empty plan."""
    site_map = forms.site_map(example("roce-16"), plans("roce-16"), tmp_path)  # type: ignore[arg-type]
    report = imported(tmp_path, site_map, folder)
    explained(report, "names", "places", "numbers", "addresses", "cables", "labels", "lengths")
    assert not (tmp_path / "site" / "pins.yaml").exists()
    nothing_changes(rendered("roce-16"), tmp_path)


@pytest.mark.parametrize("name", ["roce-16", "tenants-64", "ib-256", "b300-two-planes-512"])
def test_rows_refer_to_earlier_ones_and_nothing_is_there_twice(name: str, rendered: Callable[[str], Path]) -> None:
    """What NetBox refuses: a name that no file before has, a port with two cables, an address twice, two devices in a unit, texts that are too long."""
    tables = {}
    for each in exports()["netbox"].files(plan_of(rendered(name)), Asked()):
        tables[each.path[3:-4]] = list(csv.DictReader(io.StringIO(each.content)))
    names = {kind: {row["name"] for row in tables[kind]} for kind in ("devices", "racks", "manufacturers", "roles")}
    ports = [(row["device"], row["name"]) for row in tables["interfaces"]]
    assert len(set(ports)) == len(ports)
    known = set()
    for row in tables["interfaces"]:
        assert row["device"] in names["devices"]
        for other in (row["parent"], row["lag"]):
            assert not other or (row["device"], other) in known, row
        known.add((row["device"], row["name"]))
    ends = [(row[f"side_{side}_device"], row[f"side_{side}_name"]) for row in tables["cables"] for side in "ab"]
    assert len(set(ends)) == len(ends)
    assert set(ends) <= known
    addresses = [row["address"] for row in tables["ip-addresses"] if row["role"] != "anycast"]
    assert len(set(addresses)) == len(addresses)
    assert {(row["device"], row["interface"]) for row in tables["ip-addresses"]} <= known
    assert all(ip_interface(row["address"]) for row in tables["ip-addresses"])
    assert len({row["prefix"] for row in tables["prefixes"]}) == len(tables["prefixes"])
    assert {row["role"] for row in tables["prefixes"]} - {""} == names["roles"]
    types = {(row["manufacturer"], row["model"]): int(row["u_height"]) for row in tables["device-types"]}
    assert {maker for maker, _ in types} == names["manufacturers"]
    taken = [
        (row["rack"], int(row["position"]) + unit)
        for row in tables["devices"]
        for unit in range(types[row["manufacturer"], row["device_type"]])
    ]
    assert len(set(taken)) == len(taken)
    heights = {row["name"]: int(row["u_height"]) for row in tables["racks"]}
    assert all(unit <= heights[rack] for rack, unit in taken)
    assert sum(1 for row in tables["ip-addresses"] if row["is_primary"]) == len(names["devices"]) - sum(
        1
        for device in names["devices"]
        if not any(r["device"] == device and r["is_primary"] for r in tables["ip-addresses"])
    )
    for kind, every in tables.items():
        for row in every:
            assert len(row.get("description") or "") <= 200, kind


def test_growth_only_adds_rows(rendered: Callable[[str], Path]) -> None:
    """Inside the envelope every row of before is there again, so that the new ones can be loaded by themselves; but a switch draws more as transceivers come."""
    few, many = (
        {
            each.path[3:]: set(each.content.splitlines())
            for each in exports()["netbox"].files(plan_of(rendered(name)), Asked())
        }
        for name in ("roce-16", "roce-64")
    )
    changed = {name: sorted(lines - many[name]) for name, lines in few.items() if lines - many[name]}
    assert set(changed) == {"power-ports.csv"}
    assert all("-leaf" in row or "-spine" in row for row in changed["power-ports.csv"])
    assert len(many["cables.csv"]) > len(few["cables.csv"])


def test_power_of_a_stated_circuit(rendered: Callable[[str], Path]) -> None:
    """Supplies share a device's draw; what is left of them at worst bounds it from above."""
    plan = plan_of(rendered("roce-16"))
    files = {each.path[3:]: each.content for each in exports()["netbox"].files(plan, Asked())}
    ports = [row for row in csv.DictReader(io.StringIO(files["power-ports.csv"])) if row["device"] == "gpu01"]
    assert [row["name"] for row in ports] == [f"PSU{n}" for n in range(1, 7)]
    assert {row["allocated_draw"] for row in ports} == {"1700"}  # 10,200 W over six supplies
    assert {row["maximum_draw"] for row in ports} == {"3400"}  # over the three of one feed
    assert "power-feeds.csv" not in files  # no circuit is stated there
    circuit = Circuit(pdu="", volts=415, amps=60, phases=3, derating=0.8)
    stated = replace(plan, site=replace(plan.site, circuit=circuit))
    files = {each.path[3:]: each.content for each in exports()["netbox"].files(stated, Asked())}
    feeds = list(csv.DictReader(io.StringIO(files["power-feeds.csv"])))
    assert [row["name"] for row in feeds[:3]] == ["A01-A1", "A01-B1", "A02-A1"]
    assert {row["phase"] for row in feeds} == {"three-phase"}
    assert len(feeds) == 2 * len(plan.racks)


def test_nothing_differs_from_what_was_exported(folder: Path, rendered: Callable[[str], Path]) -> None:
    code, said = run("export", rendered("roce-16"), "netbox", "--compare", folder)
    assert (code, said.split(" in ")[0]) == (0, "no difference")


@pytest.mark.parametrize("form", [forms.netbox, forms.netbox_tables])
def test_nothing_differs_from_what_netbox_answers(
    form: Callable[..., dict[str, str]], tmp_path: Path, plans: Callable[[str], object], rendered: Callable[[str], Path]
) -> None:
    """The API's JSON and the user interface's tables, as their own documents have them."""
    export = forms.write(tmp_path / "export", form(plans("roce-16")))
    code, said = run("export", rendered("roce-16"), "netbox", "--compare", export)
    assert code == 0, said


CHANGES = {
    "08-devices.csv": [
        (
            "gpu02,gpu,NVIDIA,NVIDIA DGX H100,,,active,atlas,Room,B01,11",
            "gpu02,gpu,NVIDIA,NVIDIA DGX H100,,,active,atlas,Room,B02,12",
        ),
        ("storage2,storage,", "storage2,archive,"),
        ("login1,", "login9,"),
        ("control3,control,generic,", "control3,control,generic,"),
    ],
    "16-ip-addresses.csv": [("10.160.32.1/16", "10.160.32.77/16")],
    "13-vlans.csv": [("atlas,200,inband", "atlas,201,inband")],
    "10-cables.csv": [
        (
            "gpu01,dcim.interface,rail0,compute-leaf1,dcim.interface,Ethernet0,",
            "gpu01,dcim.interface,rail0,compute-leaf1,dcim.interface,Ethernet64,",
        ),
        (",CH002,", ",CX002,"),
    ],
    "15-prefixes.csv": [("10.0.0.0/9,active,compute", "10.0.0.0/10,active,compute")],
}
SAID = [
    "gpu02 rack: netbox has B02, the plan has B01",
    "gpu02 unit: netbox has 12, the plan has 11",
    "storage2 role: netbox has archive, the plan has storage",
    "login9: netbox has this device, the plan has nothing",
    "login1: netbox has nothing, the plan has this device",
    "gpu01 bond0 address: netbox has 10.160.32.77, the plan has 10.160.32.1",
    "VLAN inband: netbox has 201, the plan has 200",
    "gpu01 rail0: netbox has a cable to compute-leaf1 Ethernet64, the plan has a cable to compute-leaf1 Ethernet0",
    " label: netbox has CX002, the plan has CH002",
    "compute pool: netbox has 10.0.0.0/10, the plan has 10.0.0.0/9",
]


def test_what_netbox_has_otherwise_is_reported_with_both_values(
    folder: Path, tmp_path: Path, rendered: Callable[[str], Path]
) -> None:
    for path in folder.iterdir():
        content = path.read_text()
        for old, new in CHANGES.get(path.name, []):
            assert old in content, (path.name, old)
            content = content.replace(old, new, 1)
        (tmp_path / path.name).write_text(content)
    code, said = run("export", rendered("roce-16"), "netbox", "--compare", tmp_path)
    assert code == 1
    assert [each for each in SAID if each not in said] == [], said
    code, data = run("export", rendered("roce-16"), "netbox", "--compare", tmp_path, "--format", "json")
    assert code == 1
    found = json.loads(data)["differences"]
    assert f"{len(found)} differences in " in said
    assert all(each["place"] for each in found if each["netbox"])


def test_a_cable_that_is_missing_is_reported_though_its_ports_have_others(
    folder: Path, tmp_path: Path, rendered: Callable[[str], Path]
) -> None:
    """Two cables became one, between the first host and the switch's port of the second; and one became a cable to a port that the plan leaves free."""
    head, *cables = (folder / "10-cables.csv").read_text().splitlines(keepends=True)
    first, second, third = (
        next(row for row in cables if row.startswith(f"gpu01,dcim.interface,rail{n},")) for n in (0, 2, 4)
    )
    assert ",compute-leaf3,dcim.interface,Ethernet0," in third
    crossed = second.replace("gpu01,dcim.interface,rail2,", "gpu01,dcim.interface,rail0,", 1)
    moved = third.replace("gpu01,dcim.interface,rail4,", "gpu01,dcim.interface,spare,", 1)
    left = [row for row in cables if row not in {first, second, third}]
    (tmp_path / "10-cables.csv").write_text("".join([head, crossed, moved, *left]))
    code, said = run("export", rendered("roce-16"), "netbox", "--compare", tmp_path)
    assert code == 1
    lines = [line.partition(" (")[0] for line in said.splitlines()]
    assert lines[:-1] == [
        "gpu01 rail0: netbox has a cable to compute-leaf2 Ethernet0, the plan has a cable to compute-leaf1 Ethernet0",
        "compute-leaf3 Ethernet0: netbox has a cable to gpu01 spare, the plan has a cable to gpu01 rail4",
        "gpu01 rail2: netbox has nothing, the plan has a cable to compute-leaf2 Ethernet0",
    ]


def test_a_part_of_an_export_says_nothing_of_the_rest(folder: Path, rendered: Callable[[str], Path]) -> None:
    tree = rendered("roce-16")
    assert run("export", tree, "netbox", "--compare", folder / "10-cables.csv")[0] == 0
    assert run("export", tree, "netbox", "--compare", folder / "13-vlans.csv")[0] == 0
    assert run("export", tree, "graphviz", "--compare", folder)[0] == 2
    code, said = run("export", tree, "netbox", "--compare", tree / "plan.json")
    assert code == 1
    assert "has none of the formats" in said


def with_ipv6(name: str, folder: Path) -> Path:
    """Render an example with IPv6 addresses, which none has."""
    spec = yaml.safe_load(example(name).read_text()) | {"addressing": {"ipv6": "2001:db8:10::/48"}}
    path = folder / "cluster.yaml"
    path.write_text(yaml.safe_dump(spec))
    write_tree(render_tree(planned(path), TEMPLATES), folder / "tree")
    return folder / "tree"


def test_ipv6_addresses_are_compared_however_they_are_written(tmp_path: Path) -> None:
    """In full and in capitals is the same address; another one is one difference, of hosts and of loopbacks."""
    tree, there = with_ipv6("small-4-hosts", tmp_path), tmp_path / "netbox"
    assert run("export", tree, "netbox", "-o", there)[0] == 0
    table = there / "16-ip-addresses.csv"
    content = table.read_text()
    found = set(re.findall(r"2001:db8:[0-9a-f:]*", content))
    assert len(found) > 40
    longer = re.sub(r"2001:db8:[0-9a-f:]*", lambda each: IPv6Address(each[0]).exploded.upper(), content)
    assert longer != content
    for text in (content, longer):
        table.write_text(text)
        code, said = run("export", tree, "netbox", "--compare", there)
        assert code == 0, said
    host, loopback = (
        re.search(rf"\n(2001:\S+?)/\d+,.*,{port},", content) for port in ("gpu1,rail0", "compute-leaf1,Loopback0")
    )
    assert host
    assert loopback
    for each, about in ((host[1], "gpu1 rail0"), (loopback[1], "compute-leaf1 loopback")):
        table.write_text(content.replace(f"\n{each}/", "\n2001:db8:10:9::77/"))
        code, said = run("export", tree, "netbox", "--compare", there)
        assert code == 1
        assert f"{about} address: netbox has 2001:db8:10:9::77, the plan has {each} (" in said
        assert "1 difference in" in said


def test_a_vlan_that_netbox_lacks(folder: Path, tmp_path: Path, rendered: Callable[[str], Path]) -> None:
    table = (folder / "13-vlans.csv").read_text()
    (tmp_path / "vlans.csv").write_text(
        "".join(line for line in table.splitlines(keepends=True) if ",200,inband," not in line)
    )
    code, said = run("export", rendered("roce-16"), "netbox", "--compare", tmp_path)
    assert code == 1
    assert said.startswith("VLAN inband: netbox has nothing, the plan has 200\n1 difference in ")
