"""Workloads in the plan: their launch by a scheduler, and their size."""

from typing import Literal

from msgspec import Struct

from generator.spec.workloads import WorkloadKind
from generator.workload.records import Split

SchedulerName = Literal["slurm", "kubernetes"]
Order = Literal["tp-cp-ep-pp-dp", "tp-cp-ep-dp-pp"]
"""Kinds of parallel ranks, those of neighbouring ranks first, as Megatron writes them (megatron/core/parallel_state.py)."""


class Launch(Struct, frozen=True, kw_only=True):
    """One row of `plan.json`: a workload on one scheduler. Times are seconds; texts and numbers are empty and 0 where there are none.

    `rails` has the rail of each GPU of a host, by the cabling map: rank r is on GPU r % gpus of host r // gpus. `segment`: hosts of a job that stay in one NVLink domain.
    `settings`: those of NCCL on hosts of the group. `save_every` and `iterations` count steps; `kept_tb` is room for checkpoints. `background`: training continues
    while a checkpoint is written.
    """

    scheduler: SchedulerName
    name: str
    kind: WorkloadKind
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
    tenant: str = ""
    background: bool = False

    @property
    def ranks(self) -> int:
        """Ranks, one a GPU."""
        return self.hosts * self.gpus


class JobSize(Struct, frozen=True):
    """A job by its number of GPUs: interruptions per day, and seconds between checkpoints with the resulting goodput, for blocking and background checkpoints."""

    gpus: int
    a_day: float
    waiting_s: float
    waiting: float
    background_s: float
    background: float


class SizedWorkload(Struct, frozen=True, kw_only=True):
    """One row of `plan.json`: a workload, its figures by name, jobs of every size, and (seconds between checkpoints, lost share) around the best."""

    name: str
    title: str
    figures: tuple[tuple[str, str], ...]
    jobs: tuple[JobSize, ...]
    curve: tuple[tuple[float, float], ...]
