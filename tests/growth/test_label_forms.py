"""Labels that get another form on a cluster that stands: all of them are replaced, nothing is unplugged, and the work order has the sheets of the later tree."""

from pathlib import Path
from typing import Any

import pytest

from generator.change.cables import Work
from generator.change.difference import Difference, difference
from generator.change.records import Kind
from generator.plan.draft import Draft
from generator.plan.sections import with_hardware
from generator.render.change.view import headline
from generator.render.change.work_order import work_order
from generator.render.encode import plain
from generator.render.tree import render_tree
from generator.spec.cabling import LabelSpec
from tests.conftest import missing
from tests.ours import TEMPLATES
from tests.pdu_specs import managed
from tests.plan.test_harnesses import quad
from tests.specs import Spec, cluster, plan_data

TIA = {"form": "tia-606"}


def labelled(spec: Spec, label: dict[str, Any]) -> Spec:
    return spec | {"cabling": {"label": label}}


def between(before: Draft, after: Draft) -> Difference:
    return difference(*(plain(with_hardware(plan)) for plan in (before, after)))


def order(found: Difference, plan: Draft) -> dict[str, str]:
    label: LabelSpec = plan.site.cabling.label
    return {each.path: str(each.content) for each in work_order(found, TEMPLATES, label)}


def sheets(plan: Draft) -> dict[str, str]:
    """Return the label sheets of a tree, by their paths in a work order."""
    made = render_tree(plan, TEMPLATES, ("labels",))
    return {each.path.removeprefix("cabling/"): str(each.made().text) for each in made if each.path.endswith(".html")}


def test_another_form_relabels_cables_and_devices(tmp_path: Path) -> None:
    """Without a step: a row for every plug in each rack, in the order of the sheet; racks, PDUs and cords keep their labels."""
    spec = cluster(4, 8)
    before, after = plan_data(spec, tmp_path), plan_data(labelled(spec, TIA), tmp_path)
    found = between(before, after)
    assert [(each.table, each.kind) for each in found.changes] == [("labels", Kind.IN_PLACE)]
    assert {each.cable for each in found.cables} == {cable.cable for cable in after.cables}
    assert {each.work for each in found.cables} == {Work.RELABEL}
    assert (found.steps, found.hosts, found.parts, found.power.labelled) == ((), (), (), ())
    assert f"{len(after.hosts)} hosts, {len(after.switches)} switches and {len(after.cables)} cables to relabel" in headline(found)  # fmt: skip
    files, tree = order(found, after), sheets(after)
    assert "No step" in files["order.html"]
    for rack in (each.name for each in after.racks):
        page = files[f"racks/{rack}.html"]
        assert page.count("new labels, front and rear") == sum(each.rack == rack for each in after.devices)
        rows = [line.split("<b>")[1].split("</b>")[0] for line in page.splitlines() if "<b>" in line]
        plugs = [line.split("<b>")[1].split("</b>")[0] for line in tree[f"labels/{rack}.html"].splitlines() if "<b>" in line]  # fmt: skip
        assert rows[-len(plugs) :] == plugs
        assert f"{rack}-PDU" not in files[f"labels/{rack}.html"]
    assert not between(after, after).changes
    assert not between(after, plan_data(labelled(spec, TIA | {"width_mm": 70.0}), tmp_path)).changes


@pytest.mark.parametrize("spec", [managed(), quad(2, 4)])
def test_codes_come_to_every_label(spec: Spec, tmp_path: Path) -> None:
    """The sheets of the work order are those of the tree, panels and strips included; where codes go, nothing is done."""
    try:
        import segno  # noqa: F401, PLC0415
    except ImportError:
        missing("segno", "python3 -m pip install 'segno>=1.6,<2'")
    before, after = plan_data(spec, tmp_path), plan_data(labelled(spec, TIA | {"qr": True}), tmp_path)
    files, tree = order(between(before, after), after), sheets(after)
    assert {path: files.get(path) for path in tree} == tree
    for rack in after.racks:
        assert "new labels of the rack" in files[f"racks/{rack.name}.html"]
    for each in after.pdus:
        assert f"<b>{each.cable}</b>" in files[f"racks/{each.rack}.html"]
    gone = between(after, plan_data(labelled(spec, TIA), tmp_path))
    assert [each.table for each in gone.changes] == ["labels"]
    assert not gone.cables
    assert list(order(gone, after)) == ["manifest.json"]


def test_growth_and_another_form_at_once(tmp_path: Path) -> None:
    """New cables are pulled in their step, and all others only get labels, which waits for none."""
    spec = cluster(4, 8)
    before = plan_data(spec, tmp_path)
    spec["hosts"]["gpu"]["count"] = 6
    after = plan_data(labelled(spec, TIA), tmp_path)
    found = between(before, after)
    stood = {cable.cable for cable in before.cables}
    assert {each.cable: each.work for each in found.cables} == {
        cable.cable: Work.RELABEL if cable.cable in stood else Work.PULL for cable in after.cables
    }
    rows = [row for path, text in order(found, after).items() if path.startswith("racks/") for row in text.splitlines()]
    assert {line.split("<td class=")[1] for line in rows if "front and rear" in line} == {'"step">'}
    assert any('<td class="step">1<td' in line and "install" in line for line in rows)
