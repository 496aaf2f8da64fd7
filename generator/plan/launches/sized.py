"""Size of each workload on the installed hosts, as the report prints it."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.launches.records import JobSize, SizedWorkload
from generator.workload.failures import cases, lost_share
from generator.workload.services import service_title, services_in
from generator.workload.size import Size, SizeError
from generator.workload.size_text import size_rows, size_title
from generator.workload.workloads import sized_in

_FACTORS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0)
"""Intervals of the curve, by the best one."""


def plan_sized(plan: Draft) -> tuple[SizedWorkload, ...]:
    """Return every workload whose figures are known."""
    return tuple(_sized(plan))


def _sized(plan: Draft) -> Iterator[SizedWorkload]:
    for name, workload, size in sized_in(plan.spec, plan.catalog):
        yield SizedWorkload(
            name=name,
            title=size_title(size),
            figures=tuple(size_rows(size, workload.spec.days)),
            jobs=tuple(_jobs(size)),
            curve=tuple(_curve(size)),
        )
    for name, service in services_in(plan.spec, plan.catalog):
        if not isinstance(service, SizeError):
            figures = tuple((each.name, each.text) for each in service.figures)
            yield SizedWorkload(name=name, title=service_title(service), figures=figures, jobs=(), curve=())


def _jobs(size: Size) -> Iterator[JobSize]:
    every = cases(size.gpus, size.machine.host_gpus, size.checkpoint_bytes, size.demand.stall_s, size.rates)
    for each in every:
        waiting, back = each.waiting, each.background
        yield JobSize(each.gpus, waiting.a_day, waiting.interval_s, waiting.goodput, back.interval_s, back.goodput)


def _curve(size: Size) -> Iterator[tuple[float, float]]:
    found = size.failures
    for factor in _FACTORS:
        interval = max(found.stall_s, factor * found.interval_s)
        yield interval, min(1.0, lost_share(size.gpus, found.stall_s, interval, size.rates))
