"""Power: loads of devices and racks, and the budget that adds them up."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.analysis.summary import summarise
from generator.plan.draft import Draft
from generator.plan.power import device_loads, rack_loads, rack_products
from generator.plan.power.budget import make_budget
from generator.plan.power.heat import rack_heat
from generator.rules.fixes import worst_of_others
from tests.specs import Spec, cluster, plan_data


def infiniband(host: str, count: int) -> Spec:
    """Return a cluster whose compute fabric is InfiniBand."""
    spec = cluster(2)
    spec["hosts"]["gpu"] = {"model": host, "count": count}
    spec["fabrics"]["compute"] = {
        "technology": "infiniband", "topology": "rail-optimized", "leaf": {"model": "qm9700"}
    }  # fmt: skip
    return spec


@pytest.mark.parametrize("name", ["roce-16", "roce-64", "roce-256"])
def test_the_budget_is_the_sum_of_the_racks(plans: Callable[[str], Draft], name: str) -> None:
    """Every watt of the document stands in a rack, and the other way round."""
    plan = plans(name)
    budget, loads = make_budget(plan), rack_loads(plan)
    assert budget.it_w == pytest.approx(sum(load.power_w for load in loads.values()))
    summary = summarise(plan, 0)["power_kw"]
    assert summary["it_max"] == pytest.approx(budget.it_w / 1000, abs=0.001)
    assert summary["facility"] == pytest.approx(budget.facility_w / 1000, abs=0.001)


def test_thirty_two_hosts_come_near_the_published_all_in_figure(plans: Callable[[str], Draft]) -> None:
    """256 GPUs: 32 x 10.2 kW, and in all within 5 per cent of 1,389 W a GPU; far from twice that."""
    budget = make_budget(plans("roce-256"))
    assert budget.total_w("host") == 32 * 10_200 + 8 * 1_200 + 5 * 800
    assert budget.gpus[0].tdp_w == 700
    assert budget.it_w / 256 == pytest.approx(budget.gpus[0].critical_it_w, rel=0.05)


def test_optics_are_not_counted_twice(tmp_path: Path) -> None:
    """A switch whose maximum includes its optics gets none on top; others do, where a figure is known."""
    plan = plan_data(infiniband("dgx-h100", 8), tmp_path)
    loads = device_loads(plan)
    assert {loads[s.name].optics_w for s in plan.switches if s.model == "qm9700"} == {0.0}
    assert {loads[s.name].power_w for s in plan.switches if s.model == "qm9700"} == {1720.0}
    lines = {line.model: line for line in make_budget(plan).lines}
    assert lines["qm9700"].basis == "maximum, optics included"
    assert lines["sn2201"].basis == "typical (no maximum published), without optics"
    assert all(line.source for line in lines.values() if line.each_w is not None)


def test_a_rack_that_is_sold_whole_counts_once(tmp_path: Path) -> None:
    """The trays have no figure of their own; their rack has one, which counts from its first tray on."""
    plan = plan_data(infiniband("gb200-nvl72-tray", 20), tmp_path)
    products, loads = rack_products(plan), rack_loads(plan)
    racks = {host.rack for host in plan.hosts if host.role == "compute"}
    assert {rack for rack, _ in products} == racks
    leaves = Counter(switch.rack for switch in plan.switches if switch.rack in racks)
    assert leaves, "of the switch trays, 98 W each"
    assert all(loads[rack].power_w == 120_000 + 98 * leaves[rack] for rack in racks)
    assert not any(load.unknown for load in loads.values())
    assert make_budget(plan).total_w("rack") == 120_000 * len(racks)


def test_heat_goes_where_the_catalog_says(tmp_path: Path) -> None:
    """Air-cooled hosts heat the air; a mixed one without a stated share heats neither column."""
    air = plan_data(infiniband("dgx-h100", 2), tmp_path)
    heats = rack_heat(air, device_loads(air))
    assert not any(heat.liquid_w or heat.undivided_w for heat in heats.values())
    rack = next(host.rack for host in air.hosts if host.role == "compute")
    assert heats[rack].btu_per_h == pytest.approx(20.4 * 3412.14)
    assert heats[rack].airflow_cfm == 2 * 1105
    mixed = plan_data(infiniband("gb200-nvl72-tray", 18), tmp_path)
    heats = rack_heat(mixed, device_loads(mixed))
    rack = next(host.rack for host in mixed.hosts if host.role == "compute")
    assert heats[rack].undivided_w == 0
    assert heats[rack].liquid_w == pytest.approx(120_000 * 0.871)
    assert heats[rack].air_w == pytest.approx(120_000 * 0.129 + 98)  # its leaf heats the air
    spec = cluster(2)
    spec["hosts"]["gpu"] = {"model": "mi355x-8gpu", "count": 2}
    unknown = plan_data(spec, tmp_path)
    heats = rack_heat(unknown, device_loads(unknown))
    rack = next(host.rack for host in unknown.hosts if host.role == "compute")
    assert (heats[rack].air_w, heats[rack].liquid_w) == (0, 0)
    assert heats[rack].undivided_w == 14_000 * sum(host.rack == rack for host in unknown.hosts)


def test_the_worst_rack_speaks_for_all(plans: Callable[[str], Draft]) -> None:
    """And what is advised holds: so many of the heaviest switch stay within the limit, where no rack with hosts is over it."""
    plan = plans("roce-256")
    devices = device_loads(plan)
    loads = {name: load.power_w for name, load in rack_loads(plan, devices).items()}
    each = {name: load.power_w for name, load in devices.items()}
    over = worst_of_others(plan, loads, 3_000, each)
    assert over
    assert (over.rack, over.others) == ("B09", 4)
    assert over.switches is None
    assert over.advice("raise it") == "raise it"
    network = worst_of_others(plan, loads, 7_500, each)
    assert network
    assert network.switches == 7_500 // max(each[switch.name] for switch in plan.switches)
    assert "racks.switches_per_rack" in network.advice("raise it")
    assert worst_of_others(plan, loads, 10_000, each) is None


def test_fewer_switches_in_a_rack(tmp_path: Path) -> None:
    """Where the spec says so, a network rack ends before its units do."""
    plan = plan_data(cluster(4) | {"racks": {"switches_per_rack": 2}}, tmp_path)
    counts = Counter(switch.rack for switch in plan.switches)
    assert max(counts.values()) == 2
    assert len(counts) > len(Counter(switch.rack for switch in plan_data(cluster(4), tmp_path).switches))
