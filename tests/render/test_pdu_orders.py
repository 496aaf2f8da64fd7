"""Cables of managed power strips in work orders: pulled with their racks or with the key, labelled as the tree has them, moved and taken out at both ends."""

import copy
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.change.difference import Difference, difference
from generator.plan.draft import Draft
from generator.plan.sections import sections
from generator.render.change.work_order import work_order
from generator.render.encode import plain
from generator.render.tree import render_tree
from generator.spec.cabling import LabelSpec
from tests.ours import TEMPLATES
from tests.pdu_specs import managed
from tests.specs import Spec, plan_data


def without() -> Spec:
    """Return the cluster with the same strips, whose cards are on no network."""
    spec = managed()
    return spec | {"power": {"pdu": spec["power"]["pdu"]}}


def more(count: int) -> Spec:
    """Return it with more hosts, each with a rack and two strips."""
    spec = managed()
    spec["hosts"]["gpu"]["count"] = count
    return spec


def between(old: Spec, new: Spec, folder: Path) -> tuple[Draft, Draft, Difference]:
    """Plan both, and compare them."""
    plans = [plan_data(each, folder) for each in (old, new)]
    return plans[0], plans[1], difference(*(plain(sections(plan)) for plan in plans))


def order(found: Difference) -> dict[str, str]:
    """Return the files of a work order."""
    return {file.path: str(file.content) for file in work_order(found, TEMPLATES, LabelSpec())}


def cabling(plan: Draft) -> dict[str, str]:
    """Return pull sheets and labels of a tree."""
    return {each.path: str(each.made().text) for each in render_tree(plan, TEMPLATES, ("cabling", "labels"))}


def rows(text: str, cable: str) -> list[str]:
    """Return the rows of a sheet that are about a cable."""
    return [line for line in text.splitlines() if f"<b>{cable}</b>" in line or f"<b>{cable} (" in line]


@pytest.mark.parametrize("case", ["the key comes", "racks come"])
def test_new_cables_are_those_of_the_tree(case: str, tmp_path: Path) -> None:
    """Each is pulled once, from the rack of its strip, with a step, the row of the tree's pull sheet, and both labels."""
    old, new = (without(), managed()) if case == "the key comes" else (managed(), more(4))
    before, after, found = between(old, new, tmp_path)
    come = {pdu.name: pdu for pdu in after.pdus}
    for pdu in before.pdus:
        come.pop(pdu.name)
    assert len(come) == (len(after.pdus) if case == "the key comes" else 4)
    made, tree = order(found), cabling(after)
    for pdu in come.values():
        (row,) = rows(made[f"racks/{pdu.rack}.html"], pdu.cable)
        assert re.match(r'<tr><td class="step">\d', row), row
        assert f"{pdu.here}<td>{pdu.there}" in row
        (line,) = [line for line in made[f"pull/{pdu.rack}.csv"].splitlines() if f",{pdu.cable}," in line]
        assert re.sub(r'^("[^"]*"|[^,]*),', "", line) in tree[f"cabling/pull/{pdu.rack}.csv"].splitlines()
        for rack in {pdu.rack, pdu.leaf_rack}:
            labels = [line for line in tree[f"cabling/labels/{rack}.html"].splitlines() if pdu.cable in line]
            assert labels
            assert set(labels) <= {*made[f"labels/{rack}.html"].splitlines()}
    for pdu in before.pdus:
        assert not [path for path, text in made.items() if path.startswith("racks/") and rows(text, pdu.cable)]


def test_cables_that_go_are_taken_out_at_both_ends(tmp_path: Path) -> None:
    """With the rack of the strip, and with the key."""
    for old, new, gone in ((more(4), managed(), 4), (managed(), without(), 14)):
        before, after, found = between(old, new, tmp_path)
        made = order(found)
        names = {pdu.name for pdu in before.pdus} - {pdu.name for pdu in after.pdus}
        assert len(names) == gone
        for pdu in (each for each in before.pdus if each.name in names):
            for rack in {pdu.rack, pdu.leaf_rack}:
                (row,) = rows(made[f"racks/{rack}.html"], pdu.cable)
                assert f"{pdu.here}<td>{pdu.there}" in row


@pytest.mark.parametrize(
    ("fields", "work"),
    [({"cage": 20}, "move"), ({"leaf": "oob-leaf1", "cage": 21}, "move"), ({"length_m": 10.0}, "exchange"), ({"leaf_unit": 40}, "")],
)  # fmt: skip
def test_a_cable_that_stays_has_both_places(fields: dict[str, object], work: str, tmp_path: Path) -> None:
    """Plugged elsewhere, exchanged for a longer one, or labelled anew as its leaf is in another unit."""
    plan = plan_data(managed(), tmp_path)
    old = plain(sections(plan))
    new = copy.deepcopy(old)
    new["pdus"][0] |= fields
    made = order(difference(old, new))
    was = plan.pdus[0]
    will = replace(was, **fields)
    (row,) = rows(made[f"racks/{was.rack}.html"], was.cable)
    assert f"<td>{work}<td>" in row or not work
    assert {was.there, will.there} <= {*re.split("<[^>]*>", row)} or not work
    assert will.there in made[f"labels/{was.rack}.html"]
    assert (f",{was.cable}," in made.get(f"pull/{was.rack}.csv", "")) is (work == "exchange")


def test_nothing_is_there_where_nothing_changes(tmp_path: Path) -> None:
    """No sheet of an unchanged cluster."""
    _, _, found = between(managed(), managed(), tmp_path)
    assert not [path for path in order(found) if path.startswith(("racks/", "labels/", "pull/"))]
