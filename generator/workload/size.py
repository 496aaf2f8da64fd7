"""A run on a machine, put together: GPUs and days, the split, memory, links, storage and failures."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.workload.data import DataSet
from generator.workload.failures import (
    PUBLISHED,
    REPAIR_DAYS,
    Failures,
    Rates,
    failures_of,
    gained,
    in_background,
    racks_complete,
    spare_hosts,
)
from generator.workload.rate import TOKENS_A_GPU, Rate, rate_of
from generator.workload.records import DAY_S, Machine, Model, Run, Split
from generator.workload.split import Candidate, best_splits, broken, judge
from generator.workload.storage import CHECKPOINT_BYTES, Demand, demand_of

_LEAST_BATCH = 2**22
"""Tokens of a step at least, where none is stated: 4 million (arXiv 2407.21783, the 8B and 70B models)."""
_ALTERNATIVES = 2
_MOST_GPUS = 1_000_000


class SizeError(Exception):
    """Reasons why a run is impossible or unknown, in sentences for the user, with a fix."""

    def __init__(self, problems: Sequence[str], help: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)
        self.help = help


class Size(Struct, frozen=True):
    """The size of a run on a number of GPUs. `fits`: whether the memory of a GPU is enough for `best`."""

    machine: Machine
    model: Model
    run: Run
    gpus: int
    rate: Rate
    best: Candidate
    others: tuple[Candidate, ...]
    fits: bool
    demand: Demand
    failures: Failures
    assumed: tuple[str, ...]
    rates: Rates = PUBLISHED
    data: DataSet | None = None

    @property
    def checkpoint_bytes(self) -> float:
        """Bytes of a checkpoint: weights and the optimizer's state."""
        return CHECKPOINT_BYTES * self.model.params

    @property
    def background(self) -> Failures:
        """Checkpoints that are written while training continues."""
        return in_background(self.gpus, self.checkpoint_bytes, self.demand.stall_s, self.rates)

    @property
    def gained_goodput(self) -> float:
        """The gain of goodput with twice the write rate of storage."""
        return gained(self.gpus, self.demand.stall_s, self.rates)

    @property
    def spares(self) -> tuple[tuple[float, int], ...]:
        """Days of a repair, and the spare hosts that are enough for it: the stated one, or some."""
        hosts = -(-self.gpus // self.machine.host_gpus)
        return tuple((days, spare_hosts(hosts, self.machine.host_gpus, days, self.rates)) for days in self._repairs)

    @property
    def spare_trays(self) -> int:
        """Trays of each rack of one NVLink domain that the run leaves free."""
        machine = self.machine
        return (machine.domain - machine.job_domain) // machine.host_gpus if machine.has_racks else 0

    @property
    def racks(self) -> int:
        """Racks that it has, where each is an NVLink domain."""
        return -(-self.gpus // self.machine.job_domain) if self.machine.has_racks else 0

    @property
    def complete(self) -> tuple[tuple[float, float], ...]:
        """Days of a repair, and the share of the time in which the spare trays of every rack are enough."""
        return tuple(
            (days, racks_complete(self.racks, self.machine.domain, self.spare_trays, days, self.rates))
            for days in self._repairs
        )

    @property
    def _repairs(self) -> tuple[float, ...]:
        stated = self.rates.repair_days
        return REPAIR_DAYS if stated is None else (stated,)

    @property
    def model_flops(self) -> float:
        """6 x active parameters x tokens."""
        return 6 * self.model.active_params * self.run.tokens

    def seconds(self, flops: float) -> float:
        """Return the time of the run at a rate of one GPU, without failures."""
        return self.model_flops / (self.gpus * flops)

    @property
    def days(self) -> tuple[float, float, float]:
        """Days of computing: at best, as expected, at worst."""
        low, expected, high = (
            self.seconds(rate) / DAY_S for rate in (self.rate.high, self.rate.expected, self.rate.low)
        )
        return low, expected, high

    @property
    def wall_days(self) -> float:
        """Days by the calendar, as expected: with checkpoints, failures and restarts."""
        return self.days[1] / self.failures.goodput if self.failures.goodput else float("inf")


def size_for_gpus(
    machine: Machine,
    model: Model,
    run: Run,
    gpus: int,
    mfu: float | None = None,
    split: Split | None = None,
    rates: Rates = PUBLISHED,
) -> Size:
    """Return the size of a run on this number of GPUs. Raises SizeError: a figure is not known, or the stated split does not divide what it must."""
    run, assumed = batched(run, gpus, split)
    try:
        rate = rate_of(machine, model, run, gpus, mfu)
    except ValueError as error:
        raise SizeError([str(error)], _other_rate(machine, run)) from None
    best, others, fits = _chosen(machine, model, run, gpus, split, rate)
    if mfu is None:
        rate = _held_up(machine, model, run, gpus, rate, best)
    demand = demand_of(model, gpus, rates)
    return Size(
        machine, model, run, gpus, rate, best, others, fits, demand, failures_of(gpus, demand.stall_s, rates),
        (*model.estimated, *assumed), rates,
    )  # fmt: skip


def size_for_days(machine: Machine, model: Model, run: Run, days: float, mfu: float | None = None) -> Size:
    """Return the size with the fewest GPUs on which a run ends in this number of days, in whole domains. Raises SizeError: no number of GPUs is enough."""
    low, high = 1, 2
    best = found = _sized(machine, model, run, high, mfu)
    while not _in_time(found, days):
        low, high = high, high * 2
        if high * machine.job_domain > _MOST_GPUS or (found.fits and found.wall_days > 2 * best.wall_days):
            raise SizeError([_never(best, days)], "state more days, fewer tokens, or another GPU")
        found = _sized(machine, model, run, high, mfu)
        best = min(best, found, key=lambda size: (not size.fits, size.wall_days))
    if _in_time(least := _sized(machine, model, run, 1, mfu), days):
        return least
    while high - low > 1:
        middle = (low + high) // 2
        if _in_time(found := _sized(machine, model, run, middle, mfu), days):
            high = middle
        else:
            low = middle
    # A number that ranks divide: its five leading binary digits are kept
    unit = 1 << max(0, high.bit_length() - 5)
    return _sized(machine, model, run, -(-high // unit) * unit, mfu)


def _sized(machine: Machine, model: Model, run: Run, domains: int, mfu: float | None) -> Size:
    return size_for_gpus(machine, model, run, domains * machine.job_domain, mfu)


def least_gpus(machine: Machine, model: Model, run: Run) -> int | None:
    """Return the fewest GPUs, in powers of two times a domain, in which a model's memory fits; None where it never does."""
    gpus = machine.job_domain
    while gpus <= _MOST_GPUS:
        batched_run, _ = batched(run, gpus)
        if best_splits(machine, model, batched_run, gpus, machine.peaks["bf16"]):
            return gpus
        gpus *= 2
    return None


def _never(best: Size, days: float) -> str:
    if not best.fits:
        return f"no number of GPUs holds this model: {best.best.memory.total / 1e9:,.0f} GB a GPU at the best split of {best.gpus:,}"
    return (
        f"no number of GPUs ends this run in {days:g} days: {best.gpus:,} are the fastest with {best.wall_days:,.1f}, "
        "as more of them are interrupted more often than they gain"
    )


def _other_rate(machine: Machine, run: Run) -> str:
    others = [row.precision for row in machine.training if row.precision != run.precision]
    return (
        f"state {' or '.join(others)} as the precision, or an MFU of your own" if others else "state an MFU of your own"
    )


def _in_time(size: Size, days: float) -> bool:
    return size.fits and size.wall_days <= days


def batched(run: Run, gpus: int, split: Split | None = None) -> tuple[Run, tuple[str, ...]]:
    """Return a run with a batch, and what was assumed: where none is stated, as many sequences as GPUs can share out evenly."""
    if run.batch:
        return run, ()
    wanted = max(_LEAST_BATCH, TOKENS_A_GPU * gpus) / run.sequence
    unit = split.dp if split else _power_of_two(gpus)
    sequences = max(1, round(wanted / unit)) * unit
    batch = sequences * run.sequence
    return replace(run, batch=batch), (f"a batch of {batch / 1e6:.3g} million tokens a step ({sequences} sequences)",)


def _power_of_two(gpus: int) -> int:
    """Return the odd part of a number of GPUs times the powers of two that a batch can keep."""
    odd = gpus // (gpus & -gpus)
    return odd * min(gpus & -gpus, 64)


def _chosen(
    machine: Machine, model: Model, run: Run, gpus: int, split: Split | None, rate: Rate
) -> tuple[Candidate, tuple[Candidate, ...], bool]:
    """Return the split, the next best ones, and whether it fits."""
    found = best_splits(machine, model, run, gpus, rate.expected)
    if split is None and found:
        return found[0], tuple(found[1 : 1 + _ALTERNATIVES]), True
    if split is None:
        split = Split(tp=min(8, machine.domain), pp=1, dp=max(1, gpus // min(8, machine.domain)))
        return judge(machine, model, run, split, rate.expected), (), False
    if problems := list(broken(machine, model, run, split, gpus)):
        raise SizeError(problems, "leave the split out, and the fastest that fits is taken")
    best = judge(machine, model, run, split, rate.expected)
    return best, tuple(each for each in found if each.split != split)[:_ALTERNATIVES], best.memory.fits


def _held_up(machine: Machine, model: Model, run: Run, gpus: int, rate: Rate, best: Candidate) -> Rate:
    """Return the rate with what idle GPUs, a split and a fabric cost beyond the best split on a fabric without oversubscription, which published runs had."""
    found = best_splits(replace(machine, oversubscription=1.0), model, run, gpus, rate.expected)
    part = best.split.gpus / gpus
    if found and best.step.seconds > found[0].step.seconds:
        part *= found[0].step.seconds / best.step.seconds
    return replace(rate, low=rate.low * part, expected=rate.expected * part, high=rate.high * part)
