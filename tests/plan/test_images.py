"""Another release of a switch's system: one switch at a time, from the upper tiers down, out-of-band switches last."""

import copy
from pathlib import Path

import pytest

from generator.change.difference import Difference, difference
from generator.render.change.steps import step_text
from generator.render.change.text import text
from tests.growth.forms import plan_of
from tests.growth.past import plan_on
from tests.growth.test_renames import change
from tests.ours import TEMPLATES
from tests.plan.plan_rows import Plain, rows_of
from tests.specs import Spec, cluster


def _at(system: str, version: str, spec: Spec | None = None) -> Spec:
    """Return a cluster all of whose switches run one release."""
    spec = copy.deepcopy(spec or cluster(4))
    for fabric in spec["fabrics"].values():
        for tier in ("leaf", "spine"):
            if tier in fabric:
                fabric[tier] = fabric[tier] | {"os": system, "version": version}
    return spec


def _released(system: str, before: str, after: str, folder: Path) -> Difference:
    return difference(rows_of(_at(system, before), folder), rows_of(_at(system, after), folder))


def _tier(found: Difference, name: str) -> tuple[bool, str]:
    row = next(row for row in found.old["switches"] if row["name"] == name)
    return row["fabric"] == "oob", row["tier"]


def test_one_switch_at_a_time_from_above_and_out_of_band_last(tmp_path: Path) -> None:
    """No first start; hosts are drained once for the leaves of all of their rails, and those with another path never."""
    found = _released("cumulus", "5.13", "5.14", tmp_path)
    assert {step.kind for step in found.steps} == {"release"}
    assert [step.devices for step in found.steps] == [step.released for step in found.steps]
    assert sorted(name for step in found.steps for name in step.devices) == sorted(
        row["name"] for row in found.old["switches"]
    )
    order = [_tier(found, name) for step in found.steps for name in step.devices]
    turns = [each for number, each in enumerate(order) if not number or order[number - 1] != each]
    assert turns == [(False, "spine"), (False, "leaf"), (True, "leaf")]
    ways = {link["b"]["device"] for link in found.old["links"] if link["a"]["device"] == "control1"}
    assert ways & {*found.steps[-1].devices}
    gpus = tuple(row["name"] for row in found.old["hosts"] if row["gpus"])
    assert [step.drain for step in found.steps if step.drain] == [gpus]
    assert [step.undrain for step in found.steps if step.undrain] == [gpus]
    assert found.steps[0].of == ("cumulus", "5.14")
    shown = text(found, TEMPLATES)
    assert "install cumulus 5.14 beside the present release of compute-spine1 and boot it" in shown
    assert "`switches.yml --limit compute-spine1`" in shown
    assert "a first start" not in shown


@pytest.mark.parametrize(
    ("system", "before", "after", "of"),
    [
        ("cumulus", "5.13", "5.16", ("cumulus", "5.14", "5.16")),
        ("cumulus", "5.14", "5.16", ("cumulus", "5.16")),
        ("cumulus", "5.16", "5.13", ("cumulus", "5.13")),
        ("eos", "4.33", "4.34", ("eos", "4.34")),
    ],
)
def test_a_release_that_is_not_reached_at_once_is_said(
    system: str, before: str, after: str, of: tuple[str, ...], tmp_path: Path
) -> None:
    old = rows_of(_at("cumulus", "5.14"), tmp_path)
    steps = difference(_with(old, system, before), _with(old, system, after)).steps
    assert {step.of for step in steps} == {of}
    assert ("render and install cumulus 5.14 first" in step_text(steps[0])) == (len(of) > 2)


def _with(rows: Plain, system: str, version: str) -> Plain:
    return rows | {"switches": [row | {"os": system, "version": version} for row in rows["switches"]]}


def test_with_other_work_on_a_switch_it_is_one_step(tmp_path: Path) -> None:
    """Its cables, its new name: the new file is loaded once, on the new release."""
    old = plan_of(_at("cumulus", "5.13"))
    spec = _at("cumulus", "5.14")
    spec |= {"pins": {"devices": {"storage-leaf1": {"name": "st-a"}}}, "rename": {"storage-leaf1": "st-a"}}
    found = change(old, plan_on(spec, old))
    (step,) = (step for step in found.steps if "st-a" in step.devices)
    assert (step.kind, step.was, step.released) == ("release", ("storage-leaf1",), ("st-a",))
    assert "storage-leaf1 is now called st-a" in step_text(step)
    rows = rows_of(_at("cumulus", "5.13"), tmp_path)
    leaf = next(link for link in rows["links"] if link["b"]["device"] == "storage-leaf1")
    mtu = [link | {"mtu_bytes": 1500} if link is leaf else link for link in rows["links"]]
    both = difference(rows, _with(rows, "cumulus", "5.14") | {"links": mtu})
    (step,) = (step for step in both.steps if "storage-leaf1" in step.devices)
    assert (step.kind, step.released, len(step.anew)) == ("switch", ("storage-leaf1",), 1)
    assert "install cumulus 5.14" in step_text(step)
