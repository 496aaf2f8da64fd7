"""What people's own tables have: columns of one name, letters that end lines elsewhere, decimal commas, names of racks, other encodings."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from generator.adopt.values import metres
from generator.plan.draft import Draft
from tests.adopt import exports
from tests.adopt.test_round_trip import explained, imported, run
from tests.conftest import example

Plans = Callable[[str], Draft]
SITE = "small-4-hosts"
COLUMNS = [word for what, name in exports.COLUMNS.items() for word in ("--column", f"{what}={name}")]


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("Label;From;Port;To;Port;Length", "has 2 columns called 'Port': give each a name of its own"),
        ("List of cables;;;;;", "has no column 'From', which --column names, in its first line"),
        ("Label;Von;From port;To;To port;Länge", "is not UTF-8 (byte 32): save it in that encoding"),
    ],
)
def test_a_head_that_cannot_be_read(head: str, said: str, tmp_path: Path, plans: Plans) -> None:
    """The table is in a folder, so its format is not known to be asked for; nothing else is blamed."""
    rows = exports.spreadsheet(plans(SITE)).partition("\n")[2]
    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "list.csv").write_bytes(f"{head}\n{rows}".encode("latin-1"))
    columns = [
        word.replace("From port", "Port").replace("To port", "Port") if "Port" in head else word for word in COLUMNS
    ]
    site = exports.site_map(example(SITE), plans(SITE), tmp_path)
    code, told = run("import", "cabling", folder, *columns, "--map", site, "-o", tmp_path / "site")
    assert code == 1
    assert said in told
    assert "cluster.yaml" not in told
    assert not (tmp_path / "site").exists()


def test_a_folder_without_sources(tmp_path: Path, plans: Plans) -> None:
    """The problem is the folder, not the hosts that the spec would lack."""
    (tmp_path / "export").mkdir()
    site = exports.site_map(example(SITE), plans(SITE), tmp_path)
    code, told = run("import", tmp_path / "export", "--map", site, "-o", tmp_path / "site")
    assert code == 1
    assert "has no file of a known format" in told
    assert "1 problem" in told


@pytest.mark.parametrize("letter", ["\u2028", "\x85", "\x0b", "\n"])
def test_cells_of_several_lines(letter: str, tmp_path: Path, plans: Plans) -> None:
    """Only the ends of lines that CSV knows end a row."""
    plan = plans(SITE)
    head, *rows = [*csv.reader(exports.spreadsheet(plan).splitlines(), delimiter=";")]
    text = exports.table([*head, "Note"], [[*row, f"hall 1{letter}row 2"] for row in rows])
    (tmp_path / "list.csv").write_text(text)
    report = imported(tmp_path, exports.site_map(example(SITE), plan, tmp_path), tmp_path / "list.csv", *COLUMNS)
    explained(report, "cables", "lengths")
    assert report["explained"]["cables"]["found"] == len(plan.links)


def test_decimal_commas() -> None:
    """Three digits after a comma could be thousands."""
    assert [metres(text) for text in ("2,5", "0,5 m", "1,5 ft", "1,000", "1,5,5")] == [2.5, 0.5, 0.46, None, None]


@pytest.mark.parametrize("digits", [1, 3])
def test_racks_with_other_digits(digits: int, tmp_path: Path, plans: Plans) -> None:
    """A1 and A001 are the first place of row A, and keep their names."""
    plan, texts = plans(SITE), exports.netbox(plans(SITE))
    racks = {rack.name: f"{rack.name[0]}{int(rack.name[1:]):0{digits}d}" for rack in plan.racks}
    for name, other in racks.items():
        texts["devices.json"] = texts["devices.json"].replace(f'"{name}"', f'"{other}"')
    folder = exports.write(tmp_path / "export", texts)
    report = imported(tmp_path, exports.site_map(example(SITE), plan, tmp_path), folder)
    explained(report, "places", "lengths")
    assert yaml.safe_load((tmp_path / "site" / "pins.yaml").read_text()) == {"racks": racks}


def test_a_name_that_no_rack_can_have(tmp_path: Path, plans: Plans) -> None:
    """The reason has what a name may consist of; what the design lacks is called so."""
    plan, texts = plans(SITE), exports.netbox(plans(SITE))
    name = plan.racks[0].name
    texts["devices.json"] = texts["devices.json"].replace(f'"{name}"', '"Rack 1 (cold)"')
    texts["ip-addresses.json"] = texts["ip-addresses.json"].replace('"gpu1"', '"control1"', 1)
    folder = exports.write(tmp_path / "export", texts)
    site = exports.site_map(example(SITE), plan, tmp_path)
    code, said = run("import", folder, "--map", site, "-o", tmp_path / "site")
    assert code == 0
    assert "'Rack 1 (cold)' cannot be used: use letters, digits and dashes" in said
    assert "designed: nothing" in said
    assert "None" not in said
