"""Rows of sources that are no cable or place of the design: each is read as what it is, listed with its line and row, or counted; ignored devices take theirs along."""

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.plan.draft import Draft
from tests.adopt import exports
from tests.adopt.test_round_trip import explained, imported, nothing_changes, run
from tests.conftest import example

Plans = Callable[[str], Draft]
Rows = list[dict[str, Any]]
SITE = "small-4-hosts"
KNOWN = ("asns", "vnis")


def _import(
    tmp_path: Path, plan: Draft, edit: Callable[[Mapping[str, Rows]], None], indent: int | None = 1, **more: Any
) -> dict[str, Any]:
    box = {name: json.loads(text) for name, text in exports.netbox(plan).items()}
    edit({name.removesuffix(".json"): each["results"] for name, each in box.items()})
    folder = exports.write(tmp_path / "export", {name: json.dumps(each, indent=indent) for name, each in box.items()})
    return imported(tmp_path, exports.site_map(example(SITE), plan, tmp_path, assume=KNOWN, **more), folder)


def _power(rows: Mapping[str, Rows], plugs: tuple[str, str] = ("dcim.powerport", "dcim.poweroutlet")) -> None:
    row = copy.deepcopy(rows["cables"][0]) | {"id": 9999, "label": "P1"}
    for side, plug, device in zip("ab", plugs, ("gpu1", "pdu-1"), strict=True):
        end = row[f"{side}_terminations"][0]
        end["object_type"], end["object"]["name"], end["object"]["device"]["name"] = plug, "PSU1", device
    rows["cables"].append(row)


@pytest.mark.parametrize(
    "plugs", [("dcim.powerport", "dcim.poweroutlet"), ("dcim.consoleport", "dcim.consoleserverport")]
)
def test_power_cables(plugs: tuple[str, str], tmp_path: Path, plans: Plans) -> None:
    """Cables of power and consoles are counted, and no reason to go without a baseline."""
    report = _import(tmp_path, plans(SITE), lambda rows: _power(rows, plugs))
    explained(report, "cables")
    assert report["not_placed"] == []
    assert [each["count"] for each in report["not_used"]] == [1]
    assert "plan.json" in report["files"]


def test_ignored_devices(tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """Nothing that is about a device under ignore: is listed: its state, what contradicts itself, its cables to patch panels and to devices."""

    def edit(rows: Mapping[str, Rows]) -> None:
        rows["devices"] += [
            {
                "name": "pdu-1",
                "device_type": None,
                "status": {"value": "planned"},
                "rack": {"name": rack},
                "position": 12.5,
            }
            for rack in "XY"
        ]
        rows["devices"].append({"name": "Patch Panel 7", "device_type": None, "rack": {"name": "X"}, "position": 1})
        rows["devices"].append({"name": "a reservation"})
        _power(rows, ("dcim.interface", "dcim.interface"))
        _power(rows, ("dcim.interface", "dcim.frontport"))

    plan = plans(SITE)
    report = _import(tmp_path, plan, edit, ignore=["pdu-*", "patch *"])
    explained(report, "cables", "places")
    assert report["not_placed"] == []
    assert report["devices"]["found"] == len(plan.devices)
    assert [each["what"] for each in report["not_used"]] == ["objects of NetBox that are of no kind that is read"]
    assert "plan.json" in report["files"]
    nothing_changes(rendered(SITE), tmp_path)
    (tmp_path / "site").rename(tmp_path / "first")
    report = _import(tmp_path, plan, edit)
    assert len(report["not_placed"]) > 4
    assert report["contradictions"]


@pytest.mark.parametrize("form", ["api", "table"])
def test_planned_cables(form: str, tmp_path: Path, plans: Plans) -> None:
    """A cable that is planned is not there: it is listed, and missing in the design; one that is to go is there, and listed."""
    plan = plans(SITE)

    def edit(rows: Mapping[str, Rows]) -> None:
        for row in rows["cables"][:3]:
            row["status"] = {"value": "planned", "label": "Planned"}
        rows["cables"][3]["status"] = {"value": "decommissioning", "label": "Decommissioning"}

    if form == "api":
        report = _import(tmp_path, plan, edit)
    else:
        files = exports.netbox_tables(plan)
        head, *lines = files["netbox_cables.csv"].splitlines()
        states = ["Planned"] * 3 + ["Decommissioning"] + ["Connected"] * (len(lines) - 4)
        lines = [f"{line},{state}" for line, state in zip(lines, states, strict=True)]
        files["netbox_cables.csv"] = "\n".join([f"{head},Status", *lines]) + "\n"
        folder = exports.write(tmp_path / "export", files)
        report = imported(tmp_path, exports.site_map(example(SITE), plan, tmp_path, assume=KNOWN), folder)
    told = [each["what"] for each in report["not_placed"]]
    assert sum("is planned in NetBox" in each for each in told) == 3
    assert sum("is decommissioning in NetBox" in each for each in told) == 1
    assert len(report["not_seen"]["cables"]) == 3
    assert report["explained"]["cables"]["found"] == len(plan.links) - 3
    assert "plan.json" not in report["files"]


def test_places_between_units_and_devices_without_a_name(tmp_path: Path, plans: Plans) -> None:
    """Neither is dropped silently."""

    def edit(rows: Mapping[str, Rows]) -> None:
        rows["devices"][0]["position"] = 12.5
        rows["devices"].append(
            {"id": 77, "name": None, "device_type": {"slug": "panel-24"}, "rack": {"name": "B01"}, "position": 3.0}
        )

    report = _import(tmp_path, plans(SITE), edit)
    told = [each["what"] for each in report["not_placed"]]
    assert len(told) == 2
    assert any("unit: '12.5' is none that is read" in each for each in told)
    assert "a device without a name in NetBox: 77 panel-24, in B01 unit 3.0" in told


def test_references_without_names(tmp_path: Path, plans: Plans) -> None:
    """Nautobot's answers without `depth`: what is not read is named, with the way to export it; with it, racks are read."""

    def bare(rows: Mapping[str, Rows]) -> None:
        for row in rows["devices"]:
            for key in ("device_type", "rack", "role"):
                row[key] = {"id": "0c5f4f2e", "object_type": f"dcim.{key}", "url": "https://nautobot/api/"}
            row["status"] = {"id": "0c5f4f2e", "object_type": "extras.status", "name": "Planned"}

    told = _import(tmp_path, plans(SITE), bare)["not_placed"]
    (only,) = [each for each in told if "reference" in each["what"]]
    assert only["what"].startswith("objects that state device_type, rack, role by reference, without a name")
    assert "?depth=1" in only["help"]
    assert sum("is planned in NetBox" in each["what"] for each in told) == len(plans(SITE).devices)


@pytest.mark.parametrize("indent", [None, 1])
def test_which_row(indent: int | None, tmp_path: Path, plans: Plans) -> None:
    """A JSON file of one line has rows, another one has lines."""

    def edit(rows: Mapping[str, Rows]) -> None:
        rows["devices"][4]["position"] = 12.5

    (only,) = _import(tmp_path, plans(SITE), edit, indent)["not_placed"]
    where = only["source"].rpartition("devices.json:")[2]
    assert where == "1 row 5" if indent is None else int(where) > 5


def test_figures_of_other_sources(tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """A unit or length of a cabling list, a number of an inventory or of a switch: text that is no figure is listed."""
    plan = plans(SITE)
    lines = exports.spreadsheet(plan).replace(" m\n", " cubits\n", 1).splitlines()
    (tmp_path / "list.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "hosts.ini").write_text(exports.ini(plan).replace("unit=", "unit=U", 1))
    config = json.loads((rendered(SITE) / "switches/compute-leaf1/config_db.json").read_text())
    config["DEVICE_METADATA"]["localhost"]["bgp_asn"] = "64086.1"
    (tmp_path / "config_db.json").write_text(json.dumps(config, indent=1))
    columns = [word for what, name in exports.COLUMNS.items() for word in ("--column", f"{what}={name}")]
    sources = [tmp_path / name for name in ("list.csv", "hosts.ini", "config_db.json")]
    report = imported(tmp_path, exports.site_map(example(SITE), plan, tmp_path), *sources, *columns)
    told = sorted(each["what"].partition(" ")[2] for each in report["not_placed"])
    assert [each.rpartition(": ")[0].rpartition(" ")[2] for each in told] == ["asn", "length", "unit"]


def test_files_without_objects_and_with_others(tmp_path: Path, plans: Plans) -> None:
    """A table that the site does not use is read as empty; a file that is not as its format says has a reason in our words."""
    plan = plans(SITE)
    empty: dict[str, Any] = {"count": 0, "next": None, "previous": None, "results": []}
    folder = exports.write(tmp_path / "export", exports.netbox(plan) | {"mac-addresses.json": json.dumps(empty)})
    site = exports.site_map(example(SITE), plan, tmp_path, assume=KNOWN)
    report = imported(tmp_path, site, *sorted(folder.iterdir()))
    explained(report, "cables")
    assert report["sources"][str(folder / "mac-addresses.json")] == "netbox"
    texts = {
        "leaf1.json": '{"lldp": {"interface": [{"Ethernet0": null}]}}',
        "hosts.yml": "all:\n hosts:\n  a1: {}\n  a1: {}\n",
    }
    other = exports.write(tmp_path / "other", texts)
    code, said = run("import", *sorted(other.iterdir()), "--map", site, "-o", tmp_path / "more")
    assert code == 1
    assert "hosts.yml cannot be read: the key `a1` appears twice" in said
    assert "hosts.yml:4:" in said
    assert "leaf1.json is read as neighbours by LLDP, and is incomplete or has another structure" in said
    assert "Error:" not in said
