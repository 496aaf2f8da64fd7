"""Runs of the tests: one for each scheduler and model of hosts."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from generator.plan.acceptance.groups import groups_of
from generator.plan.acceptance.places import run_of, seats_of, tested_hosts
from generator.plan.acceptance.records import Acceptance, Program
from generator.plan.acceptance.schedule import pairs_in
from generator.plan.plan import Plan

HOST_PART = "host"
"""The first part of a run: the tests of each host. The others are those of its local drives, rounds of pairs, and collectives."""
DRIVES_PART = "drives"
TOGETHER_PART = "together"
"""The last part: collectives of groups of hosts."""


class Run(Struct, frozen=True, kw_only=True):
    """The tests of all hosts of a model that a scheduler has: `parts` one after another. `gpus` are those of one host.

    `programs` are those of the site that `together.py programs` runs on these hosts. `tiers` are the storage tiers that `measure.py tiers` measures on these hosts: those with lines and a mount, by name.
    """

    scheduler: Literal["slurm", "kubernetes"]
    model: str
    gpus: int
    parts: tuple[str, ...]
    programs: tuple[str, ...]
    tiers: tuple[str, ...]
    hosts: tuple[str, ...]


def acceptance_runs(plan: Plan) -> Iterator[Run]:
    """Yield the runs, Slurm's first, models in the order of the plan; rounds without a pair of the run are left out."""
    if plan.acceptance is None:
        return
    seats = seats_of(plan)
    grouped = {host for group in groups_of(plan) for host in group.hosts}
    pairs = {each.name: [(pair.a, pair.b) for pair in pairs_in(seats, each)] for each in plan.acceptance.rounds}
    for scheduler in plan.scheduled.schedulers:
        mine = [host for host in tested_hosts(plan) if run_of(plan, host.name) == scheduler]
        for model in dict.fromkeys(host.model for host in mine):
            hosts = [host for host in mine if host.model == model]
            there = {host.name for host in hosts}
            rounds = (name for name, each in pairs.items() if any(there.issuperset(pair) for pair in each))
            yield Run(
                scheduler="slurm" if scheduler == "slurm" else "kubernetes",
                model=model,
                gpus=hosts[0].gpus,
                parts=(
                    HOST_PART,
                    *_drives(plan.acceptance, model, there),
                    *rounds,
                    *((TOGETHER_PART,) if grouped & there else ()),
                ),
                programs=tuple(
                    name
                    for name, each in programs_of(plan.acceptance).items()
                    if scheduler == "slurm" or not each.image
                ),
                tiers=tuple(_tiers(plan.acceptance, model)),
                hosts=tuple(host.name for host in hosts),
            )


def _drives(found: Acceptance, model: str, there: set[str]) -> Iterator[str]:
    """Yield the part of local drives, where a host of the run has them mounted."""
    if any(each.model == model and (not each.hosts or there & {*each.hosts}) for each in found.drives):
        yield DRIVES_PART


def programs_of(found: Acceptance) -> dict[str, Program]:
    """Return the stated programs by name."""
    training = found.programs.training
    named = {"hpl": found.programs.hpl, "training": training.program if training else None}
    return {name: program for name, program in named.items() if program}


def _tiers(found: Acceptance, model: str) -> Iterator[str]:
    for line in found.lines:
        if line.model == model and line.test in found.mounts:
            yield line.test.removeprefix("tier-").removesuffix("-capacity")
