"""Interruptions of a job, when to write checkpoints, and what share of the time is left (Young and Daly; the rates of published runs)."""

from math import sqrt

from msgspec import Struct

HOURS_A_FAILURE = 50_000
"""GPU-hours for each interruption: 50,700 in Llama 3's 54 days on 16,384 H100 (arXiv 2407.21783), 50,000 in mlcommons/storage; 29,500 on research clusters of A100 (arXiv 2410.21680)."""
RESTART_S = 900
"""From a failure to the step at which it happened: at most 15 minutes at ByteDance (MegaScale, NSDI 2024)."""


class Failures(Struct, frozen=True):
    """What interrupts a job, and what checkpoints cost: `interval_s` between two of them, `stall_s` for each."""

    a_day: float
    interval_s: float
    stall_s: float
    goodput: float


def failures_of(gpus: int, stall_s: float) -> Failures:
    """Return the interval at which lost work and the time of writing balance, sqrt(2 x stall x time between failures), and the share of the time that is left."""
    between_s = HOURS_A_FAILURE / gpus * 3600
    interval = max(sqrt(2 * stall_s * between_s), stall_s)
    lost = stall_s / interval + (interval / 2 + RESTART_S) / between_s
    return Failures(86_400 / between_s, interval, stall_s, max(0.0, 1 - lost))
