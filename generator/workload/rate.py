"""Training rate of a GPU: shares of the dense peak in published runs, for the precision, the size of the run and of its sequences, and the kind of model.

Shares of a catalog entry count the FLOPs of attention, as the runs that they are read from do, at sequences of about 8,192 tokens of large models.
"""

from math import log2

from msgspec import Struct

from generator.catalog.host import TrainingFact
from generator.workload.records import Machine, Model, Run

ATTENTION = 0.51
"""Attention's share of the peak, relative to that of matrix products: the four rows of MPT 7B at 2k to 64k tokens lie on it within 3 per cent (mosaicml/llm-foundry, scripts/train/benchmarking)."""
AT_REFERENCE = 0.93
"""The remaining share of the matrix products with attention where the rows of the catalog were measured (405B at 8,192 tokens)."""
_SCALE_GPUS = 512
_A_DOUBLING = {True: 0.024, False: 0.012}
"""The loss by a doubling of the GPUs beyond that, relative to the share: a point of 42 at a fixed batch (llm-foundry: 128 to 512 GPUs; Megatron-LM: 96 to 4,608), half of it where the batch grows with them (Llama 3: 43 to 41 per cent from 8,192 to 16,384)."""
TOKENS_A_GPU = 1_024
"""Tokens of a step for each GPU of a run whose batch is not stated: Llama 3 405B has 16 million on 16,384 GPUs (arXiv 2407.21783, table 4)."""
_MIXTURE = {False: (0.3, 0.4, 0.5), True: (0.5, 0.55, 0.65)}
"""Of a dense model's share, low, expected and high, on hosts of eight and in NVLink domains that span hosts (NVIDIA-NeMo/Megatron-Bridge, performance summary: 671B, 235B and 30B on H100 to GB300)."""


class Rate(Struct, frozen=True):
    """Model FLOP/s of one GPU, counted as 6 x active parameters a token: three figures, and their sources."""

    low: float
    expected: float
    high: float
    sources: tuple[str, ...]


def rate_of(machine: Machine, model: Model, run: Run, gpus: int, mfu: float | None = None) -> Rate:
    """Return what one of `gpus` GPUs reaches; a stated `mfu`, against the dense BF16 peak, is taken as it is.

    Raises ValueError: the GPU does not have the precision, or no run in it is published.
    """
    if run.precision not in machine.peaks:
        has = ", ".join(machine.peaks)
        raise ValueError(f"{machine.title} has no peak for {run.precision} in the catalog, only for {has}")
    if mfu is not None:
        stated = mfu * machine.peaks["bf16"]
        return Rate(stated, stated, stated, ("the stated --mfu",))
    row = _row(machine, run)
    mixture = mixture_of(machine, model)
    sized = scale(gpus, run.batch) / AT_REFERENCE / (1 + attention(model, run.sequence) / ATTENTION)
    peak = machine.peaks[run.precision] * sized
    low, expected, high = (
        share * part * peak for share, part in zip((row.low, row.expected, row.high), mixture, strict=True)
    )
    return Rate(low, expected, high, machine.sources)


def mixture_of(machine: Machine, model: Model) -> tuple[float, float, float]:
    """Return the part of a dense model's share that a model reaches: low, expected and high."""
    return _MIXTURE[machine.has_racks] if model.experts else (1.0, 1.0, 1.0)


def _row(machine: Machine, run: Run) -> TrainingFact:
    for row in machine.training:
        if row.precision == run.precision:
            return row
    known = ", ".join(row.precision for row in machine.training)
    raise ValueError(
        f"no published training run in {run.precision} is known for {machine.title}"
        + (f"; there are runs in {known}" if known else "")
    )


def attention(model: Model, sequence: int) -> float:
    """Return the FLOPs of attention as a part of those of the parameters: 12 x layers x width x sequence to 6 x active parameters (Megatron, PaLM: the full matrix)."""
    return 12 * model.layers * model.hidden * sequence / (6 * model.active_params)


def scale(gpus: int, batch: float) -> float:
    """Return the remaining part of a share on many GPUs."""
    doublings = max(0.0, log2(gpus / _SCALE_GPUS))
    return max(0.5, 1 - _A_DOUBLING[batch / gpus < TOKENS_A_GPU] * doublings)
