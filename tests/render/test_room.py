"""The room's tables and the budget: what a person reads adds up."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.plan.draft import Draft
from generator.plan.fixtures import plan_fixtures
from generator.render.backends import room
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

Row = dict[str, str]


def files(plan: Draft) -> dict[str, str]:
    return {artifact.path: artifact.content for artifact in room.render(plan, TEMPLATES)}


def rows(text: str) -> list[Row]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("name", ["roce-16", "roce-64", "roce-256"])
def test_units_of_a_rack_add_up(plans: Callable[[str], Draft], name: str) -> None:
    """Reserved, used, kept and free are all of them; every rack has its row, in the order of the plan."""
    plan = plans(name)
    racks = rows(files(plan)["docs/racks.csv"])
    assert [row["rack"] for row in racks] == [rack.name for rack in plan.racks]
    for row in racks:
        parts = [int(row[f"units_{part}"]) for part in ("reserved", "used", "kept", "free")]
        assert sum(parts) == int(row["units"])
        assert min(parts) >= 0
        heat = sum(float(row[f"heat_{way}_kw"]) for way in ("air", "liquid", "undivided"))
        assert heat == pytest.approx(float(row["power_kw"]))


@pytest.mark.parametrize("name", ["roce-16", "roce-64", "roce-256"])
def test_the_feeds_of_a_rack_carry_its_load(plans: Callable[[str], Draft], name: str) -> None:
    """Two rows a rack by default, together what the rack draws."""
    made = files(plans(name))
    for rack in rows(made["docs/racks.csv"]):
        feeds = [row for row in rows(made["docs/power.csv"]) if row["rack"] == rack["rack"]]
        assert [row["feed"] for row in feeds] == ["A", "B"]
        assert sum(float(row["normal_kw"]) for row in feeds) == pytest.approx(float(rack["power_kw"]), abs=0.002)
        assert all(row["limit_kw"] == "" for row in feeds)


@pytest.mark.parametrize("name", ["roce-16", "roce-64", "roce-256"])
def test_the_arithmetic_of_the_document_is_right(plans: Callable[[str], Draft], name: str) -> None:
    """The sum that is printed is the sum of what is printed; facility and heat follow from it."""
    text = files(plans(name))["docs/power.md"]
    line = re.search(r"^([\d,. +]+) = \*\*([\d,.]+) kW\*\*$", text, re.MULTILINE)
    assert line
    parts, total = ([float(each.replace(",", "")) for each in group.split(" + ")] for group in line.groups())
    assert sum(parts) == pytest.approx(total[0])
    facility = re.search(r"Facility: ([\d,.]+) kW x ([\d.]+) \(PUE\) = \*\*([\d,.]+) kW", text)
    heat = re.search(r"([\d,.]+) kW x 3,412.14 BTU/h per kW = \*\*([\d,]+) BTU/h", text)
    assert facility
    assert heat
    it, pue, all_of_it = (float(each.replace(",", "")) for each in facility.groups())
    assert it * pue == pytest.approx(all_of_it, abs=0.001)
    assert it * 3412.14 == pytest.approx(float(heat[2].replace(",", "")), abs=1)


def test_tables_have_as_many_cells_in_every_row(plans: Callable[[str], Draft]) -> None:
    columns = None
    for line in files(plans("roce-64"))["docs/power.md"].splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else None
        assert cells is None or columns in (None, cells), line
        columns = cells


def test_a_circuit_brings_limits_and_phases(tmp_path: Path) -> None:
    """With a power strip of the catalog every feed has its limit, its use and its phases."""
    plan = plan_data(cluster(4) | {"power": {"feeds": 3, "pdu": "pdu-415v-60a-3ph"}}, tmp_path)
    made = files(plan)
    full = next(row for row in rows(made["docs/power.csv"]) if float(row["normal_kw"]) == 13.6)
    assert (full["limit_kw"], full["failover_kw"], full["failover_percent"]) == ("32.7", "20.4", "62.4")
    assert sum(float(full[f"l{phase}_kw"]) for phase in (1, 2, 3)) == pytest.approx(13.6)
    assert "34.5 kVA" in made["docs/power.md"]
    assert {each.code for each in plan.warnings} <= {"key-without-effect"}


def test_rows_that_look_at_each_other_share_an_aisle(tmp_path: Path) -> None:
    """Paired rows turn their fronts to one cold aisle."""
    plan = plan_data(cluster(4) | {"racks": {"fronts": "paired", "row_pitch_m": 2.4}}, tmp_path)
    found = {(row["row"], row["y_m"], row["front"], row["cold_aisle"]) for row in rows(files(plan)["docs/racks.csv"])}
    assert found == {("A", "0", "+y", "1"), ("B", "2.4", "-y", "1")}


def test_what_comes_with_a_rack_stands_above_its_hosts(tmp_path: Path) -> None:
    """Nine switch trays, which are devices, and eight power shelves, on units of their own."""
    spec = cluster(18, 18)
    spec["hosts"]["gpu"] = {"model": "gb200-nvl72-tray", "count": 18}
    plan = plan_data(spec, tmp_path)
    fixtures = [fixture for fixture in plan_fixtures(plan) if fixture.rack == "B01"]
    trays = [host.unit for host in plan.hosts if host.role == "nvsw"]
    assert [*trays, *(fixture.unit for fixture in fixtures)] == list(range(21, 38))
    assert not any(fixture.stated for fixture in fixtures)
    taken = {unit for host in plan.hosts if host.rack == "B01" for unit in range(host.unit, host.unit + host.height_u)}
    assert not taken & {fixture.unit for fixture in fixtures}
    row = next(row for row in rows(files(plan)["docs/racks.csv"]) if row["rack"] == "B01")
    leaf = 1  # of the trays, on top of their rack: 98 W
    assert (row["fixtures"], row["units_used"], row["power_kw"]) == ("8", str(len(taken) + 8 + leaf), "120.098")
