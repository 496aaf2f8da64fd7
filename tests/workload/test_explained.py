"""Every figure that is explained is what its formula gives with its inputs, and has a source."""

import math
import re

import pytest

from generator.workload.explained import figures
from generator.workload.failures import Rates, failures_of
from generator.workload.figure import Figure
from generator.workload.records import Run, Split
from generator.workload.size import Size, size_for_gpus
from tests.workload.machines import machine, model

KNOWN = {name: getattr(math, name) for name in ("sqrt", "exp", "ceil", "log2")} | {
    "max": max,
    "min": min,
    "__builtins__": {},
}
CASES = {
    "dense": size_for_gpus(machine("h100-sxm"), model("llama-3.1-405b"), Run(15.6e12, 8192, 0, "bf16"), 16384),
    "small": size_for_gpus(machine("h100-sxm"), model("llama-3.1-8b"), Run(1e12, 8192, 0, "bf16"), 64),
    "mixture": size_for_gpus(machine("h100-sxm"), model("deepseek-v3"), Run(1e12, 4096, 0, "bf16"), 2048),
    "racks": size_for_gpus(machine("gb200"), model("llama-3.1-70b"), Run(1e12, 8192, 0, "fp8"), 128),
    "stated": size_for_gpus(
        machine("h100-sxm", 4), model("llama-3.1-70b"), Run(1e12, 8192, 0, "bf16"), 256, 0.4, Split(tp=8, pp=4, dp=8), Rates(20_000)
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_formula_gives_its_figure(case: str) -> None:
    for each in figures(CASES[case]):
        names = set(re.findall(r"[a-z_]+(?![a-z_(0-9])", re.sub(r"[0-9.]+e-?[0-9]+", "0", each.formula))) - set(KNOWN)
        assert names == set(each.inputs), each.name
        found = eval(each.formula, dict(KNOWN), dict(each.inputs))
        assert found == pytest.approx(each.value, rel=1e-9), each.name
        assert each.source, each.name


def test_what_size_prints_is_explained() -> None:
    size: Size = CASES["dense"]
    found = {each.name: each.value for each in figures(size)}
    assert found["days of computing"] == size.days[1]
    assert found["days by the calendar"] == size.wall_days
    assert found["memory of a GPU"] == size.best.memory.total
    assert found["interval of checkpoints"] == size.failures.interval_s
    assert found["a checkpoint"] == size.checkpoint_bytes
    half = failures_of(size.gpus, size.failures.stall_s / 2, size.rates)
    assert found["goodput at twice the write rate"] == half.goodput
    assert found["hosts under repair at once, at 3 days each"] == pytest.approx(16384 / 50_000 * 72)
    assert {f"links of {kind} a step" for kind in size.best.step.collectives_s} <= set(found)


def test_racks_alone_have_spare_trays() -> None:
    names = {case: [each.name for each in figures(size) if "rack" in each.name] for case, size in CASES.items()}
    assert {case: len(found) for case, found in names.items() if found} == {"racks": 3}


def test_a_stated_rate_is_said_to_be_stated() -> None:
    (rate,) = (each for each in figures(CASES["stated"]) if each.name == "rate of a GPU")
    assert "stated" in rate.source
    assert rate.inputs["mfu"] == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.12345, "0.1235"), (8, "8"), (1234.5, "1,234"), (12345.6, "12,346"), (999999.6, "1,000,000"), (1234567.8, "1.235e+06"), (math.inf, "inf")],
)  # fmt: skip
def test_a_figure_has_its_thousands_set_apart(value: float, text: str) -> None:
    assert Figure("room", value, "TB", "room", {"room": value}, "a source").text == f"{text} TB"
