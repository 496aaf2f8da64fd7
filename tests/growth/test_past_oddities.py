"""Past the envelope, what nobody plans for: taller hosts, smaller envelopes, racks that changed, other clusters' plans."""

import copy
from collections import Counter

import pytest

from generator.change.read_baseline import read_baseline
from generator.plan.draft import Draft
from generator.plan.sections import compared
from generator.render.encode import plain
from generator.spec.load import DocumentError
from tests.growth.forms import PODS, example_spec, plan_of
from tests.growth.past import moves, plan_on
from tests.growth.test_past_envelope import assert_stands, raised
from tests.specs import Spec, cluster


def assert_room(plan: Draft) -> None:
    """No rack unit holds two devices."""
    units = Counter(
        (device.rack, unit) for device in plan.devices for unit in range(device.unit, device.unit + device.height_u)
    )
    assert max(units.values()) == 1, [place for place, count in units.items() if count > 1][:3]


def codes(refused: pytest.ExceptionInfo[DocumentError]) -> set[str]:
    """Name what a spec was refused for."""
    return {problem.code for problem in refused.value.problems}


def test_a_taller_host_gets_another_place() -> None:
    """Two units where one was: it would stand in its neighbour."""
    spec = cluster(8, 32)
    before = plan_of(spec)
    taller = copy.deepcopy(spec)
    taller["hosts"]["control"]["model"] = "storage-2u"
    with pytest.raises(DocumentError, match="would-move"):
        plan_on(taller, before)
    after = plan_on(taller, before, disruptive=True)
    assert moves(after, before)["", "places"] >= 2
    assert_room(after)


@pytest.mark.parametrize("group", ["storage", "login", "gpu"])
def test_an_envelope_may_shrink_and_grow_again(group: str) -> None:
    """Seats beyond the smaller envelope stay empty, and are there when it grows again."""
    spec = cluster(8, 16, 2, 1)
    large = plan_of(raised(spec, spec["hosts"][group]["count"], 24, group))
    small = plan_on(spec, large)
    assert_stands(large, small)
    again = plan_on(raised(spec, spec["hosts"][group]["count"], 24, group), small)
    assert_stands(large, again)


def test_a_domain_that_the_envelope_cut_is_filled() -> None:
    """An NVLink domain stands in one rack, whatever the envelope was when its first host came."""
    spec = example_spec("nvl72-8-racks")
    plans = [plan_of(raised(spec, 19, 19, "tray"))]
    for most in (20, 36, 40):
        plans.append(plan_on(raised(spec, most, most, "tray"), plans[-1], disruptive=True))
    racks: dict[int | None, set[str]] = {}
    for host in plans[-1].hosts:
        if host.group == "tray":
            racks.setdefault(host.domain, set()).add(host.rack)
    assert [len(names) for names in racks.values()] == [1, 1, 1]
    assert_room(plans[-1])


def test_another_ipv6_prefix_is_refused() -> None:
    """The twin of every address would be another."""
    spec = cluster(8, 32) | {"addressing": {"ipv6": "fd42:c1::/32"}}
    before = plan_of(spec)
    with pytest.raises(DocumentError, match="would-move"):
        plan_on(spec | {"addressing": {"ipv6": "fd42:c2::/32"}}, before)


def test_hosts_may_leave_with_their_leaves() -> None:
    """Fewer of the same envelope is no move of anybody else."""
    before = plan_of(cluster(60, 64))
    after = plan_on(cluster(8, 64), before)
    assert len(after.switches) < len(before.switches)
    assert moves(after, before) == {}


def test_spines_that_the_spec_states_are_planned() -> None:
    """What is asked for is not ignored because something else stands."""
    spec = cluster(8, 32)
    before = plan_of(spec)
    more = copy.deepcopy(spec)
    more["fabrics"]["compute"]["spines"] = 4
    with pytest.raises(DocumentError, match="would-move"):
        plan_on(more, before)
    after = plan_on(more, before, disruptive=True)
    assert after.cluster.shapes["compute"].spines == 4
    assert set(moves(after, before)) == {("compute", "cables")}


def test_more_pods_renumber_no_host() -> None:
    """The third tier changes how leaves are joined, and no address of a host: the pods of addresses stay as they were."""
    spec = PODS.at({"gpu": 60})
    before = plan_of(raised(spec, 60, 64))
    after = plan_on(raised(spec, 60, 65), before, disruptive=True)
    assert {kind for _, kind in moves(after, before)} <= {"cables", "cables or transceivers"}


def test_fabrics_may_join_a_pair() -> None:
    """Their own leaves go, and the pair is planned as a pair."""
    pair = example_spec("small-4-hosts")
    apart = copy.deepcopy(pair)
    apart["fabrics"]["compute"].pop("carries", None)
    leaf = {"model": "sn5600", "os": "sonic"}
    apart["fabrics"] |= {
        "storage": {"technology": "roce", "leaf": leaf},
        "frontend": {"technology": "ethernet", "leaf": leaf},
    }
    before = plan_of(apart)
    with pytest.raises(DocumentError) as refused:
        plan_on(pair, before)
    assert codes(refused) == {"would-move"}
    after = plan_on(pair, before, disruptive=True)
    assert {switch.fabric for switch in after.switches} == {"compute", "oob"}


def test_racks_that_became_smaller_are_noticed() -> None:
    """Where something stands at U48, a rack does not end at U42."""
    spec = cluster(8, 32)
    before = plan_of(spec)
    with pytest.raises(DocumentError) as refused:
        plan_on(spec | {"racks": {"units": 42, "per_row": 4}}, before)
    assert "place-outside" in codes(refused)


def test_the_plan_of_another_cluster_is_refused() -> None:
    """Even where it would fit."""
    with pytest.raises(DocumentError) as refused:
        plan_on(cluster(8, 32) | {"name": "zeus"}, plan_of(cluster(8, 32)))
    assert codes(refused) == {"baseline-of-another"}


def _bent(rows: Spec, what: str, **values: object) -> Spec:
    bent = copy.deepcopy(rows)
    first = next(row for row in bent["numbering"] if row["what"] == what)
    first |= values
    return bent


@pytest.mark.parametrize(
    ("what", "values"),
    [("run", {"su": 99}), ("row", {"racks": ["Z99"]}), ("block", {"first": "1"}), ("place", {"rack": "Z99"})],
)
def test_a_numbering_that_was_never_written(what: str, values: dict[str, object]) -> None:
    """It is refused where it is read."""
    rows = plain(compared(plan_of(cluster(4, 8))))
    read_baseline(rows)
    with pytest.raises((KeyError, TypeError, ValueError)):
        read_baseline(_bent(rows, what, **values))


@pytest.mark.parametrize(
    ("edit", "loc"),
    [
        ({"hosts": {"per_rack": 2}}, ("hosts", "gpu", "per_rack")),
        ({"hosts": {"gap_units": 1}}, ("hosts", "gpu", "gap_units")),
        ({"racks": {"first_unit": 5}}, ("racks",)),
        ({}, ()),
    ],
)
def test_a_placement_that_comes_too_late_is_told(edit: dict[str, dict[str, int]], loc: tuple[str, ...]) -> None:
    """What stands stays, and the line that asks for something else has a warning."""
    spec = cluster(8, 32)
    spec["hosts"]["gpu"]["per_rack"] = 4
    before = plan_of(spec)
    spec["hosts"]["gpu"] |= edit.get("hosts", {})
    after = plan_on(spec | {"racks": edit.get("racks", {})}, before)
    assert [problem.loc for problem in after.warnings if problem.code == "placement-stands"] == ([loc] if loc else [])
    assert_stands(before, after)
