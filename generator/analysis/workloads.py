"""Workloads in sentences, for `clustergen explain`: each figure with its formula, inputs and source."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.workload.explained import figures
from generator.workload.services import Service, service_title, services_in
from generator.workload.size import SizeError
from generator.workload.size_text import size_title
from generator.workload.workloads import Workload, workloads_in

EVERY = ("workload", "workloads")
"""The name of all workloads together; one of them is `workloads.NAME`."""
RULE = "figures are computed from the spec, the catalog and published runs: see docs/sizing.md of clustergen"


def workload_lines(plan: Draft, name: str) -> list[str]:
    """Return the figures of all workloads, or of the named one, on the installed hosts; empty where there is none."""
    head, _, wanted = name.partition(".")
    if head not in EVERY:
        return []
    found: list[str] = []
    for each, workload in workloads_in(plan.spec, plan.catalog):
        if wanted in {"", each}:
            found += _lines(each, workload)
    for each, service in services_in(plan.spec, plan.catalog):
        if wanted in {"", each}:
            found += _lines_of(each, service)
    return found


def _lines(name: str, workload: Workload | SizeError) -> Iterator[str]:
    try:
        if isinstance(workload, SizeError):
            raise workload
        size = workload.on(workload.gpus)
    except SizeError as error:
        yield f"{name} is not known: {'; '.join(error.problems)}"
        return
    yield f"{name} is {size_title(size)}, on {size.gpus:,} GPUs"
    yield from (line for figure in figures(size) for line in figure.lines())


def _lines_of(name: str, service: Service | SizeError) -> Iterator[str]:
    if isinstance(service, SizeError):
        yield f"{name} is not known: {'; '.join(service.problems)}"
        return
    yield f"{name} is {service_title(service)}"
    yield from (line for figure in service.figures for line in figure.lines())
