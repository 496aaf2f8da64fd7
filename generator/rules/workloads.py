"""Workloads on the cluster that is planned for them: memory, links, batches, and time."""

import math
from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.size import Size, SizeError, least_gpus
from generator.workload.workloads import Workload, workloads_in

_NOTICED = 0.03
"""Share of its time that a run may lose to an oversubscribed fabric without a warning."""
_WHOLE_DAYS = 100
"""Days from which tenths of them are not shown."""
_MOST_DAYS = 10_000
"""What `days` may be."""


def _days(days: float) -> float:
    """Return days as they are stated, rounded up: so many are enough."""
    return math.ceil(days) if days >= _WHOLE_DAYS else math.ceil(days * 10) / 10


def _known(plan: Draft) -> Iterator[tuple[Workload, Size]]:
    """Yield the workloads whose figures are known, on the hosts of the envelope."""
    for _, each in workloads_in(plan.spec, plan.catalog):
        if isinstance(each, Workload):
            try:
                yield each, each.on(each.gpus_max)
            except SizeError:
                continue


@plan_warning(
    title="A workload that cannot be calculated",
    why="Without its model, its GPUs or a measured rate, it is unknown how long it takes and whether it fits.",
    fix="Name a published model, use a precision in which runs are published, or state `mfu`.",
)
def workload_unknown(plan: Draft) -> Iterator[Finding]:
    """Every workload has a model, GPUs and a rate that are known."""
    for name, each in workloads_in(plan.spec, plan.catalog):
        try:
            if isinstance(each, SizeError):
                raise each
            each.on(each.gpus_max)
        except SizeError as error:
            yield KeyFinding(message="; ".join(error.problems), loc=("workloads", name), help=error.help)


@plan_warning(
    title="A workload that does not fit into the memory of its GPUs",
    why="Weights, gradients, optimizer state and activations must all fit, however they are divided.",
    fix="Give it more GPUs, a GPU with more memory, or a smaller model.",
)
def workload_too_large(plan: Draft) -> Iterator[Finding]:
    """The GPUs of the envelope hold every workload, at some split."""
    for workload, size in _known(plan):
        if not size.fits:
            memory, room = size.best.memory.total / 1e9, workload.machine.memory_bytes / 1e9
            least = least_gpus(workload.machine, workload.model, workload.run)
            yield KeyFinding(
                message=f"{workload.name} needs {memory:,.0f} GB of each of {size.gpus:,} GPUs with everything computed again, and {workload.machine.title} has {room:g}",
                loc=("workloads", workload.name),
                help=f"plan for {least:,} GPUs or more" if least else "use a GPU with more memory, or a smaller model",
            )


@plan_warning(
    title="A workload that waits for the compute fabric",
    why="Every step of the run waits for communication that an oversubscribed fabric cannot overlap with computation.",
    fix="Lower fabrics.compute.oversubscription, or accept the loss.",
)
def workload_waits(plan: Draft) -> Iterator[Finding]:
    """An oversubscribed fabric costs no workload more than three per cent of its time."""
    for workload, size in _known(plan):
        over = workload.machine.oversubscription
        if over <= 1 or not size.fits:
            continue
        alone = workload.unhindered().on(workload.gpus_max)
        lost = 1 - size.rate.expected / alone.rate.expected
        if lost > _NOTICED:
            yield KeyFinding(
                message=f"{workload.name} loses {lost:.0%} of its time to an oversubscription of {over:g}: {size.best.step.rail_bytes / 1e9:,.3g} GB leave each GPU a step, for which it waits {size.best.step.exposed_s:.2g} of {size.best.step.seconds:.2g} s",
                loc=("fabrics", "compute", "oversubscription"),
                help="state 1, with more spines",
            )


@plan_warning(
    title="A batch that does not divide over the ranks of a workload",
    why="Ranks with one sequence fewer wait for the others in every step.",
    fix="State a batch that is a multiple of sequence x data parallel ranks.",
)
def workload_batch_uneven(plan: Draft) -> Iterator[Finding]:
    """The stated batch of a workload divides over its data parallel ranks."""
    for workload, size in _known(plan):
        dp, sequences = size.best.split.dp, size.run.sequences
        if workload.spec.batch_tokens and size.fits and sequences % dp:
            rounds = -(-sequences // dp)
            yield Finding(
                message=f"{sequences:,} sequences of {size.run.sequence:,} tokens cannot be divided evenly over {dp:,} data parallel ranks: in the last of {rounds:,} rounds, {rounds * dp - sequences:,} of them are idle",
                loc=("workloads", workload.name, "batch_tokens"),
                help=f"state {rounds * dp * size.run.sequence} or {max(1, rounds - 1) * dp * size.run.sequence}",
            )


@plan_warning(
    title="A workload that misses its deadline",
    why="The envelope is the size to which the cluster can grow without renumbering.",
    fix="Plan for more hosts, or for more days.",
)
def workload_late(plan: Draft) -> Iterator[Finding]:
    """On all GPUs of the envelope, every workload ends in its days."""
    for workload, size in _known(plan):
        days = workload.spec.days
        if days is not None and size.fits and size.wall_days > days:
            yield Finding(
                message=f"{workload.name} takes {_days(size.wall_days):,} days by the calendar on {size.gpus:,} GPUs, all that the envelope has for it",
                loc=("workloads", workload.name, "days"),
                help=f"plan for about {size.gpus * size.wall_days / days:,.0f} GPUs"
                + (f", or state {_days(size.wall_days)} days" if size.wall_days <= _MOST_DAYS else ""),
            )
