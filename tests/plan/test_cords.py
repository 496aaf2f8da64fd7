"""Power cords: each supply has one, on the feed and phase that the loads count it on; strips and cords are in the bill and in its difference."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.change.parts import bill_difference
from generator.plan.cabling.bom import bill_of_materials
from generator.plan.draft import Draft
from generator.plan.power import device_loads
from generator.plan.power.cords import Cord, cords_by_rack, pdu_names, without_cords
from generator.plan.power.feeds import cords_of, plugs_of, rack_feeds
from generator.plan.sections import CHOICES, sections, with_hardware
from generator.render.encode import plain
from tests.plan.test_cables import fabric
from tests.specs import cluster, plan_data

CIRCUIT = {"volts": 415, "amps": 60}


def powered(folder: Path, gpu: int = 2, most: int = 8, **power: Any) -> Draft:
    return plan_data({**cluster(gpu, most), "power": power}, folder)


def every(plan: Draft) -> list[Cord]:
    return [cord for mine in cords_by_rack(plan).values() for cord in mine]


@given(supplies=st.integers(1, 12), start=st.integers(0, 500), feeds=st.integers(1, 4), strips=st.integers(1, 3))
def test_plugs_are_what_the_loads_count(supplies: int, start: int, feeds: int, strips: int) -> None:
    """Feed and phase of every supply add up to the counts that loads are made of, however many strips a feed has."""
    found = [[0] * 3 for _ in range(feeds)]
    for feed, phase, strip in plugs_of(supplies, start, feeds, strips):
        assert 0 <= strip < strips
        found[feed][phase] += 1
    assert tuple(map(tuple, found)) == cords_of(supplies, start, feeds)


def test_strips_of_a_feed_fill_alike() -> None:
    """Twelve equal hosts of six supplies on two feeds with two strips each: as many cords on each phase of each strip."""
    plugs = Counter(plug for start in range(12) for plug in plugs_of(6, start, 2, 2))
    assert len(plugs) == 2 * 3 * 2
    assert len(set(plugs.values())) == 1


@pytest.mark.parametrize("power", [{}, {"feeds": 3, "circuit": CIRCUIT}, {"circuit": CIRCUIT, "pdus_per_rack": 4}])
def test_every_supply_has_a_cord(tmp_path: Path, power: dict[str, Any]) -> None:
    """As many as the feeds of the room table count, with ids and labels of their own, on strips of their rack."""
    plan = powered(tmp_path, **power)
    cords = every(plan)
    assert len({cord.cord for cord in cords}) == len({cord.label_supply for cord in cords}) == len(cords)
    loads = rack_feeds(plan, device_loads(plan))
    for rack, mine in cords_by_rack(plan).items():
        on = Counter(cord.feed for cord in mine)
        assert {load.feed: load.cords for load in loads[rack] if load.cords} == dict(on)
        assert {cord.pdu for cord in mine} <= set(pdu_names(plan, rack))
    phases = {cord.phase for cord in cords}
    assert phases == ({"L1", "L2", "L3"} if power.get("circuit") else {""})


def test_cords_stay_where_they_are(tmp_path: Path) -> None:
    """Growth adds cords and moves none."""
    power = {"circuit": CIRCUIT, "feeds": 3, "pdus_per_rack": 6}
    before, after = (every(powered(tmp_path, count, 16, **power)) for count in (2, 11))
    assert set(before) < set(after)


def test_what_the_catalog_does_not_state_has_no_cord(tmp_path: Path) -> None:
    """A host of unknown supplies is named instead, and its rack still has strips."""
    plan = plan_data(fabric("hgx-h100", "sn5600", "roce", 2, 2), tmp_path)
    hosts = {host.name for host in plan.hosts if host.model == "hgx-h100"}
    assert not [cord for cord in every(plan) if cord.device in hosts]
    assert hosts <= {name for names in without_cords(plan).values() for name in names}
    strips = sum(item.count for item in bill_of_materials(plan) if item.kind == "pdu")
    assert strips == 2 * len({device.rack for device in plan.devices})


def test_shelves_of_a_rack_have_lines_and_no_strips(tmp_path: Path) -> None:
    """Trays have no supplies; the eight shelves of their rack are on the feeds in turn."""
    plan = plan_data(fabric("gb200-nvl72-tray", "qm9700", "infiniband", 18, 18), tmp_path)
    rack = next(host.rack for host in plan.hosts if host.model == "gb200-nvl72-tray")
    shelves = [cord for cord in every(plan) if cord.kind == "shelf"]
    assert [(cord.rack, cord.feed, cord.pdu) for cord in shelves] == [(rack, feed, "") for feed in "AB" * 4]
    assert not without_cords(plan)[rack]


@pytest.mark.parametrize("model", ["dgx-h100", "hgx-h100"])
def test_the_bill_and_its_difference_count_alike(tmp_path: Path, model: str) -> None:
    """Rows of `plan.json` and those of a spec give what the bills gain."""
    old, new = (plan_data(fabric(model, "sn5600", "roce", count, 8), tmp_path) for count in (2, 8))
    bills = [
        Counter({(i.kind, i.model): i.count for i in bill_of_materials(plan) if i.kind in {"pdu", "cord"}})
        for plan in (old, new)
    ]
    gained = bills[1] - bills[0]
    assert gained
    for rows in (with_hardware, sections):
        parts = bill_difference(*(plain(rows(plan)) for plan in (old, new)))
        assert {(part.kind, part.model): part.more for part in parts if part.kind in {"pdu", "cord"}} == gained


def test_the_difference_has_the_order_numbers_of_the_bill(tmp_path: Path) -> None:
    """Of transceivers too, whether rows come from `plan.json` or from a spec; an earlier plan without its hardware has none."""
    old, new = (plan_data(fabric("dgx-h100", "sn5600", "roce", count, 8), tmp_path) for count in (2, 8))
    billed = {item.model: item.part for item in bill_of_materials(new) if item.kind == "transceiver"}
    assert all(billed.values())
    for rows in (with_hardware, sections):
        parts = bill_difference(*(plain(rows(plan)) for plan in (old, new)))
        assert {part.model: part.part for part in parts if part.kind == "transceiver"} == billed
    bare = [{key: value for key, value in plain(sections(plan)).items() if key != CHOICES} for plan in (old, new)]
    assert {part.part for part in bill_difference(*bare) if part.kind == "transceiver"} == {""}
