"""Closed forms of folded Clos fabrics, and the shapes beyond the plain tree: planes, managers, NVLink domains, pairs, mixed fleets."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.model import Switch
from generator.model.build import build
from generator.model.cluster import Cluster
from generator.model.faceplate import banks, ports_in, step
from generator.source.diagnostic import SpecError
from generator.spec.cluster import ClusterSpec
from tests.depth import tries
from tests.ours import CATALOG

RADIX = {"qm9700": 64, "qm8790": 40, "sn5600": 128, "sn4700": 32}
HOSTS = {"qm9700": "dgx-h100", "qm8790": "dgx-a100", "sn5600": "dgx-h100", "sn4700": "dgx-h100"}


def cluster(hosts: dict[str, dict[str, Any]], fabrics: dict[str, dict[str, Any]], **more: Any) -> Cluster:
    """Build a cluster of these groups and fabrics."""
    data = {"clustergen": 1, "name": "x", "domain": "x.example", "hosts": hosts, "fabrics": fabrics, **more}
    return build(ClusterSpec.model_validate(data), CATALOG)


def compute(hosts: int, leaf: str, model: str, **fabric: Any) -> Cluster:
    """Build a cluster with a compute fabric alone."""
    technology = "infiniband" if leaf.startswith("q") else "roce"
    return cluster(
        {"gpu": {"model": model, "count": hosts}},
        {"compute": {"technology": technology, "leaf": {"model": leaf}, **fabric}},
    )


@pytest.mark.parametrize(
    ("leaf", "topology"),
    [*((leaf, "rail-optimized") for leaf in RADIX), *((leaf, "fat-tree") for leaf in RADIX if RADIX[leaf] % 16 == 0)],
)
def test_two_tiers_end_at_half_the_square_of_the_radix(leaf: str, topology: str) -> None:
    """k leaves and k/2 spines carry k^2/2 endpoints; one host more needs a third tier (Al-Fares et al., SIGCOMM 2008)."""
    k = RADIX[leaf]
    most = k * k // 2 // 8
    shape = compute(most, leaf, HOSTS[leaf], topology=topology).shapes["compute"]
    assert (shape.leaves, shape.spines, shape.tiers) == (k, k // 2, 2)
    assert compute(most + 1, leaf, HOSTS[leaf], topology=topology).shapes["compute"].tiers == 3


@pytest.mark.parametrize("leaf", ["sn4700", "qm9700"])
@pytest.mark.parametrize("pods", [2, 4])
def test_three_tiers_of_whole_pods(leaf: str, pods: int) -> None:
    """E endpoints in whole pods: 2E/k leaves, 2E/k spines, E/k cores, and E links at each level (Al-Fares et al.).

    Fewer pods than the radix allows need no third tier until the leaves outnumber a spine's ports.
    """
    k = RADIX[leaf]
    endpoints = pods * (k // 2) ** 2
    made = compute(endpoints // 8, leaf, HOSTS[leaf])
    shape = made.shapes["compute"]
    levels = Counter(link.kind for link in made.links)
    if pods * (k // 2) <= k:
        assert (shape.leaves, shape.spines, shape.cores) == (2 * endpoints // k, endpoints // k, 0)
    else:
        assert (shape.leaves, shape.spines, shape.cores) == (2 * endpoints // k, 2 * endpoints // k, endpoints // k)
        assert levels["spine_core"] == endpoints
    assert (levels["host_leaf"], levels["leaf_spine"]) == (endpoints, endpoints)
    ends = Counter((end.device, end.cage, end.port) for link in made.links for end in (link.a, link.b))
    assert set(ends.values()) == {1}


@tries(25)
@given(
    hosts=st.integers(1, 150),
    planes=st.sampled_from([1, 2]),
    leaf=st.sampled_from(["sn5600", "sn5610", "7060x6-64pe"]),
    topology=st.sampled_from(["rail-optimized", "fat-tree"]),
)
def test_planes_are_fabrics_that_never_meet(hosts: int, planes: int, leaf: str, topology: str) -> None:
    """Every rail has one port in every plane; no link joins two; all planes are alike; no port is used twice."""
    made = compute(hosts, leaf, "dgx-b300", planes=planes, topology=topology)
    shape = made.shapes["compute"]
    plane_of = {switch.name: switch.plane for switch in made.switches}
    rails = Counter((link.a.device, link.rail, link.plane) for link in made.links if link.kind == "host_leaf")
    assert rails == {(host.name, rail, plane): 1 for host in made.hosts for rail in range(8) for plane in range(planes)}
    for link in made.links:
        assert {plane_of[end.device] for end in (link.a, link.b) if end.device in plane_of} == {link.plane}
    sizes = Counter((link.plane, link.kind) for link in made.links)
    assert all(sizes[plane, kind] == count for (_, kind), count in sizes.items() for plane in range(planes))
    ends = Counter((end.device, end.cage, end.port) for link in made.links for end in (link.a, link.b))
    assert set(ends.values()) == {1}
    names = [link.index for link in made.links if link.kind == "host_leaf"]
    assert len(set(names)) == len(names)
    assert (shape.planes, len(made.switches)) == (planes, shape.leaves + shape.spines + shape.cores)


def test_planes_follow_the_hosts_when_the_spec_is_silent() -> None:
    """A DGX B300's rail is two Ethernet ports and one InfiniBand port; an H100's is one of either."""
    assert compute(16, "sn5600", "dgx-b300").shapes["compute"].planes == 2
    assert compute(16, "q3400", "dgx-b300").shapes["compute"].planes == 1
    assert compute(16, "sn5600", "dgx-h100").shapes["compute"].planes == 1


@pytest.mark.parametrize(
    ("hosts", "leaves", "spines", "down", "up"),
    # DGX SuperPOD H100 with UFM: n units of 32 hosts less one host, whose place four UFM ports take (RA-11333-001)
    [(31, 8, 4, 252, 256), (63, 16, 8, 508, 512), (95, 24, 16, 764, 768), (127, 32, 16, 1020, 1024)],
)
def test_ufm_takes_the_last_ports_of_the_first_unit(hosts: int, leaves: int, spines: int, down: int, up: int) -> None:
    made = compute(hosts, "qm9700", "dgx-h100", manager="ufm")
    kinds = Counter(link.kind for link in made.links)
    tiers = Counter(switch.tier for switch in made.switches)
    assert (tiers["leaf"], tiers["spine"], kinds["host_leaf"], kinds["leaf_spine"]) == (leaves, spines, down, up)
    managing = [link for link in made.links if link.a.device.startswith("ufm")]
    assert len({link.b.device for link in managing}) == 4, "one port on each of four leaves"
    assert {(link.b.cage, link.b.port) for link in managing} == {("16", 2)}, "behind the hosts, on the last host port"
    assert {link.rail for link in managing} == {None}
    first = [link for link in made.links if link.a.device in {"gpu1", "gpu01", "gpu001"}]
    assert {(link.b.cage, link.b.port) for link in first} == {("1", 1)}


def test_a_full_unit_has_no_port_for_ufm_and_says_so() -> None:
    made = compute(32, "qm9700", "dgx-h100", manager="ufm")
    assert [w.code for w in made.warnings if w.code == "manager-costs-leaves"] == ["manager-costs-leaves"]
    assert made.shapes["compute"].leaves == 16


@pytest.mark.parametrize(("leaf", "leaves", "whole"), [("qm9700", 20, False), ("sn5600", 12, True)])
def test_nvlink_domains_stay_whole_where_that_costs_no_leaf(leaf: str, leaves: int, whole: bool) -> None:
    """144 trays are 8 domains of 18. 32 host ports hold one whole domain: 8 units instead of 5, so they are filled."""
    made = compute(144, leaf, "gb200-nvl72-tray")
    shape = made.shapes["compute"]
    assert shape.leaves == leaves
    assert all(run.first % 18 == 0 for run in shape.seating.runs) is whole
    hosts = [host for host in made.hosts if host.role == "compute"]
    assert [host.domain for host in hosts] == [ordinal // 18 for ordinal in range(144)]
    racks = {(host.domain, host.place.rack) for host in hosts}
    assert len(racks) == 8, "a domain is a rack"


def test_a_mixed_fleet_shares_rails_at_two_speeds() -> None:
    """A100 at 200 Gb/s and H100 at 400 Gb/s: each rail on one leaf, a cage never at two speeds."""
    made = cluster(
        {"hopper": {"model": "dgx-h100", "count": 12}, "ampere": {"model": "dgx-a100", "count": 6}},
        {"compute": {"technology": "infiniband", "leaf": {"model": "qm9700"}}},
    )
    speeds: dict[tuple[str, str], set[float]] = {}
    for link in made.links:
        speeds.setdefault((link.b.device, link.b.cage), set()).add(link.speed_gbps)
    assert all(len(found) == 1 for found in speeds.values())
    assert {link.speed_gbps for link in made.links if link.a.device.startswith("ampere")} == {200}
    leaves = {(link.rail, link.b.device) for link in made.links if link.rail is not None}
    assert len(leaves) == 8


def test_a_fleet_without_a_common_speed_is_refused_with_both_lists() -> None:
    with pytest.raises(SpecError) as caught:
        cluster(
            {"b300": {"model": "dgx-b300", "count": 4}, "a100": {"model": "dgx-a100", "count": 4}},
            {"compute": {"technology": "infiniband", "leaf": {"model": "q3400"}}},
        )
    (problem,) = caught.value.problems
    assert problem.code == "no-common-speed"
    assert "200" in problem.message
    assert "800" in problem.message


@pytest.mark.parametrize(
    ("hosts", "topology", "leaves", "spines"),
    [
        (2, "single-switch", 1, 0), (4, "single-switch", 1, 0), (8, "single-switch", 1, 0),
        (12, "rail-optimized", 2, 0), (16, "rail-optimized", 2, 0), (32, "rail-optimized", 4, 2), (64, "rail-optimized", 8, 4),
    ],
)  # fmt: skip
def test_the_topology_that_a_cluster_deserves(hosts: int, topology: str, leaves: int, spines: int) -> None:
    """Where the spec is silent: one switch while its host half suffices, then a pair, then spines; and it says why."""
    shape = compute(hosts, "sn5600", "dgx-h100").shapes["compute"]
    assert (shape.topology.name, shape.leaves, shape.spines) == (topology, leaves, spines)
    assert shape.reasons["topology"].startswith(f"{topology}: ")


def test_a_converged_pair_carries_three_fabrics_on_two_switches() -> None:
    made = cluster(
        {
            "gpu": {"model": "dgx-h100", "count": 4},
            "control": {"model": "server-1u-400g", "role": "control", "count": 3},
        },
        {"compute": {"technology": "roce", "carries": ["storage", "frontend"], "leaf": {"model": "sn5600"}}},
    )
    assert [switch.name for switch in made.switches] == ["compute-leaf1", "compute-leaf2"]
    assert Counter(link.fabric for link in made.links if link.kind == "host_leaf") == {
        "compute": 32, "storage": 8, "frontend": 14,
    }  # fmt: skip
    ends = Counter((end.device, end.cage, end.port) for link in made.links for end in (link.a, link.b))
    assert set(ends.values()) == {1}
    rails = {(link.rail, link.b.device) for link in made.links if link.rail is not None}
    assert Counter(leaf for _, leaf in rails) == {"compute-leaf1": 4, "compute-leaf2": 4}
    for fabric in ("storage", "frontend"):
        homes: dict[str, set[str]] = {}
        for link in made.links:
            if link.fabric == fabric:
                homes.setdefault(link.a.device, set()).add(link.b.device)
        assert all(len(leaves) == 2 for leaves in homes.values())


def test_reserved_ports_stay_free_on_every_leaf() -> None:
    """Ports kept back shrink the unit, not the uplinks."""
    made = compute(64, "qm9700", "dgx-h100", reserve_ports=4)
    used = Counter(link.b.device for link in made.links if link.kind == "host_leaf")
    assert max(used.values()) <= 30
    assert made.shapes["compute"].uplinks >= 30


def test_what_is_managed_stands_near_its_leaf_out_of_band() -> None:
    """With several scalable units copper stays below 100 m: management leaves stand in the compute rows."""
    made = cluster(
        {"gpu": {"model": "dgx-h100", "count": 512}, "control": {"model": "server-1u", "role": "control", "count": 3}},
        {
            "compute": {"technology": "roce", "leaf": {"model": "sn5600"}},
            "oob": {"technology": "ethernet", "leaf": {"model": "sn2201"}, "spine": {"model": "sn4600c"}},
        },
    )
    rows = {device.name: device.place.row for device in made.devices}
    links = [link for link in made.links if link.fabric == "oob" and link.kind == "host_leaf"]
    assert {host.name for host in made.hosts} <= {link.a.device for link in links}
    assert all(
        switch.name in {link.a.device for link in links} for switch in made.switches if switch.fabric == "compute"
    )
    assert max(abs(rows[link.a.device] - rows[link.b.device]) for link in links) <= 4
    ends = Counter((end.device, end.cage, end.port) for link in links for end in (link.a, link.b))
    assert set(ends.values()) == {1}


@tries(60)
@given(
    hosts=st.integers(9, 400),
    ratio=st.sampled_from([1, 1.05, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]),
    leaf=st.sampled_from(["sn5600", "qm9700"]),
    reserve=st.sampled_from([0, 1, 2, 3, 5, 8]),
)
def test_awkward_ratios_do_not_cost_spines(hosts: int, ratio: float, leaf: str, reserve: int) -> None:
    """Uplinks are rounded to a number that divides well: never four times the spines that bare arithmetic asks for.

    22 uplinks divide over 2 or 11 spines only: a leaf whose reserved ports leave no room for 24 has 11 where 3 would carry them.
    """
    shape = compute(hosts, leaf, "dgx-h100", oversubscription=ratio, reserve_ports=reserve).shapes["compute"]
    if shape.tiers == 2:
        least = -(-shape.leaves * shape.uplinks // RADIX[leaf])
        assert shape.spines < 4 * least
        assert shape.uplinks % shape.spines == 0


@pytest.mark.parametrize(
    ("hosts", "leaf", "counts"),
    [
        (12, "sn5600", {4}),
        (12, "qm9700", {2}),
        (18, "sn5600", {2, 3}),
        (5, "qm9700", {4}),
    ],
)
def test_rails_are_spread_evenly_over_leaves(hosts: int, leaf: str, counts: set[int]) -> None:
    """Two leaves have four rails each, never five and three; three leaves have two or three."""
    made = compute(hosts, leaf, "dgx-h100")
    rails: dict[str, set[int | None]] = {}
    for link in made.links:
        if link.kind == "host_leaf":
            rails.setdefault(link.b.device, set()).add(link.rail)
    assert {len(found) for found in rails.values()} == counts


def test_a_small_unit_has_uplinks_for_those_who_manage_it() -> None:
    """A stated unit size smaller than the leaf leaves room for UFM's ports, and uplinks for them."""
    made = compute(64, "qm9700", "dgx-h100", manager="ufm", su_hosts=16)
    shape = made.shapes["compute"]
    down = Counter(link.b.device for link in made.links if link.kind == "host_leaf")
    assert max(down.values()) <= shape.uplinks
    assert shape.seating.sus == 4


def test_a_converged_pair_has_one_plane_whatever_its_hosts_could_have() -> None:
    made = cluster(
        {
            "gpu": {"model": "dgx-b300", "count": 4},
            "control": {"model": "server-1u-400g", "role": "control", "count": 3},
        },
        {"compute": {"technology": "roce", "carries": ["storage", "frontend"], "leaf": {"model": "sn5600"}}},
    )
    assert made.shapes["compute"].planes == 1
    assert [w.code for w in made.warnings if w.code == "planes-wanted"] == ["planes-wanted"]


def test_breakouts_that_only_odd_cages_may_have_cost_the_even_ones() -> None:
    """DS5000 divides into four on odd cages only: no more 200 Gb/s ports than two in every cage, which is what is planned."""
    (bank,) = banks(CATALOG.get(Switch, "ds5000"), None)
    four = next(way for way in bank.breakouts if way.ports == 4)
    assert (four.only, step(four)) == ("odd", 2)
    assert ports_in(len(bank.cages), four) == 2 * len(bank.cages)
    assert bank.breakout(200) == next(way for way in bank.breakouts if way.ports == 2)
    assert bank.cages[: 3 * step(four) : step(four)] == (1, 3, 5)
