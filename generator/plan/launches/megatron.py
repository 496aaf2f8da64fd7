"""Arguments of Megatron-LM for a split, a model and a batch (NVIDIA/Megatron-LM at d98e8a6: megatron/training/arguments.py, config/training_config.py, core/transformer/transformer_config.py)."""

from collections.abc import Iterator
from math import ceil

from msgspec import Struct

from generator.catalog.model import ModelShape
from generator.plan.launches.ranks import PIPELINE_NEAR
from generator.plan.launches.records import Order
from generator.workload.memory import interleaved, microbatches, shards
from generator.workload.records import Model, Run
from generator.workload.split import Candidate

_PRECISION = {"bf16": (), "fp8": ("--fp8-format", "hybrid"), "fp4": ("--fp4-format", "e2m1")}


class Stages(Struct, frozen=True):
    """How layers are shared out over a pipeline: options, and the layers that the largest part of a rank has."""

    words: tuple[str, ...]
    largest: int


def stages_of(layers: int, pp: int, rounds: int) -> Stages | None:
    """Return how Megatron divides layers over `pp` ranks, None where it cannot; `rounds`: sequences of a step on one rank.

    Parts of a rank are interleaved where they are alike and the sequences come in whole rounds of the pipeline.
    """
    if pp == 1:
        return Stages((), layers)
    ends = ("--account-for-embedding-in-pipeline-split", "--account-for-loss-in-pipeline-split")
    for counted, words in ((layers, ()), (layers + 2, ends)):
        if counted % pp == 0:
            each = counted // pp
            parts = _parts(each, interleaved(layers, pp)) if rounds % pp == 0 else 1
            virtual = ("--num-layers-per-virtual-pipeline-stage", str(each // parts)) if parts > 1 else ()
            return Stages((*words, *virtual), each // parts)
    middle = ceil(layers / pp)
    rest = layers - middle * (pp - 2)
    first, last = ceil(rest / 2), rest // 2
    if not 1 <= last <= first <= middle:
        return None
    uneven = ("--decoder-first-pipeline-num-layers", str(first), "--decoder-last-pipeline-num-layers", str(last))
    return Stages(uneven, middle)


def _parts(layers: int, most: int) -> int:
    return max(n for n in range(1, most + 1) if layers % n == 0)


def megatron_arguments(
    model: Model, shape: ModelShape | None, run: Run, chosen: Candidate, order: Order
) -> Iterator[str]:
    """Yield the options of a run. The shape of a model is included if it is published or stated."""
    yield from _split(model, run, chosen, order)
    yield from _batch(run)
    if shape is not None:
        yield from _shape(shape)
    elif not model.estimated:
        yield from ("--num-layers", str(model.layers), "--hidden-size", str(model.hidden))
        yield from ("--num-attention-heads", str(model.heads))


def _split(model: Model, run: Run, chosen: Candidate, order: Order) -> Iterator[str]:
    split = chosen.split
    stages = stages_of(model.layers, split.pp, microbatches(run, split))
    assert stages is not None
    yield from ("--tensor-model-parallel-size", str(split.tp))
    if split.tp > 1:
        yield "--sequence-parallel"
    if split.cp > 1:
        yield from ("--context-parallel-size", str(split.cp))
    yield from ("--pipeline-model-parallel-size", str(split.pp))
    yield from stages.words
    if order == PIPELINE_NEAR and split.pp > 1:
        yield "--use-tp-pp-dp-mapping"
    if model.experts:
        yield from ("--expert-model-parallel-size", str(split.ep), "--expert-tensor-parallel-size", "1")
    yield "--use-distributed-optimizer"
    if is_sharded(chosen):
        yield from ("--use-megatron-fsdp", "--data-parallel-sharding-strategy", "optim_grads_params")
    if chosen.memory.recomputed:
        again = ceil(chosen.memory.recomputed * stages.largest)
        yield from ("--recompute-granularity", "full", "--recompute-method", "block")
        yield from ("--recompute-num-layers", str(again))


def is_sharded(chosen: Candidate) -> bool:
    """Whether weights and gradients are divided over ranks, too, and not only the optimizer's state."""
    return shards(chosen.split) > 1


def _batch(run: Run) -> Iterator[str]:
    yield from ("--seq-length", str(run.sequence), "--max-position-embeddings", str(run.sequence))
    yield from ("--micro-batch-size", "1", "--global-batch-size", str(run.sequences))
    yield from ("--bf16", *_PRECISION[run.precision])


def _shape(shape: ModelShape) -> Iterator[str]:
    yield from ("--num-layers", str(shape.layers), "--hidden-size", str(shape.hidden))
    yield from ("--num-attention-heads", str(shape.heads))
    if shape.kv_heads and shape.kv_heads != shape.heads:
        yield from ("--group-query-attention", "--num-query-groups", str(shape.kv_heads))
    if shape.ffn:
        yield from ("--ffn-hidden-size", str(shape.ffn))
    experts = shape.experts
    if experts is None:
        return
    yield from ("--num-experts", str(experts.count), "--moe-router-topk", str(experts.active))
    yield from ("--moe-ffn-hidden-size", str(experts.ffn))
    if experts.shared:
        yield from ("--moe-shared-expert-intermediate-size", str(experts.shared * experts.ffn))
    if experts.dense_layers:
        dense, mixed = experts.dense_layers, shape.layers - experts.dense_layers
        yield from ("--moe-layer-freq", f"([0]*{dense}+[1]*{mixed})")
