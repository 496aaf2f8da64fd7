"""Managed power strips in NetBox and Nautobot: devices beside the units, with their port, address, MAC address and cable, and compared as others are."""

import csv
import io
from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.exports.export import Asked
from generator.exports.formats import exports
from generator.exports.nautobot.kinds import kinds
from generator.exports.tree import plan_of
from generator.plan.plan import Plan
from generator.render.tree import render_tree
from tests.adopt.test_round_trip import run
from tests.ours import TEMPLATES
from tests.pdu_specs import managed
from tests.specs import Spec, plan_data

ASSETS = {"assets": {"a01-pdu-b": {"serial": "X1", "macs": {"mgmt0": "3c:6d:66:00:00:01"}}}}


def rendered(spec: Spec, folder: Path) -> Path:
    """Render what an export reads."""
    folder.mkdir(exist_ok=True)
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES, only=("plan",)), folder / "tree", partial=True)
    return folder / "tree"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cluster of racks with managed strips."""
    return rendered(managed() | ASSETS, tmp_path_factory.mktemp("pdus"))


def tables(plan: Plan) -> dict[str, list[dict[str, str]]]:
    """Return the rows of NetBox's import by table."""
    files = exports()["netbox"].files(plan, Asked())
    return {each.path[3:-4]: list(csv.DictReader(io.StringIO(each.content))) for each in files}


def test_netbox_has_each_with_its_cable(tree: Path) -> None:
    """What refers to a strip is there after it: a MAC address of `assets.yaml` would otherwise name a device that NetBox does not have."""
    plan = plan_of(tree)
    found = tables(plan)
    devices = {row["name"]: row for row in found["devices"]}
    cables = {row["label"]: row for row in found["cables"]}
    interfaces = {(row["device"], row["name"]) for row in found["interfaces"]}
    addresses = {row["device"]: row for row in found["ip-addresses"] if row["is_primary"]}
    for pdu in plan.pdus:
        row = devices[pdu.name]
        assert (row["role"], row["manufacturer"], row["rack"], row["position"]) == ("pdu", "Raritan", pdu.rack, "")
        cable = cables[pdu.cable]
        ends = {(cable[f"side_{side}_device"], cable[f"side_{side}_name"]) for side in "ab"}
        assert ends == {(pdu.name, "mgmt0"), (pdu.leaf, pdu.interface)} <= interfaces
        assert addresses[pdu.name]["address"] == f"{pdu.address}/{pdu.length}"
    assert {row["device"] for row in found["mac-addresses"]} <= devices.keys()
    assert devices["a01-pdu-b"]["serial"] == "X1"
    types = {(row["manufacturer"], row["model"]): row["u_height"] for row in found["device-types"]}
    assert {types[row["manufacturer"], row["device_type"]] for row in found["devices"] if row["role"] == "pdu"} == {"0"}
    assert {row["role"] for row in found["devices"]} <= {row["name"] for row in found["device-roles"]}
    assert {row["manufacturer"] for row in found["devices"]} <= {row["name"] for row in found["manufacturers"]}


def test_a_strip_of_a_stated_maker_has_a_type(tmp_path: Path) -> None:
    """The circuit is stated, and no model: the maker is known by its objects of SNMP."""
    spec = managed("servertech")
    del spec["power"]["pdu"]
    spec["power"]["circuit"] = {"volts": 415, "amps": 60, "phases": 3}
    found = [row for row in tables(plan_of(rendered(spec, tmp_path)))["devices"] if row["role"] == "pdu"]
    assert {(row["manufacturer"], row["device_type"]) for row in found} == {("Server Technology", "PDU")}


def test_without_the_key_nothing_of_them_is_exported(tmp_path: Path) -> None:
    """Strips whose cards are on no network are power feeds alone."""
    spec = managed()
    del spec["power"]["pdu_management"]
    found = tables(plan_of(rendered(spec, tmp_path)))
    assert not [row for row in found["devices"] if "pdu" in row["name"]]
    assert found["power-feeds"]


def test_nautobot_has_them(tree: Path) -> None:
    """From the same tables: a device without a position, its interface, and the cable between two interfaces."""
    plan = plan_of(tree)
    found = {kind.name: kind for kind in kinds(plan)}
    (device,) = [each for each in found["devices"].objects if each["name"] == "a01-pdu-b"]
    assert {"position", "face"}.isdisjoint(device)
    pdu = next(each for each in plan.pdus if each.name == "a01-pdu-b")
    (cable,) = [each for each in found["cables"].objects if each["label"] == pdu.cable]
    assert {cable["termination_a_id"], cable["termination_b_id"]} == {f"{pdu.name} mgmt0", f"{pdu.leaf} {pdu.interface}"}  # fmt: skip


def test_differences_are_reported(tree: Path, tmp_path: Path) -> None:
    """Nothing differs from what was exported; another rack, port, address or cable is, and a strip that is not there."""
    assert run("export", tree, "netbox", "-o", tmp_path / "netbox")[0] == 0
    assert run("export", tree, "netbox", "--compare", tmp_path / "netbox")[0] == 0
    for pattern, before, after, said in (
        ("*-devices.csv", "a01-pdu-a,pdu,Raritan,raritan-px3-5878i2r,,,active,atlas,Room,A01", "a01-pdu-a,pdu,Raritan,raritan-px3-5878i2r,,,active,atlas,Room,A02", "a01-pdu-a rack: netbox has A02, the plan has A01"),
        ("*-devices.csv", "a01-pdu-a,pdu", "a01-pdu-a,strip", "a01-pdu-a role: netbox has strip, the plan has pdu"),
        ("*-devices.csv", "a01-pdu-a,", "a01-pdu-z,", "a01-pdu-a: netbox has nothing, the plan has this device"),
        ("*-ip-addresses.csv", "10.196.1.46/24", "10.196.1.99/24", "a01-pdu-a mgmt0 address"),
        ("*-cables.csv", "a01-pdu-a-mgmt0,7,m", "a01-pdu-a-mgmt0,9,m", "a01-pdu-a mgmt0 length: netbox has 9 m, the plan has 7 m"),
        ("*-cables.csv", "dcim.interface,Ethernet45,,connected,a01", "dcim.interface,Ethernet20,,connected,a01", "a01-pdu-a mgmt0"),
    ):  # fmt: skip
        (file,) = (tmp_path / "netbox").glob(pattern)
        text = file.read_text(encoding="utf-8")
        assert before in text, before
        file.write_text(text.replace(before, after), encoding="utf-8")
        code, out = run("export", tree, "netbox", "--compare", tmp_path / "netbox")
        file.write_text(text, encoding="utf-8")
        assert code == 1
        assert said in out
