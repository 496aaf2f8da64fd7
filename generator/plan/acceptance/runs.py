"""Runs of the tests on Slurm: one for each model of hosts that Slurm has."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.acceptance.places import seats_of, tested_hosts
from generator.plan.acceptance.schedule import pairs_in
from generator.plan.hostlist import fold
from generator.plan.plan import Plan


class SlurmRun(Struct, frozen=True, kw_only=True):
    """An array of jobs: the tests of each host, then a job for each of `rounds`. `hosts` is a hostlist of `count` names, `gpus` those of one host."""

    model: str
    partition: str
    hosts: str
    count: int
    gpus: int
    rounds: tuple[str, ...]


def slurm_runs(plan: Plan) -> Iterator[SlurmRun]:
    """Yield the runs in the order of the plan, without spares, which a reservation keeps; rounds without a pair of the model are left out."""
    if plan.acceptance is None or plan.slurm is None:
        return
    seats = seats_of(plan)
    busy = {each.name: {pair.a for pair in pairs_in(seats, each)} for each in plan.acceptance.rounds}
    free = plan.scheduled.slurm - plan.scheduled.spares
    mine = [host for host in tested_hosts(plan) if host.name in free]
    for model in dict.fromkeys(host.model for host in mine):
        hosts = [host for host in mine if host.model == model]
        names = [host.name for host in hosts]
        yield SlurmRun(
            model=model,
            partition=plan.slurm.default_partition,
            hosts=fold(names),
            count=len(hosts),
            gpus=hosts[0].gpus,
            rounds=tuple(each for each, senders in busy.items() if not senders.isdisjoint(names)),
        )
