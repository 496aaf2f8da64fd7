"""Acceptance in the plan: pairs reach every port and uplink, and lines say where they are from."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.plan.acceptance.acceptance import plan_acceptance
from generator.plan.acceptance.places import seats_of
from generator.plan.acceptance.records import Acceptance, Line
from generator.plan.acceptance.schedule import Pair, matching, pairs_in
from generator.plan.draft import Draft
from generator.render.encode import plain
from tests.conftest import ROOT
from tests.specs import Spec, cluster, plan_data
from tests.tier_specs import caching


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
        assert "record" in each.formula or "not run: state acceptance." in each.formula or each.source, each


def test_nothing_is_tested_where_no_gpu_is(tmp_path: Path) -> None:
    spec = cluster()
    spec["hosts"]["gpu"]["count"] = 0
    assert plan_acceptance(plan_data(spec, tmp_path)) is None


TIER: Spec = {
    "product": "Lustre",
    "capacity_tb": 300,
    "read_gbs": 150,
    "write_gbs": 500,
    "protection": {"data": 8, "parity": 2},
}


@pytest.fixture(scope="module")
def tier_lines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Line]:
    """Return the lines of tiers of two DGX H100: /fast states what it must do, /home nothing, an object store has no mount, and local drives are no tier here."""
    data = deepcopy(cluster(2))
    data["hosts"]["storage"] = {"model": "storage-2u", "count": 20, "max": 20}
    data["storage"]["fast"] |= TIER
    data["storage"]["buckets"] = {"kind": "object", "hosts": "storage", "product": "Ceph RGW"}
    data["storage"]["scratch"] = {"kind": "local-nvme", "mount": "/scratch"}
    acceptance = plan_data(data, tmp_path_factory.mktemp("tiers")).acceptance
    assert acceptance is not None
    return {each.test.removeprefix("tier-"): each for each in acceptance.lines if each.test.startswith("tier-")}


def test_a_tier_is_accepted_by_what_it_states(tier_lines: dict[str, Line]) -> None:
    """Two hosts of 2 x 400 Gb/s carry 200 GB/s: 150 can be reached and 500 cannot, so that nobody is failed by it."""
    read, write = tier_lines["fast-read-all"], tier_lines["fast-write-all"]
    assert (read.scope, read.unit, read.expected, read.line, read.source) == (
        "all", "GB/s", 200, 150, "storage.fast.read_gbs",
    )  # fmt: skip
    assert (write.expected, write.line) == (200, None)
    assert "2 x 2 x 400 Gb/s / 8 is less than the 500 GB/s" in write.formula


def test_one_host_is_bounded_by_its_ports(tier_lines: dict[str, Line]) -> None:
    """A Lustre client has 90 per cent of 2 x 400 Gb/s; the frontend's bond carries by one of its ports."""
    fast, home = tier_lines["fast-read"], tier_lines["home-write"]
    assert (fast.scope, fast.expected, fast.line) == ("tier", 90, None)
    assert "Lustre manual, table 1.1" in fast.source
    assert (home.expected, home.line) == (12.5, None)
    assert "1 x 100 Gb/s / 8" in home.formula


def test_one_host_gets_no_more_than_the_tier_delivers(tmp_path: Path) -> None:
    """One storage host carries 63 GB/s, and the ports of a DGX H100 100."""
    found = lines_of(cluster(2, storage=1), tmp_path)["tier-fast-read"]
    assert found.expected == 63
    assert "min(2 x 400 Gb/s / 8, 63 that all hosts of the tier read)" in found.formula


def test_the_size_of_a_mount_is_what_it_holds_when_it_is_as_full_as_it_should_be(tier_lines: dict[str, Line]) -> None:
    assert (tier_lines["fast-capacity"].unit, tier_lines["fast-capacity"].line) == ("TB", 375)
    assert tier_lines["home-capacity"].line is None


def test_the_size_of_a_mount_is_without_what_the_metadata_takes(tmp_path: Path) -> None:
    """8e9 files of 4,096 bytes are 32.8 TB on metadata targets, which df does not count; with files alone there is nothing to hold the mount against."""
    data = deepcopy(cluster(2))
    data["hosts"]["storage"] = {"model": "storage-2u", "count": 20, "max": 20}
    data["storage"]["fast"] |= TIER | {"files": 8_000_000_000}
    assert lines_of(data, tmp_path)["tier-fast-capacity"].line == 375
    del data["storage"]["fast"]["capacity_tb"]
    assert lines_of(data, tmp_path)["tier-fast-capacity"].line is None


def test_what_the_hosts_of_a_tier_do_not_deliver_fails_nobody(tmp_path: Path) -> None:
    """The rule tier-behind-workloads warns of it: the line would fail however well all is built."""
    data = yaml.safe_load((ROOT / "tests/errors" / "tier-behind-workloads--read.yaml").read_text(encoding="utf-8"))
    found = lines_of(data, tmp_path)["tier-fast-read-all"]
    assert (found.line, found.expected) == (None, 12.5)
    assert "12.5 that the tier's hosts deliver is less than the 18.94 GB/s" in found.formula


def test_what_has_no_mount_has_no_size_and_local_drives_are_no_tier(tier_lines: dict[str, Line]) -> None:
    assert sorted(name for name in tier_lines if name.startswith("buckets")) == [
        "buckets-read", "buckets-read-all", "buckets-write", "buckets-write-all",
    ]  # fmt: skip
    assert "s3" in tier_lines["buckets-read"].formula
    assert "None" not in tier_lines["buckets-read"].formula
    assert not [name for name in tier_lines if name.startswith("scratch")]


def test_workloads_ask_for_a_rate_and_recommendations_for_none(tmp_path: Path) -> None:
    data = deepcopy(cluster(4))
    assert lines_of(data, tmp_path)["tier-fast-write-all"].line is None
    data["workloads"] = {"tune": {"kind": "finetune", "params": "8B", "tokens": "10B"}}
    found = lines_of(data, tmp_path)["tier-fast-write-all"]
    assert found.line is not None
    assert found.line > 0
    assert found.source == "the workloads that keep checkpoints in fast"


def test_hosts_that_do_not_mount_a_tier_have_no_line_of_it(tmp_path: Path) -> None:
    data = deepcopy(cluster(2))
    data["storage"]["home"]["clients"] = ["login", "control"]
    found = lines_of(data, tmp_path)
    assert not [name for name in found if name.startswith("tier-home")]
    assert "tier-fast-read" in found


def some(role: str = "login", **tier: Any) -> Spec:
    """Return a cluster of two DGX H100 that mount /fast, and of three of the same model that do not: they have another role."""
    data = deepcopy(cluster(2))
    data["hosts"]["dev"] = {"model": "dgx-h100", "role": role, "count": 3}
    data["hosts"]["storage"] = {"model": "storage-2u", "count": 20, "max": 20}
    data["storage"]["fast"] |= TIER | tier
    return data


def test_hosts_of_a_model_that_do_not_mount_a_tier_count_for_nothing(tmp_path: Path) -> None:
    """Two of five mount /fast: they carry 200 GB/s of the 250 that are stated, so that nobody is failed by it; all five mount /home."""
    found = lines_of(some(read_gbs=250), tmp_path)
    read, size, files = (found[f"tier-fast-{what}"] for what in ("read-all", "capacity", "files"))
    assert (read.expected, read.line) == (200, None)
    assert (
        "the 2 hosts of the model that use it at once: 2 x 2 x 400 Gb/s / 8 is less than the 250 GB/s" in read.formula
    )
    assert {each.hosts for each in (read, size, files, found["tier-fast-write"])} == {("gpu01", "gpu02")}
    home = found["tier-home-read-all"]
    assert (home.hosts, home.expected) == ((), 12.5)
    assert "all hosts of the model at once" in home.formula


def test_all_hosts_of_a_model_are_not_named(tmp_path: Path) -> None:
    """What a line is about is then its model, and a tree has the text that it had before."""
    found = lines_of(some(clients=["compute", "login"]), tmp_path)
    assert found["tier-fast-read-all"].expected == 500
    assert not any(each.hosts for each in found.values())
    assert not any("hosts" in row for row in plain(list(found.values())))


def lines_of(data: Spec, folder: Path) -> dict[str, Line]:
    acceptance = plan_data(data, folder).acceptance
    assert acceptance is not None
    return {each.test: each for each in acceptance.lines}


def test_gpus_read_a_tier_within_the_bounds_of_their_host(tmp_path: Path) -> None:
    """Where `gds` is stated, with the figures and the sources of the other lines; nobody states what it must reach, and local drives have no line."""
    found = lines_of(caching(), tmp_path)
    for what in ("read", "write"):
        one, direct = found[f"tier-fast-{what}"], found[f"tier-fast-gds-{what}"]
        assert (direct.scope, direct.expected, direct.line, direct.source) == ("tier", one.expected, None, one.source)
        assert direct.formula.startswith("/fast: gdsio -x 0 (measure.py tiers): 0.9 x ")
        assert found[f"tier-fast-gds-{what}-all"].line is None
    assert not [test for test in found if "gds" in test and not test.startswith("tier-fast-")]
