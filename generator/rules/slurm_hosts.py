"""Hosts that the spec names for Slurm: those of partitions and reservations."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.scheduled import known_hosts, strange_entries
from generator.rules import plan_rule, plan_warning
from generator.source.span import Loc
from generator.spec.checks.rule import Finding
from generator.spec.tenants import unfold

_PLACE: Loc = ("scheduler", "slurm")


@plan_rule(
    title="A partition or reservation with hosts that are not in Slurm",
    why="slurmctld exits if a partition has an unknown host, and a misspelt host would be missing from its partition or reservation.",
    fix="Name compute hosts of the envelope, or a group of them.",
)
def slurm_host_unknown(plan: Draft) -> Iterator[Finding]:
    """Every entry names compute hosts of the envelope, and those of a tenant's partition hosts of the tenant."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return
    stated = [("partitions", name, each.hosts) for name, each in sorted(slurm.partitions.items())]
    stated += [("reservations", name, each.hosts) for name, each in sorted(slurm.reservations.items())]
    for kind, name, hosts in stated:
        for index, entry, host in strange_entries(plan.cluster, hosts or ()):
            yield Finding(
                message=f"the {kind[:-1]} {name} has {entry}, and no compute host of the envelope is called {host}",
                loc=(*_PLACE, kind, name, "hosts", index),
                help=known_hosts(plan.cluster),
            )
    yield from _of_others(plan)


def _of_others(plan: Draft) -> Iterator[Finding]:
    """Yield hosts by name that are not the tenant's; of a whole group, a partition has those that are."""
    slurm, groups = plan.spec.scheduler.slurm, {group.name: group for group in plan.cluster.groups}
    for name, each in sorted(slurm.partitions.items()) if slurm is not None else ():
        tenant = plan.spec.tenants.get(each.tenant or "")
        if tenant is None:
            continue
        theirs: set[str] = set()
        for entry in tenant.hosts:
            group = groups.get(entry)
            theirs |= {group.host_name(ordinal) for ordinal in range(group.max)} if group else set(unfold(entry))
        for index, entry in enumerate(each.hosts or ()):
            strange = next((host for host in unfold(entry) if host not in theirs), None)
            if strange is not None and entry not in groups:
                yield Finding(
                    message=f"the partition {name} belongs to the tenant {each.tenant}, and {strange} does not",
                    loc=(*_PLACE, "partitions", name, "hosts", index),
                    help=f"name hosts of {each.tenant} alone, or leave `hosts` out",
                )


@plan_warning(
    title="Hosts of Slurm without an in-band address",
    why="Slurm's daemons reach each other in-band: slurmctld cannot find a host that has no address there, and the host never registers.",
    fix="Give the cluster a frontend fabric, or a pair of compute leaves that carries it.",
)
def slurm_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """Every host of Slurm has an in-band address: those that compute, and its controllers."""
    if plan.spec.scheduler.slurm is None:
        return
    names = {
        host.group
        for host in plan.hosts
        if not host.inband and (host.name in plan.scheduled.slurm or host.role == "control")
    }
    if names:
        yield Finding(
            message=f"hosts of Slurm in {', '.join(sorted(names))} have no in-band address, which its daemons use to reach each other",
            loc=_PLACE,
            at_key=True,
            help="add fabrics.frontend, with ports for them",
        )
