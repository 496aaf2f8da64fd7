"""device-labels.csv: a label for the front and the rear of whatever the drawings of a rack show as installed, and those that the sheets have."""

import csv
import io
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from tests.conftest import tree_of
from tests.plan.test_cables import fabric
from tests.plan.test_harnesses import quad
from tests.specs import Spec, cluster, plan_data

_NAME = re.compile(r'<text[^>]* class="b"[^>]*>([^<]*)</text>')
"""Bold names of a rack page are those of what is installed."""
_OWN = re.compile(r'<li class="own">(?:<svg.*?</svg>)?<(strong|em)>([^<]*)</\1><i>([^<]*)</i>(?:<i>([^<]*)</i>)?')
_SPECS = {
    "dgx": cluster(2, 4),
    "harnesses": quad(2, 4),
    "rack": fabric("gb200-nvl72-tray", "qm9700", "infiniband", 20, 36),
}


def rows_of(tree: dict[str, str]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(tree["cabling/device-labels.csv"])))


@pytest.mark.parametrize("spec", _SPECS.values(), ids=_SPECS)
@pytest.mark.parametrize("form", [None, "tia-606"])
def test_labels_are_those_of_drawings_and_sheets(tmp_path: Path, spec: Spec, form: str | None) -> None:
    plan = plan_data({**spec, **({"cabling": {"label": {"form": form}}} if form else {})}, tmp_path)
    tree = tree_of(plan)
    rows = rows_of(tree)
    assert [row["rack"] for row in rows if row["kind"] == "rack"] == [r.name for r in plan.racks for _ in "fr"]
    fixtures = {
        part.group() for text in tree.values() for part in re.finditer(r"(?:power-shelf|nvlink-switch)[^<]*", text)
    }
    for rack in plan.racks:
        mine = [row for row in rows if row["rack"] == rack.name]
        drawn = Counter(map(unescape, _NAME.findall(tree[f"cabling/racks/{rack.name}.html"])))
        labelled = Counter(row["device"] for row in mine if row["kind"] in {"host", "switch"})
        assert {name: drawn[name] for name in labelled} == dict(labelled)
        assert set(drawn) - set(labelled) <= fixtures
        sheet = _OWN.findall(tree[f"cabling/labels/{rack.name}.html"])
        own = [tuple(unescape(each) for each in found[1:]) for found in sheet if found[0] == "strong"]
        assert own == [(r["line1"], r["line2"], r["line3"]) for r in mine if r["kind"] not in {"pdu", "panel"}]
        assert [unescape(f[1]) for f in sheet if f[0] == "em"] == [r["line1"] for r in mine if r["kind"] == "panel"]
    for device in plan.devices:
        top = device.unit + device.height_u - 1
        units = f"U{device.unit:02d}" if top == device.unit else f"U{device.unit:02d}-U{top:02d}"
        place = f"{device.rack}-{device.unit:02d}" if form else f"{device.rack} {units}"
        front, rear = (row for row in rows if row["device"] == device.name)
        assert (front["unit"], front["qr"], front["label"]) == (
            units,
            f"{device.name} {place}",
            f"{device.name} {place} front",
        )
        assert (front["side"], rear["side"]) == ("front", "rear")
    assert {row["device"] for row in rows if row["kind"] == "panel"} == {each.panel for each in plan.harnesses}


def test_growth_only_adds_labels(tmp_path: Path) -> None:
    """Each label of an existing device stays as it is, in its order."""
    before, after = (rows_of(tree_of(plan_data(cluster(count, 8), tmp_path))) for count in (2, 4))
    rest = iter(after)
    assert len(after) > len(before)
    assert all(row in rest for row in before)


def test_labels_are_no_formulas(tmp_path: Path) -> None:
    """A text that a spreadsheet would execute is none; the cluster's name is on the labels of racks."""
    rows = rows_of(tree_of(plan_data(cluster(1, 2), tmp_path)))
    assert not [value for row in rows for value in row.values() if value.startswith(("=", "+", "-", "@"))]
