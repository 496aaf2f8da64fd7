"""Slurm's partitions: all hosts, then those of each tenant, or of each host group where there are several, then the site's own."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from generator.plan.draft import Draft
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.accounts import own_qos
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
    common = _plain(slurm, slurm.partition, names)
    yield replace(common, default=True, accounts=(ROOT,) if tenants else ())
    for tenant in tenants:
        mine = tuple(name for name in names if plan.tenants.get(name) == tenant)
        if mine:
            yield _plain(slurm, tenant, mine, tenant=tenant)
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


def _plain(slurm: SlurmSpec, name: str, hosts: tuple[str, ...], tenant: str = "") -> Partition:
    return Partition(
        name=name,
        hosts=hosts,
        default_hours=_default_hours(slurm, slurm.max_hours, tenant),
        max_hours=slurm.max_hours,
        accounts=(tenant, ROOT) if tenant else (),
    )


def _default_hours(slurm: SlurmSpec, most: int, tenant: str) -> int:
    """Return the time of a job that states none: within the limit of its own quality of service, or the job waits forever."""
    return min(slurm.default_hours, most, own_qos(slurm, tenant).max_hours or most)


def _stated(slurm: SlurmSpec, name: str, stated: SlurmPartitionSpec, hosts: tuple[str, ...]) -> Partition:
    most = stated.max_hours or slurm.max_hours
    return Partition(
        name=name,
        hosts=hosts,
        default_hours=stated.default_hours or _default_hours(slurm, most, stated.tenant or ""),
        max_hours=most,
        accounts=(stated.tenant, ROOT) if stated.tenant else (),
        max_hosts=stated.max_hosts or 0,
        tier=stated.tier,
    )
