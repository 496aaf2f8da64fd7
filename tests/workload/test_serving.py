"""Inference: memory and bounds, against arithmetic by hand and the formulas that are printed."""

import math

import pytest
from msgspec.structs import replace

from generator.workload.serving import Serving, serving_of
from tests.workload.machines import machine, model

KNOWN = {"max": max, "floor": math.floor, "__builtins__": {}}


def served(gpu: str, name: str, precision: str = "bf16", gpus: int = 64, concurrent: int | None = None) -> Serving:
    return serving_of(machine(gpu), model(name), precision, 8192, gpus, concurrent)


def test_memory_of_llama_70b() -> None:
    """141 GB of BF16 weights on four H100; 80 layers x 8 heads x 128 x 2 x 2 bytes for each token (its published shape)."""
    found = served("h100-sxm", "llama-3.1-70b")
    assert (found.gpus, found.replicas) == (4, 16)
    assert found.token_bytes == 80 * 8 * 128 * 2 * 2
    assert found.weights == pytest.approx(141e9, rel=0.01)
    assert found.sequences == int((4 * 80e9 * 0.9 - found.weights) / (found.token_bytes * 8192)) > 0


@pytest.mark.parametrize("name", ["llama-3.1-8b", "llama-3.1-70b", "mixtral-8x7b", "deepseek-v3"])
@pytest.mark.parametrize("gpu", ["h100-sxm", "gb200", "mi300x"])
def test_formulas_give_their_figures(gpu: str, name: str) -> None:
    for each in served(gpu, name, "fp8").figures:
        found = eval(each.formula, dict(KNOWN), dict(each.inputs))
        assert found == pytest.approx(each.value, rel=1e-9), each.name
        assert each.source


def test_one_sequence_cannot_be_faster_than_the_weights_are_read() -> None:
    found = served("h100-sxm", "llama-3.1-70b")
    assert found.value("time of a token at least, one sequence") > found.weights / (4 * 3.35e12)


def test_more_sequences_at_once_give_more_tokens_and_less_for_each() -> None:
    one, many = (served("h100-sxm", "llama-3.1-8b", concurrent=n) for n in (64, 64 * 16))
    name = "tokens a second at most, all bandwidth"
    assert one.value(name) < many.value(name) < 16 * one.value(name)


def test_a_mixture_reads_few_experts_for_one_sequence_and_most_of_them_for_many() -> None:
    one, many = (served("gb200", "mixtral-8x7b", concurrent=n) for n in (1, 64 * 64))
    read = [
        next(e.inputs["read"] for e in each.figures if e.name.startswith("tokens a second at most"))
        for each in (one, many)
    ]
    assert read[0] < 0.35 * one.weights
    assert read[1] > 0.99 * many.weights


def test_what_does_not_fit_has_no_rate() -> None:
    found = served("h100-sxm", "deepseek-v3")
    assert not found.fits
    assert [each.unit for each in found.figures] == ["bytes", "bytes", ""]


def test_a_gpu_without_a_bandwidth_is_not_guessed() -> None:
    with pytest.raises(ValueError, match="memory bandwidth"):
        serving_of(replace(machine("h100-sxm"), bandwidth=0.0), model("llama-3.1-8b"), "bf16", 8192, 8)
