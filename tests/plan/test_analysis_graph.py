"""The analysis against slow answers: every halving, every pair, every failure of small fabrics, and closed forms of large ones."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.analysis.bisection import bisections
from generator.analysis.failure_cases import Health, connected
from generator.analysis.failures import Failure, failures
from generator.analysis.flow import alike, max_flows
from generator.analysis.graph import SwitchGraph
from generator.analysis.halves import Halving, host_units, port_units
from generator.analysis.hops import count_hops
from generator.analysis.paths import kinds_of_paths
from generator.analysis.spread import even_shares
from tests.depth import tries
from tests.plan.analysis_oracle import (
    all_halves,
    fabric,
    fat_tree,
    pieces,
    slow_flow,
    slow_flow_of,
    switches_between,
    two_tiers,
)

PATIENT = tries(60)


@st.composite
def any_fabric(draw: st.DrawFn) -> SwitchGraph:
    """Leaves, spines and perhaps cores, joined anyhow, with a few hosts of one or two ports."""
    leaves, spines, cores = draw(st.integers(1, 4)), draw(st.integers(0, 3)), draw(st.integers(0, 2))
    ranks = [0] * leaves + [1] * spines + [2] * cores
    pairs = [(low, high) for low, high in combinations(range(len(ranks)), 2) if ranks[high] == ranks[low] + 1]
    pairs += [(0, 1)] if leaves == 2 and not spines else []
    trunks = {pair: (draw(st.integers(1, 3)), 1.0) for pair in pairs if draw(st.integers(0, 4))}
    hosts = draw(st.integers(1, 4)) * 2
    homes = [draw(st.lists(st.integers(0, leaves - 1), min_size=1, max_size=2)) for _ in range(hosts)]
    ports = [(f"h{host}", home, 1.0, rail) for host, mine in enumerate(homes) for rail, home in enumerate(mine)]
    return fabric(ranks, trunks, ports)


@st.composite
def even_clos(draw: st.DrawFn) -> SwitchGraph:
    """Two tiers as the sizing makes them, leaves filled unevenly, an even number of hosts."""
    hosts = draw(st.lists(st.integers(0, 4), min_size=1, max_size=5).filter(lambda found: 0 < sum(found) < 11))
    hosts[0] += sum(hosts) % 2
    return two_tiers(hosts, draw(st.integers(1, 3)), draw(st.integers(1, 2)), draw(st.sampled_from([0.5, 1.0])))


@PATIENT
@given(any_fabric(), st.sets(st.integers(0, 7)))
def test_merging_what_is_alike_changes_no_flow(graph: SwitchGraph, chosen: set[int]) -> None:
    first = {f"h{host}" for host in chosen}
    supply, sink = [0.0] * len(graph.names), [0.0] * len(graph.names)
    for port in graph.ports:
        (supply if port.device in first else sink)[port.switch] += port.gbps
    assert max_flows(graph.gbps, [(supply, sink)])[0] == pytest.approx(slow_flow(graph, first))


@PATIENT
@given(any_fabric())
def test_the_members_of_a_class_have_equal_bandwidth_to_every_class(graph: SwitchGraph) -> None:
    classes = alike(graph.gbps, graph.ranks)
    seen: dict[int, dict[int, float]] = {}
    for switch, mine in enumerate(classes):
        sums: Counter[int] = Counter()
        for far, gbps in graph.gbps[switch].items():
            sums[classes[far]] += gbps  # type: ignore[assignment]
        assert seen.setdefault(mine, dict(sums)) == dict(sums)


@PATIENT
@given(even_clos())
def test_a_bisection_lies_between_what_is_proven_and_what_was_tried(graph: SwitchGraph) -> None:
    found = bisections(graph)[0]
    least = min(slow_flow(graph, half) for half in all_halves(graph))
    assert found.floor_gbps <= least + 1e-6
    assert least <= found.gbps + 1e-6
    assert found.gbps <= found.full_gbps + 1e-6
    if found.exact:
        assert least == pytest.approx(found.gbps)


@PATIENT
@given(any_fabric())
def test_nothing_is_proven_that_some_halving_breaks(graph: SwitchGraph) -> None:
    hosts, ports = [*bisections(graph), None][:2]
    assert hosts is not None
    shares = even_shares(graph)
    for half in all_halves(graph):
        mine = sum(port.gbps for port in graph.ports if port.device in half)
        if mine * 2 == graph.host_gbps:  # hosts differ in their ports: only halves of the bandwidth count
            assert slow_flow(graph, half) >= hosts.floor_gbps - 1e-6
    assert shares is None or all(0 <= share <= 1 for share in shares)
    if ports is not None:
        assert ports.floor_gbps <= ports.gbps + 1e-6


@pytest.mark.parametrize("k", [4, 6, 8, 12])
def test_a_fat_tree_of_k_ports_has_full_bisection(k: int) -> None:
    """Al-Fares et al., SIGCOMM 2008: k*k*k/4 hosts, all of which can send at once."""
    graph = fat_tree(k)
    (found,) = bisections(graph)
    assert found.exact
    assert found.gbps == found.full_gbps == k**3 / 8
    shares = even_shares(graph)
    assert shares is not None
    assert set(shares) == {1.0}


@pytest.mark.parametrize(("hosts", "spines", "expected"), [([4] * 4, 2, 4.0), ([4] * 4, 4, 8.0), ([4] * 3, 2, 4.0)])
def test_oversubscribed_leaves_have_the_bisection_of_their_uplinks(
    hosts: list[int], spines: int, expected: float
) -> None:
    """Even leaves: half of all uplinks; an odd one in the middle meets itself: 2 uplinks and 2 of its own hosts."""
    (found,) = bisections(two_tiers(hosts, spines))
    assert found.exact
    assert found.gbps == expected


UNEVEN = {
    "two islands of leaves and spines": ({(0, 4): 4, (1, 4): 4, (2, 5): 4, (3, 5): 4}, 0.0),
    "leaves that prefer different spines": ({(0, 4): 4, (1, 4): 3, (1, 5): 1, (2, 4): 1, (2, 5): 3, (3, 5): 4}, 2.0),
}


@pytest.mark.parametrize("name", UNEVEN)
def test_a_fabric_that_is_not_even_proves_nothing(name: str) -> None:
    """Four leaves of three hosts, four uplinks each: by count non-blocking, and yet half of them cannot reach the others."""
    trunks, least = UNEVEN[name]
    ports = [(f"h{leaf}-{n}", leaf, 1.0, None) for leaf in range(4) for n in range(3)]
    graph = fabric([0] * 4 + [1] * 2, {pair: (links, 1.0) for pair, links in trunks.items()}, ports)
    assert even_shares(graph) is None
    (found,) = bisections(graph)
    assert (found.gbps, found.floor_gbps, found.full_gbps) == (least, 0.0, 6.0)


def test_pods_that_meet_different_cores_prove_nothing() -> None:
    """Three pods of a leaf and a spine: the first and the last share no core, and the one between has one link to each."""
    trunks = {(0, 3): (2, 1.0), (1, 4): (2, 1.0), (2, 5): (2, 1.0)}
    trunks |= {(3, 6): (2, 1.0), (4, 6): (1, 1.0), (4, 7): (1, 1.0), (5, 7): (2, 1.0)}
    ports = [(f"h{leaf}-{n}", leaf, 1.0, None) for leaf in range(3) for n in range(2)]
    graph = fabric([0, 0, 0, 1, 1, 1, 2, 2], trunks, ports, [0, 1, 2, 0, 1, 2, 0, 0])
    assert even_shares(graph) is None
    least = min(slow_flow(graph, half) for half in all_halves(graph))
    assert bisections(graph)[0].floor_gbps <= least < 3.0


def test_a_failure_is_held_against_what_there_was() -> None:
    """Oversubscribed 2:1, four leaves: a spine of two carries half of the 4 Gb/s, not of the 8 that would be full."""
    found = {each.kind: each for each in worst_of(two_tiers([4] * 4, 2))}
    assert [(loss.gbps, loss.before_gbps) for loss in found["spine"].losses] == [(2.0, 4.0)]


def test_islands_of_rails_have_full_bisection_between_hosts_and_none_between_rails() -> None:
    ports = [(f"h{host}", rail, 1.0, rail) for host in range(6) for rail in range(4)]
    hosts, rails = bisections(fabric([0] * 4, {}, ports))
    assert (hosts.gbps, hosts.full_gbps, hosts.exact) == (12.0, 12.0, True)
    assert (rails.gbps, rails.floor_gbps, rails.exact) == (0.0, 0.0, True)


def test_a_pair_of_leaves_has_what_its_peer_links_carry_between_ports() -> None:
    ports = [(f"h{host}", home, 1.0, None) for host in range(8) for home in range(2)]
    hosts, single = bisections(fabric([0, 0], {(0, 1): (2, 1.0)}, ports))
    assert (hosts.gbps, hosts.exact) == (8.0, True)
    assert (single.gbps, single.exact) == (2.0, True)


def test_pods_with_few_ways_up_are_the_bottleneck() -> None:
    graph = fat_tree(4)
    thin = tuple({far: gbps / (2 if 2 in (graph.ranks[far], graph.ranks[near]) else 1) for far, gbps in around.items()}
                 for near, around in enumerate(graph.gbps))  # fmt: skip
    (found,) = bisections(replace(graph, gbps=thin))
    assert found.exact
    assert found.gbps == 4.0
    assert found.worst.words in {"in the order of their positions", "pod by pod, by uplink bandwidth, least first"}


@PATIENT
@given(any_fabric())
def test_hops_are_those_of_a_search_from_every_port(graph: SwitchGraph) -> None:
    every: Counter[int] = Counter()
    same: Counter[int] = Counter()
    for one, other in combinations(graph.ports, 2):
        if one.device != other.device:
            switches = switches_between(graph, one.switch, other.switch)
            every[switches] += 1
            same[switches] += one.rail == other.rail
    hops = count_hops(graph)
    assert hops.every == {switches: pairs for switches, pairs in every.items() if pairs}
    assert hops.same_rail == {switches: pairs for switches, pairs in same.items() if pairs}


@pytest.mark.parametrize("k", [4, 8])
def test_hops_of_a_fat_tree_follow_its_closed_form(k: int) -> None:
    half, hosts = k // 2, k**3 // 4
    leaf, pod = k * half * (half * (half - 1) // 2), k * (half * half * (half * half - 1) // 2)
    assert count_hops(fat_tree(k)).every == {1: leaf, 3: pod - leaf, 5: hosts * (hosts - 1) // 2 - pod}


def test_paths_say_how_many_ways_share_the_load() -> None:
    found = {path.far: path for path in kinds_of_paths(fat_tree(4))}
    assert [(path.switches, path.count) for path in found.values()] == [(1, 1), (3, 2), (5, 4)]
    assert found["other pod"].tiers == (("leaf", 1), ("spine", 2), ("core", 4), ("spine", 2), ("leaf", 1))


def test_parallel_links_are_ways_of_their_own() -> None:
    """Three spines, two links to each: 3 x 2 x 2 shortest ways."""
    (near, far) = kinds_of_paths(two_tiers([2, 2], 3, per_pair=2))
    assert (near.switches, near.count) == (1, 1)
    assert (far.switches, far.count) == (3, 12)


@PATIENT
@given(even_clos())
def test_the_worst_failure_is_the_worst_of_all(graph: SwitchGraph) -> None:
    found = {each.kind: each for each in worst_of(graph)}
    before = pieces(graph)
    lost_before = len(set(graph.ports_of) - before[0])
    for kind, rank in (("leaf", 0), ("spine", 1)):
        cut = 0
        for switch in graph.of_rank(rank):
            after = pieces(graph.without([switch]))
            cut = max(cut, len(set(graph.ports_of) - (after[0] if after else set())) - lost_before)
        assert found[kind].hosts_cut_off == cut
        assert found[kind].parts_before == len(before)
        assert found[kind].count == len(graph.of_rank(rank))


@PATIENT
@given(any_fabric())
def test_no_failure_costs_more_than_the_one_that_is_told(graph: SwitchGraph) -> None:
    """Every switch of a tier, held against every halving that was tried; of those that cut off and part equally much."""
    halves = bisections(graph)
    health = Health([graph], [halves])
    ways = [(each, way) for each in halves for way, _ in each.tried]
    found = {each.kind: each for each in failures(health)}
    for kind, rank in (("leaf", 0), ("spine", 1)):
        losses: dict[tuple[int, int], float] = {}
        for switch in graph.of_rank(rank):
            after = graph.without([switch])
            devices, parts = connected(after)
            left = [(each, way, cut(after, way)) for each, way in ways]
            lost = max(each.gbps - slow_flow_of(after, *ends) for each, way, ends in left if not way.rails)
            same = health.cut_off(0, devices), parts
            losses[same] = max(losses.get(same, 0.0), lost)
        if losses:
            assert found[kind].lost_gbps == pytest.approx(losses[max(losses)])


def cut(graph: SwitchGraph, way: Halving) -> tuple[list[float], list[float]]:
    """Return what the ports that are left of each half send and receive."""
    first = [min(mine, down) for mine, down in zip(way.first, graph.down_gbps, strict=True)]
    return first, [down - mine for mine, down in zip(first, graph.down_gbps, strict=True)]


def test_ports_without_a_rail_take_no_part_between_rails() -> None:
    """Two hosts of two rails on a pair with two links between; each leaf also has ports of 8 Gb/s of others."""
    rails = [(f"h{host}", rail, 1.0, rail) for host in range(2) for rail in range(2)]
    others = [(f"s{side}{n}", side, 4.0, None) for side in range(2) for n in range(2)]
    _, ports = bisections(fabric([0, 0], {(0, 1): (2, 1.0)}, [*rails, *others]))
    way, gbps = ports.tried[0]
    assert (way.rails, way.full_gbps, gbps) == (True, 2.0, 2.0)
    assert (ports.full_gbps, ports.gbps, ports.worst.rails) == (10.0, 2.0, False)


def worst_of(graph: SwitchGraph) -> list[Failure]:
    """Return the failures of a fabric of one plane."""
    return list(failures(Health([graph], [bisections(graph)])))


def test_what_one_failure_costs_a_fat_tree() -> None:
    """k = 4: 16 hosts, 8 in each half. Of two spines in a pod each carries half; of four cores each a quarter."""
    found = {each.kind: each for each in worst_of(fat_tree(4))}
    assert list(found) == ["host link", "leaf to spine link", "spine to core link", "leaf", "spine", "core"]
    assert (found["leaf"].hosts_cut_off, found["leaf"].host_part, found["leaf"].lost_gbps) == (2, 1.0, 2.0)
    assert (found["spine"].hosts_cut_off, found["spine"].lost_gbps) == (0, 2.0)
    assert (found["core"].gbps, found["core"].lost_gbps) == (4.0, 2.0)
    assert (found["host link"].hosts_cut_off, found["host link"].count) == (1, 16)


def test_a_failed_plane_leaves_the_others() -> None:
    planes = [two_tiers([2, 2], 2), two_tiers([2, 2], 2)]
    found = {each.kind: each for each in failures(Health(planes, [bisections(plane) for plane in planes]))}
    plane = found["plane"]
    assert (plane.hosts_cut_off, plane.host_part, plane.hosts_touched) == (0, 0.5, 4)
    assert [(loss.reading, loss.gbps, loss.before_gbps) for loss in plane.losses] == [("hosts", 2.0, 4.0)]
    assert found["leaf"].hosts_cut_off == 0


def test_a_spine_between_rails_costs_what_changes_its_rail() -> None:
    """One scalable unit, two rails: halves of the hosts meet on the leaves, halves by rail only over two spines."""
    trunks = {(leaf, spine): (2, 1.0) for leaf in (0, 1) for spine in (2, 3)}
    ports = [(f"h{host}", rail, 1.0, rail) for host in range(4) for rail in range(2)]
    found = {each.kind: each for each in worst_of(fabric([0, 0, 1, 1], trunks, ports))}
    assert [(loss.reading, loss.gbps, loss.before_gbps) for loss in found["spine"].losses] == [
        ("hosts", 0.0, 4.0),
        ("ports", 2.0, 4.0),
    ]


def test_units_are_the_hosts_that_share_their_switches() -> None:
    ports = [(f"h{host}", 2 * (host // 3) + home, 1.0 + host % 2, None) for host in range(6) for home in range(2)]
    graph = fabric([0] * 4, {}, ports)
    assert [sorted(unit.loads) for unit in host_units(graph)] == [[0, 1], [2, 3]]
    assert [sorted(unit.loads) for unit in port_units(graph)] == [[0], [1], [2], [3]]
