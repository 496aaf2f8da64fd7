"""The split of a run over GPUs: every one that memory and divisors allow is timed, and the fastest is taken.

Order of the ranks, from the fastest link to the slowest: tensor, context, pipeline, data (arXiv 2407.21783; 2104.04473).
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.workload.memory import Memory, memory_of, stage_layers
from generator.workload.records import Machine, Model, Run, Split
from generator.workload.step import Step, step_of

_MOST_TP = 8
"""No published recipe has more tensor parallel ranks, on racks of 72 GPUs neither (NVIDIA/dgxc-benchmarking)."""
_CONTEXT = (1, 2, 4, 8, 16, 32)
_LEAST_TOKENS = 4_096
"""Tokens of a sequence that a context parallel rank has at least (NVIDIA/dgxc-benchmarking: 8,192 on two ranks)."""
_EXPERTS = (1, 2, 4, 8, 16, 32, 64)
_UNEVEN = 1.15
"""The largest stage of a pipeline may be so much larger than the mean."""
_WORTH = 0.005
"""Splits within half a per cent of each other are alike; the simpler one is taken."""


class Candidate(Struct, frozen=True):
    """A split with its memory and its time."""

    split: Split
    memory: Memory
    step: Step

    def why_slower(self, best: "Candidate") -> str:
        """Return the largest additional loss of time compared with the best split."""
        mine, its = self.step, best.step
        lost = {
            f"a bubble of {mine.bubble:.1%}": mine.bubble_s - its.bubble_s,
            f"{mine.exposed:.1%} of the step waits for links": mine.exposed_s - its.exposed_s,
            f"{self.memory.recomputed:.0%} of the activations computed again": mine.compute_s - its.compute_s,
        }
        cause = max(lost, key=lambda each: lost[each])
        return cause if lost[cause] > 0 else "more kinds of parallel ranks for the same time"


def judge(machine: Machine, model: Model, run: Run, split: Split, flops: float) -> Candidate:
    """Return what one split needs."""
    memory = memory_of(machine, model, run, split)
    return Candidate(split, memory, step_of(machine, model, run, split, memory, flops))


def best_splits(machine: Machine, model: Model, run: Run, gpus: int, flops: float) -> list[Candidate]:
    """Return the splits that fit, fastest first; none where no split fits."""
    fitting = [
        each
        for split in _splits(machine, model, run, gpus)
        if (each := judge(machine, model, run, split, flops)).memory.fits
    ]
    return sorted(fitting, key=_order)


def _order(candidate: Candidate) -> tuple[float, int, Split]:
    split, cost = candidate.split, candidate.step.seconds
    kinds = sum(getattr(split, kind) > 1 for kind in ("tp", "cp", "ep", "pp"))
    return round(cost * (1 + _WORTH * kinds), 9), kinds, split


def _splits(machine: Machine, model: Model, run: Run, gpus: int) -> Iterator[Split]:
    """Yield all splits of `gpus` GPUs, or of nearly as many, with valid divisors."""
    for tp in _tensor(machine, model):
        for cp in _context(run):
            for pp in _pipeline(model):
                dp = min(gpus // (tp * cp * pp), run.sequences)
                if not dp:
                    continue
                for ep in _expert(model, dp * cp):
                    yield Split(tp, cp, ep, pp, dp)


def _tensor(machine: Machine, model: Model) -> Sequence[int]:
    most = min(_MOST_TP, machine.domain)
    return [n for n in (1, 2, 4, 8) if n <= most and model.heads % n == 0 and model.hidden % n == 0]


def _context(run: Run) -> Sequence[int]:
    return [n for n in _CONTEXT if n == 1 or (run.sequence // n >= _LEAST_TOKENS and run.sequence % (2 * n) == 0)]


def _pipeline(model: Model) -> Iterator[int]:
    for stages in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 32):
        if stages <= model.layers and stage_layers(model.layers, stages) * stages <= (model.layers + 2) * _UNEVEN:
            yield stages


def _expert(model: Model, ranks: int) -> Sequence[int]:
    if model.experts is None:
        return (1,)
    return [n for n in _EXPERTS if model.experts.count % n == 0 and ranks % n == 0]


def broken(machine: Machine, model: Model, run: Run, split: Split, gpus: int | None) -> Iterator[str]:
    """Yield the faults of a stated split, with the arithmetic."""
    if gpus is not None and split.gpus != gpus:
        yield f"tp {split.tp} x cp {split.cp} x pp {split.pp} x dp {split.dp} is {split.gpus} GPUs, and there are {gpus}"
    if split.tp > machine.domain:
        yield f"{split.tp} tensor parallel ranks leave the NVLink domain of {machine.domain} GPUs"
    if model.heads % split.tp:
        yield f"{model.heads} attention heads do not divide by {split.tp} tensor parallel ranks"
    if split.pp > model.layers:
        yield f"{split.pp} stages of a pipeline are more than {model.layers} layers"
    if model.experts is None and split.ep > 1:
        yield "a dense model has no experts to divide"
    if model.experts and model.experts.count % split.ep:
        yield f"{model.experts.count} experts do not divide by {split.ep} expert parallel ranks"
    if split.dp * split.cp % split.ep:
        yield f"{split.ep} expert parallel ranks do not divide dp x cp, {split.dp * split.cp} ranks"
    if run.sequences % split.dp:
        yield f"{run.sequences} sequences of a step do not divide by {split.dp} data parallel ranks; a batch of {-(-run.sequences // split.dp) * split.dp * run.sequence:,} tokens does"
