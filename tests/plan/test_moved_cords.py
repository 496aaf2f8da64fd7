"""Power cords of devices that stay and that another spec plugs in elsewhere: told with a step, on the sheets with both ends, and nothing is bought."""

import copy
from collections.abc import Mapping
from typing import Any

import pytest

from generator.change.cords import TABLE
from generator.change.difference import Difference, difference
from generator.change.records import Kind
from generator.plan.sections import CHOICES, with_hardware
from generator.render.change.sheets import Sheet, sheets, steps_of
from generator.render.change.steps import step_text
from generator.render.change.view import headline
from generator.render.encode import plain
from tests.growth.forms import example_spec, plan_of

Rows = Mapping[str, Any]


def rows_with(**more: Any) -> Rows:
    """Return the rows of roce-16 with other keys of its spec."""
    found: Rows = plain(with_hardware(plan_of(example_spec("roce-16") | more)))
    return found


@pytest.fixture(scope="module")
def before() -> Rows:
    return rows_with()


@pytest.fixture(scope="module")
def after() -> Rows:
    """Two strips a feed, not one: every cord ends at a strip of another name."""
    return rows_with(power={"pdus_per_rack": 4})


def pages(found: Difference) -> list[Sheet]:
    return sheets(found, steps_of(found))


def test_cords_that_move_have_a_step_and_nothing_is_bought_for_them(before: Rows, after: Rows) -> None:
    found = difference(before, after)
    moved = {each.after.cord for each in found.power.moved}
    assert len(moved) > len(before["switches"]) * 2
    assert not found.power.plugged
    assert not [part for part in found.parts if part.kind == "cord"]
    assert found.counts[Kind.EFFECT] == len(moved)
    assert f"{len(moved)} power cords to move; nothing is interrupted, no host to drain" in headline(found)
    (step,) = (each for each in found.steps if each.kind == TABLE)
    assert set(step.cords) == moved
    assert set(step.devices) == {row["name"] for row in (*before["hosts"], *before["switches"])}
    assert step.out == step.drain == ()
    assert "one cord of a device at a time" in step_text(step)


def test_a_cord_that_moves_is_on_the_sheet_with_both_ends(before: Rows, after: Rows) -> None:
    found = difference(before, after)
    rows = [row for sheet in pages(found) for row in sheet.moved]
    assert len(rows) == len(found.power.moved)
    assert not [row for sheet in pages(found) for row in sheet.cords]
    assert all(row[0] for row in rows), "a row without a step"
    at = {row[3]: row[5:] for row in rows}
    assert at["gpu01-psu1"] == ("B01-PDU-A", "B01-PDU-A1")


def test_pdus_that_come_and_go_are_on_the_sheets(before: Rows, after: Rows) -> None:
    """In the step of the first cord that is plugged in, or of the last one that leaves; the reverse change has the reverse rows."""
    for old, new, words in ((before, after, "fit"), (after, before, "take")):
        found = difference(old, new)
        racks = {rack for rack, names in found.power.gone.items() if names}
        rows = {sheet.rack: sheet.strips for sheet in pages(found)}
        assert racks == set(rows)
        (step,) = (str(number) for number, each in enumerate(steps_of(found), 1) if each.kind == TABLE)
        for rack, mine in rows.items():
            named = {name: (number, what.split()[0]) for number, name, what in mine}
            assert {name for name, (_, what) in named.items() if what == "fit"} == set(found.power.strips[rack])
            assert {name for name, (_, what) in named.items() if what == "take"} == set(found.power.gone[rack])
            assert all(number == step for number, _ in named.values())
            assert any(what == words for _, what in named.values())


def test_cords_that_only_go_are_on_the_sheet(before: Rows) -> None:
    """A host that leaves: each of its cords with its place, in the step of the host, and its label's name."""
    spec = example_spec("roce-16")
    fewer = {**spec["hosts"], "login": {**spec["hosts"]["login"], "count": 0}}
    found = difference(before, rows_with(hosts=fewer))
    gone = {cord.cord for cord in found.power.unplugged}
    assert gone == {cord for cord in gone if cord.startswith("login1-")}
    assert len(gone) >= 2
    rows = [row for sheet in pages(found) for row in sheet.unplugged]
    assert {row[3] for row in rows} == gone
    assert all(row[0] and row[5] for row in rows)


def test_a_device_that_needs_all_of_its_supplies_is_shut_down_for_its_cords(before: Rows, after: Rows) -> None:
    old = {**before, CHOICES: copy.deepcopy(before[CHOICES])}
    old[CHOICES]["hardware"]["hosts"]["dgx-h100"]["supplies"]["needed"] = 6
    found = difference(old, after)
    gpus = [row["name"] for row in before["hosts"] if row["model"] == "dgx-h100"]
    alone = [step for step in found.steps if step.kind == TABLE and step.out]
    assert [step.devices for step in alone] == [(name,) for name in gpus]
    assert all(step.devices == step.out == step.drain == step.undrain for step in alone)
    assert set(gpus) <= set(found.hosts)
    assert all("shut" in step_text(step) and "6 power cords" in step_text(step) for step in alone)


def test_cords_of_a_device_that_is_carried_are_in_its_step(before: Rows) -> None:
    spec = example_spec("roce-16")
    spec["hosts"]["gpu"]["per_rack"] = 1
    found = difference(before, plain(with_hardware(plan_of(spec))))
    racks = ({row["name"]: row["rack"] for row in plan["hosts"]} for plan in (found.old, found.new))
    was, now = racks
    carried = {name for name in was if was[name] != now[name]}
    assert carried
    mine = {each.after.cord for each in found.power.moved if each.after.device in carried}
    steps = [step for step in found.steps if step.kind == "host" and carried & set(step.devices)]
    assert {cord for step in steps for cord in step.cords} >= mine > set()
    assert not [change for change in found.changes if change.table == TABLE and change.key[0] in carried]
    assert "power cords" in step_text(steps[0])
    assert all(set(step.carried) == carried & set(step.devices) for step in steps)
    assert f"power {steps[0].carried[0]} off and carry it to the new place" in step_text(steps[0])
    rows = {(row[5], sheet.rack, *row[1:3]) for sheet in pages(found) for row in sheet.off}
    assert not {row[3] for sheet in pages(found) for row in sheet.moved} & mine, "nothing carries its other supplies"
    for cord in mine:
        host = cord.partition("-psu")[0]
        assert {row for row in rows if row[0] == cord} == {(cord, was[host], "out", ""), (cord, now[host], "", "in")}


def test_the_same_plan_moves_no_cord(before: Rows) -> None:
    found = difference(before, before)
    assert (found.power.moved, found.power.plugged, found.steps) == ((), (), ())


def test_a_plan_without_its_hardware_has_no_cords_to_compare(before: Rows, after: Rows) -> None:
    """Plans of the first formats say neither supplies nor strips."""
    found = difference({name: rows for name, rows in before.items() if name != CHOICES}, after)
    assert not [change for change in found.changes if change.table == TABLE]
    assert not [step for step in found.steps if step.cords]
