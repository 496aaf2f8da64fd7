"""Fabric arithmetic: published shapes, closed forms, and what must hold for any size."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.model.build import build
from generator.model.cluster import Cluster
from generator.model.tiers import even_counts
from generator.source.diagnostic import SpecError
from generator.spec.cluster import ClusterSpec
from tests.depth import tries
from tests.ours import CATALOG


def compute(
    hosts: int, leaf: str = "sn5600", model: str = "dgx-h100", count: int | None = None, **fabric: Any
) -> Cluster:
    """Build a cluster with a compute fabric alone."""
    technology = "infiniband" if leaf.startswith("q") else "roce"
    chosen = {"model": leaf}
    data = {
        "clustergen": 1, "name": "x", "domain": "x.example",
        "hosts": {"gpu": {"model": model, "count": hosts if count is None else count, "max": hosts}},
        "fabrics": {"compute": {"technology": technology, "leaf": chosen, "spine": chosen, **fabric}},
    }  # fmt: skip
    return build(ClusterSpec.model_validate(data), CATALOG)


@pytest.mark.parametrize(
    ("hosts", "leaf", "leaves", "spines", "cores"),
    [
        # one scalable unit and whole rails on a leaf: floor(64 down ports / hosts) rails
        (8, "sn5600", 1, 0, 0), (16, "sn5600", 2, 0, 0), (32, "sn5600", 4, 2, 0), (64, "sn5600", 8, 4, 0),
        (128, "sn5600", 16, 8, 0), (256, "sn5600", 32, 16, 0), (512, "sn5600", 64, 32, 0),
        # where ceil() would give 12, 24 spines: 12 and 24 do not divide 64 uplinks, so 16 and 32
        (192, "sn5600", 24, 16, 0), (384, "sn5600", 48, 32, 0),
        # the two-tier limit is k^2/2 = 8192 endpoints; beyond it pods of 64 leaves and 64 spines
        (1024, "sn5600", 128, 64, 0), (2048, "sn5600", 256, 256, 128),
        # NDR: 64 x 400G, SU of 32 hosts (DGX SuperPOD RA-11333-001: 8 leaves and 4 spines an SU, 2 SUs 16/8, 4 SUs 32/16)
        (32, "qm9700", 8, 4, 0), (64, "qm9700", 16, 8, 0), (128, "qm9700", 32, 16, 0), (96, "qm9700", 24, 16, 0),
    ],
)  # fmt: skip
def test_published_and_closed_forms(hosts: int, leaf: str, leaves: int, spines: int, cores: int) -> None:
    shape = compute(hosts, leaf).shapes["compute"]
    assert (shape.leaves, shape.spines, shape.cores) == (leaves, spines, cores)


@given(lower=st.integers(1, 200), uplinks=st.integers(1, 128), radix=st.integers(1, 256))
def test_the_spine_count_is_the_smallest_that_carries_and_divides(lower: int, uplinks: int, radix: int) -> None:
    chosen = next(even_counts(lower, uplinks, radix), None)
    fits = [
        s
        for s in range(1, uplinks + 1)
        if uplinks % s == 0 and s * radix >= lower * uplinks and lower * (uplinks // s) <= radix
    ]
    assert chosen == (fits[0] if fits else None)


@tries(60)
@given(
    hosts=st.integers(1, 300),
    leaf=st.sampled_from(["sn5600", "qm9700", "7060x6-64pe", "z9864f", "sn5610"]),
    topology=st.sampled_from(["rail-optimized", "fat-tree", "rail-only", "single-switch"]),
    ratio=st.sampled_from([1, 1.5, 2, 3, 4]),
)
def test_what_holds_for_any_size(hosts: int, leaf: str, topology: str, ratio: float) -> None:
    """Every NIC port cabled once, every port used once, equal speeds, radix kept, rails pure, uplinks even."""
    assume(topology != "rail-only" or leaf != "qm9700")  # infiniband-islands
    extra: dict[str, Any] = {} if topology in ("rail-only", "single-switch") else {"oversubscription": ratio}
    try:
        cluster = compute(hosts, leaf, topology=topology, **extra)
    except SpecError as error:
        codes = {p.code for p in error.problems}
        radix = 64 if leaf == "qm9700" else 128
        most = {"single-switch": radix // 8, "rail-only": radix}.get(topology)
        assert codes == {"topology-too-small"}, "nothing else may refuse this many hosts"
        assert most is not None
        assert hosts > most
        return
    shape = cluster.shapes["compute"]
    ends = Counter((end.device, end.cage, end.port) for link in cluster.links for end in (link.a, link.b))
    assert set(ends.values()) == {1}
    host_links = [link for link in cluster.links if link.kind == "host_leaf"]
    assert Counter(link.a.device for link in host_links) == {host.name: 8 for host in cluster.hosts}
    assert len({link.index for link in host_links}) == len(host_links)
    cages: dict[tuple[str, str], set[tuple[int, float]]] = {}
    for link in cluster.links:
        cages.setdefault((link.b.device, link.b.cage), set()).add((link.b.ports, link.speed_gbps))
    assert all(len(found) == 1 for found in cages.values()), "a cage at two speeds, or divided in two ways"
    pairs = Counter((link.a.device, link.b.device) for link in cluster.links if link.kind == "leaf_spine")
    assert len(set(pairs.values())) <= 1
    if topology.startswith("rail"):
        sus = {host.name: host.su for host in cluster.hosts}
        leaves: dict[tuple[int | None, int | None], set[str]] = {}
        for link in host_links:
            leaves.setdefault((sus[link.a.device], link.rail), set()).add(link.b.device)
        assert all(len(found) == 1 for found in leaves.values())
    if shape.upper:
        down = Counter(link.b.device for link in host_links)
        assert max(down.values()) <= shape.uplinks * ratio


def test_a_leaf_that_is_there_has_all_of_its_uplinks() -> None:
    """Installed hosts bring whole leaves; spines come with the first leaf of their pod."""
    cluster = compute(256, count=3)
    tiers = Counter(switch.tier for switch in cluster.switches)
    assert tiers == {"leaf": 8, "spine": 16}
    assert sum(1 for link in cluster.links if link.kind == "leaf_spine") == 8 * 64


def test_three_tiers_reach_every_core_group_evenly() -> None:
    cluster = compute(2048)
    up = Counter(link.a.device for link in cluster.links if link.kind == "spine_core")
    down = Counter(link.b.device for link in cluster.links if link.kind == "spine_core")
    assert set(up.values()) == {64}
    assert set(down.values()) == {128}
    groups: dict[int, set[str]] = {
        (int(link.a.device[-3:]) - 1) % 64: set() for link in cluster.links if link.kind == "spine_core"
    }
    for link in cluster.links:
        if link.kind == "spine_core":
            groups[(int(link.a.device[-3:]) - 1) % 64].add(link.b.device)
    assert all(len(cores) == 2 for cores in groups.values())


def test_eight_ports_in_two_cages_are_no_better_than_four_in_each() -> None:
    """An 8-way split darkens the next cage, so cages are divided in four, every one of them."""
    cluster = compute(4, "sn5610", model="dgx-h100", topology="single-switch", host_speed_gbps=100)
    cages = {int(link.b.cage) for link in cluster.links}
    ports = {link.b.ports for link in cluster.links}
    assert ports == {4}
    assert cages == set(range(1, 9))
