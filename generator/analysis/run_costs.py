"""Costs, energy and emissions of training runs, from the cost of a used GPU-hour."""

from collections.abc import Iterator

from generator.plan.money.records import Money, RunTime
from generator.workload.figure import Figure

YEAR_H = 8760
"""Hours of a year of 365 days."""


def run_figures(money: Money, gpus: int, kilowatts: float, hour: float | None) -> Iterator[Figure]:
    """Yield the figures of every run. `gpus` are all of the cluster, `kilowatts` its IT power at most, `hour` the cost of a used GPU-hour where it is known."""
    for run in money.runs:
        if not run.goodput:
            continue
        used = run.gpus * run.hours(run.expected_h)
        yield Figure(
            f"{run.name}: GPU-hours", used, "h", "gpus * computing / goodput",
            {"gpus": run.gpus, "computing": run.expected_h, "goodput": run.goodput},
            "hours of computing and goodput: `clustergen explain SPEC workloads`",
        )  # fmt: skip
        yield from _cost(money, run, hour)
        yield from _energy(money, run, used, kilowatts / gpus if gpus else 0.0)


def _cost(money: Money, run: RunTime, hour: float | None) -> Iterator[Figure]:
    if hour is None:
        return
    for word, computing in (("", run.expected_h), (" at best", run.low_h), (" at worst", run.high_h)):
        yield Figure(
            f"{run.name}: cost{word}", run.gpus * run.hours(computing) * hour, money.currency,
            "gpus * computing / goodput * hour",
            {"gpus": run.gpus, "computing": computing, "goodput": run.goodput, "hour": hour},
            "cost of a used GPU-hour, above; storage is part of it",
        )  # fmt: skip
    if money.gpu_hour is not None:
        yield Figure(
            f"{run.name}: cost by the offer", run.gpus * run.hours(run.expected_h) * money.gpu_hour, money.currency,
            "gpus * computing / goodput * offer",
            {"gpus": run.gpus, "computing": run.expected_h, "goodput": run.goodput, "offer": money.gpu_hour},
            "cloud.gpu_hour of prices.yaml, for as many GPU-hours",
        )  # fmt: skip


def _energy(money: Money, run: RunTime, used: float, kilowatts: float) -> Iterator[Figure]:
    """Yield energy and carbon; `kilowatts` are IT power at most, a GPU of the cluster."""
    if money.load is None:
        return
    energy = used * kilowatts * money.load * money.pue
    inputs = {"gpu_hours": used, "kw_gpu": kilowatts, "load": money.load, "pue": money.pue}
    source = "its GPUs' share of the IT power of all devices"
    yield Figure(f"{run.name}: energy", energy, "kWh", "gpu_hours * kw_gpu * load * pue", inputs, source)
    if money.carbon_g_kwh is not None:
        carbon = {"energy": energy, "carbon": money.carbon_g_kwh}
        tons = energy * money.carbon_g_kwh / 1e6
        yield Figure(
            f"{run.name}: carbon dioxide",
            tons,
            "t",
            "energy * carbon / 1e6",
            carbon,
            "power.carbon_g_kwh of prices.yaml",
        )
