"""Labels as a spec asks for them: identifiers after TIA-606, and QR codes, which an independent reader reads back."""

import csv
import io
import re
import sys
from html import unescape
from pathlib import Path

import pytest

from generator.plan.cabling.plugs import plugs
from generator.render.artifact import RenderError
from generator.render.cabling.label_form import tia_lines
from tests.conftest import missing, tree_of
from tests.pdu_specs import managed
from tests.plan.test_cables import fabric
from tests.plan.test_harnesses import quad
from tests.render.qr_reader import matrix_of, text_of
from tests.specs import Spec, cluster, plan_data

_LABEL = re.compile(r'<li class="[a-z ]*">(<svg.*?</svg>)<(b|em|strong)>([^<]*)</\2><i>([^<]*?)(?:, unit ____)?</i>')


def labelled(spec: Spec, folder: Path, **label: object) -> dict[str, str]:
    return tree_of(plan_data({**spec, "cabling": {"label": label}}, folder))


def sheets(tree: dict[str, str]) -> str:
    return "".join(text for path, text in sorted(tree.items()) if path.startswith("cabling/labels/"))


@pytest.mark.parametrize("spec", [cluster(2, 4), quad(2, 4)])
def test_every_label_has_its_code(tmp_path: Path, spec: Spec) -> None:
    """Cables, harnesses, cords, PDUs, devices and racks: the code has the id and the place of the very label."""
    try:
        import segno  # noqa: F401, PLC0415
    except ImportError:
        missing("segno", "python3 -m pip install 'segno>=1.6,<2'")
    text = sheets(labelled(spec, tmp_path, qr=True))
    found = _LABEL.findall(text)
    assert len(found) == text.count("<li ")
    for svg, tag, name, here in found:
        code = text_of(svg)
        assert code.startswith(unescape(name))
        if tag != "strong":
            assert code == unescape(f"{name} {here}")
    (first, *_) = found
    wrong = first[0].replace("M0 0h7v1h-7z", "M0 0h6v1h-6z")
    assert matrix_of(wrong) != matrix_of(first[0])


def test_without_the_key_nothing_of_a_code_is_there(tmp_path: Path) -> None:
    """The sheet and `plan.json` are those of a spec that names neither key."""
    tree = tree_of(plan_data(cluster(2, 4), tmp_path))
    assert "<svg" not in sheets(tree)
    assert '"label": {"width_mm": 60.0, "height_mm": 25.0}' in tree["plan.json"]


def test_a_missing_segno_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written, and the message has what to install."""
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(RenderError, match="segno, which is not installed; nothing was written"):
        labelled(
            cluster(2, 4) | {"name": "uncoded"}, tmp_path, qr=True
        )  # no plan that is kept has this name, and its codes


def test_identifiers_name_both_ends(tmp_path: Path) -> None:
    """Rack, unit and port of the near end first, on the sheet and in labels.csv; the two labels of a cable are each other's reverse."""
    spec = cluster(2, 4)
    plan = plan_data({**spec, "cabling": {"label": {"form": "tia-606"}}}, tmp_path)
    tree = tree_of(plan)
    rows = list(csv.DictReader(io.StringIO(tree["cabling/labels.csv"])))
    text = sheets(tree)
    ends: dict[str, list[str]] = {}
    for row, plug in zip(rows, plugs(plan), strict=True):
        near, far = row["line2"].split("/")
        port = f"{plug.near.cage}.{plug.near.port}" if plug.near.ports > 1 else plug.near.cage
        assert near == f"{plug.near.rack}-{plug.near.unit:02d}:{port}"
        assert row["line3"].startswith(f"{plug.near.device} > ")
        assert f"<i>{row['line2']}</i>" in text
        ends.setdefault(row["cable_id"], []).append(f"{near}/{far}")
    for mine in ends.values():
        assert len(mine) == 2
        assert mine[0] == "/".join(reversed(mine[1].split("/")))


def test_legs_of_a_splitter_are_all_in_its_identifier(tmp_path: Path) -> None:
    plan = plan_data(
        {**fabric("dgx-a100", "sn5600", "roce", 3, 4), "cabling": {"label": {"form": "tia-606"}}}, tmp_path
    )
    trunks = [plug for plug in plugs(plan) if " + " in plug.there]
    assert trunks
    for plug in trunks:
        lines = tia_lines(plug.here, plug.there)
        assert lines
        identifier, devices = lines
        assert identifier.partition("/")[2].count("+") == plug.there.count(" + ")
        assert all(leg.split()[1] in devices for leg in plug.there.split(" + "))


def test_a_text_that_the_site_has_pinned_stays() -> None:
    assert tia_lines("row 3, left", "A01-U05 gpu1 1") is None


@pytest.mark.parametrize(("spec", "key"), [(quad(2, 4), "harnesses"), (managed(), "pdus")])
def test_an_arrow_is_before_the_other_end(spec: Spec, key: str, tmp_path: Path) -> None:
    """Of labels that have an identifier of both ends, the second line has none; those of harnesses and of PDUs' cables have it, as in labels.csv."""
    tree = labelled(spec, tmp_path, form="tia-606")
    text = sheets(tree)
    assert set(re.findall(r"(\S+) i \+ i::before { content: none }", text)) == {".own", ".identified"}
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for kinds, cable in re.findall(r'<li class="([a-z ]+)"><b>([^<]+)</b>', text):
        found["identified" not in kinds].add(cable)
    rows = list(csv.DictReader(io.StringIO(tree["cabling/labels.csv"])))
    assert found[False] == {row["cable_id"] for row in rows if not row["line3"].startswith("> ")}
    assert found[True] >= {row["cable_id"] for row in rows if row["line3"].startswith("> ")}
    assert (
        found[True]
        >= {
            row["harness" if key == "harnesses" else "cable"]
            for row in csv.DictReader(io.StringIO(tree[f"cabling/{key}.csv"]))
        }
        > set()
    )
