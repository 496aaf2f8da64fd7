"""What follows from what: more GPUs take less time, a slower fabric more, and every figure agrees with the others."""

from math import sqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.catalog.model import ModelShape
from generator.workload.described import described
from generator.workload.failures import failures_of
from generator.workload.memory import memory_of, stage_layers
from generator.workload.model import of_size
from generator.workload.records import Run, Split
from generator.workload.size import SizeError, least_gpus, size_for_days, size_for_gpus
from generator.workload.size_text import size_rows
from generator.workload.split import best_splits
from tests.ours import CATALOG
from tests.workload.machines import machine, model

H100 = machine("h100-sxm")
LLAMA = model("llama-3.1-70b")
RUN = Run(15e12, 8192, 0, "bf16")


def test_the_figures_of_one_size_agree() -> None:
    size = size_for_gpus(H100, LLAMA, RUN, 1024)
    told = described(size)
    assert told["model_flops"] == 6 * LLAMA.params * 15e12
    assert told["gpu_hours"]["expected"] == pytest.approx(told["days"]["expected"] * 24 * 1024)  # type: ignore[index]
    assert told["tokens_per_second"] * told["days"]["expected"] * 86_400 == pytest.approx(15e12)  # type: ignore[index]
    assert told["mfu"]["expected"] == pytest.approx(told["tflops_per_gpu"] / 989)  # type: ignore[index, operator]
    assert told["days"]["low"] < told["days"]["expected"] < told["days"]["high"]  # type: ignore[index]
    assert told["mfu"]["low"] < told["mfu"]["expected"] < told["mfu"]["high"]  # type: ignore[index]
    assert told["checkpoint_bytes"] == 14 * LLAMA.params
    split = told["split"]
    assert split["tp"] * split["cp"] * split["pp"] * split["dp"] == 1024  # type: ignore[index]


@given(st.integers(1, 2_000), st.sampled_from(["llama-3.1-8b", "llama-3.1-70b", "deepseek-v3", "qwen3-30b-a3b"]))
def test_every_split_divides_what_it_must(hosts: int, name: str) -> None:
    found, gpus = model(name), hosts * 8
    size = size_for_gpus(H100, found, RUN, gpus)
    for each in (size.best, *size.others):
        split = each.split
        assert split.gpus <= gpus
        assert found.heads % split.tp == 0
        assert split.tp <= H100.domain
        assert split.dp * split.cp % split.ep == 0
        assert stage_layers(found.layers, split.pp) * split.pp >= found.layers
        assert each.memory.fits == (each.memory.total <= H100.memory_bytes * 0.9 + 1) or not size.fits
    assert all(other.step.seconds >= size.best.step.seconds * 0.97 for other in size.others)


@pytest.mark.parametrize("days", [20, 30, 90, 400])
def test_days_and_gpus_are_each_others_answer(days: float) -> None:
    """And a tenth fewer GPUs are not enough."""
    size = size_for_days(H100, LLAMA, RUN, days)
    again = size_for_gpus(H100, LLAMA, RUN, size.gpus)
    assert again.wall_days == size.wall_days <= days
    assert size_for_gpus(H100, LLAMA, RUN, int(size.gpus * 0.9) // 8 * 8).wall_days > days


def test_a_slower_fabric_takes_longer() -> None:
    """And one without oversubscription is what published runs had."""
    alone, slow = (size_for_gpus(machine("h100-sxm", over), LLAMA, RUN, 2048) for over in (1.0, 8.0))
    assert slow.wall_days > alone.wall_days
    assert slow.best.step.exposed >= alone.best.step.exposed


def test_a_worse_split_takes_longer() -> None:
    best = size_for_gpus(H100, LLAMA, RUN, 1024)
    worse = size_for_gpus(H100, LLAMA, RUN, 1024, split=Split(tp=8, pp=8, dp=16))
    assert worse.days[1] > best.days[1]
    assert worse.others[0].split == best.best.split


def test_as_little_as_fits_is_computed_again() -> None:
    """Memory that is there in plenty has nothing computed again; half of it something, and less has no room for the run."""
    split = Split(tp=4, pp=4, dp=4)
    run = replace(RUN, batch=2**22)
    again = [
        memory_of(replace(H100, memory_bytes=gigabytes * 1e9), LLAMA, run, split) for gigabytes in (200, 60, 50, 20)
    ]
    assert [memory.recomputed for memory in again] == sorted(memory.recomputed for memory in again)
    assert again[0].recomputed == 0 < again[1].recomputed < 1
    assert [memory.fits for memory in again] == [True, True, True, False]


def test_what_is_too_large_says_on_how_many_it_fits() -> None:
    huge = replace(LLAMA, params=2e12, active_params=2e12)
    assert not size_for_gpus(H100, huge, RUN, 8).fits
    least = least_gpus(H100, huge, RUN)
    assert least
    assert size_for_gpus(H100, huge, RUN, least).fits
    assert not size_for_gpus(H100, huge, RUN, least // 2).fits


def test_the_interval_is_the_best_one() -> None:
    """Young's: no other interval loses less."""
    found = failures_of(1024, 30)
    between = 50_000 / 1024 * 3600

    def lost(interval: float) -> float:
        return 30 / interval + (interval / 2 + 900) / between

    assert found.interval_s == pytest.approx(sqrt(2 * 30 * between))
    assert 1 - found.goodput == pytest.approx(lost(found.interval_s))
    assert all(lost(found.interval_s) <= lost(found.interval_s * other) for other in (0.5, 0.9, 1.1, 2))


@given(st.floats(1e8, 1e13), st.booleans())
@example(27.2e9, False)  # noqa: FBT003
def test_a_shape_has_the_parameters_that_were_stated(params: float, mixture: bool) -> None:
    """12 x layers x width^2 and some; published shapes whose feed-forward parts are wide have a third of their parameters by it (46 layers of 4,096: 27 billion)."""
    found = of_size(CATALOG.every(ModelShape), params, params / 10 if mixture else None)
    assert found.params == params
    assert (found.experts is not None) == mixture
    assert found.hidden % found.heads == 0
    if not mixture and params > 5e8:
        assert 0.3 < 12 * found.layers * found.hidden**2 / params < 1.6
    if found.experts:
        assert found.dense_params > 0


@pytest.mark.parametrize(
    ("gpu", "run", "said"),
    [
        ("a100-sxm", Run(1e12, 8192, 0, "fp8"), "has no peak for fp8"),
        ("b200-sxm", Run(1e12, 8192, 0, "bf16"), "no published training run in bf16"),
    ],
)
def test_what_is_unknown_is_said(gpu: str, run: Run, said: str) -> None:
    with pytest.raises(SizeError, match=said) as error:
        size_for_gpus(machine(gpu), LLAMA, run, 64)
    assert "state" in error.value.help


def test_a_stated_rate_is_taken_as_it_is() -> None:
    size = size_for_gpus(machine("b200-sxm"), LLAMA, Run(1e12, 8192, 0, "bf16"), 64, 0.5)
    assert described(size)["mfu"] == {"low": 0.5, "expected": 0.5, "high": 0.5}


def test_more_than_all_gpus_end_no_run_in_an_hour() -> None:
    with pytest.raises(SizeError, match="interrupted more often"):
        size_for_days(H100, LLAMA, RUN, 0.05)


def test_search_is_complete_for_a_small_run() -> None:
    """On one host of eight, every way to write 8 as tp x pp x dp that the model's 32 layers and heads allow is tried."""
    small = model("llama-3.1-8b")
    run = Run(1e12, 4096, 2**22, "bf16")
    tried = {each.split for each in best_splits(replace(H100, memory_bytes=1e15), small, run, 8, 4e14)}
    wanted = {Split(tp=tp, pp=pp, dp=8 // (tp * pp)) for tp in (1, 2, 4, 8) for pp in (1, 2, 4, 8) if tp * pp <= 8}
    assert wanted <= tried


def test_runs_on_racks_leave_spare_trays_and_runs_on_hosts_none() -> None:
    """128 GPUs take 2 racks, 64 of each: 8 of 72 GPUs are 2 trays of 4."""
    run = Run(1e12, 8192, 0, "fp8")
    racks = dict(size_rows(size_for_gpus(machine("gb200"), LLAMA, run, 128), None))
    assert racks["spare trays"].startswith("2 of each rack, 4 in all: no rack has too few for 0.9999")
    assert "spare trays" not in dict(size_rows(size_for_gpus(H100, LLAMA, run, 128), None))
