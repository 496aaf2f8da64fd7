"""Hosts that come to the free legs of splitters, or leave them: a leg has a row and a label, and the rest of its cable stays."""

from pathlib import Path

from generator.change.cables import Work
from generator.plan.draft import Draft
from generator.render.change.view import headline
from tests.growth.test_label_forms import between, labelled, order, sheets
from tests.plan.test_cables import fabric
from tests.specs import plan_data


def _plans(folder: Path, label: dict[str, str] | None = None) -> tuple[Draft, Draft]:
    """Plan three hosts, and four: the last one is on legs of cables that are there."""
    three, four = (fabric("dgx-a100", "sn5600", "roce", count, 4) for count in (3, 4))
    return plan_data(three, folder), plan_data(labelled(four, label) if label else four, folder)


def _labels(text: str) -> set[str]:
    return {line for line in text.splitlines() if line.startswith('<li class="')}


def test_legs_are_plugged_in(tmp_path: Path) -> None:
    """Each in the step of its host; new labels are those by which the sheets of the two trees differ."""
    before, after = _plans(tmp_path)
    found = between(before, after)
    mine = {cable.cable: cable for cable in found.cables if cable.work is Work.PLUG}
    assert set(mine) == {link.cable for link in after.links if link.a.device == "gpu4" and link.fabric == "compute"}
    assert [near["device"] for cable in mine.values() for near, _ in cable.legs] == ["gpu4"] * 8
    assert "3 cables to add, 8 legs of splitters to plug in; nothing existing changes." in headline(found)
    files, old, new = order(found, after), sheets(before), sheets(after)
    for path, text in new.items():
        assert _labels(files.get(path, "")) == _labels(text) - _labels(old[path]), path
    rows = [line for line in files["racks/B02.html"].splitlines() if "<td>plug in<td>" in line]
    assert len(rows) == 8
    assert all(line.startswith('<tr><td class="step">1<') and " gpu4 RAIL" in line for line in rows)


def test_legs_are_unplugged(tmp_path: Path) -> None:
    before, after = _plans(tmp_path)
    found = between(after, before)
    assert "8 legs of splitters to unplug, 1 host and 3 cables to remove" in headline(found)
    rows = [row for row in order(found, before)["racks/B02.html"].splitlines() if "<td>unplug<td>" in row]
    assert len(rows) == 8
    assert all(" gpu4 RAIL" in row for row in rows)


def test_legs_and_another_form_of_labels(tmp_path: Path) -> None:
    """All plugs of these cables get labels, the new legs once."""
    before, after = _plans(tmp_path, {"form": "tia-606"})
    found = between(before, after)
    assert sum(cable.work is Work.PLUG for cable in found.cables) == 8
    files, new = order(found, after), sheets(after)
    assert all(text.count("<b>CH17</b>") == new[path].count("<b>CH17</b>") for path, text in files.items() if path in new)  # fmt: skip
