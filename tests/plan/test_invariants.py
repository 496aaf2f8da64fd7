"""Rules that no spec can break: a plan is bent by hand, and each of them speaks."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from generator.plan.draft import Draft
from generator.rules import check_plan
from generator.rules.identity import optics_mixed
from generator.source.diagnostic import Diagnostic
from generator.spec.checks.rule import folded


def codes(plan: Draft) -> set[str]:
    return {problem.code for problem in check_plan(plan)}


@pytest.fixture
def plan(plans: Callable[[str], Draft]) -> Draft:
    return plans("roce-64")


def bent(plan: Draft, kind: str, **changes: Any) -> Draft:
    """Change the first link of a kind."""
    at = next(i for i, link in enumerate(plan.links) if link.kind == kind)
    links = list(plan.links)
    links[at] = replace(links[at], **changes)
    return replace(plan, links=tuple(links))


def test_the_plan_itself_breaks_nothing(plan: Draft) -> None:
    assert codes(plan) == set()


def test_a_port_used_twice(plan: Draft) -> None:
    assert "port-twice" in codes(bent(plan, "host_leaf", b=plan.links[1].b))


def test_a_host_swapped_across_rails(plan: Draft) -> None:
    first = next(link for link in plan.links if link.kind == "host_leaf" and link.rail == 0)
    other = next(link for link in plan.links if link.kind == "host_leaf" and link.rail == 5)
    links = [
        replace(link, b=other.b) if link is first else replace(link, b=first.b) if link is other else link
        for link in plan.links
    ]
    assert codes(replace(plan, links=tuple(links))) == {"rail-impure"}


def test_a_missing_uplink(plan: Draft) -> None:
    gone = next(link for link in plan.links if link.kind == "leaf_spine")
    assert codes(replace(plan, links=tuple(link for link in plan.links if link is not gone))) == {"uneven-links"}


def test_an_address_on_two_devices(plan: Draft) -> None:
    first, *rest = plan.addresses
    other = next(a for a in rest if a.device != first.device)
    assert codes(replace(plan, addresses=(replace(first, address=other.address), *rest))) == {"address-twice"}


def test_two_devices_of_one_name(plan: Draft) -> None:
    first, second, *rest = plan.hosts
    assert "name-twice" in codes(replace(plan, hosts=(first, replace(second, name=first.name), *rest)))


def test_cages_with_two_transceivers_are_one_problem_a_kind(plan: Draft) -> None:
    """However many cages have the same two, they are counted, and the first are named."""
    last = {(x.b.device, x.b.cage): n for n, x in enumerate(plan.links) if x.kind == "leaf_spine" and x.b.ports == 2}
    links = list(plan.links)
    for n in last.values():
        links[n] = replace(links[n], b=replace(links[n].b, optic="another"))
    (problem,) = optics_mixed(replace(plan, links=tuple(links)))
    assert len(last) == 128
    assert "128 cages of compute would need two transceivers" in problem.message
    assert "cage 1 of compute-spine1" in problem.notes[0].message
    assert problem.notes[0].message.endswith(" and 125 more")


def test_many_problems_at_one_place_are_one_with_their_count() -> None:
    """Up to five stand by themselves; of more, each other place is still reported."""
    here = [Diagnostic(code="some", message=f"the {n}.", loc=("here",)) for n in range(1300)]
    there = [Diagnostic(code="some", message="another", loc=("there",))]
    assert list(folded([*here[:5], *there])) == [*here[:5], *there]
    first, second = folded([*here, *there])
    assert (first.message, second) == ("the 0.", there[0])
    assert [note.message for note in first.notes] == [
        "the 1.", "the 2.", "the 3.", "the 4.", "and 1,295 more of this kind at this place",
    ]  # fmt: skip
