"""Workspaces: a namespace with hosts of its own, and what these have to give.

A tenant is one, with its hosts and no others: its ports are in a routing instance or a partition of their own, so its pods are of use nowhere
else. Compute hosts of no tenant are then in nobody's queue. Without tenants the whole cluster is one workspace, called like the cluster.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.plan.draft import Draft
from generator.plan.groups import Group
from generator.plan.kubernetes.rails import rail_groups, rail_resource
from generator.plan.kubernetes.sharing import shares
from generator.plan.kubernetes.workers import GPU_RESOURCES, GROUP, TENANT, gpu_resource, worker_groups
from generator.plan.plan import Plan
from generator.plan.scheduled import COMPUTE
from generator.plan.states import INSTALLED

Quantity = int | str


@dataclass(frozen=True, slots=True)
class Flavor:
    """Equal hosts of a workspace, by the labels that choose them: `places` of the envelope. `resources` is what those in service have together."""

    name: str
    group: Group
    labels: tuple[tuple[str, str], ...]
    places: int
    resources: dict[str, Quantity]


@dataclass(frozen=True, slots=True)
class Workspace:
    """A namespace, who works there, and on which hosts. `tenant` is empty where it has the whole cluster."""

    name: str
    tenant: str
    flavors: tuple[Flavor, ...]
    lent: tuple[tuple[str, int], ...] = ()
    """GPUs of a provider's hosts that its pods may have besides, by the resource that they are."""

    @property
    def covered(self) -> tuple[str, ...]:
        """What a job may ask for: GPUs and rails of any flavor; processors and memory where all hosts' documents give them.

        Kueue admits no job that asks for something else (a resource that no group of its queue covers).
        """
        names = dict.fromkeys(name for flavor in self.flavors for name in flavor.resources)
        everywhere = set.intersection(*(set(flavor.resources) for flavor in self.flavors))
        return tuple(name for name in names if "/" in name or name in everywhere)

    @property
    def gpus(self) -> dict[str, int]:
        """GPUs of all its installed hosts, by the resource that they are."""
        found: dict[str, int] = {}
        for flavor in self.flavors:
            for name, count in flavor.resources.items():
                if name.endswith("/gpu") and isinstance(count, int):
                    found[name] = found.get(name, 0) + count
        return found

    @property
    def quota(self) -> dict[str, int]:
        """GPUs that its pods may have: its own, and what a provider lends."""
        lent = dict(self.lent)
        return {name: self.gpus.get(name, 0) + lent.get(name, 0) for name in dict.fromkeys((*self.gpus, *lent))}


def workspaces(plan: Draft) -> list[Workspace]:
    """Give every tenant's workspace by name, or the one of the whole cluster; none where nothing computes."""
    owners = sorted(plan.site.tenants) or [""]
    lent = _lent(plan)
    found = (Workspace(owner or plan.name, owner, tuple(_flavors(plan, owner)), lent) for owner in owners)
    return [each for each in found if each.flavors]


def _lent(plan: Draft) -> tuple[tuple[str, int], ...]:
    kubernetes = plan.spec.scheduler.kubernetes
    burst = kubernetes.burst if kubernetes else None
    return ((GPU_RESOURCES[burst.gpu_maker], burst.count * burst.gpus),) if burst and burst.gpus else ()


def places_of(plan: Plan, group: Group, tenant: str) -> list[int]:
    """Give the ordinals, of the envelope, of a group's workers that a tenant has; those of nobody where it is empty. Slurm's pods have hosts to themselves."""
    return _places(plan, group, tenant, plan.scheduled.kubernetes - plan.scheduled.pods)


def _places(plan: Plan, group: Group, tenant: str, workers: frozenset[str]) -> list[int]:
    names = ((ordinal, group.host_name(ordinal)) for ordinal in range(group.max))
    return [ordinal for ordinal, name in names if name in workers and plan.tenants.get(name, "") == tenant]


def _flavors(plan: Draft, tenant: str) -> Iterator[Flavor]:
    """Give a flavor for every group of the envelope that has a host in it."""
    rails = {each.group.name: [port.rail for port in each.ports] for each in rail_groups(plan)}
    serving = {host.name for host in plan.hosts if host.state == INSTALLED}
    workers = plan.scheduled.kubernetes - plan.scheduled.pods
    for group in worker_groups(plan):
        mine = _places(plan, group, tenant, workers)
        if not mine:
            continue
        installed = sum(group.host_name(ordinal) in serving for ordinal in mine)
        labels = ((GROUP, group.name), *([(TENANT, tenant)] if tenant else []))
        name = f"{group.name}-{tenant}" if tenant else group.name
        yield Flavor(name, group, labels, len(mine), _resources(plan, group, installed, rails.get(group.name, [])))


def _resources(plan: Draft, group: Group, hosts: int, rails: list[str]) -> dict[str, Quantity]:
    """Count what hosts have: hardware threads, memory as the vendor states it, GPUs, and each rail for as many pods of a host as can have it."""
    model, found = group.entry, dict[str, Quantity]()
    if model.cpu:
        cores = model.cpu.sockets * model.cpu.cores_per_socket - _client_cores(plan)
        found["cpu"] = hosts * max(0, cores) * model.cpu.threads_per_core
    if model.memory_gb:
        found["memory"] = f"{round(hosts * model.memory_gb)}G"
    if model.gpus:
        found[gpu_resource(plan, group)] = hosts * model.gpus.count
    return found | {rail_resource(rail): hosts * shares(plan) for rail in rails}


def _client_cores(plan: Plan) -> int:
    """Count the cores of a host that clients of its storage have for themselves."""
    tiers = ((tier, plan.site.storage[tier.name]) for tier in plan.tiers)
    return sum(spec.client_cores or 0 for tier, spec in tiers if COMPUTE in tier.clients)
