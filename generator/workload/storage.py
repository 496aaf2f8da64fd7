"""Requirements of a run on its storage: rates for checkpoints and restarts, and capacity."""

from msgspec import Struct

from generator.workload.failures import PUBLISHED, Rates
from generator.workload.records import GIGA, TERA, Model

CHECKPOINT_BYTES = 14
"""A parameter: 2 of weight and 12 of optimizer state (bigscience chronicles of BLOOM; mlcommons/storage: 14 at 70B and 405B)."""
KEPT = 20
"""Checkpoints that stay on the tier (bigscience chronicles: 15 to 20)."""
_FILL = 0.8
"""A distributed file system is planned to be so full at most (stas00/ml-engineering)."""
_LOSS = 0.05
"""Time that writing checkpoints and repeated work may cost together."""
READ_GBS, WRITE_GBS = 0.16, 0.08
"""Least of the tier for each GPU, GB/s: NVIDIA's middle row, 40 and 20 for 256 GPUs (DGX SuperPOD Reference Architecture, DGX H100)."""
_RESTART_READ_S = 300
"""A restart reads its checkpoint in so long."""


class Demand(Struct, frozen=True):
    """Rates in GB/s, capacity in TB (10^12 bytes) of usable space, and the seconds that writing one checkpoint takes."""

    write_gbs: float
    read_gbs: float
    capacity_tb: float
    stall_s: float
    needed_write_gbs: float
    """The part of the rate that its checkpoints need; the rest is recommended for its GPUs."""
    needed_read_gbs: float


def demand_of(model: Model, gpus: int, rates: Rates = PUBLISHED) -> Demand:
    """Return the demand of a run: what its checkpoints need, and no less than what its GPUs' maker recommends."""
    checkpoint = CHECKPOINT_BYTES * model.params
    # Writing and repeated work cost sqrt(2 x stall / time between failures) together at the best interval
    longest = rates.between_s(gpus) * _LOSS**2 / 2
    needed_write, needed_read = checkpoint / longest / GIGA, checkpoint / _RESTART_READ_S / GIGA
    write, read = max(needed_write, WRITE_GBS * gpus), max(needed_read, READ_GBS * gpus)
    room = KEPT * checkpoint / _FILL / TERA
    return Demand(write, read, room, checkpoint / (write * GIGA), needed_write, needed_read)
