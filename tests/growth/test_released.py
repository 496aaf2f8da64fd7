"""Released groups: what an earlier plan keeps for them is given to who comes, and nobody else moves."""

import copy
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.change.records import Kind
from generator.model.blocks import Block, lay
from generator.plan.draft import Draft
from generator.plan.sections import compared
from generator.render.change.text import text
from generator.render.encode import plain
from generator.spec.load import DocumentError
from tests.depth import tries
from tests.growth.forms import plan_of
from tests.growth.past import plan_on
from tests.growth.test_past_envelope import assert_stands
from tests.growth.test_renames import change
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster

KINDS = {"storage": ("storage-2u", 3, 4), "compute": ("dgx-h100", 3, 4), "login": ("server-1u", 1, 2)}


def with_group(spec: Spec, name: str, role: str, count: int | None = None, most: int | None = None) -> Spec:
    model, usual, envelope = KINDS[role]
    more = copy.deepcopy(spec)
    more["hosts"][name] = {"model": model, "role": role, "count": count or usual, "max": most or envelope}
    return more


def seats(plan: Draft, host: str) -> tuple[object, ...]:
    """Return all that a place of a host is: ports at the other end, cables, addresses, rack and unit."""
    links = {
        (link.cable, link.index, link.b.device, link.b.cage, link.b.port)
        for link in plan.links
        if link.a.device == host
    }
    addresses = {(each.interface, each.address) for each in plan.addresses if each.device == host}
    return links, addresses, {(row.rack, row.unit) for row in plan.hosts if row.name == host}


@pytest.mark.parametrize("role", KINDS)
def test_who_comes_takes_the_places_of_a_released_group(role: str) -> None:
    """Kept without a release, given with one; in the same change or a later one; and nobody who is there moves."""
    spec = cluster(8)
    first = plan_of(with_group(spec, "zold", role))
    left = plan_on(spec, first)
    new = with_group(spec, "new", role)
    assert seats(plan_on(new, left), "new1")[1] != seats(first, "zold1")[1]
    released = plan_on(spec | {"release": ["zold"]}, left)
    assert not change(left, released).changes
    assert "zold: its ports" in text(change(left, released), TEMPLATES)
    for base, more in ((left, {"release": ["zold"]}), (released, {"release": ["zold"]}), (released, {})):
        after = plan_on(new | more, base)
        assert {each.kind for each in change(left, after).changes} == {Kind.ADDED}
        assert_stands(left, after)
        for number in range(1, KINDS[role][1] + 1):
            assert seats(after, f"new{number}") == seats(first, f"zold{number}")
        assert plain(compared(plan_on(new | more, after))) == plain(compared(after))


def places(plan: Draft) -> dict[str, tuple[str, int]]:
    """Return the rack and lowest unit of every device."""
    return {row.name: (row.rack, row.unit) for row in plan.devices}


def assert_apart(plan: Draft) -> None:
    """No two devices have the same rack unit."""
    units = Counter((row.rack, row.unit + n) for row in plan.devices for n in range(row.height_u))
    assert max(units.values()) == 1


@pytest.mark.parametrize("role", KINDS)
@pytest.mark.parametrize("released", [False, True])
def test_a_group_that_returns_has_its_rack_units(role: str, released: bool) -> None:
    """Others that come meanwhile, grow, or take what another group has left, take none of them."""
    spec = cluster(8)
    there = with_group(spec, "zold", role)
    first = plan_of(with_group(there, "gone", "storage") if released else there)
    left = plan_on(spec, first)
    assert plain(compared(plan_on(spec, left))) == plain(compared(left))
    more = with_group(with_group(spec, "new", role), "other", "storage", 4)
    more["hosts"]["gpu"]["max"] = 12
    grown = plan_on(more | ({"release": ["gone"]} if released else {}), left)
    assert not {*places(first).values()} & {at for name, at in places(grown).items() if name[:3] == "new"} - (
        {at for name, at in places(first).items() if name.startswith("gone")} if released else set()
    )
    back = plan_on(with_group(more, "zold", role), grown)
    assert places(first).items() & places(back).items() >= {
        (name, at) for name, at in places(first).items() if not name.startswith("gone")
    }
    assert places(grown).items() <= places(back).items()
    assert_apart(back)


def test_a_fabric_and_hosts_beyond_a_smaller_envelope_return_to_their_rack_units() -> None:
    spec = cluster(8)
    spec["hosts"]["login"] = {"model": "server-1u", "role": "login", "count": 4}
    first = plan_of(spec)
    assert any(switch.fabric == "storage" for switch in first.switches)
    less = copy.deepcopy(spec)
    del less["fabrics"]["storage"]
    less["hosts"]["login"]["count"] = 2
    left = plan_on(less, first, disruptive=True)
    more = with_group(less, "new", "login", 4, 8)
    back = copy.deepcopy(more)
    back["fabrics"] = spec["fabrics"]
    back["hosts"]["login"] = spec["hosts"]["login"]
    returned = plan_on(back, plan_on(more, left), disruptive=True)
    assert places(first).items() <= places(returned).items()
    assert_apart(returned)


def test_a_pin_takes_units_that_are_kept() -> None:
    """Who states a place has it; the host that returns goes elsewhere."""
    spec = cluster(8)
    first = plan_of(with_group(spec, "zold", "login"))
    rack, unit = places(first)["zold1"]
    new = with_group(spec, "new", "login") | {"pins": {"devices": {"new1": {"rack": rack, "unit": unit}}}}
    pinned = plan_on(new, plan_on(spec, first))
    assert places(pinned)["new1"] == (rack, unit)
    back = plan_on(with_group(new, "zold", "login"), pinned)
    assert places(back)["new1"] == (rack, unit)
    assert_apart(back)


def test_more_than_was_left_and_less() -> None:
    """A smaller group leaves the rest to the next; a larger one goes on behind everything that stands."""
    spec = cluster(8)
    left = plan_on(spec, plan_of(with_group(spec, "zold", "storage", 4, 4)))
    small = with_group(spec, "one", "storage", 1, 1)
    some = plan_on(small | {"release": ["zold"]}, left)
    both = with_group(small, "two", "storage", 5, 5)
    after = plan_on(both, some)
    assert_stands(some, after)
    addresses = Counter(each.address for each in after.addresses if each.use in ("bmc", "inband"))
    assert max(addresses.values()) == 1
    assert_apart(after)
    assert plain(compared(plan_on(both, after))) == plain(compared(after))


def test_who_has_other_ports_comes_behind() -> None:
    """Seats are given as they are, to hosts with the same ports."""
    spec = cluster(8)
    left = plan_on(spec, plan_of(with_group(spec, "zold", "storage")))
    after = plan_on(with_group(spec, "new", "login") | {"release": ["zold"]}, left)
    assert_stands(left, after)
    assert {each.kind for each in change(left, after).changes} == {Kind.ADDED}


def test_a_group_that_was_released_comes_again() -> None:
    """As any other group: it has what is free then, and may leave and be released again."""
    spec = cluster(8)
    plan = plan_of(with_group(spec, "zold", "storage"))
    for _ in range(2):
        plan = plan_on(spec, plan)
        plan = plan_on(spec | {"release": ["zold"]}, plan)
        plan = plan_on(with_group(spec, "zold", "storage"), plan)
    assert [event.what for event in plan.history] == ["release", "release"]
    assert seats(plan, "zold1") == seats(plan_of(with_group(spec, "zold", "storage")), "zold1")


@pytest.mark.parametrize(
    ("group", "code", "words"),
    [("zold", "release-early", "such as zold1"), ("zodl", "release-unknown", "did you mean zold?")],
)
def test_what_cannot_be_released(group: str, code: str, words: str) -> None:
    before = plan_of(with_group(cluster(8), "zold", "storage"))
    with pytest.raises(DocumentError) as refused:
        plan_on(cluster(8) | {"release": [group]}, before)
    (problem,) = (each for each in refused.value.problems if each.code == code)
    assert words in f"{problem.message} {problem.help}"
    assert refused.value.document.span_of(problem.loc) is not None


@tries(60)
@given(data=st.data())
def test_numbers_are_given_once(data: st.DataObject) -> None:
    """Blocks, released and laid again in any order: no number is two things', and what stood keeps its number."""
    rows: tuple[Block, ...] = ()
    sizes: dict[str, int] = {}
    for _ in range(data.draw(st.integers(1, 6))):
        if data.draw(st.booleans()) and sizes:
            gone = data.draw(st.sampled_from(sorted(sizes)))
            del sizes[gone]
            rows = tuple(Block("0 ", row.first, row.start, row.count) if row.kind == gone else row for row in rows)
        name = f"0 {data.draw(st.sampled_from('abcd'))}"
        before = {
            (kind, place): lay(sizes.items(), rows).number(kind, place)
            for kind, size in sizes.items()
            for place in range(size)
        }
        sizes[name] = sizes.get(name, 0) + data.draw(st.integers(1, 5))
        laid = lay(sizes.items(), rows)
        rows = laid.rows
        numbers = {(kind, place): laid.number(kind, place) for kind, size in sizes.items() for place in range(size)}
        assert len(set(numbers.values())) == len(numbers)
        assert before.items() <= numbers.items()
        assert all(laid.of(number) == key for key, number in numbers.items())


def test_a_kind_grows_into_numbers_before_its_own() -> None:
    """Its later things have lower numbers, and are found by both."""
    rows = (Block("0 ", 0, 0, 2), Block("0 b", 2, 0, 2))
    laid = lay([("0 b", 5)], rows)
    assert [laid.number("0 b", place) for place in range(5)] == [2, 3, 0, 1, 4]
    assert [laid.of(number) for number in range(5)] == [("0 b", place) for place in (2, 3, 0, 1, 4)]
