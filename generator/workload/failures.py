"""Interruptions of a job, when to write checkpoints, and what share of the time is left (Young and Daly; the rates of published runs)."""

from collections.abc import Iterator
from math import exp, lgamma, log, sqrt

from msgspec import Struct

HOURS_A_FAILURE = 50_000
"""GPU-hours for each interruption: 50,700 in Llama 3's 54 days on 16,384 H100 (arXiv 2407.21783), 50,000 in mlcommons/storage; 29,500 on research clusters of A100 (arXiv 2410.21680)."""
HOURS_RANGE = (65_000, 8_000)
"""The range of these figures: large fleets in good order, and young or unmanaged clusters."""
RESTART_S = 900
"""From a failure to the step at which it happened: at most 15 minutes at ByteDance (MegaScale, NSDI 2024)."""
CONFIDENCE = 0.99
"""Share of the time in which spare hosts are enough: a planner's figure."""
REPAIR_DAYS = (1.0, 3.0, 7.0)
"""Repair times for which spare hosts are counted if none is stated: no document gives a usual time."""
_COPY_BYTES_A_SECOND = 21e9
"""The least rate of a copy from a GPU to its host's memory: the acceptance line of A100 hosts; H100 hosts have 48 (Azure/AI-benchmarking-guide)."""
_WRITING = 0.5
"""Share of the interval that a write in the background may take: a planner's figure."""


class Rates(Struct, frozen=True):
    """A site's figures of failures: GPU-hours for each interruption, seconds of a restart, days of a repair (None where not known), and the share of the time in which spare hosts are enough."""

    gpu_hours: float = HOURS_A_FAILURE
    restart_s: float = RESTART_S
    repair_days: float | None = None
    confidence: float = CONFIDENCE

    def between_s(self, gpus: int) -> float:
        """Return the seconds between interruptions of a job of this number of GPUs."""
        return self.gpu_hours / gpus * 3600


PUBLISHED = Rates()
"""Published rates, used where a site states none."""


class Failures(Struct, frozen=True):
    """Interruptions of a job, and costs of checkpoints: `interval_s` between two of them, `stall_s` for each."""

    a_day: float
    interval_s: float
    stall_s: float
    goodput: float


def failures_of(gpus: int, stall_s: float, rates: Rates = PUBLISHED) -> Failures:
    """Return the interval at which lost work and the time of writing balance, sqrt(2 x stall x time between failures), and the share of the time that is left."""
    between_s = rates.between_s(gpus)
    interval = max(sqrt(2 * stall_s * between_s), stall_s)
    lost = lost_share(gpus, stall_s, interval, rates)
    return Failures(86_400 / between_s, interval, stall_s, max(0.0, 1 - lost))


def lost_share(gpus: int, stall_s: float, interval_s: float, rates: Rates = PUBLISHED) -> float:
    """Return the share of the time that is lost to writing, repeated work and restarts."""
    return stall_s / interval_s + (interval_s / 2 + rates.restart_s) / rates.between_s(gpus)


def in_background(gpus: int, checkpoint_bytes: float, write_s: float, rates: Rates = PUBLISHED) -> Failures:
    """Return the same for checkpoints that are written while training goes on: it only waits for a copy in its host's memory.

    Writing takes half of the interval at most. A failure loses half of that, and the part not written yet.
    """
    between_s = rates.between_s(gpus)
    stall = checkpoint_bytes / gpus / _COPY_BYTES_A_SECOND
    interval = max(sqrt(2 * stall * between_s), write_s / _WRITING)
    lost = stall / interval + (interval / 2 + write_s + rates.restart_s) / between_s
    return Failures(86_400 / between_s, interval, stall, max(0.0, 1 - lost))


def spare_hosts(hosts: int, host_gpus: int, days: float, rates: Rates = PUBLISHED) -> int:
    """Return the fewest spare hosts that are enough for the stated share of the time: as many as are under repair at once (Poisson).

    Every interruption counts as a host under repair for that many days, which is more than in published causes.
    """
    away = hosts * host_gpus / rates.gpu_hours * 24 * days
    total = 0.0
    for spares in range(hosts):
        total += exp(spares * log(away) - away - lgamma(spares + 1))
        if total >= rates.confidence:
            return spares
    return hosts


def trays_away(rack_gpus: int, days: float, rates: Rates = PUBLISHED) -> float:
    """Return how many trays of one rack are under repair at once on average, where every interruption takes one away for `days`."""
    return rack_gpus / rates.gpu_hours * 24 * days


def racks_complete(racks: int, rack_gpus: int, spares: int, days: float, rates: Rates = PUBLISHED) -> float:
    """Return the share of the time in which no rack has more trays under repair than its own `spares` (Poisson): a tray of another rack is in another NVLink domain."""
    away = trays_away(rack_gpus, days, rates)
    one = sum(exp(count * log(away) - away - lgamma(count + 1)) for count in range(spares + 1))
    return min(1.0, one) ** racks


class Case(Struct, frozen=True):
    """A job by its number of GPUs: with blocking checkpoints, and with those in the background."""

    gpus: int
    waiting: Failures
    background: Failures


def cases(
    gpus: int, host_gpus: int, checkpoint_bytes: float, write_s: float, rates: Rates = PUBLISHED
) -> Iterator[Case]:
    """Yield jobs of a host and of four times as many GPUs each, up to `gpus`, which write to the same storage."""
    sizes, each = [], host_gpus
    while each < gpus:
        sizes.append(each)
        each *= 4
    for size in (*sizes, gpus):
        yield Case(size, failures_of(size, write_s, rates), in_background(size, checkpoint_bytes, write_s, rates))


def gained(gpus: int, write_s: float, rates: Rates = PUBLISHED) -> float:
    """Return what goodput gains where storage writes twice as fast."""
    return failures_of(gpus, write_s / 2, rates).goodput - failures_of(gpus, write_s, rates).goodput
