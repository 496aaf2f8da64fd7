"""A training run as a scheduler starts it."""

from typing import Literal

from msgspec import Struct

from generator.workload.records import Split

SchedulerName = Literal["slurm", "kubernetes"]
Order = Literal["tp-cp-ep-pp-dp", "tp-cp-ep-dp-pp"]
"""Kinds of parallel ranks, those of neighbouring ranks first, as Megatron writes them (megatron/core/parallel_state.py)."""


class Launch(Struct, frozen=True, kw_only=True):
    """One row of `plan.json`: a workload on one scheduler. Times are seconds; texts and numbers are empty and 0 where there are none.

    `rails` has the rail of each GPU of a host, by the cabling map: rank r is on GPU r % gpus of host r // gpus. `segment`: hosts of a job that stay in one NVLink domain.
    `settings`: what NCCL is told on hosts of the group. `save_every` and `iterations` count steps; `kept_tb` is room for checkpoints.
    """

    scheduler: SchedulerName
    name: str
    kind: str
    title: str
    group: str
    hosts: int
    gpus: int
    split: Split
    order: Order
    rails: tuple[int, ...]
    segment: int
    program: str
    image: str
    arguments: tuple[str, ...]
    checkpoints: str
    tier: str
    kept_tb: float
    save_every: int
    save_s: float
    step_s: float
    iterations: int
    settings: tuple[tuple[str, str], ...]
    environment: tuple[tuple[str, str], ...]
    partition: str
    gpu_type: str
    max_minutes: int
    notes: tuple[str, ...]

    @property
    def ranks(self) -> int:
        """Ranks, one a GPU."""
        return self.hosts * self.gpus
