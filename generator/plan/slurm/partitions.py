"""Slurm's partitions: all hosts, then those of each tenant, or of each host group where there are several."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.draft import Draft
from generator.plan.scheduled import slurm_hosts

ROOT = "root"
"""The account that every Slurm database has; the operators' own."""


class Partition(Struct, frozen=True, kw_only=True):
    """A partition. `accounts`: the only ones that may use it, if any are named; `topology`: the one of topology.yaml that it is placed by."""

    name: str
    hosts: tuple[str, ...]
    default: bool = False
    accounts: tuple[str, ...] = ()
    topology: str = ""


def partitions(plan: Draft) -> Iterator[Partition]:
    """Yield the default partition, then the others by name.

    Tenants have their own hosts. The default partition, which has all, is then left to operators: acceptance runs there.
    """
    slurm, hosts = plan.spec.scheduler.slurm, slurm_hosts(plan)
    if slurm is None or not hosts:
        return
    names, tenants = tuple(host.name for host in hosts), sorted(plan.spec.tenants)
    yield Partition(name=slurm.partition, hosts=names, default=True, accounts=(ROOT,) if tenants else ())
    for tenant in tenants:
        mine = tuple(name for name in names if plan.tenants.get(name) == tenant)
        if mine:
            yield Partition(name=tenant, hosts=mine, accounts=(tenant, ROOT))
    groups: dict[str, list[str]] = {}
    for host in hosts if not tenants else ():
        groups.setdefault(host.group, []).append(host.name)
    for group, members in sorted(groups.items()) if len(groups) > 1 else ():
        if group != slurm.partition:
            yield Partition(name=group, hosts=tuple(members))
