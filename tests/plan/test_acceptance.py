"""Acceptance in the plan: pairs reach every port and uplink, and lines say where they are from."""

from pathlib import Path

import pytest

from generator.plan.acceptance.acceptance import plan_acceptance
from generator.plan.acceptance.places import seats_of
from generator.plan.acceptance.records import Acceptance
from generator.plan.acceptance.schedule import Pair, matching, pairs_in
from generator.plan.draft import Draft
from tests.specs import cluster, plan_data


def planned(folder: Path, gpu: int, most: int = 32, **fabric: int) -> tuple[Draft, Acceptance, dict[str, list[Pair]]]:
    plan = plan_data(cluster(gpu, most, **fabric), folder)
    assert plan.acceptance is not None
    seats = seats_of(plan)
    return plan, plan.acceptance, {each.name: list(pairs_in(seats, each)) for each in plan.acceptance.rounds}


@pytest.mark.parametrize("count", [3, 4, 7, 16])
def test_two_turns_pair_everybody_with_different_partners(count: int) -> None:
    turns = [matching(range(count), turn) for turn in (0, 1)]
    for pairs in turns:
        met = [each for pair in pairs for each in pair]
        assert len(met) == len(set(met)) == count - count % 2
    assert not {frozenset(pair) for pair in turns[0]} & {frozenset(pair) for pair in turns[1]}
    assert {each for pairs in turns for pair in pairs for each in pair} == set(range(count))


def test_rounds_test_every_port_and_every_uplink(tmp_path: Path) -> None:
    plan, acceptance, pairs = planned(tmp_path, gpu=5)
    leaf_of = {(link.a.device, link.a.interface): link.b.device for link in plan.links if link.kind == "host_leaf"}
    assert list(pairs) == ["leaf1", "leaf2", "spine1", "spine2"]
    for name, each in pairs.items():
        for pair in each:
            assert pair.a != pair.b
            for one, other in pair.ports:
                same = leaf_of[pair.a, one] == leaf_of[pair.b, other]
                assert same == name.startswith("leaf"), (name, pair)
    last = acceptance.rounds[-1].covers
    assert last.ports == last.of_ports == 5 * 8
    assert last.uplinks is not None
    assert 0 < last.of_uplinks - 0.5 < last.uplinks <= last.of_uplinks
    assert acceptance.rounds[1].covers.uplinks == 0


def test_units_are_tested_with_each_other_on_the_same_rail(tmp_path: Path) -> None:
    _, _, pairs = planned(tmp_path, gpu=16, most=16, su_hosts=8)
    assert all(one == other for pair in pairs["spine1"] for one, other in pair.ports)
    assert all(one != other for pair in pairs["spine2"] for one, other in pair.ports)
    met = [{frozenset((pair.a, pair.b)) for pair in pairs[name]} for name in ("spine1", "spine2")]
    assert not met[0] & met[1]
    assert len(pairs["spine1"]) == 8


def test_no_port_has_partners_of_one_leaf_in_both_turns(tmp_path: Path) -> None:
    """Of slow uplinks each flow has one end at them: with partners of one leaf alone, both leaves would look slow."""
    plan, _, pairs = planned(tmp_path, gpu=4)
    leaf_of = {(link.a.device, link.a.interface): link.b.device for link in plan.links if link.kind == "host_leaf"}
    far: dict[tuple[str, str], list[str]] = {}
    for pair in (*pairs["spine1"], *pairs["spine2"]):
        for one, other in pair.ports:
            far.setdefault((pair.a, one), []).append(leaf_of[pair.b, other])
            far.setdefault((pair.b, other), []).append(leaf_of[pair.a, one])
    assert len(far) == 4 * 8
    assert all(first != second for first, second in far.values())


def test_lines_are_published_figures_or_are_recorded(tmp_path: Path) -> None:
    _, acceptance, _ = planned(tmp_path, gpu=4)
    lines = {each.test: each for each in acceptance.lines}
    assert (lines["ib-write-bw"].expected, lines["ib-write-bw"].line) == (400, 380)
    assert (lines["all-reduce-host"].expected, lines["all-reduce-host"].line) == (479, 460)
    assert lines["all-reduce-leaf"].line == pytest.approx(0.85 * 400)
    for each in acceptance.lines:
        assert (each.source != "") == (each.expected is not None or each.line is not None or not each.unit), each
        assert "record" in each.formula or each.source, each


def test_nothing_is_tested_where_no_gpu_is(tmp_path: Path) -> None:
    spec = cluster()
    spec["hosts"]["gpu"]["count"] = 0
    assert plan_acceptance(plan_data(spec, tmp_path)) is None
