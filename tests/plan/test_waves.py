"""Waves: nobody who has two ways to a fabric loses both in one wave, held against the graph of links; and a planted fault that is seen."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.plan.draft import Draft
from generator.plan.operations.waves import Wave, plan_waves
from generator.source.diagnostic import SpecError
from tests.conftest import WITH_HALLS
from tests.specs import Spec, cluster, plan_data


def cut_off(plan: Draft, gone: Iterable[str]) -> set[tuple[str, str]]:
    """Hosts and fabrics that a wave parts: of the host's several leaves none is in service and still in the largest part of what it was joined to."""
    out = set(gone)
    found = set()
    for fabric in plan.cluster.shapes:
        hosts: dict[str, set[str]] = defaultdict(set)
        for link in plan.links:
            if link.fabric == fabric and link.kind == "host_leaf" and link.a.interface not in {"bmc", "eth0"}:
                hosts[link.a.device].add(link.b.device)
        leaves = {leaf for mine in hosts.values() for leaf in mine}
        whole, left = _parts(plan, leaves, set()), _parts(plan, leaves, out)
        sizes = Counter((whole[leaf], left[leaf]) for mine in hosts.values() for leaf in mine if leaf in left)
        best = {part: max((n, after) for (before, after), n in sizes.items() if before == part)[1] for part, _ in sizes}
        for host, mine in hosts.items():
            if len(mine) > 1 and not any(leaf in left and best[whole[leaf]] == left[leaf] for leaf in mine):
                found.add((host, fabric))
    return found


def _parts(plan: Draft, leaves: set[str], without: set[str]) -> dict[str, str]:
    """Return the connected part of every leaf in service, named by one of its members."""
    around = defaultdict(set)
    for link in plan.links:
        a, b = link.a.device, link.b.device
        if link.kind != "host_leaf" and not {a, b} & without:
            around[a].add(b)
            around[b].add(a)
    part: dict[str, str] = {}
    for start in sorted(leaves - without):
        stack = [start]
        while stack:
            here = stack.pop()
            if here not in part:
                part[here] = part.get(start, start)
                stack += around[here] - set(part)
    return part


def held(plan: Draft) -> Iterator[str]:
    """Report what is wrong with the waves of a plan."""
    waves = plan.waves
    where = {name: wave.number for wave in waves for name in wave.switches}
    if sorted(where) != sorted(switch.name for switch in plan.switches) or sum(len(w.switches) for w in waves) != len(
        where
    ):
        yield "a switch has no wave, or two"
    if [wave.number for wave in waves] != list(range(1, len(waves) + 1)):
        yield "numbers are not 1 to n"
    for wave in waves:
        for out in [[name] for name in wave.switches] if wave.singly else [wave.switches]:
            yield from (f"wave {wave.number} cuts {host} off {fabric}" for host, fabric in sorted(cut_off(plan, out)))
        for fabric, shape in plan.cluster.shapes.items():
            planes = {s.plane for s in plan.switches if s.name in wave.switches and s.fabric == fabric}
            if shape.planes > 1 and len(planes) == shape.planes:
                yield f"wave {wave.number} has switches of all planes of {fabric}"
    ways = defaultdict(set)
    for link in plan.links:
        if link.kind in {"host_leaf", "leaf_spine", "spine_core"} and link.fabric != "oob":
            ways[link.a.device, link.fabric, link.plane].add(link.b.device)
    for (device, fabric, _), uppers in ways.items():
        if len(uppers) > 1 and len({where[name] for name in uppers}) == 1:
            yield f"all ways of {device} to {fabric} are in one wave"


@pytest.mark.parametrize("example", WITH_HALLS)
def test_no_wave_of_an_example_cuts_anybody_off(example: str, plans: Callable[[str], Draft]) -> None:
    plan = plans(example)
    assert list(held(plan)) == []
    assert len(plan.waves) <= 16, "switches.yml has plays for sixteen waves and a last one"


def random_spec(dice: random.Random) -> Spec:
    """A cluster of any size, topology, planes and pairs that the tests' hardware allows."""
    gpu = dice.choice((2, 4, 7, 16, 33))
    topology = dice.choice(("rail-optimized", "rail-optimized", "fat-tree", "rail-only"))
    spec = cluster(gpu=gpu, most=dice.choice((gpu, gpu * 2, 64)), storage=dice.choice((1, 2, 8)), topology=topology)
    if dice.random() < 0.4 and topology == "rail-optimized":
        spec["hosts"]["gpu"]["model"] = "dgx-b300"
        spec["fabrics"]["compute"] |= {"planes": dice.choice((2, 4))}
    if dice.random() < 0.3:
        spec["fabrics"]["compute"]["spines"] = dice.choice((3, 4, 6, 8))
    spec["fabrics"]["frontend"]["oversubscription"] = dice.choice((1, 2, 4))
    return spec


@pytest.mark.parametrize("seed", range(40))
def test_no_wave_of_a_random_cluster_cuts_anybody_off(seed: int, tmp_path: Path) -> None:
    spec = random_spec(random.Random(seed))
    try:
        plan = plan_data(spec, tmp_path)
    except SpecError:
        return
    assert list(held(plan)) == []


def test_enough_random_clusters_are_clusters(tmp_path: Path) -> None:
    plans = []
    for seed in range(40):
        try:
            plans.append(plan_data(random_spec(random.Random(seed)), tmp_path))
        except SpecError:
            continue
    assert len(plans) >= 20
    assert {shape.planes for plan in plans for shape in plan.cluster.shapes.values()} >= {1, 2, 4}
    assert {shape.topology.name for plan in plans for shape in plan.cluster.shapes.values()} >= {
        "fat-tree",
        "rail-only",
    }


def test_a_planted_pair_in_one_wave_is_seen(tmp_path: Path) -> None:
    plan = plan_data(cluster(gpu=4), tmp_path)
    right = plan.waves
    pair = [s.name for s in plan.switches if s.fabric == "storage" and s.tier == "leaf"]
    assert len(pair) == 2
    taken = [(set(wave.switches) - set(pair)) for wave in right]
    taken[0] |= set(pair)
    wrong = tuple(
        Wave(number=wave.number, title="", singly=wave.singly, switches=tuple(sorted(names)))
        for wave, names in zip(right, taken, strict=True)
    )
    faulty = replace(plan, waves=wrong)
    said = list(held(faulty))
    assert any("cuts gpu" in each and "storage" in each for each in said), said
    assert any("all ways of gpu" in each for each in said), said


def test_growth_moves_no_switch_to_another_wave(tmp_path: Path) -> None:
    few, many = (plan_data(cluster(gpu=gpu, most=64), tmp_path) for gpu in (2, 64))
    before, after = ({n: w.number for w in plan.waves for n in w.switches} for plan in (few, many))
    assert len(after) > len(before)
    assert {name: after[name] for name in before} == before


def test_ways_of_one_parity_go_to_two_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where parity alone would take both leaves of a host, one of them goes to the other side."""
    plan = plan_data(cluster(gpu=4), tmp_path)
    leaves = [s.name for s in plan.switches if s.fabric == "compute" and s.tier == "leaf"]
    even = frozenset(leaves[::2][:2])
    assert len(even) == 2
    waves = {n: w.number for w in plan.waves for n in w.switches}
    assert len({waves[name] for name in even}) == 1
    monkeypatch.setattr("generator.plan.operations.waves._upper_switches", lambda *_: {even})
    waves = {n: w.number for w in plan_waves(plan.cluster, plan.switches) for n in w.switches}
    assert len({waves[name] for name in even}) == 2


def test_planned_switches_have_no_wave(tmp_path: Path) -> None:
    spec = cluster(gpu=4)
    spec["states"] = {"planned": ["compute-spine2"]}
    plan = plan_data(spec, tmp_path)
    assert "compute-spine2" not in {name for wave in plan.waves for name in wave.switches}
