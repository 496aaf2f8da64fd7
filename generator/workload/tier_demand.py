"""Needs of workloads on the tier of their checkpoints, separate from recommendations for their GPUs."""

from collections.abc import Iterator, Mapping

from generator.workload.figure import Figure
from generator.workload.records import GIGA, TERA
from generator.workload.size import Size
from generator.workload.storage import KEPT, READ_GBS, WRITE_GBS
from generator.workload.tier_measures import NAMES, Measured
from generator.workload.workloads import Workload

Runs = Mapping[str, tuple[Workload, Size]]
"""Training runs by name, each on the GPUs that it has."""
_GUIDANCE = "DGX SuperPOD Reference Architecture, DGX H100: 40 GB/s reading and 20 writing for 256 GPUs, the middle row"


def of_runs(runs: Runs) -> Iterator[tuple[Measured, Figure]]:
    """Yield the requirements of runs together: capacity of all of them, and rates of those that run at once, at least those recommended for their GPUs."""
    if not runs:
        return
    written = sum(size.checkpoint_bytes for _, size in runs.values()) / TERA
    data = sum(size.data.bytes for _, size in runs.values() if size.data) / TERA
    yield "capacity", Figure(
        NAMES["capacity"], KEPT * written + data, "TB", f"{KEPT} * checkpoints + data", {"checkpoints": written, "data": data},
        "a checkpoint of each run and the data sets, TB; 20 of each stay (bigscience chronicles: 15 to 20)",
    )  # fmt: skip
    reading = {name: max(size.demand.read_gbs, _data_rate(size)) for name, (_, size) in runs.items()}
    yield "read", _together(NAMES["read"], reading, runs)
    yield "write", _together(NAMES["write"], {name: size.demand.write_gbs for name, (_, size) in runs.items()}, runs)


def needed_by(runs: Runs) -> Iterator[tuple[Measured, Figure]]:
    """Yield the rates below which runs wait: those of their checkpoints and data sets, without recommendations."""
    if not runs:
        return
    reading = {name: max(size.demand.needed_read_gbs, _data_rate(size)) for name, (_, size) in runs.items()}
    writing = {name: size.demand.needed_write_gbs for name, (_, size) in runs.items()}
    yield "read", _together("to read, by the workloads alone", reading, runs)
    yield "write", _together("to write, by the workloads alone", writing, runs)


def recommended(gpus: int) -> Iterator[tuple[Measured, Figure]]:
    """Yield NVIDIA's recommendations for this number of GPUs; nothing for none."""
    for what, each in (("read", READ_GBS), ("write", WRITE_GBS)) if gpus else ():
        measured: Measured = "read" if what == "read" else "write"
        yield measured, Figure(NAMES[measured], each * gpus, "GB/s", f"{each} * gpus", {"gpus": gpus}, _GUIDANCE)


def _data_rate(size: Size) -> float:
    return size.data.read_rate(size.seconds(size.rate.expected)) / GIGA if size.data else 0.0


def _together(name: str, rates: Mapping[str, float], runs: Runs) -> Figure:
    shares: dict[str, float] = {}
    for workload, _ in runs.values():
        shares[workload.group] = shares.get(workload.group, 0.0) + workload.spec.share
    inputs = {name.replace("-", "_"): rate for name, rate in rates.items()}
    at_once = max(shares.values()) <= 1
    if len(inputs) == 1:
        formula, why = next(iter(inputs)), "the run's rate"
    elif at_once:
        formula, why = " + ".join(inputs), "their shares of the hosts add up to 1 at most, so they run at once"
    else:
        formula, why = f"max({', '.join(inputs)})", "their shares of the hosts are more than 1, so they take turns"
    value = sum(inputs.values()) if at_once else max(inputs.values())
    return Figure(name, value, "GB/s", formula, inputs, f"{why}; each: explain workloads.NAME")
