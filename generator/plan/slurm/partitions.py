"""Slurm's partitions: all hosts, then those of each tenant, or of each host group where there are several, then the site's own."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.plan.draft import Draft
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.named import named_hosts
from generator.spec.slurm import SlurmSpec
from generator.spec.slurm_queues import SlurmPartitionSpec

ROOT = "root"
"""The account that every Slurm database has; the operators' own."""


class Partition(Struct, frozen=True, kw_only=True):
    """A partition. `accounts`: the only ones that may use it, if any are named; `max_hosts`: of one job, 0 without a limit."""

    name: str
    hosts: tuple[str, ...]
    default_hours: int
    max_hours: int
    default: bool = False
    accounts: tuple[str, ...] = ()
    max_hosts: int = 0
    tier: int = 1


def partitions(plan: Draft) -> Iterator[Partition]:
    """Yield the default partition, then the others by name, then those that the spec states.

    Tenants have their own hosts. The default partition, which has all, is then left to operators: acceptance runs there.
    """
    slurm, hosts = plan.spec.scheduler.slurm, slurm_hosts(plan)
    if slurm is None or not hosts:
        return
    names, tenants = tuple(host.name for host in hosts), sorted(plan.spec.tenants)
    yield _plain(slurm, slurm.partition, names, default=True, accounts=(ROOT,) if tenants else ())
    for tenant in tenants:
        mine = tuple(name for name in names if plan.tenants.get(name) == tenant)
        if mine:
            yield _plain(slurm, tenant, mine, accounts=(tenant, ROOT))
    groups: dict[str, list[str]] = {}
    for host in hosts if not tenants else ():
        groups.setdefault(host.group, []).append(host.name)
    for group, members in sorted(groups.items()) if len(groups) > 1 else ():
        if group not in {slurm.partition, *slurm.partitions}:
            yield _plain(slurm, group, tuple(members))
    for name, stated in sorted(slurm.partitions.items()):
        theirs = [each for each in names if stated.tenant is None or plan.tenants.get(each) == stated.tenant]
        chosen = named_hosts(plan, stated.hosts, theirs)
        if chosen:
            yield _stated(slurm, name, stated, chosen)


def _plain(
    slurm: SlurmSpec, name: str, hosts: tuple[str, ...], *, default: bool = False, accounts: Iterable[str] = ()
) -> Partition:
    hours = min(slurm.default_hours, slurm.max_hours)
    return Partition(
        name=name,
        hosts=hosts,
        default_hours=hours,
        max_hours=slurm.max_hours,
        default=default,
        accounts=tuple(accounts),
    )


def _stated(slurm: SlurmSpec, name: str, stated: SlurmPartitionSpec, hosts: tuple[str, ...]) -> Partition:
    most = stated.max_hours or slurm.max_hours
    return Partition(
        name=name,
        hosts=hosts,
        default_hours=stated.default_hours or min(slurm.default_hours, most),
        max_hours=most,
        accounts=(stated.tenant, ROOT) if stated.tenant else (),
        max_hosts=stated.max_hosts or 0,
        tier=stated.tier,
    )
