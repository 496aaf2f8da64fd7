"""Slurm's partitions of the site, its accounts, and how long jobs take."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec

_PLACE: Loc = ("scheduler", "slurm")


@spec_rule(
    title="A job time above the limit of every partition",
    why="slurmctld refuses such a job, or leaves it in the queue forever.",
    fix="Raise max_hours, or lower the other time.",
    absent=("scheduler.slurm",),
)
def job_hours(spec: ClusterSpec) -> Iterator[Finding]:
    """A stated default is within its partition's limit; a quality of service promises no more than some partition allows."""
    slurm = spec.scheduler.slurm
    if slurm is None:
        return
    if "default_hours" in slurm.model_fields_set and slurm.default_hours > slurm.max_hours:
        yield _too_long(slurm.default_hours, slurm.max_hours, (*_PLACE, "default_hours"), (*_PLACE, "max_hours"))
    longest = slurm.max_hours
    for name, each in sorted(slurm.partitions.items()):
        most, place = each.max_hours or slurm.max_hours, (*_PLACE, "partitions", name)
        longest = max(longest, most)
        if each.default_hours and each.default_hours > most:
            limit = (*place, "max_hours") if each.max_hours else (*_PLACE, "max_hours")
            yield _too_long(each.default_hours, most, (*place, "default_hours"), limit)
    for name, qos in sorted(slurm.qos.items()):
        if qos.max_hours and qos.max_hours > longest:
            yield Finding(
                message=f"the quality of service {name} allows jobs of {qos.max_hours} hours, and no partition allows more than {longest}",
                loc=(*_PLACE, "qos", name, "max_hours"),
                help=f"use at most {longest}, or raise scheduler.slurm.max_hours",
            )


def _too_long(default: int, most: int, loc: Loc, limit: Loc) -> Finding:
    return Finding(
        message=f"a job without a time limit would run up to {default} hours, and the maximum is {most}",
        loc=loc,
        notes=(Note("the limit is here", limit),),
        help=f"use at most {most}, or raise max_hours",
    )


@spec_rule(
    title="A partition without a tenant, or with an unknown one",
    why="Hosts belong to tenants: a partition with hosts of several tenants would run jobs of one on hosts of another.",
    fix="State the tenant of its hosts.",
    names=("tenants",),
)
def partition_tenant(spec: ClusterSpec) -> Iterator[Finding]:
    """Where there are tenants, every stated partition is one's."""
    slurm = spec.scheduler.slurm
    tenants = ", ".join(sorted(spec.tenants))
    for name, each in sorted(slurm.partitions.items()) if slurm is not None else ():
        place = (*_PLACE, "partitions", name)
        if each.tenant is None and spec.tenants:
            yield KeyFinding(
                message=f"the partition {name} has no tenant, and the cluster has tenants",
                loc=place,
                help=f"state its tenant: {tenants}",
            )
        elif each.tenant is not None and each.tenant not in spec.tenants:
            yield Finding(
                message=f"the partition {name} belongs to the tenant {each.tenant}, which does not exist",
                loc=(*place, "tenant"),
                help=f"use one of {tenants}" if tenants else "remove it: the cluster has no tenants",
            )


@spec_rule(
    title="An account of Slurm that cannot be used",
    why="root is the account of operators, and in a cluster with tenants, partitions accept only accounts of tenants.",
    fix="Use the name of a tenant, or a name other than root; list an account before it is given a reservation.",
)
def slurm_account(spec: ClusterSpec) -> Iterator[Finding]:
    """Accounts are not called root, are tenants' where there are some, and reservations name those that there are."""
    slurm = spec.scheduler.slurm
    if slurm is None:
        return
    tenants = ", ".join(sorted(spec.tenants))
    for name in sorted(slurm.accounts):
        place = (*_PLACE, "accounts", name)
        if name == "root":
            message = "an account cannot be called root: that is the operators' own"
            yield Finding(message=message, loc=place, at_key=True, help="choose another name")
        elif spec.tenants and name not in spec.tenants:
            message = f"no partition accepts the account {name}: the cluster has tenants, and {name} is not one of them"
            yield Finding(message=message, loc=place, at_key=True, help=f"use one of {tenants}")
    known = {"root", *slurm.accounts, *spec.tenants}
    for name, each in sorted(slurm.reservations.items()):
        for index, account in enumerate(each.accounts):
            if account not in known:
                yield Finding(
                    message=f"the reservation {name} is for the account {account}, and no account has that name",
                    loc=(*_PLACE, "reservations", name, "accounts", index),
                    help=f"use one of {', '.join(sorted(known))}",
                )
