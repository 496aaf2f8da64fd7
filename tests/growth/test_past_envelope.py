"""Past the envelope: what stands is kept, what physics forbids is refused with its list, and what is allowed to move is as little as can be."""

import copy
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.plan.draft import Draft
from generator.plan.sections import compared
from generator.render.encode import plain
from generator.spec.load import DocumentError
from tests.depth import tries
from tests.growth.forms import FORMS, Form, base_of, example_spec, plan_of
from tests.growth.past import moves, plan_on
from tests.growth.records import records
from tests.specs import Spec, cluster

STANDS = {"addresses", "asns", "hosts", "links", "cables", "racks", "vlans", "vrfs", "partitions"}
"""Lists of which nothing changes, whatever comes; switches and ports learn of what is new on them."""


def assert_stands(before: Draft, after: Draft) -> None:
    """Hold what an earlier plan has against one on its ground that nothing moves in."""
    assert moves(after, before) == {}
    old, new = records(before), records(after)
    for name in STANDS:
        lost = old[name] - new[name]
        assert not lost, f"{len(lost)} of {len(old[name])} {name} do not stand, such as {min(map(str, lost))}"


def small(**compute: Any) -> Spec:
    """A cluster without frontend and storage, so that compute and out of band are all that grows."""
    spec = cluster(8, 8, 2, 1, **compute)
    for name in ("frontend", "storage"):
        del spec["fabrics"][name]
    del spec["storage"]
    return spec


def raised(spec: Spec, count: int, most: int, group: str = "gpu") -> Spec:
    """Return the spec with another envelope of a group."""
    spec = copy.deepcopy(spec)
    spec["hosts"][group] |= {"count": count, "max": most}
    return spec


def test_one_switch_becomes_leaves_and_spines() -> None:
    """The ports of the one switch that were kept for a larger fabric become its uplinks; nothing is unplugged."""
    spec = small()
    del spec["fabrics"]["compute"]["topology"]
    before = plan_of(raised(spec, 4, 8))
    after = plan_on(raised(spec, 30, 32), before)
    assert before.cluster.shapes["compute"].leaves == 1
    assert (after.cluster.shapes["compute"].leaves, after.cluster.shapes["compute"].spines) == (4, 2)
    assert_stands(before, after)


def test_two_tiers_become_three() -> None:
    """The first pod is the fabric that was; cores and further pods are added over the ports that its spines had free."""
    spec = small(oversubscription=1, leaf={"model": "sn4700"}, spine={"model": "sn4700"})
    wide = small(oversubscription=1, leaf={"model": "sn4700"}, spine={"model": "sn4700"}, spines=8)
    before = plan_of(raised(wide, 16, 16))
    after = plan_on(raised(spec, 40, 60), before, disruptive=True)
    assert [plan.cluster.shapes["compute"].tiers for plan in (before, after)] == [2, 3]
    peers = before.cluster.shapes["oob"].peer_links
    assert moves(after, before) == {("oob", "cables"): peers}, "out of band, a pair of leaves gets a spine between them"


def test_spines_that_are_full_are_refused_with_what_would_move() -> None:
    """Twice the leaves on spines without a free port: half of every old leaf's cables have to go to new spines, and no more does."""
    spec = small()
    before = plan_of(raised(spec, 32, 32))
    more = raised(spec, 33, 64)
    with pytest.raises(DocumentError) as refused:
        plan_on(more, before)
    problem = next(each for each in refused.value.problems if each.loc == ("fabrics", "compute"))
    assert problem.code == "would-move"
    assert "128 cables" in problem.message
    after = plan_on(more, before, disruptive=True)
    old, new = before.cluster.shapes["compute"], after.cluster.shapes["compute"]
    assert (old.spines, new.spines, old.uplinks) == (2, 4, 64)
    assert moves(after, before)["compute", "cables"] == old.leaves * old.uplinks // 2
    assert {kind for _, kind in moves(after, before)} == {"cables"}


def test_another_leaf_model_keeps_names_and_places() -> None:
    """Its ports are others, so every cable of the fabric moves; hosts and racks do not."""
    spec = small()
    before = plan_of(raised(spec, 8, 32))
    other = copy.deepcopy(raised(spec, 8, 32))
    other["fabrics"]["compute"]["leaf"]["model"] = "sn5610"
    found = _moves_of(other, before)
    assert found["compute", "models of switches"] == sum(each.fabric == "compute" for each in before.switches)
    assert not {kind for _, kind in found} & {"names", "places", "VLAN ids", "AS numbers"}


def test_one_plane_becomes_two() -> None:
    """Every port of a host is split: the leaves of the one plane are others, and that is said."""
    spec = example_spec("b300-two-planes-512")
    one, two = (copy.deepcopy(spec) for _ in range(2))
    one["fabrics"]["compute"]["planes"] = 1
    two["fabrics"]["compute"]["planes"] = 2
    before = plan_of(one)
    with pytest.raises(DocumentError, match="would-move"):
        plan_on(two, before)
    found = moves(plan_on(two, before, disruptive=True), before)
    assert found == {
        ("compute", "switches"): sum(each.fabric == "compute" and each.tier == "leaf" for each in before.switches)
    }


def test_a_plane_that_was_kept_only_adds() -> None:
    """The second plane of the envelope comes later."""
    spec = example_spec("b300-two-planes-512")
    first = copy.deepcopy(spec)
    first["fabrics"]["compute"]["planes_installed"] = 1
    before, after = plan_of(first), plan_of(spec)
    assert {link.plane for link in before.links} == {0}
    assert_stands(before, after)


@pytest.mark.parametrize("there", [2, 3])
def test_a_spine_that_was_kept_only_adds(there: int) -> None:
    """Leaves have ports for it from the first day."""
    plans = []
    for count in (there, there + 1):
        spec = cluster(16, 32)
        spec["fabrics"]["compute"] |= {"spines": 4, "spines_installed": count}
        plans.append(plan_of(spec))
    before, after = plans
    assert_stands(before, after)
    assert {problem.code for problem in before.warnings} >= {"spines-missing"}
    files = [switch for switch in before.switches if switch.tier == "leaf"]
    assert all(before.ports_of[leaf.name] == after.ports_of[leaf.name] for leaf in files)


def test_a_pair_that_carries_everything_grows_in_steps() -> None:
    """Hosts behind those that stand, and more links between the two leaves beside those that are there."""
    spec = example_spec("small-4-hosts")
    plans = [plan_of(spec)]
    for most in (5, 8):
        plans.append(plan_on(raised(spec, most, most), plans[-1]))
    for before, after in pairwise(plans):
        assert_stands(before, after)
    assert [plan.cluster.shapes["compute"].uplink_steps for plan in plans] == [(), (16, 4), (16, 4, 12)]
    assert moves(plan_of(raised(spec, 8, 8)), plans[0]), "planned afresh it would be another pair"


def test_a_group_of_hosts_comes_between_others() -> None:
    """Alphabetically before what stands: it is numbered behind it all the same."""
    spec = cluster(8, 32)
    more = copy.deepcopy(spec)
    more["hosts"]["archive"] = {"model": "storage-2u", "count": 2, "max": 4}
    before = plan_of(spec)
    assert moves(plan_of(more), before), "without the earlier plan it would push others aside"
    assert_stands(before, plan_on(more, before))


def test_fabrics_come_later() -> None:
    """Storage and frontend get their leaves when compute is there already."""
    before = plan_of(small() | {"scheduler": {}})
    after = plan_on(cluster(8, 8, 2, 1), before)
    assert moves(after, before) == {}
    for name in ("addresses", "asns", "links", "cables", "racks"):
        assert records(before)[name] <= records(after)[name], name


def test_a_wider_pool_keeps_its_addresses() -> None:
    """From the same first address: the new bits are zero in every address that was there."""
    spec = cluster(8, 32) | {"addressing": {"compute": "10.0.0.0/10"}}
    before = plan_of(spec)
    spec["addressing"] = {"compute": "10.0.0.0/9"}
    assert_stands(before, plan_on(spec, before))


def test_a_changed_pool_is_refused() -> None:
    """A pool somewhere else renumbers every host, and that is not done silently."""
    spec = cluster(8, 32)
    before = plan_of(spec)
    spec["addressing"] = {"compute": "10.64.0.0/10", "frontend": "10.161.0.0/16"}
    with pytest.raises(DocumentError, match="would-move") as refused:
        plan_on(spec, before)
    assert {p.loc for p in refused.value.problems} == {("fabrics", "compute"), ("fabrics", "frontend")}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_plan_on_its_own_ground_is_the_same(form: Form) -> None:
    """Every number is read back as it was written."""
    plan = base_of(form)
    assert plain(compared(plan_on(form.spec, plan))) == plain(compared(plan))


@tries(60)
@given(data=st.data(), form=st.sampled_from(FORMS))
def test_any_envelope_on_the_ground_of_any_other(data: st.DataObject, form: Form) -> None:
    """Groups get larger envelopes, all at once: nothing moves, or it is refused; and the next plan finds everything as it was left."""
    before = base_of(form)
    spec = form.spec
    for name, most in form.most.items():
        more = data.draw(st.integers(most, most + data.draw(st.sampled_from([1, most, 2 * most + 3]))), label=name)
        spec = raised(spec, data.draw(st.integers(spec["hosts"][name]["count"], more)), more, name)
    try:
        after = plan_on(spec, before)
        assert_stands(before, after)
    except DocumentError as refused:
        codes = {problem.code for problem in refused.problems if problem.severity.value == "error"}
        assert codes, "refused for no reason"
        if codes != {"would-move"}:
            return  # the form has no room for so much, whatever stands
        after = plan_on(spec, before, disruptive=True)
        assert moves(after, before)
    assert plain(compared(plan_on(spec, after))) == plain(compared(after))


def _moves_of(spec: Spec, before: Draft) -> dict[tuple[str, str], int]:
    with pytest.raises(DocumentError, match="would-move"):
        plan_on(spec, before)
    return moves(plan_on(spec, before, disruptive=True), before)
