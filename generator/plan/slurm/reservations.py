"""Reservations of hosts, which `reservations.sh` creates in slurmctld."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.hostlist import fold
from generator.plan.slurm.named import named_hosts
from generator.plan.slurm.partitions import ROOT
from generator.plan.slurm.records import Reservation
from generator.spec.slurm_queues import ReservationSpec

SPARES = "spares"
"""The reservation of hosts that wait for a failure."""
_SINCE = "2025-01-01 00:00"
_LONG = 30 * 365 * 24 * 60
"""Minutes: a reservation has an end, and this one outlives the hosts."""


def reservations(plan: Draft) -> Iterator[Reservation]:
    """Yield every reservation that has hosts, by name. That of the spare hosts comes first, and overlaps existing ones (OVERLAP: slurmctld refuses two of one host)."""
    slurm = plan.spec.scheduler.slurm
    if slurm is not None and (spares := named_hosts(plan, plan.spec.scheduler.spares)):
        facts = (("Nodes", fold(spares)), ("Flags", "IGNORE_JOBS,OVERLAP"), ("Users", ROOT))
        yield Reservation(name=SPARES, start=_SINCE, minutes=_LONG, every_days=0, facts=facts)
    for name, stated in sorted(slurm.reservations.items()) if slurm is not None else ():
        hosts = tuple(host for host in named_hosts(plan, stated.hosts) if host not in plan.scheduled.spares)
        if hosts:
            yield Reservation(
                name=name,
                start=stated.start.replace("T", " "),
                minutes=stated.hours * 60,
                every_days={"never": 0, "daily": 1, "weekly": 7}[stated.repeats],
                facts=(("Nodes", fold(hosts)), ("Flags", ",".join(_flags(stated))), *_whose(stated)),
            )


def _flags(stated: ReservationSpec) -> Iterator[str]:
    """Running jobs continue (IGNORE_JOBS): slurmctld would otherwise refuse it."""
    if stated.maintenance:
        yield "MAINT"
    yield "IGNORE_JOBS"
    if stated.repeats != "never":
        yield stated.repeats.upper()


def _whose(stated: ReservationSpec) -> Iterator[tuple[str, str]]:
    if stated.accounts:
        yield "Accounts", ",".join(sorted(set(stated.accounts)))
    users = sorted(set(stated.users)) or ([] if stated.accounts else [ROOT])
    if users:
        yield "Users", ",".join(users)
