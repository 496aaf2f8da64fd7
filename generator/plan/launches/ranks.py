"""Placement of ranks: torchrun gives a host consecutive ranks, one per GPU, and Megatron gives each its place in the split."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.launches.records import Launch, Order
from generator.workload.records import Split

PIPELINE_NEAR: Order = "tp-cp-ep-pp-dp"
PIPELINE_FAR: Order = "tp-cp-ep-dp-pp"


class Rank(Struct, frozen=True):
    """A rank: `host` counts the hosts of a job from 0; `rail` is that of its GPU, nothing without rails."""

    rank: int
    host: int
    gpu: int
    rail: int | None
    tp: int
    cp: int
    pp: int
    dp: int


def order_of(split: Split, gpus: int) -> Order:
    """Return the order that keeps neighbours of a pipeline on one rail, or within one host of so many GPUs.

    Data parallel ranks come last where this is sufficient: stages are then near each other, and only gradients, which can be overlapped, cross more switches.
    """
    inner = split.tp * split.cp
    if inner % gpus == 0 or gpus % (inner * split.pp) == 0:
        return PIPELINE_NEAR
    return PIPELINE_FAR if inner * split.dp % gpus == 0 else PIPELINE_NEAR


def stride(split: Split, order: Order) -> int:
    """Return the distance in ranks from one stage of a pipeline to the next."""
    return split.tp * split.cp * (split.dp if order == PIPELINE_FAR else 1)


def keeps_rail(split: Split, order: Order, gpus: int) -> bool:
    """Whether every stage of a pipeline is on the rail of the next one, or on its host."""
    between = stride(split, order)
    return split.pp == 1 or between % gpus == 0 or gpus % (between * split.pp) == 0


def ranks_of(launch: Launch) -> Iterator[Rank]:
    """Yield every rank, in order."""
    for rank in range(launch.ranks):
        gpu = rank % launch.gpus
        rail = launch.rails[gpu] if launch.rails else None
        yield Rank(rank, rank // launch.gpus, gpu, rail, **_place(launch.split, launch.order, rank))


def _place(split: Split, order: Order, rank: int) -> Mapping[str, int]:
    found = {}
    for kind in ("tp", "cp", "pp", "dp") if order == PIPELINE_NEAR else ("tp", "cp", "dp", "pp"):
        rank, found[kind] = divmod(rank, getattr(split, kind))
    return found
