"""Hosts of Slurm: those that a list of the spec means, and those that compute, by group."""

from collections.abc import Iterable, Iterator

from generator.plan.draft import Draft
from generator.plan.health.hardware import HealthyHost, healthy_groups
from generator.plan.plan import Plan
from generator.plan.scheduled import slurm_hosts
from generator.spec.tenants import unfold


def named_hosts(plan: Draft, entries: Iterable[str] | None, among: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the hosts of Slurm that the entries name, by name, range or group; all without entries. In the order of the plan."""
    every = {host.name: host.group for host in slurm_hosts(plan)}
    wanted = set(every if among is None else among)
    if entries is not None:
        asked = {name for entry in entries for name in unfold(entry)}
        wanted = {name for name in wanted if name in asked or every.get(name) in asked}
    return tuple(name for name in every if name in wanted)


def healthy_hosts(plan: Plan) -> Iterator[HealthyHost]:
    """Yield every group of hosts that compute for Slurm, by its first host: all of a group are alike."""
    return healthy_groups(plan, slurm_hosts(plan))
