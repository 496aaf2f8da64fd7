"""Interruptions, checkpoint intervals and spare hosts, against simulations of what they stand for and published figures."""

import random
from math import exp, factorial

import pytest

from generator.workload.failures import Rates, cases, failures_of, gained, in_background, racks_complete, spare_hosts


def simulated(gpus: int, stall_s: float, interval_s: float, rates: Rates, seed: int = 7) -> float:
    """Run a job with failures at random, and return the share of its time that was progress."""
    dice, between = random.Random(seed), rates.between_s(gpus)
    clock = done = 0.0
    saved = 0.0
    failure = dice.expovariate(1 / between)
    while clock < 4000 * between:
        if clock + interval_s <= failure:
            clock += interval_s
            saved += interval_s - stall_s
            done = saved
            continue
        clock = failure + rates.restart_s
        failure = clock + dice.expovariate(1 / between)
    return done / clock


@pytest.mark.parametrize(("gpus", "stall_s"), [(1024, 30.0), (4096, 60.0), (16384, 10.0)])
def test_goodput_is_what_a_job_with_failures_has(gpus: int, stall_s: float) -> None:
    rates = Rates()
    found = failures_of(gpus, stall_s, rates)
    assert simulated(gpus, stall_s, found.interval_s, rates) == pytest.approx(found.goodput, abs=0.015)


def test_no_other_interval_is_better() -> None:
    found = failures_of(4096, 60)
    rates = Rates()
    for factor in (0.4, 2.5):
        assert simulated(4096, 60, found.interval_s * factor, rates) < simulated(4096, 60, found.interval_s, rates)


def test_the_published_example() -> None:
    """1,024 H100: 49 h between failures; 30 s to write one, every 54 minutes."""
    found = failures_of(1024, 30)
    assert 24 / found.a_day == pytest.approx(48.8, abs=0.1)
    assert found.interval_s / 60 == pytest.approx(54, abs=0.5)


def test_the_background_costs_less_and_never_writes_all_the_time() -> None:
    for gpus in (64, 1024, 16384):
        waiting, behind = failures_of(gpus, 60), in_background(gpus, 1e12, 60)
        assert behind.interval_s >= 2 * 60
        assert behind.stall_s < waiting.stall_s
        assert behind.goodput > waiting.goodput


def test_twice_the_write_rate_buys_less_than_it_costs_at_small_sizes() -> None:
    gains = [gained(gpus, 60) for gpus in (64, 1024, 16384)]
    assert gains == sorted(gains)
    assert gains[0] > 0
    assert gains[2] == pytest.approx(failures_of(16384, 30).goodput - failures_of(16384, 60).goodput)


@pytest.mark.parametrize("days", [1.0, 3.0, 7.0])
def test_spare_hosts_are_enough_and_one_less_is_not(days: float) -> None:
    away = 256 * 8 / 50_000 * 24 * days
    found = spare_hosts(256, 8, days)

    def chance(spares: int) -> float:
        return sum(exp(-away) * away**k / factorial(k) for k in range(spares + 1))

    assert chance(found) >= 0.99 > chance(found - 1)


def test_racks_are_complete_as_often_as_a_simulation_has_it() -> None:
    """Trays of 8 racks fail by chance and are away for 20 days each: the share of the days in which no rack lacks more than 2."""
    racks, gpus, days, rates = 8, 72, 20.0, Rates(gpu_hours=50_000)
    chance, years = random.Random(21), 2_000
    short = []
    for _ in range(racks):
        now = 0.0
        ends: list[float] = []
        while (now := now + chance.expovariate(gpus * 24 / rates.gpu_hours)) < 365 * years:
            ends = [end for end in ends if end > now]
            ends.append(now + days)
            if len(ends) > 2:
                short.append((now, sorted(ends)[-3]))
    lacking = 0.0
    last = 0.0
    for begin, end in sorted(short):
        lacking += max(0.0, end - max(begin, last))
        last = max(last, end)
    found = racks_complete(racks, gpus, 2, days, rates)
    assert found == pytest.approx(1 - lacking / (365 * years), abs=0.005)
    assert 0.7 < found < 0.9
    assert racks_complete(1, gpus, 2, days, rates) > found > racks_complete(racks, gpus, 1, days, rates)


def test_spares_of_a_very_large_cluster_and_of_a_poor_one() -> None:
    rates = Rates(gpu_hours=8_000)
    assert 2500 < spare_hosts(16_384, 8, 7, rates) < 3200, "no underflow at thousands of hosts away"
    assert spare_hosts(2, 8, 300, Rates(gpu_hours=10)) == 2, "never more than there are"


def test_sizes_of_jobs_end_at_the_whole() -> None:
    found = list(cases(16_384, 8, 1e12, 60))
    assert [each.gpus for each in found] == [8, 32, 128, 512, 2048, 8192, 16384]
    assert [each.waiting.a_day for each in found] == sorted(each.waiting.a_day for each in found)
