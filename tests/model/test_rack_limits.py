"""Hosts in a rack: the smallest of what the spec states, and where they stand."""

from pathlib import Path
from typing import Any

import pytest

from generator.analysis.explain import explain
from generator.model.rack_limits import PerRack
from generator.model.units import fit_down, fit_up, room_units, stack
from generator.spec.racks import RacksSpec
from tests.specs import cluster, plan_data


def per_rack(folder: Path, gpu: dict[str, Any] | None = None, **rooms: Any) -> PerRack:
    """Plan a cluster with some keys of the room, and give the hosts in a rack of its GPU hosts."""
    spec = cluster(1)
    spec["hosts"]["gpu"] |= gpu or {}
    return plan_data(spec | rooms, folder).cluster.floor.per_rack["gpu"]


@pytest.mark.parametrize(
    ("rooms", "count", "word"),
    [
        ({}, 4, "reference design"),
        ({"power": {"rack_kw": 34.5}}, 3, "power.rack_kw = 34.5 kW holds 3 x 10.2 kW"),
        ({"cooling": {"air_kw_per_rack": 25.0}}, 2, "cooling.air_kw_per_rack = 25 kW holds 2"),
        ({"racks": {"units": 20}, "power": {"rack_kw": 50.0}}, 2, "2 x 8 units fit between U3 and U20"),
        ({"racks": {"max_kg": 200.0}}, 1, "racks.max_kg = 200 kg holds 1 x 130.45 kg"),
        ({"power": {"feeds": 3, "pdu": "pdu-415v-60a-3ph"}}, 4, "reference design"),
        ({"power": {"feeds": 2, "pdu": "pdu-415v-60a-3ph"}}, 3, "1 of 2 feeds of 32.7 kW = 32.7 kW holds 3 x 10.2 kW"),
        ({"power": {"feeds": 2, "redundancy": "n", "circuit": {"volts": 380, "amps": 32, "derating": 1.0}}}, 4, "2 feeds"),
    ],
)  # fmt: skip
def test_the_tightest_limit_decides(tmp_path: Path, rooms: dict[str, Any], count: int, word: str) -> None:
    """And the reason names it."""
    found = per_rack(tmp_path, **rooms)
    assert found.count == count
    assert word in found.reason


def test_what_is_stated_is_kept(tmp_path: Path) -> None:
    """And its explanation does not speak of a smallest: the line of the spec is where it comes from."""
    found = per_rack(tmp_path, {"per_rack": 2}, power={"rack_kw": 50.0})
    assert (found.count, found.reason) == (2, "stated")
    spec = cluster(1)
    spec["hosts"]["gpu"]["per_rack"] = 2
    told = explain(plan_data(spec, tmp_path), "gpu.per_rack")
    assert told.origin == ("hosts", "gpu", "per_rack")
    assert "smallest" not in told.rule
    assert "stated" in told.rule


def test_a_rack_that_is_sold_whole_says_so(tmp_path: Path) -> None:
    """No limit was compared for it."""
    spec = cluster(18)
    spec["hosts"]["gpu"] = {"model": "gb200-nvl72-tray", "count": 18}
    told = explain(plan_data(spec, tmp_path), "gpu.per_rack")
    assert "sold by the rack of 18" in told.lines[0]
    assert "sold whole" in told.rule


def test_the_number_follows_from_the_envelope_alone(tmp_path: Path) -> None:
    """More hosts in the same envelope change neither the number nor a place."""
    few, many = (cluster(count, 32) | {"power": {"rack_kw": 34.5}} for count in (2, 30))
    floors = [plan_data(spec, tmp_path).cluster.floor for spec in (few, many)]
    assert floors[0].per_rack == floors[1].per_rack
    assert [floors[0].host("gpu", n) for n in range(32)] == [floors[1].host("gpu", n) for n in range(32)]


def test_no_device_stands_on_a_reserved_unit(tmp_path: Path) -> None:
    """Hosts, switches and service hosts step over them, and never onto each other."""
    reserved = (10, 24, 45, 46)
    spec = cluster(32) | {"racks": {"reserved_units": list(reserved)}}
    plan = plan_data(spec, tmp_path)
    taken: set[tuple[str, int]] = set()
    for device in plan.devices:
        units = {(device.rack, unit) for unit in range(device.unit, device.unit + device.height_u)}
        assert not {unit for _, unit in units} & {*reserved}
        assert not units & taken
        taken |= units


def test_units() -> None:
    spec = RacksSpec(units=20, first_unit=3, reserved_units=(5, 20))
    assert room_units(spec) == 16
    assert fit_up(spec, 3, 2) == 3
    assert fit_up(spec, 4, 2) == 6
    assert fit_down(spec, 20, 2) == 18
    assert fit_down(spec, 6, 2) == 3
    assert fit_down(spec, 4, 3) is None
    assert stack(spec, 10, 8, 0) == (6,)
    assert stack(RacksSpec(), 10, 8, 3) == (3, 14, 25, 36)


def test_the_reason_can_be_asked_for(tmp_path: Path) -> None:
    """`clustergen explain SPEC gpu.per_rack` gives it."""
    plan = plan_data(cluster(1) | {"power": {"rack_kw": 34.5}}, tmp_path)
    told = explain(plan, "gpu.per_rack")
    assert told.lines == [f"3 hosts of gpu fit in one rack: {plan.cluster.floor.per_rack['gpu'].reason}"]
    assert told.origin == ("hosts", "gpu")
    assert explain(plan, "gpu.per_rak").near == ["gpu.per_rack"]
