"""Sheets for paper: labels and checklists are whole, well formed, escaped, and only gain lines."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.plan.cabling.plugs import plugs
from generator.plan.draft import Draft
from generator.render.drawing.palette import FABRICS
from tests.conftest import tree_of
from tests.plan.test_cables import FLAT, fabric
from tests.plan.test_harnesses import quad
from tests.specs import cluster, plan_data

VOID = {"meta"}
LOOSE = {"td", "th"}
"""Cells, whose end tags HTML lets out."""


class Reader(HTMLParser):
    """Reads a page: tags must close in order; texts are kept by tag."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.labels: list[str] = []
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.foreign += [name for name, _ in attrs if name in {"src", "href"} or name.startswith("on")]
        if tag == "script":
            self.foreign.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in LOOSE:
            self.rows[-1].append("")
        elif tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["tr"] or (self.rows and "table" in self.open and data.strip()):
            self.rows[-1][-1] += data.strip()
        if "li" in self.open and self.open[-1] == "b":
            self.labels.append(data)


def read(text: str) -> Reader:
    """Read a page to its end."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    assert reader.foreign == []
    return reader


@pytest.fixture
def plan(tmp_path: Path) -> Draft:
    """A cluster with splitters, transceivers and patch cords."""
    return plan_data(fabric("dgx-a100", "sn5600", "roce", 5, 8), tmp_path)


def test_each_plug_is_on_one_sheet(plan: Draft) -> None:
    """The label sheets of all racks together are labels.csv, and each rack has the labels of its own plugs."""
    tree = tree_of(plan)
    for rack in plan.racks:
        found = Counter(read(tree[f"cabling/labels/{rack.name}.html"]).labels)
        assert found == Counter(plug.link.cable for plug in plugs(plan) if plug.near.rack == rack.name)
    rows = tree["cabling/labels.csv"].splitlines()[1:]
    assert len(rows) == len(set(rows)) == sum(1 for _ in plugs(plan))


def test_a_checklist_has_every_device_optic_and_cable(plan: Draft) -> None:
    """Rows of the three tables, with boxes and serial numbers left empty."""
    tree = tree_of(plan)
    pulled: Counter[str] = Counter()
    for rack in plan.racks:
        rows = [row for row in read(tree[f"cabling/checklist/{rack.name}.html"]).rows if row and row[0] == ""]
        devices = [row for row in rows if len(row) == 6]
        assert sorted(row[2] for row in devices) == sorted(d.name for d in plan.devices if d.rack == rack.name)
        optics = {
            (end.device, end.cage)
            for link in plan.links
            for end in (link.a, link.b)
            if end.optic and end.rack == rack.name
        }
        assert sorted((row[2], row[3]) for row in rows if len(row) == 10) == sorted(optics)
        cables = [row for row in rows if len(row) == 13]
        pulled.update(row[2] for row in cables)
        assert all(row[-2:] == ["", ""] for row in rows)
    assert set(pulled) == {cable.cable for cable in plan.cables}


@pytest.mark.parametrize("spec", ["usual", "splitters"])
def test_growth_only_adds_lines(tmp_path: Path, spec: str) -> None:
    """Every line of a rack's sheets is there, in its order, after hosts have come; so is every label of labels.csv."""

    def make(count: int) -> dict[str, str]:
        if spec == "usual":
            return tree_of(plan_data(cluster(count, 32, storage=1 + count // 8), tmp_path))
        return tree_of(plan_data(fabric("hgx-h100", "sn5600", "roce", count, 4, racks=FLAT), tmp_path))

    before, after = make(1), make(4)
    sheets = [path for path in before if path.startswith(("cabling/labels/", "cabling/checklist/"))]
    assert sheets
    for path in [*sheets, "cabling/labels.csv"]:
        rest = iter(after[path].splitlines())
        assert all(line in rest for line in before[path].splitlines()), path


def test_names_are_escaped(tmp_path: Path) -> None:
    """What a user's catalog calls a cage cannot become markup."""
    plan = plan_data(fabric("dgx-h100", "sn5600", "roce", 1, 1), tmp_path)
    first = replace(plan.links[0], label_a=f"{plan.links[0].cable} <script>&quot; > there", part="<b>")
    tree = tree_of(replace(plan, links=(first, *plan.links[1:])))
    sheets = [text for path, text in tree.items() if path.startswith(("cabling/labels/", "cabling/checklist/"))]
    assert any("&lt;script&gt;" in text for text in sheets)
    for text in sheets:
        read(text)


def pulled(tree: dict[str, str]) -> list[dict[str, str]]:
    """Return the rows of every pull sheet."""
    sheets = [text for path, text in sorted(tree.items()) if path.startswith("cabling/pull/")]
    return [row for text in sheets for row in csv.DictReader(io.StringIO(text))]


@pytest.mark.parametrize("name", ["a100-h100-mixed", "b300-two-planes-512", "nvl72-8-racks", "ib-2048", "roce-256"])
def test_a_cable_is_pulled_once(plans: Callable[[str], Draft], name: str) -> None:
    """One row for each cable, whatever links are in it, and every installed link's port is in the row of its cable."""
    plan = plans(name)
    rows = pulled(tree_of(plan))
    assert Counter(row["cable_id"] for row in rows) == Counter(cable.cable for cable in plan.cables)
    by_cable = {row["cable_id"]: row for row in rows}
    shared = {cable.cable for cable in plan.cables if cable.links > 1}
    for link in plan.links:
        ends = [_ports(by_cable[link.cable], side) for side in ("from", "to")]
        for end, text in ((link.a, link.label_a), (link.b, link.label_b)):
            assert sum((end.device, end.cage, str(end.port)) in ports for ports in ends) == 1
            labels = [by_cable[link.cable][column] for column in ("label_here", "label_there")]
            assert any(text in each for each in labels) if link.cable in shared else text in labels


def _ports(row: dict[str, str], side: str) -> set[tuple[str, str, str]]:
    """Return the ports of one side: those of one cage, or one of each leg."""
    devices, cages, ports = (row[f"{side}_{column}"].split(" + ") for column in ("device", "cage", "port"))
    if len(devices) == 1:
        return {(devices[0], cages[0], port) for port in ports}
    return set(zip(devices, cages, ports, strict=True))


@pytest.mark.parametrize("places", [[1], [2], [4, 3], [7, 8, 2]])
def test_a_splitter_is_pulled_whole_with_its_first_leg(tmp_path: Path, places: list[int]) -> None:
    """Its row names the legs that will come, so that none of them changes it; a leg in another rack included."""

    def make(count: int, positions: list[int]) -> dict[str, str]:
        spec = fabric("dgx-a100", "qm9700", "infiniband", count, 8)
        spec["hosts"]["gpu"] |= {"per_rack": 1, "positions": positions}
        return tree_of(plan_data(spec, tmp_path))

    before, after = make(len(places), places), make(8, list(range(1, 9)))
    sheets = [path for path in before if path.startswith("cabling/pull/")]
    for path in sheets:
        rest = iter(after[path].splitlines())
        assert all(line in rest for line in before[path].splitlines()), path
    assert any(" + " in row["to_rack"] for row in pulled(before))
    ids = [row["cable_id"] for row in pulled(after)]
    assert len(ids) == len(set(ids))


def test_a_checklist_has_rows_for_harnesses(tmp_path: Path) -> None:
    """Each harness has one row in the list of its rack, with its tails; a rack without any has no such table."""
    plan = plan_data(quad(2, 4), tmp_path)
    tree = tree_of(plan)
    assert plan.harnesses
    for rack in plan.racks:
        text = tree[f"cabling/checklist/{rack.name}.html"]
        rows = [row for row in read(text).rows if len(row) == 16 and row[0] == ""]
        mine = [
            (h.harness, h.device, h.cage, h.panel, " + ".join(h.tails)) for h in plan.harnesses if h.rack == rack.name
        ]
        assert Counter(tuple(row[3:8]) for row in rows) == Counter(mine)
        assert ("Harnesses" in text) == bool(mine)


def test_a_harness_has_an_id_a_panel_and_labels_for_every_tail(tmp_path: Path) -> None:
    """Ids are unique, positions in a panel too; the sheets have a label for the trunk, and two for each tail; cords that meet tails name the panels."""
    plan = plan_data(quad(2, 4), tmp_path)
    tree = tree_of(plan)
    assert len({each.harness for each in plan.harnesses}) == len(plan.harnesses)
    positions = [(each.panel, tail) for each in plan.harnesses for tail in each.tails]
    assert len(set(positions)) == len(positions)
    rows = {row["harness"]: row for row in csv.DictReader(io.StringIO(tree["cabling/harnesses.csv"]))}
    for each in plan.harnesses:
        text = tree[f"cabling/labels/{each.rack}.html"]
        assert (rows[each.harness]["panel"], rows[each.harness]["positions"]) == (each.panel, " + ".join(each.tails))
        assert f"<b>{each.harness}</b>" in text
        assert f"<em>{each.panel}</em>" in text
        for tail in each.tails:
            ends = (f"<i>{each.harness}</i>", f"<i>{each.panel}, position {tail}</i>")
            assert f"<b>{tail}</b>{ends[0]}{ends[1]}" in text
            assert f"<b>{tail}</b>{ends[1]}{ends[0]}" in text
    lists = "".join(tree[f"cabling/checklist/{rack.name}.html"] for rack in plan.racks)
    for link in plan.links:
        if link.kind == "host_leaf":
            assert f"{link.label_a.split(' > ')[0].removeprefix(link.cable + ' ')}, at {link.a.device}-panel" in lists


def test_only_fibre_is_inspected_and_cleaned(plans: Callable[[str], Draft]) -> None:
    """Cables of copper have no end face: their cells hold a dash, those of fibre a box."""
    plan = plans("roce-256")
    text = "".join(tree_of(plan)[f"cabling/checklist/{rack.name}.html"] for rack in plan.racks)
    rows = {row[2]: row for row in read(text).rows if len(row) == 13 and row[0] == ""}
    media = {link.cable: link.medium for link in plan.links}
    assert {medium == "fibre" for medium in media.values()} == {True, False}
    for cable, row in rows.items():
        assert row[7:9] == (["", ""] if media[cable] == "fibre" else ["-", "-"]), cable


def test_labels_have_the_colour_and_the_prefix_of_their_fabric(plan: Draft) -> None:
    """Each label has the class of its fabric, the class has that fabric's colour, and the legend explains every prefix."""
    of_cable = {link.cable: link.fabric for link in plan.links}
    for rack in plan.racks:
        text = tree_of(plan)[f"cabling/labels/{rack.name}.html"]
        found = re.findall(r'<li class="([a-z]+)"><b>([^<]+)</b>', text)
        assert all(fabric == of_cable[cable] for fabric, cable in found)
        meanings = dict(re.findall(r"<dt[^>]*>([A-Z]+)</dt><dd>([^<]+)</dd>", text))
        for name, cable in found:
            assert meanings[cable[:2]].startswith(f"{name}, ")
            assert f"li.{name} {{ border-left-color: {FABRICS[name].fill} }}" in text


def test_racks_and_devices_have_labels(plan: Draft) -> None:
    """Two for each device, front and rear, in the sheet of its rack, and two for the rack."""
    for rack in plan.racks:
        text = tree_of(plan)[f"cabling/labels/{rack.name}.html"]
        mine = [rack.name, *(device.name for device in plan.devices if device.rack == rack.name)]
        assert Counter(re.findall(r"<strong>([^<]+)</strong>", text)) == Counter(mine * 2)


def test_lengths_add_up(plan: Draft) -> None:
    """Route, slack and bends are the needed length, and the ordered one is at least that where nothing is pinned."""
    tree = tree_of(plan)
    rows = list(csv.DictReader(io.StringIO(tree["cabling/lengths.csv"])))
    assert [row["cable_id"] for row in rows] == [link.cable for link in plan.links]
    for row in rows:
        parts = sum(float(row[part]) for part in ("route_m", "slack_m", "bends_m"))
        assert float(row["needed_m"]) == pytest.approx(parts, abs=0.021)
        assert float(row["order_m"]) >= float(row["needed_m"])
    assert len({row["route_m"] for row in rows}) > 1
