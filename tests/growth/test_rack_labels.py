"""Racks that pins call otherwise than an earlier plan: a rack is known by its place, gets other labels, and nothing moves."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.change.cables import Work
from generator.change.difference import Difference, difference
from generator.change.records import Kind
from generator.plan.draft import Draft
from generator.plan.sections import compared, with_hardware
from generator.render.change.pdu_rows import pdu_work
from generator.render.change.view import headline
from generator.render.change.work_order import work_order
from generator.render.encode import plain
from generator.spec.cabling import LabelSpec
from tests.depth import tries
from tests.growth.forms import example_spec, plan_of
from tests.growth.past import moves, plan_on
from tests.growth.test_past_envelope import raised
from tests.ours import TEMPLATES
from tests.pdu_specs import managed
from tests.specs import Spec, cluster


def labelled(spec: Spec, **racks: str) -> Spec:
    """Return a spec whose pins name racks."""
    return spec | {"pins": spec.get("pins", {}) | {"racks": racks}}


def change(before: Draft, after: Draft) -> Difference:
    return difference(plain(compared(before)), plain(compared(after)))


def spots(plan: Draft) -> dict[str, tuple[Any, ...]]:
    """Return where each device is, whatever its rack is called, with its addresses."""
    racks = {rack.name: (rack.row, rack.position) for rack in plan.racks}
    held: dict[str, list[str]] = {}
    for each in plan.addresses:
        held.setdefault(each.device, []).append(each.address)
    return {
        device.name: (racks[device.rack], device.unit, sorted(held.get(device.name, ()))) for device in plan.devices
    }


@given(seed=st.integers(0, 10_000))
@tries(10)
def test_labels_are_all_that_changes(seed: int) -> None:
    """Some racks get other names, or change theirs among each other: told as that, without a step, and done once."""
    dice = random.Random(seed)
    spec = cluster(6, 32, 2, 1)
    before = plan_of(spec)
    names = [rack.name for rack in before.racks]
    some = dice.sample(names, dice.randint(1, len(names)))
    called = dict(zip(some, dice.sample([*some, *(f"r{n:02d}" for n in range(len(some)))], len(some)), strict=True))
    kept = set(names) - set(some)
    called = {place: name for place, name in called.items() if name not in kept}
    left = {place for place, name in called.items() if name != place}
    if set(called.values()) & (set(some) - set(called)):
        return  # two racks would have one name: refused, tests/errors/pin-twice--rack-place.yaml
    after = plan_on(labelled(spec, **called), before)
    assert spots(after) == spots(before)
    assert {rack.name for rack in after.racks} == (set(names) - set(called)) | set(called.values())
    found = change(before, after)
    assert found.renames.racks == {place: name for place, name in called.items() if place in left}
    assert {each.kind for each in found.changes} <= {Kind.IN_PLACE}
    assert {each.table for each in found.changes} <= {"racks", "links"}
    assert found.steps == ()
    if left:
        assert f"{len(left)} rack" in headline(found)
    again = plan_on(labelled(spec, **called), after)
    assert not change(after, again).changes


def test_strips_are_called_after_their_rack() -> None:
    """A rack with managed strips, and the one of their leaf, get other names: new labels at both ends of each cable and cord, and no work on a cable."""
    before = plan_of(managed())
    after = plan_on(labelled(managed(), B01="hall-7", A01="net-1"), before)
    found = change(before, after)
    assert {each.table for each in found.changes} <= {"racks", "links"}
    work = list(pdu_work(found))
    assert {each.work for each in work} == {Work.RELABEL}
    assert {each.after.cable for each in work if each.after} >= {"hall-7-pdu-a-mgmt0", "hall-7-pdu-b-mgmt0"}
    assert {each.before.cable for each in work if each.before} >= {"b01-pdu-a-mgmt0", "b01-pdu-b-mgmt0"}
    named = difference(*(plain(with_hardware(plan)) for plan in (before, after))).power
    assert {"hall-7", "net-1"} == set(named.named) == {cord.rack for cord in named.labelled}


def test_a_rack_with_another_name_has_a_cover_and_a_row() -> None:
    """Nothing waits for a step: the page that the sheets name is there, and a row has the name that the rack has so far."""
    before = plan_of(cluster(4, 16, 2, 1))
    after = plan_on(labelled(cluster(4, 16, 2, 1), B01="hall-7"), before)
    found = difference(*(plain(with_hardware(plan)) for plan in (before, after)))
    made = {each.path: each.content for each in work_order(found, TEMPLATES, LabelSpec())}
    assert "No step" in made["order.html"]
    assert "so far B01" in made["racks/hall-7.html"]
    assert ">hall-7-PDU-A<" in made["labels/hall-7.html"]


def test_growth_past_the_envelope_with_other_labels() -> None:
    """Labels change in the same render in which the envelope is raised."""
    spec = example_spec("roce-64")
    before = plan_of(spec)
    after = plan_on(labelled(raised(spec, 2, 8, "login"), B01="rack-b1", A01="net-1"), before)
    was, now = spots(before), spots(after)
    assert {name: now[name] for name in was} == was
    found = change(before, after)
    assert found.renames.racks == {"B01": "rack-b1", "A01": "net-1"}
    assert {each.table for each in found.changes if each.kind is Kind.EFFECT} == set()


def test_a_device_pinned_to_a_renamed_rack_stays() -> None:
    """A pin of a device may use the new name of its rack."""
    spec = cluster(4, 16, 2, 1)
    before = plan_of(spec)
    host = next(host for host in before.hosts if host.group == "gpu")
    pins = {"racks": {host.rack: "r7"}, "devices": {host.name: {"rack": "r7", "unit": host.unit}}}
    after = plan_on(spec | {"pins": pins}, before)
    assert spots(after) == spots(before)
    assert moves(plan_on(spec | {"pins": pins}, after), after) == {}


@pytest.mark.parametrize(
    ("stated", "key"),
    [({"oversubscription": 2}, "oversubscription"), ({"su_hosts": 8}, "su_hosts"), ({"su_hosts": 16}, "")],
)
def test_a_setting_of_a_fabric_that_comes_too_late_is_told(stated: dict[str, int], key: str) -> None:
    """Uplinks and scalable units that exist stay, and the line that asks for others has a warning, also generations later."""
    first = cluster(8, 64, 2, 1, su_hosts=16)
    before = plan_of(first)
    late = cluster(8, 64, 2, 1, **{"su_hosts": 16, **stated})
    grown = plan_on(raised(first, 1, 40, "login"), before)
    later = raised(late, 1, 40, "login")
    for spec, earlier in ((late, before), (later, grown)):
        after = plan_on(spec, earlier, whole=True)
        assert moves(after, earlier) == {}
        told = [problem.loc for problem in after.warnings if problem.code == "fabric-stands"]
        assert told == ([("fabrics", "compute", key)] if key else [])


def test_a_host_that_leaves_a_renamed_group_is_known_by_its_old_name() -> None:
    """Nobody knows it by another one: it is drained and removed before the others are renamed."""
    spec = cluster(4, 8, 2, 1)
    spec["scheduler"] = {"slurm": {}}
    before = plan_of(spec)
    renamed = spec | {"hosts": {("train" if name == "gpu" else name): keys for name, keys in spec["hosts"].items()}}
    renamed["hosts"]["train"] = renamed["hosts"]["train"] | {"count": 3}
    found = change(before, plan_on(renamed | {"rename": {"gpu": "train"}}, before))
    leaves = found.steps[0]
    assert (leaves.kind, leaves.devices, leaves.drain) == ("leave", ("gpu4",), ("gpu4",))
    assert [step.kind for step in found.steps[1:]].count("leave") == 0
    named = {name for step in found.steps for name in (*step.devices, *step.drain, *step.was, *step.undrain)}
    assert "train4" not in named
    assert {each.key[0] for each in found.changes if each.table == "names"} == {"train1", "train2", "train3"}
