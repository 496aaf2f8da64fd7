"""Spare hosts: compute hosts of the envelope, under a unique name of a reservation, and as many as the stated repairs need."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.scheduled import known_hosts, strange_entries
from generator.plan.slurm.reservations import SPARES
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.failures import HOURS_A_FAILURE
from generator.workload.size import SizeError
from generator.workload.workloads import Workload, workloads_in

_PLACE = ("scheduler", "spares")


@plan_rule(
    title="A spare host that is not a compute host of the envelope",
    why="A misspelt host would keep running jobs, and no host would be held in reserve.",
    fix="Name compute hosts of the envelope, or a group of them.",
)
def spare_unknown(plan: Draft) -> Iterator[Finding]:
    """Every entry names compute hosts of the envelope."""
    for index, entry, host in strange_entries(plan.cluster, plan.spec.scheduler.spares):
        yield Finding(
            message=f"{entry} is to be spare, and no compute host of the envelope is called {host}",
            loc=(*_PLACE, index),
            help=known_hosts(plan.cluster),
        )


@plan_rule(
    title="A reservation with the name that the reservation of spare hosts has",
    why="slurmctld has one reservation per name, and would keep only the hosts of the last one.",
    fix="Choose another name.",
)
def spare_reservation(plan: Draft) -> Iterator[Finding]:
    """No reservation of the site is called as that of the spare hosts, where there are some."""
    slurm = plan.spec.scheduler.slurm
    if slurm is not None and plan.spec.scheduler.spares and SPARES in slurm.reservations:
        yield KeyFinding(
            message=f"the name {SPARES} is reserved for the reservation of the spare hosts",
            loc=("scheduler", "slurm", "reservations", SPARES),
            help="choose another name, or remove scheduler.spares and state only this reservation",
        )


@plan_warning(
    title="Fewer spare hosts than repairs need",
    why="If more hosts are under repair than spare hosts are available, a run on the whole group stops until one of them is back.",
    fix="Name more spare hosts, or state a shorter repair or a lower confidence.",
)
def spares_too_few(plan: Draft) -> Iterator[Finding]:
    """Where hosts are spare and a workload states how long a repair takes, its group has as many as are enough for its confidence."""
    if not plan.scheduled.spares:
        return
    for name, workload in workloads_in(plan.spec, plan.catalog):
        if not isinstance(workload, Workload) or workload.spec.failures.repair_days is None:
            continue
        try:
            ((days, wanted),) = workload.on(workload.gpus).spares
        except SizeError:
            continue
        there = sum(host.group == workload.group and host.name in plan.scheduled.spares for host in plan.hosts)
        if there < wanted:
            failures = workload.spec.failures
            hours = f"{failures.gpu_hours or HOURS_A_FAILURE:,.0f}"
            yield Finding(
                message=f"{name} on {workload.gpus:,} GPUs has a host away for {days:g} days about every {float(failures.gpu_hours or HOURS_A_FAILURE) / workload.gpus:,.0f} hours "
                f"({hours} GPU-hours for each interruption): {wanted} spare hosts are enough for {100 * failures.confidence:g} % of the time, and {there} of {workload.group} are spare",
                loc=_PLACE,
                help=f"name {wanted} hosts of {workload.group}, or state what repairs take in workloads.{name}.failures",
            )
