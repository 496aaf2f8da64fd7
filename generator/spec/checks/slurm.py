"""Slurm's names, limits and burst hosts."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec

_PLACE: Loc = ("scheduler", "slurm")


@spec_rule(
    title="Two Slurm partitions with one name",
    why="Every tenant has a partition with its name, and so have burst hosts; slurmctld treats a second partition of the same name as a change of the first.",
    fix="Choose another name for one of them.",
)
def partition_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """The default partition, tenants, host groups and burst hosts are called differently; root is the operators' account."""
    slurm = spec.scheduler.slurm
    if slurm is None:
        return
    taken: dict[str, tuple[str, Loc]] = {slurm.partition: ("the default partition", (*_PLACE, "partition"))}
    for name in sorted(spec.tenants):
        if name == "root":
            yield KeyFinding(
                message="a tenant cannot be called root where Slurm runs: that is the operators' account",
                loc=("tenants", name),
                help="choose another name for the tenant",
            )
        elif name in taken:
            yield _twice(name, f"the tenant {name}", ("tenants", name), taken[name])
        taken.setdefault(name, (f"the tenant {name}", ("tenants", name)))
    for name in sorted(slurm.partitions):
        if name in taken:
            yield _twice(name, f"the partition {name} of `partitions`", (*_PLACE, "partitions", name), taken[name])
        taken.setdefault(name, (f"the partition {name} of `partitions`", (*_PLACE, "partitions", name)))
    if slurm.burst is not None:
        name = slurm.burst.name
        taken |= {group: (f"the host group {group}", ("hosts", group)) for group in spec.hosts if group not in taken}
        if name in taken:
            yield _twice(name, "burst hosts", (*_PLACE, "burst"), taken[name])


def _twice(name: str, what: str, loc: Loc, first: tuple[str, Loc]) -> Finding:
    return KeyFinding(
        message=f"{what} and {first[0]} would both be the partition {name}",
        loc=loc,
        notes=(Note(f"{first[0]} is here", first[1]),) if first[1][-1] != "partition" else (),
        help="choose another name for one of them",
    )


@spec_rule(
    title="A quality of service with an unknown name",
    why="sacctmgr refuses the name, and the intended limit does not apply.",
    fix="Use the name of a tenant or of a quality of service in the spec.",
    names=("scheduler.slurm.qos",),
)
def qos_unknown(spec: ClusterSpec) -> Iterator[Finding]:
    """Preempted ones are qualities of service or tenants; allowed users are tenants."""
    slurm = spec.scheduler.slurm
    for name, qos in sorted(slurm.qos.items()) if slurm is not None else ():
        known = {*slurm.qos, *spec.tenants} if slurm is not None else set()
        for index, other in enumerate(qos.preempts):
            if other not in known:
                yield _unknown(
                    f"{name} preempts {other}, and there is no such quality of service",
                    (*_PLACE, "qos", name, "preempts", index),
                    known - {name},
                )
        for index, tenant in enumerate(qos.tenants or ()):
            if tenant not in spec.tenants:
                yield _unknown(
                    f"{name} is for the tenant {tenant}, which does not exist",
                    (*_PLACE, "qos", name, "tenants", index),
                    set(spec.tenants),
                )


def _unknown(message: str, loc: Loc, known: set[str]) -> Finding:
    names = ", ".join(sorted(known))
    return Finding(
        message=message, loc=loc, help=f"use one of {names}" if names else "state it first, or remove the name"
    )


@spec_rule(
    title="Qualities of service that preempt each other in a circle",
    why="Two jobs would preempt each other forever; slurmdbd refuses the loop.",
    fix="Break the circle.",
)
def qos_loop(spec: ClusterSpec) -> Iterator[Finding]:
    """Preemption has no cycles."""
    slurm = spec.scheduler.slurm
    stated = slurm.qos if slurm is not None else {}
    for name in sorted(stated):
        reached: set[str] = set()
        waiting = list(stated[name].preempts)
        while waiting:
            other = waiting.pop()
            if other not in reached:
                reached.add(other)
                waiting += stated[other].preempts if other in stated else ()
        if name in reached and name == min(reached & set(stated), default=name):
            yield Finding(
                message=f"the quality of service {name} preempts itself: {', '.join(sorted(reached))} preempt each other in a circle",
                loc=(*_PLACE, "qos", name, "preempts"),
                help=f"remove a name from `preempts` of {name}",
            )


@spec_rule(
    title="Limits or tenants without accounting",
    why="Accounts and limits are in slurmdbd's database; without it, every user may use every partition.",
    fix="Leave accounting on.",
)
def limits_unkept(spec: ClusterSpec) -> Iterator[Finding]:
    """Tenants and qualities of service need slurmdbd."""
    slurm = spec.scheduler.slurm
    if slurm is not None and not slurm.accounting and (slurm.qos or slurm.accounts or spec.tenants):
        what = "qos" if slurm.qos else "accounts" if slurm.accounts else "tenants"
        yield Finding(
            message=f"accounting is off, so nothing enforces the limits of {what if what == 'tenants' else f'scheduler.slurm.{what}'}",
            loc=(*_PLACE, "accounting"),
            notes=(Note("they are here", ("tenants",) if what == "tenants" else (*_PLACE, what)),),
            help="remove `accounting: false`",
        )


@spec_rule(
    title="Burst hosts with GPUs without a type, or a type without GPUs",
    why="Slurm counts GPUs by their type: a job could ask for none of them.",
    fix="State both `gpus` and `gpu_type`, or neither.",
)
def burst_gpus_untyped(spec: ClusterSpec) -> Iterator[Finding]:
    """Both or neither."""
    burst = spec.scheduler.slurm.burst if spec.scheduler.slurm is not None else None
    if burst is not None and bool(burst.gpus) != bool(burst.gpu_type):
        yield KeyFinding(
            message=f"burst hosts have {burst.gpus} GPUs of type {burst.gpu_type}"
            if burst.gpu_type
            else f"burst hosts have {burst.gpus} GPUs, and their type is not stated",
            loc=(*_PLACE, "burst"),
            help="state both gpus and gpu_type, as in `gpus: 8, gpu_type: h100`",
        )
