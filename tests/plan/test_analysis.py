"""The analysis of whole plans: the examples, planes, a converged pair, and limits that the sizing itself confirms."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.analysis.analyse import FabricAnalysis, analyse
from generator.analysis.answers import QUESTIONS
from generator.analysis.bisection import flows_between
from generator.analysis.close import close
from generator.analysis.explain import explain
from generator.analysis.findings import findings
from generator.analysis.summary import summarise
from generator.model.fabric_shape import FabricShape
from generator.model.sizing import size_fabric
from generator.plan.draft import Draft
from generator.source.diagnostic import SpecError
from tests.conftest import EXAMPLES, ROOT, plan_of
from tests.specs import cluster, plan_data


def odd(folder: Path, text: str) -> dict[str, FabricAnalysis]:
    """Analyse a small spec."""
    path = folder / "cluster.yaml"
    path.write_text(f"clustergen: 1\nname: odd\ndomain: odd.example.net\n{text}", encoding="utf-8")
    return analyse(close(plan_of(path)))


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_fabric_of_every_example_adds_up(plans: Callable[[str], Draft], name: str) -> None:
    plan = plans(name)
    fabrics = analyse(close(plan))
    assert list(fabrics) == [each for each, shape in plan.cluster.shapes.items() if not shape.carrier]
    for fabric, found in fabrics.items():
        host_links = sum(link.speed_gbps for link in plan.links if link.fabric == fabric and link.kind == "host_leaf")
        carried = sum(
            link.speed_gbps for link in plan.links if link.fabric in found.fabric.carries and link.kind == "host_leaf"
        )
        for _, full, gbps, floor in found.bisections:
            assert full == pytest.approx((host_links + carried) / 2)
            assert floor - 1e-3 <= gbps <= full + 1e-6
        devices = [step.devices for step in found.growth.steps]
        assert devices == sorted(devices)
        for spare in found.spare:
            assert spare.taken + spare.free == spare.cages
            assert spare.least * spare.switches <= spare.free
        switches = [switch for switch in plan.switches if switch.fabric == fabric]
        kinds = {failure.kind: failure for failure in found.failures}
        for tier in {switch.tier for switch in switches} if host_links else ():
            assert kinds[tier].count == sum(switch.tier == tier for switch in switches)


def test_the_full_example_is_full(plans: Callable[[str], Draft]) -> None:
    """roce-256: 256 ports of 400 Gb/s; leaf and spine 1:1, rails of one SU meet on one leaf."""
    compute = analyse(close(plans("roce-256")))["compute"]
    assert compute.bisections == [("hosts", 51200.0, 51200.0, 51200.0), ("ports", 51200.0, 51200.0, 51200.0)]
    (plane,) = compute.planes
    assert [(each.when, each.most.value, each.alike) for each in plane.ratios] == [
        ("now", 1.0, 4),
        ("envelope", 1.0, 4),
    ]
    assert plane.hops.same_rail == {1: 8 * 32 * 31 // 2}
    losses = {failure.kind: {loss.reading: loss.gbps for loss in failure.losses} for failure in compute.failures}
    assert losses["spine"] == {"hosts": 0.0, "ports": 25600.0}
    assert losses["leaf"] == {"hosts": 12800.0, "ports": 25600.0}


@pytest.mark.parametrize("name", EXAMPLES)
def test_ratios_are_those_of_every_switch(plans: Callable[[str], Draft], name: str) -> None:
    """Again from the links, switch by switch, with names the least and the greatest."""
    plan = plans(name)
    carriers = {each: shape.carrier or each for each, shape in plan.cluster.shapes.items()}
    fabrics = {switch.name: switch.fabric for switch in plan.switches}
    for fabric, found in analyse(close(plan)).items():
        for plane in found.planes:
            sides: dict[str, list[float]] = {switch: [0.0, 0.0] for switch in plane.graph.names}
            for link in plan.links:
                if carriers[link.fabric] == fabric and link.plane == plane.graph.plane:
                    own = link.fabric == fabric and fabrics.get(link.a.device) != fabric
                    if own or link.kind != "host_leaf":
                        sides[link.b.device][link.kind == "leaf_leaf"] += link.speed_gbps
                    if link.kind != "host_leaf":
                        sides[link.a.device][1] += link.speed_gbps
            tiers = {switch.name: switch.tier for switch in plan.switches}
            for ratio in plane.ratios:
                if ratio.when == "now" and ratio.crosses:
                    mine = {s: down / up for s, (down, up) in sides.items() if tiers[s] == ratio.tier and up}
                    assert (ratio.least.value, ratio.most.value) == (min(mine.values()), max(mine.values()))
                    assert mine[ratio.most.switch] == ratio.most.value
                    assert ratio.alike == list(mine.values()).count(ratio.most.value)


@pytest.mark.parametrize("name", EXAMPLES)
def test_oversubscription_is_that_of_the_summary(plans: Callable[[str], Draft], name: str) -> None:
    """The leaves that stand first are the fullest of the envelope."""
    plan = plans(name)
    told = summarise(plan, 0)["fabrics"]
    for fabric, found in analyse(close(plan)).items():
        ratios = [each for plane in found.planes for each in plane.ratios]
        leaves = [each.most.value for each in ratios if (each.tier, each.when) == ("leaf", "envelope")]
        assert max(leaves, default=1.0) == pytest.approx(told[fabric]["oversubscription"], abs=0.001)


def test_a_pair_that_shares_its_hosts_has_nothing_to_cross(plans: Callable[[str], Draft]) -> None:
    plan = plans("mi300x-256-fat-tree")
    for ratio in analyse(close(plan))["storage"].planes[0].ratios:
        assert (ratio.crosses, ratio.least.value, ratio.most.value, ratio.most.up_gbps) == (False, 1.0, 1.0, 1600.0)
    for line in explain(plan, "storage.oversubscription").lines:
        assert line.endswith(
            "1, no traffic has to cross, as every host is on both leaves; the 1,600 Gb/s between the two carry traffic only after a port fails"
        )


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.startswith("roce")])
def test_spare_cages_are_those_without_a_port_of_the_envelope(plans: Callable[[str], Draft], name: str) -> None:
    """SN5600, SN4600C and SN2201 have 64, 64 and 48 + 4 cages, and none of them darkens a neighbour as it is used here."""
    plan = plans(name)
    linked = {(end.device, end.interface) for link in plan.links for end in (link.a, link.b)}
    for fabric, found in analyse(close(plan)).items():
        names = [switch.name for switch in plan.switches if switch.fabric == fabric]
        ports = [port for port in plan.ports if port.switch in names]
        assert sum(spare.taken for spare in found.spare) == len({(port.switch, port.cage) for port in ports})
        used = sum((port.switch, port.interface) in linked for port in ports)
        assert sum(use.used for spare in found.spare for use in spare.uses) == used
        assert sum(use.kept for spare in found.spare for use in spare.uses) == len(ports) - used


def test_rails_without_spines_have_no_way_across(tmp_path: Path) -> None:
    fabrics = odd(
        tmp_path,
        "hosts: {gpu: {model: hgx-h100, count: 40, max: 128}}\n"
        "fabrics: {compute: {technology: roce, topology: rail-only, leaf: {model: sn5600}}}\n",
    )
    compute = fabrics["compute"]
    assert [round(gbps / full, 6) for _, full, gbps, _ in compute.bisections] == [1.0, 0.0]
    across = [path for path in compute.planes[0].paths if path.rail == "other"]
    assert [path.switches for path in across] == [0]
    assert any("changes rails inside the host" in each.text for each in findings(fabrics))
    kinds = {failure.kind: failure for failure in compute.failures}
    assert (kinds["leaf"].hosts_touched, kinds["leaf"].host_part, kinds["leaf"].hosts_cut_off) == (40, 0.125, 0)


def test_two_planes_share_every_host(tmp_path: Path) -> None:
    compute = odd(
        tmp_path,
        "hosts: {gpu: {model: dgx-b300, count: 16}}\n"
        "fabrics: {compute: {technology: roce, planes: 2, leaf: {model: sn5600}, spine: {model: sn5600}}}\n",
    )["compute"]
    assert [plane.graph.plane for plane in compute.planes] == [0, 1]
    assert compute.bisections[0][1] == 16 * 8 * 800 / 2
    kinds = {failure.kind: failure for failure in compute.failures}
    assert (kinds["plane"].hosts_cut_off, kinds["plane"].host_part) == (0, 0.5)
    assert kinds["leaf"].host_part <= 0.5


def test_a_converged_pair_counts_the_ports_that_it_carries(tmp_path: Path) -> None:
    fabrics = odd(
        tmp_path,
        "hosts: {gpu: {model: dgx-h100, count: 3, max: 4}}\n"
        "fabrics: {compute: {technology: roce, leaf: {model: sn5600}, carries: [storage]}}\n",
    )
    assert list(fabrics) == ["compute"]
    (plane,) = fabrics["compute"].planes
    assert len(plane.graph.ports) > len(plane.graph.own_ports) == 3 * 8


def test_a_converged_pair_is_judged_by_its_own_hosts(plans: Callable[[str], Draft]) -> None:
    """Four hosts of eight rails at 400 Gb/s, half on each leaf; 16 links between the two. Four more kinds hang on them."""
    compute = analyse(close(plans("small-4-hosts")))["compute"]
    ratios = [(each.most.down_gbps, each.most.up_gbps) for each in compute.planes[0].ratios]
    assert ratios == [(4 * 4 * 400, 16 * 400)] * 2
    tried = {way.words: (gbps, way.full_gbps) for way, gbps in compute.planes[0].bisections[1].tried}
    assert tried["lower rails against upper rails"] == (16 * 400, 16 * 400)
    leaf = next(each for each in compute.failures if each.kind == "leaf")
    assert (leaf.hosts_touched, leaf.host_part, leaf.hosts_cut_off) == (4, 0.5, 0)
    assert dict(leaf.apart) == {"control": 3, "login": 1, "storage": 2}


def test_a_converged_pair_ends_where_the_sizing_says(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "small-4-hosts" / "cluster.yaml").read_text(encoding="utf-8")
    path = tmp_path / "cluster.yaml"

    def with_most(hosts: int) -> dict[str, FabricAnalysis]:
        path.write_text(text.replace("count: 4,", f"count: 4, max: {hosts},"), encoding="utf-8")
        return analyse(close(plan_of(path)))

    def says_most(fabrics: dict[str, FabricAnalysis]) -> bool:
        return any("is the limit of this design" in each.text for each in findings(fabrics))

    today = with_most(4)
    step = today["compute"].growth.steps[-1]
    assert (step.what, step.devices > 8) == ("all ports of this pair", True)
    assert not says_most(today)
    assert says_most(with_most(step.devices))
    with pytest.raises(SpecError, match="pair-too-small"):
        with_most(step.devices + 1)


def test_who_runs_a_fabric_is_told_apart_from_who_computes(plans: Callable[[str], Draft]) -> None:
    """ib-256: a leaf has one of the eight rails of 31 hosts, and one of the two ports of a UFM."""
    plan = plans("ib-256")
    kinds = {each.kind: each for each in analyse(close(plan))["compute"].failures}
    leaf = kinds["leaf"]
    assert (leaf.hosts_touched, leaf.apart, leaf.host_part) == (31, (("ufm", 1),), 1 / 8)
    assert kinds["host link"].worst.startswith("gpu")
    assert kinds["host link"].host_part == 1 / 8
    line = next(line for line in explain(plan, "compute.failures").lines if ": one leaf of " in line)
    assert "hosts that compute losing a port: 31 (12.5 % of the bandwidth of each) and 1 of ufm" in line


def test_a_failure_is_the_worst_of_all_halves_that_were_tried(plans: Callable[[str], Draft]) -> None:
    """ib-256, one of eight spines: 28 of 32 uplinks are left to each leaf.

    Four leaves full of ports of one half send 4 x (12,800 - 11,200) = 6,400 less. Of the four lower rails each sends 31 x
    400 = 12,400 in the first unit: 4 x 1,200 = 4,800 less.
    """
    compute = analyse(close(plans("ib-256")))["compute"]
    spine = next(each for each in compute.failures if each.kind == "spine")
    assert {loss.reading: loss.gbps for loss in spine.losses} == {"hosts": 0.0, "ports": 6400.0}
    (plane,) = compute.planes
    after = plane.graph.without([plane.graph.of_rank(1)[0]])
    rails = next(tried for tried in plane.bisections[1].tried if tried.halving.rails)
    assert rails.gbps - flows_between(after, [rails.halving])[0] == 4800.0


def test_the_out_of_band_fabric_grows_in_ports(plans: Callable[[str], Draft]) -> None:
    """SN2201: 48 ports, two of them for its neighbours; 64 leaves under an SN4600C."""
    plan = plans("ib-256")
    growth = analyse(close(plan))["oob"].growth
    assert growth.unit == "ports of devices"
    own = {switch.name for switch in plan.switches if switch.fabric == "oob"}
    ports = [
        link for link in plan.links if (link.fabric, link.kind) == ("oob", "host_leaf") and link.a.device not in own
    ]
    steps = {step.what: step.devices for step in growth.steps}
    assert steps["installed"] == len(ports)
    assert steps["all ports of these spines"] == 64 * 46


def sized(shape: FabricShape, group: str, devices: int) -> FabricShape | None:
    """Size the fabric again for a larger group."""
    members = tuple(replace(m, max=devices) if m.name == group else m for m in shape.demand.members)
    found = size_fabric(replace(shape.demand, members=members, batches=()))
    return found if isinstance(found, FabricShape) else None


@pytest.mark.parametrize("most", [400, 1024])
def test_limits_are_those_of_the_sizing(tmp_path: Path, most: int) -> None:
    """At the limit it still fits, one host more needs another spine or a third tier."""
    spec: dict[str, Any] = cluster(16, most)
    for fabric in ("storage", "frontend", "oob"):
        del spec["fabrics"][fabric]
    spec["hosts"] = {"gpu": spec["hosts"]["gpu"]}
    del spec["storage"], spec["scheduler"]
    plan = plan_data(spec, tmp_path)
    shape = plan.cluster.shapes["compute"]
    steps = {step.what: step.devices for step in analyse(close(plan))["compute"].growth.steps}
    spines = steps["all ports of these spines"]
    below, above = sized(shape, "gpu", spines), sized(shape, "gpu", spines + 1)
    assert below is not None
    assert below.spines == shape.spines
    assert above is not None
    assert above.spines > shape.spines
    if most < 1024:
        two = steps["two tiers of these switches"]
        at, past = sized(shape, "gpu", two), sized(shape, "gpu", two + 1)
        assert at is not None
        assert past is not None
        assert (at.tiers, past.tiers) == (2, 3)
        assert two == 128 // 8 * 64  # k*k/2 ports of k = 128, eight a host
    assert steps["three tiers of these switches"] == 128**3 // 4 // 8


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_are_answered(plans: Callable[[str], Draft], question: str) -> None:
    found = explain(plans("roce-16"), f"compute.{question}")
    assert found.lines
    assert all(line.startswith(f"compute.{question}: ") for line in found.lines)
    assert found.rule
    assert f"compute.{question}" in explain(plans("roce-16"), f"compute.{question}s").near


def test_nothing_installed_is_nothing_to_measure(tmp_path: Path) -> None:
    compute = odd(
        tmp_path,
        "hosts: {gpu: {model: hgx-h100, count: 0, max: 4}}\n"
        "fabrics: {compute: {technology: roce, topology: single-switch, leaf: {model: sn5600}}}\n",
    )["compute"]
    assert compute.bisections == []
    assert compute.failures == ()
    assert compute.growth.steps[0].devices == 0


def test_larger_switches_are_named_where_the_end_is_near(tmp_path: Path) -> None:
    """SN2201 above SN2201: four ports at 100 Gb/s do not join many leaves, and the catalog has spines that do."""
    fabrics = odd(
        tmp_path,
        "hosts: {gpu: {model: hgx-h100, count: 4, max: 100}}\nfabrics: {oob: {technology: ethernet, leaf: {model: sn2201}}}\n",
    )
    first = fabrics["oob"].growth.after[0]
    assert first.startswith("larger spines, with more than the 4 ports at 100 Gb/s of sn2201, such as ")
    assert "ds5000 (64 ports)" in first
