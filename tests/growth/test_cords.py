"""Power cords that are plugged in stay plugged in: whatever comes to a cluster, no cord of a device that stays moves."""

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.analysis.close import close
from generator.change.difference import difference
from generator.plan.draft import Draft
from generator.plan.power.cords import Cord, cords_by_rack
from generator.plan.read_back import read_back
from generator.plan.sections import sections, with_hardware
from generator.render.encode import plain
from generator.spec.load import DocumentError
from tests.depth import tries
from tests.growth.forms import example_spec, plan_of
from tests.growth.past import plan_on
from tests.specs import Spec

EXAMPLES = ("roce-16", "small-4-hosts", "a100-h100-mixed", "pinned-4", "mixed-schedulers", "ib-256")


def cords(plan: Draft) -> dict[str, Cord]:
    """Return every cord by its id."""
    return {cord.cord: cord for mine in cords_by_rack(plan).values() for cord in mine}


def assert_cords_stand(before: Draft, after: Draft) -> None:
    """Hold each cord against that of the later plan: its feed, its strip, its phase; and the work order against both."""
    old, new = cords(before), cords(after)
    stay = {device.name for device in before.devices} & {device.name for device in after.devices}
    moved = [name for name, cord in old.items() if cord.device in stay and new.get(name) != cord]
    assert not moved, f"{len(moved)} of {len(old)} move, such as {old[moved[0]]} to {new.get(moved[0])}"
    power = difference(plain(with_hardware(before)), plain(with_hardware(after))).power
    assert {cord.cord for cord in power.plugged} == new.keys() - old.keys()
    assert not [each for each in power.moved if not each.carried]


def _name(spec: Spec) -> str:
    """Return a name that no group has."""
    return next(name for letter in "abcdefgh" if (name := f"viz{letter}") not in spec["hosts"])


def _like(spec: Spec) -> dict[str, Any]:
    """Return a group of one host, of a model that can be cabled there."""
    said = next(each for each in reversed(spec["hosts"].values()) if each.get("role") != "control")
    return {name: said[name] for name in ("model", "role") if name in said} | {"count": 1}


def _group(spec: Spec, place: int) -> None:
    """Add a group before, between or behind the others."""
    groups = list(spec["hosts"].items())
    at = place % (len(groups) + 1)
    spec["hosts"] = dict([*groups[:at], (_name(spec), _like(spec)), *groups[at:]])


def _host(spec: Spec, place: int) -> None:
    groups = [group for group in spec["hosts"].values() if group.get("role") == "login"] or list(spec["hosts"].values())
    group = groups[place % len(groups)]
    group["count"] += 1
    group["max"] = max(group["count"], group.get("max", 0))


def _order(spec: Spec, place: int) -> None:
    groups = list(spec["hosts"].items())
    at = place % len(groups)
    spec["hosts"] = dict([*groups[at:], *groups[:at]])


def _leave(spec: Spec, place: int) -> None:
    """Remove a group that came."""
    came = [name for name in spec["hosts"] if name.startswith("viz")]
    if came:
        del spec["hosts"][came[place % len(came)]]


def _rack(spec: Spec, place: int) -> None:
    """Add hosts in a rack of their own."""
    spec["hosts"][_name(spec)] = _like(spec) | {"count": 2 + place % 3, "max": 24, "per_rack": 8}


def _fabric(spec: Spec, place: int) -> None:
    """Add switches of its own to a fabric that others carry."""
    carried = spec["fabrics"]["compute"].get("carries") or [
        name for name in ("storage", "frontend") if name not in spec["fabrics"]
    ]
    if carried:
        name = carried[place % len(carried)]
        technology = "roce" if name == "storage" else "ethernet"
        spec["fabrics"][name] = {"technology": technology, "leaf": {"model": "sn5600", "os": "sonic"}}
        spec["fabrics"]["compute"]["carries"] = [other for other in carried if other != name]


def _appliance(spec: Spec, place: int) -> None:
    """Add the appliances that manage InfiniBand, or remove them."""
    for name in ("compute", "storage"):
        fabric = spec["fabrics"].get(name, {})
        if fabric.get("technology") == "infiniband":
            fabric["manager"] = ("ufm", "opensm")[place % 2]


EDITS: Mapping[str, Callable[[Spec, int], None]] = {
    "group": _group,
    "host": _host,
    "order": _order,
    "leave": _leave,
    "rack": _rack,
    "fabric": _fabric,
    "appliance": _appliance,
}


@tries(30)
@given(
    name=st.sampled_from(EXAMPLES),
    path=st.lists(st.tuples(st.sampled_from(sorted(EDITS)), st.integers(0, 20)), min_size=1, max_size=3),
)
def test_no_cord_of_a_device_that_stays_moves(name: str, path: list[tuple[str, int]]) -> None:
    spec = example_spec(name)
    plan = plan_of(spec)
    for what, place in path:
        spec = copy.deepcopy(spec)
        EDITS[what](spec, place)
        try:
            later = plan_on(spec, plan, disruptive=True)
        except DocumentError:  # such as more hosts than the leaves of a pair have ports
            return
        assert_cords_stand(plan, later)
        plan = later


WHERE = {"fabric": "small-4-hosts", "appliance": "a100-h100-mixed"}
"""The examples of edits that most others have no use for."""


@pytest.mark.parametrize("what", sorted(EDITS))
def test_every_edit_leaves_the_cords(what: str) -> None:
    """Of a cluster that a group has come to: its turns are no longer the places of its kinds."""
    spec = example_spec(WHERE.get(what, "roce-16"))
    plan = plan_of(spec)
    _group(spec, 1)
    plan = plan_on(spec, plan)
    later = copy.deepcopy(spec)
    EDITS[what](later, 2)
    assert list(later["hosts"]) != list(spec["hosts"]) or later != spec
    assert_cords_stand(plan, plan_on(later, plan, disruptive=True))


def test_a_plan_that_is_read_back_has_its_cords() -> None:
    spec = example_spec("roce-16")
    plan = plan_of(spec)
    _group(spec, 1)
    plan = plan_on(spec, plan)
    assert [row for row in plan.numbering if row["what"] == "turn"]
    assert cords_by_rack(read_back(json.loads(json.dumps(plain(sections(close(plan))))))) == cords_by_rack(plan)


def test_without_its_earlier_plan_a_cluster_counts_its_kinds_anew() -> None:
    """The turn of a kind is its place among kinds: what stands would move, which shows that the baseline is what holds it."""
    spec = example_spec("roce-16")
    before = plan_of(spec)
    assert not [row for row in before.numbering if row["what"] == "turn"]
    _group(spec, 99)
    afresh = cords(plan_of(spec))
    assert any(afresh[name] != cord for name, cord in cords(before).items())


def test_a_group_that_is_renamed_keeps_its_cords() -> None:
    spec = example_spec("roce-16")
    before = plan_of(spec)
    _group(spec, 1)
    plan = plan_on(spec, before)
    spec["hosts"] = {("render" if name == "viza" else name): group for name, group in spec["hosts"].items()}
    later = plan_on(spec | {"rename": {"viza": "render"}}, plan)
    old, new = cords(plan), cords(later)
    assert [new[f"render1-psu{n}"].there for n in (1, 2)] == [old[f"viza1-psu{n}"].there for n in (1, 2)]
    assert all(new[name] == cord for name, cord in old.items() if cord.device != "viza1")
