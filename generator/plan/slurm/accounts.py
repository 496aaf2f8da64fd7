"""Accounts and limits in slurmdbd: tenants and qualities of service."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.slurm.forms import days_and_hours
from generator.plan.slurm.records import Account, Qos
from generator.spec.base import defaults
from generator.spec.slurm import QosSpec, SlurmSpec
from generator.spec.slurm_queues import SlurmAccountSpec

NORMAL = "normal"
"""The quality of service that every Slurm database has."""


def qualities(plan: Draft) -> Iterator[Qos]:
    """Yield every quality of service by name: those of tenants, with limits or without, and the spec's others."""
    slurm = plan.spec.scheduler.slurm
    stated = slurm.qos if slurm is not None else {}
    for name in sorted({*stated, *plan.spec.tenants}):
        qos = stated.get(name, defaults(QosSpec))
        yield Qos(name=name, limits=tuple(_limits(qos)), preempts=tuple(sorted(qos.preempts)))


def _limits(qos: QosSpec) -> Iterator[tuple[str, str]]:
    """Every limit is set explicitly, so that one that is removed from the spec is removed from the database."""
    yield "Priority", str(qos.priority)
    yield "GrpTRES", f"gres/gpu={_or_none(qos.gpus)}"
    yield "MaxTRESPerUser", f"gres/gpu={_or_none(qos.gpus_per_user)}"
    yield "MaxJobsPerUser", _or_none(qos.jobs_per_user)
    yield "MaxWall", days_and_hours(qos.max_hours) if qos.max_hours else "-1"
    yield "GraceTime", str(qos.grace_seconds)


def own_qos(slurm: SlurmSpec, tenant: str = "") -> QosSpec:
    """Return the limits of a job that names no quality of service: those of its tenant's, else of Slurm's own."""
    return slurm.qos.get(tenant or NORMAL, defaults(QosSpec))


def _or_none(value: int | None) -> str:
    return "-1" if value is None else str(value)


def accounts(plan: Draft) -> Iterator[Account]:
    """Yield the account of every tenant and those that the spec states, by name. A tenant's jobs run under its own quality of service, others' under Slurm's own."""
    slurm, tenants = plan.spec.scheduler.slurm, plan.spec.tenants
    if slurm is None:
        return
    first: dict[str, str] = {}
    for name, stated in sorted(slurm.accounts.items()):
        first = dict.fromkeys(stated.users, name) | first
    for name in sorted({*tenants, *slurm.accounts}):
        stated, own = slurm.accounts.get(name, defaults(SlurmAccountSpec)), name if name in tenants else NORMAL
        others = {each for each, qos in slurm.qos.items() if each != own and _may_use(plan, name, each, qos)}
        yield Account(
            name=name,
            description=stated.description or (tenants[name].description if name in tenants else ""),
            share=stated.share,
            qos=(own, *sorted(others)),
            default_qos=own,
            users=tuple((user, first[user]) for user in sorted(set(stated.users))),
        )


def enforced(plan: Draft) -> bool:
    """Whether a job needs an account to run: where there are some that it could be of, or limits that hold by them."""
    slurm = plan.spec.scheduler.slurm
    return slurm is not None and bool(plan.spec.tenants or slurm.qos or slurm.accounts)


def _may_use(plan: Draft, tenant: str, name: str, qos: QosSpec) -> bool:
    """By default a quality is everybody's; one with a tenant's name is that tenant's."""
    return tenant in qos.tenants if qos.tenants is not None else name not in plan.spec.tenants


def preempts(plan: Draft) -> bool:
    """Whether some jobs preempt others."""
    slurm = plan.spec.scheduler.slurm
    return slurm is not None and any(qos.preempts for qos in slurm.qos.values())
