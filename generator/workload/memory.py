"""Memory of one GPU: weights, gradients, optimizer state, and activations of the sequences in flight."""

from msgspec import Struct

from generator.workload.records import Machine, Model, Run, Split

_HELD = 4
_OPTIMIZER = 12
"""Bytes a parameter with Adam in mixed precision: 2 of weight and 2 of gradient; 4 of FP32 weight, 4 and 4 of moments (ZeRO, arXiv 1910.02054; stas00/ml-engineering)."""
_ACTIVATION = 34
"""Bytes a token and unit of width that a layer keeps for its backward pass, BF16, without the scores of attention, which flash attention does not keep (arXiv 2205.05198)."""
_RECOMPUTED = 2
"""The same where a layer is computed again: its input alone (arXiv 2205.05198)."""
RESERVE = 0.1
"""Part of the memory that stays free, for context, NCCL and fragmentation: a planner's figure."""


class Memory(Struct, frozen=True):
    """Bytes of one GPU, and the part of the layers whose activations are computed again so that they fit; `fits` counts the reserve."""

    states: float
    activations: float
    recomputed: float
    fits: bool

    @property
    def total(self) -> float:
        """Bytes in use."""
        return self.states + self.activations


def memory_of(machine: Machine, model: Model, run: Run, split: Split) -> Memory:
    """Return the memory of a split with the least recomputation that fits, or with full recomputation where none fits."""
    states = _states(model, split)
    kept, least = (_activations(model, run, split, bytes_) for bytes_ in (_ACTIVATION, _RECOMPUTED))
    room = machine.memory_bytes * (1 - RESERVE) - states
    if kept <= room:
        return Memory(states, kept, 0.0, fits=True)
    if least > room:
        return Memory(states, least, 1.0, fits=False)
    again = (kept - room) / (kept - least)
    return Memory(states, room, again, fits=True)


_MOST_SHARDS = 512
"""The most ranks over which weights are divided; beyond, groups of this size have one copy each (mosaicml/llm-foundry trains 70B so on 512 GPUs; 1,536 lose: arXiv 2104.04473)."""


def shards(split: Split) -> int:
    """Return the ranks that weights and gradients are divided over, too (FSDP, ZeRO-3), where no pipeline divides the layers; 1: each rank holds its own."""
    ranks = split.dp * split.cp
    if split.pp > 1:
        return 1
    return max(n for n in range(1, min(ranks, _MOST_SHARDS) + 1) if ranks % n == 0)


def _states(model: Model, split: Split) -> float:
    """Return the bytes of weights, gradients and optimizer state; the latter is always divided over the ranks that hold the same weights (ZeRO-1)."""
    ranks = split.dp * split.cp
    dense = model.dense_params / (split.tp * split.pp)
    found = _bytes(dense, ranks, split)
    if model.experts:
        experts = model.experts.count * model.experts.params / (split.ep * split.pp)
        found += _bytes(experts, max(1, ranks * split.tp // split.ep), split)
    return found


def _bytes(params: float, ranks: int, split: Split) -> float:
    return params * (_HELD / min(ranks, shards(split)) + _OPTIMIZER / ranks)


def _activations(model: Model, run: Run, split: Split, bytes_: float) -> float:
    """Return the bytes of the first stage of the pipeline, which has the most sequences in flight (1F1B), plus one layer with full activations."""
    m, stages = microbatches(run, split), interleaved(model.layers, split.pp)
    in_flight = min(split.pp + (split.pp - 1) / stages, m)
    layers = stage_layers(model.layers, split.pp) * in_flight
    layer = run.sequence * model.hidden / (split.tp * split.cp)
    return layer * (bytes_ * layers + (_ACTIVATION if bytes_ == _RECOMPUTED else 0))


def stage_layers(layers: int, stages: int) -> int:
    """Return the layers of the largest stage; embedding and head count as layers where stages are even so (Llama 3 405B: 126 and 2 on 16)."""
    return -(-(layers + 2) // stages) if stages > 1 and (layers + 2) % stages == 0 else -(-layers // stages)


def interleaved(layers: int, stages: int) -> int:
    """Return the parts of the pipeline that each rank has, a layer or more each: 8 at most, as in the recipes of NVIDIA/dgxc-benchmarking."""
    return min(8, max(1, layers // stages)) if stages > 1 else 1


def microbatches(run: Run, split: Split) -> int:
    """Return the sequences that one data parallel rank computes in a step, one at a time."""
    return max(1, -(-run.sequences // split.dp))
