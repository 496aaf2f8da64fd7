"""The page of a rack: every device by its name on both sides, to scale, with its weight, its cords, and the cable of every port."""

import csv
import io
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.plan.cabling.ends import port_text
from generator.plan.draft import Draft
from generator.plan.fixtures import plan_fixtures
from generator.plan.power.cords import cords_by_rack
from generator.plan.power.loads import installed_models
from tests.conftest import tree_of
from tests.plan.test_cables import fabric
from tests.render.test_sheets import read
from tests.specs import cluster, plan_data

_UNIT = 16.8
_ONE_LINE = re.compile(r"[0-9]+ cables?, ")
"""What a switch gains as hosts come."""
_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def pages(plan: Draft) -> dict[str, str]:
    return {
        path.removeprefix("cabling/racks/").removesuffix(".html"): text
        for path, text in tree_of(plan).items()
        if path.startswith("cabling/racks/")
    }


@pytest.fixture(params=["dgx", "nvl72"])
def plan(request: pytest.FixtureRequest, tmp_path: Path) -> Draft:
    if request.param == "dgx":
        return plan_data({**cluster(3, 8), "power": {"circuit": {"volts": 415, "amps": 60}}}, tmp_path)
    return plan_data(fabric("gb200-nvl72-tray", "qm9700", "infiniband", 20, 36), tmp_path)


def test_every_name_is_on_both_sides(plan: Draft) -> None:
    """Each device, fixture and kept place twice, and no rack stands for another."""
    found = pages(plan)
    assert set(found) == {rack.name for rack in plan.racks}
    fixtures = [(part.rack, f"{part.what.replace(' ', '-')}-{part.number}") for part in plan_fixtures(plan)]
    kept = [(place.rack, place.name) for place in plan.free_places if place.rack in found]
    for rack, text in found.items():
        read(text)
        names = [name for place, name in (*fixtures, *kept) if place == rack]
        names += [device.name for device in plan.devices if device.rack == rack]
        texts = _TEXT.findall(text)
        assert {name: texts.count(name) for name in names} == dict.fromkeys(names, 2)


def test_devices_are_at_their_units_to_scale(plan: Draft) -> None:
    """1.75 inches a unit at 1:10 and 96 px an inch: the box of a device ends at the lower edge of its lowest unit."""
    floor = 16 + plan.site.racks.units * _UNIT
    for device in plan.devices:
        text = pages(plan)[device.rack]
        height = device.height_u * _UNIT
        top = floor - (device.unit - 1) * _UNIT - height
        assert text.count(f'y="{top + 0.5:.1f}" width="178.4" height="{height - 1:.1f}"') == 2, device.name


def test_weights_are_the_catalogs_or_unknown(plan: Draft) -> None:
    """No weight is guessed, and the head of the page says how many are missing."""
    models = installed_models(plan)
    found = pages(plan)
    for device in plan.devices:
        weight = models[device.model].weight_kg
        assert f"{device.model}, {'weight unknown' if weight is None else f'{weight:g} kg'}, " in found[device.rack]
    unknown = {device.rack for device in plan.devices if models[device.model].weight_kg is None}
    for rack, text in found.items():
        told = "not in the catalog. Scale" in text or "Weight not known." in text
        assert told == (rack in unknown or any(part.rack == rack for part in plan_fixtures(plan)))


def test_cords_and_ports_are_listed(plan: Draft) -> None:
    """A row a cord, as cords.csv has it, with a cell for the outlet; the cable of every port of every host."""
    table: Mapping[str, dict[str, str]] = {
        row["cord"]: row for row in csv.DictReader(io.StringIO(tree_of(plan)["cabling/cords.csv"]))
    }
    assert len(table) == sum(map(len, cords_by_rack(plan).values()))
    for rack, text in pages(plan).items():
        rows = read(text).rows
        cords = [row for row in rows if len(row) == 9 and row[0] == ""]
        assert [row[2] for row in cords] == [cord.cord for cord in cords_by_rack(plan)[rack]]
        for row in cords:
            stated = table[row[2]]
            assert (row[6], row[7]) == (stated["pdu"] or f"feed {stated['feed']}", stated["phase"] or "-")
            assert row[8] == ""
        ports = {row[1]: row[2] for row in rows if len(row) == 3 and row[0].startswith("U")}
        assert set(ports) == {device.name for device in plan.devices if device.rack == rack}
        for device, told in ports.items():
            ends = [
                (each, link.cable)
                for link in plan.links_of[device]
                for each in (link.a, link.b)
                if each.device == device
            ]
            assert sorted(re.split(r";\s*", told) if told else []) == sorted(
                f"{port_text(end)}{cable}" for end, cable in ends
            )


def test_growth_only_adds_to_a_page(tmp_path: Path) -> None:
    """Lines of the drawing and of the tables of hosts stay; a kept place becomes its device, and the head counts what is there."""
    before, after = (pages(plan_data(cluster(count, 8, storage=1), tmp_path)) for count in (1, 2))
    for rack, text in before.items():
        rest = iter(_ONE_LINE.sub("", after[rack]).splitlines())
        lines = [
            line
            for line in _ONE_LINE.sub("", text).splitlines()
            if "stroke-dasharray=" not in line and not line.startswith("<p>") and "leaf" not in line
        ]
        assert all(line in rest for line in lines), rack


def test_names_are_escaped(tmp_path: Path) -> None:
    """A cluster's name or a cage cannot become markup."""
    plan = plan_data(fabric("dgx-h100", "sn5600", "roce", 1, 1), tmp_path)
    first = plan.links[0]
    hostile = replace(plan, name="<i>", links=(replace(first, a=replace(first.a, cage="<b>")), *plan.links[1:]))
    for text in pages(hostile).values():
        read(text)
    assert any("&lt;b&gt;" in text for text in pages(hostile).values())


def test_notes_fit_beside_the_rear(plan: Draft) -> None:
    """In letters that are not condensed, on a drawing that is no wider than an upright page."""
    for rack, text in pages(plan).items():
        assert "textLength" not in text, rack
        (width,) = re.findall(r'<svg width="([0-9]+)"', text)
        assert int(width) <= 190 / 25.4 * 96 + 1, rack
