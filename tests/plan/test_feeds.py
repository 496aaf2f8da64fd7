"""Feeds: what each carries, whole and with others lost, on which phases."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.circuit import Circuit
from generator.plan.power.feeds import Draw, cords_of, feed_loads, left_at_worst
from generator.spec.power import PowerSpec

CIRCUIT = Circuit(pdu="", volts=415, amps=60, phases=3, derating=0.8, stated_kw=32.7)
RACK = [Draw(10_200, 6, start) for start in range(4)]


def test_a_rack_of_four_on_three_feeds_is_as_published() -> None:
    """NVIDIA's design guide for the DGX H100: 40.8 kW, and 20.4 kW on each of two feeds when the third is lost."""
    for load in feed_loads(RACK, PowerSpec(feeds=3), CIRCUIT):
        assert load.normal_w == pytest.approx(13_600)
        assert load.failover_w == pytest.approx(20_400)
        assert load.cords == 8
        assert sum(load.phases) == pytest.approx(13_600)
        assert load.imbalance_percent == pytest.approx(12.5)


def test_the_circuit_says_formula_and_document() -> None:
    """415 V and 60 A: 34.5 kVA by formula, 32.7 kW by NVIDIA; the smaller counts."""
    assert CIRCUIT.kva == pytest.approx(34.5, abs=0.05)
    assert CIRCUIT.usable_kw == 32.7
    assert Circuit(pdu="", volts=230, amps=16, phases=1, derating=1).usable_kw == pytest.approx(3.68)


def test_six_supplies_on_two_feeds_fill_all_phases_alike() -> None:
    """Three supplies of every host on each feed: one a phase."""
    for load in feed_loads(RACK, PowerSpec(feeds=2), CIRCUIT):
        assert load.imbalance_percent == pytest.approx(0)
        assert load.failover_w == pytest.approx(40_800)


def test_what_has_one_cord_goes_dark_with_its_feed() -> None:
    """It moves nowhere: the other feed carries no more than before."""
    loads = feed_loads([Draw(500, 1)], PowerSpec(feeds=2), None)
    assert [load.normal_w for load in loads] == [500, 0]
    assert [load.failover_w for load in loads] == [500, 0]
    assert loads[0].phases == ()


def test_unknown_supplies_divide_evenly_and_have_no_phase() -> None:
    """The load is there; its phases are not known."""
    loads = feed_loads([Draw(1_200, None)], PowerSpec(feeds=2), CIRCUIT)
    assert [(load.normal_w, load.failover_w, load.unphased_w) for load in loads] == [(600, 1200, 600)] * 2
    assert loads[0].imbalance_percent is None


def test_nothing_may_be_lost_with_n() -> None:
    """Then the worst is the normal load; with 2n on four feeds two may go."""
    assert all(load.failover_w == load.normal_w for load in feed_loads(RACK, PowerSpec(feeds=2, redundancy="n"), None))
    four = feed_loads([Draw(8_000, 4)], PowerSpec(feeds=4, redundancy="2n"), None)
    assert [load.failover_w for load in four] == [4_000] * 4


@pytest.mark.parametrize(("supplies", "feeds", "left"), [(6, 2, 3), (6, 3, 4), (2, 2, 1), (12, 2, 6), (1, 2, 0)])
def test_supplies_that_are_left(supplies: int, feeds: int, left: int) -> None:
    """Of those that hang on the feed with most of them."""
    assert left_at_worst(supplies, PowerSpec(feeds=feeds)) == left


@given(st.integers(1, 12), st.integers(0, 50), st.integers(1, 4))
def test_every_cord_is_plugged_in_once_and_evenly(supplies: int, start: int, feeds: int) -> None:
    """No supply is lost, and no feed holds two more than another."""
    rows = [sum(row) for row in cords_of(supplies, start, feeds)]
    assert sum(rows) == supplies
    assert max(rows) - min(rows) <= 1


@given(
    st.lists(st.tuples(st.floats(1, 20_000), st.sampled_from([None, 1, 2, 4, 6, 12]), st.integers(0, 40)), max_size=20),
    st.integers(1, 4),
)
def test_no_watt_is_lost_or_made(draws: list[tuple[float, int | None, int]], feeds: int) -> None:
    """The feeds together carry what the devices draw; phases carry what has phases."""
    loads = feed_loads([Draw(*draw) for draw in draws], PowerSpec(feeds=feeds), CIRCUIT)
    total = math.fsum(watts for watts, _, _ in draws)
    assert math.fsum(load.normal_w for load in loads) == pytest.approx(total)
    for load in loads:
        assert sum(load.phases) + load.unphased_w == pytest.approx(load.normal_w)
        assert load.failover_w >= load.normal_w - 1e-6
