"""Accounts and limits: what slurmdbd is told of tenants and qualities of service."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.slurm.records import Account, Qos
from generator.spec.slurm import QosSpec

NORMAL = "normal"
"""The quality of service that every Slurm database has."""


def qualities(plan: Draft) -> Iterator[Qos]:
    """Yield every quality of service by name: those of tenants, with limits or without, and the spec's others."""
    slurm = plan.spec.scheduler.slurm
    stated = slurm.qos if slurm is not None else {}
    for name in sorted({*stated, *plan.spec.tenants}):
        qos = stated.get(name, QosSpec())
        yield Qos(name=name, limits=tuple(_limits(qos)), preempts=tuple(sorted(qos.preempts)))


def _limits(qos: QosSpec) -> Iterator[tuple[str, str]]:
    """Every limit is said, so that one that leaves the spec leaves the database."""
    yield "Priority", str(qos.priority)
    yield "GrpTRES", f"gres/gpu={_or_none(qos.gpus)}"
    yield "MaxTRESPerUser", f"gres/gpu={_or_none(qos.gpus_per_user)}"
    yield "MaxJobsPerUser", _or_none(qos.jobs_per_user)
    yield "MaxWall", f"{qos.max_hours // 24}-{qos.max_hours % 24}" if qos.max_hours else "-1"


def _or_none(value: int | None) -> str:
    return "-1" if value is None else str(value)


def accounts(plan: Draft) -> Iterator[Account]:
    """Yield the account of every tenant, by name."""
    slurm = plan.spec.scheduler.slurm
    stated = slurm.qos if slurm is not None else {}
    for name, tenant in sorted(plan.spec.tenants.items()):
        others = {each for each, qos in stated.items() if each != name and _may_use(plan, name, each, qos)}
        yield Account(name=name, description=tenant.description, qos=(name, *sorted(others)), default_qos=name)


def _may_use(plan: Draft, tenant: str, name: str, qos: QosSpec) -> bool:
    """By default a quality is everybody's; one with a tenant's name is that tenant's."""
    return tenant in qos.tenants if qos.tenants is not None else name not in plan.spec.tenants


def preempts(plan: Draft) -> bool:
    """Whether some jobs give way to others."""
    slurm = plan.spec.scheduler.slurm
    return slurm is not None and any(qos.preempts for qos in slurm.qos.values())
