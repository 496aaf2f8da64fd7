"""Sheets for paper: labels and checklists are whole, well formed, escaped, and only gain lines."""

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from generator.plan.plan import Plan
from generator.plan.plugs import plugs
from tests.conftest import tree_of
from tests.plan.test_cables import FLAT, fabric
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
def plan(tmp_path: Path) -> Plan:
    """A cluster with splitters, transceivers and patch cords."""
    return plan_data(fabric("dgx-a100", "sn5600", "roce", 5, 8), tmp_path)


def test_each_plug_is_on_one_sheet(plan: Plan) -> None:
    """The label sheets of all racks together are labels.csv, and each rack has the labels of its own plugs."""
    tree = tree_of(plan)
    for rack in plan.racks:
        found = Counter(read(tree[f"cabling/labels/{rack.name}.html"]).labels)
        assert found == Counter(plug.link.cable for plug in plugs(plan) if plug.near.rack == rack.name)
    rows = tree["cabling/labels.csv"].splitlines()[1:]
    assert len(rows) == len(set(rows)) == sum(1 for _ in plugs(plan))


def test_a_checklist_has_every_device_optic_and_cable(plan: Plan) -> None:
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
        assert sorted((row[2], row[3]) for row in rows if len(row) == 8) == sorted(optics)
        cables = [row for row in rows if len(row) == 9]
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
    object.__setattr__(plan.links[0], "label_a", f"{plan.links[0].cable} <script>&quot; > there")
    object.__setattr__(plan.links[0], "part", "<b>")
    tree = tree_of(plan)
    sheets = [text for path, text in tree.items() if path.startswith(("cabling/labels/", "cabling/checklist/"))]
    assert any("&lt;script&gt;" in text for text in sheets)
    for text in sheets:
        read(text)
