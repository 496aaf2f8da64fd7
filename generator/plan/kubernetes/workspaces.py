"""Workspaces: a namespace with hosts of its own, and what these have to give.

A tenant is one, with its hosts and no others: its ports are in a routing instance or a partition of their own, so its pods are of use nowhere
else. Compute hosts of no tenant are then in nobody's queue. Without tenants the whole cluster is one workspace, called like the cluster.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from generator.plan.draft import Draft
from generator.plan.groups import Group
from generator.plan.kubernetes.rails import FABRIC, rail_names, rail_resource
from generator.plan.kubernetes.records import Flavor, Quantity, Workspace
from generator.plan.kubernetes.workers import GPU_RESOURCES, GROUP, TENANT, gpu_resource, worker_groups
from generator.plan.plan import Plan
from generator.plan.scheduled import COMPUTE
from generator.plan.states import INSTALLED


def plan_workspaces(plan: Draft, shares: int) -> Iterator[Workspace]:
    """Yield every tenant's workspace by name, or the one of the whole cluster; none where nothing computes."""
    owners = sorted(plan.site.tenants) or [""]
    lent = _lent(plan)
    for owner in owners:
        flavors = tuple(_flavors(plan, owner, shares))
        if flavors:
            yield Workspace(owner or plan.name, owner, flavors, lent)


def _lent(plan: Draft) -> tuple[tuple[str, int], ...]:
    kubernetes = plan.spec.scheduler.kubernetes
    burst = kubernetes.burst if kubernetes else None
    return ((GPU_RESOURCES[burst.gpu_maker], burst.count * burst.gpus),) if burst and burst.gpus else ()


def _places(plan: Plan, group: Group, tenant: str, workers: frozenset[str]) -> list[int]:
    """Return the ordinals of a group's workers that a tenant has; those of nobody where it is empty."""
    names = ((ordinal, group.host_name(ordinal)) for ordinal in range(group.max))
    return [ordinal for ordinal, name in names if name in workers and plan.tenants.get(name, "") == tenant]


def _flavors(plan: Draft, tenant: str, shares: int) -> Iterator[Flavor]:
    """Yield a flavor for every group of the envelope that has a host in it; hosts with Slurm's pods are theirs alone."""
    serving = {host.name for host in plan.hosts if host.state == INSTALLED}
    workers = plan.scheduled.kubernetes - plan.scheduled.pods
    for group in worker_groups(plan):
        mine = _places(plan, group, tenant, workers)
        if not mine:
            continue
        installed = sum(group.host_name(ordinal) in serving for ordinal in mine)
        labels = ((GROUP, group.name), *([(TENANT, tenant)] if tenant else []))
        name = f"{group.name}-{tenant}" if tenant else group.name
        resources = _resources(plan, group, installed, dict.fromkeys(rail_names(plan, group), installed * shares))
        yield Flavor(name, group, labels, len(mine), _together(plan, group, mine), resources)


def _resources(plan: Plan, group: Group, hosts: int, rails: Mapping[str, int]) -> dict[str, Quantity]:
    """Count what hosts have: hardware threads, memory as the vendor states it, GPUs, and each rail for as many pods of a host as can have it."""
    model, found = group.entry, dict[str, Quantity]()
    if model.cpu:
        cores = model.cpu.sockets * model.cpu.cores_per_socket - _client_cores(plan)
        found["cpu"] = hosts * max(0, cores) * model.cpu.threads_per_core
    if model.memory_gb:
        found["memory"] = f"{round(hosts * model.memory_gb)}G"
    if model.gpus:
        found[gpu_resource(plan, group)] = hosts * model.gpus.count
    return found | {rail_resource(rail): count for rail, count in rails.items()}


def _client_cores(plan: Plan) -> int:
    """Count the cores of a host that clients of its storage have for themselves."""
    tiers = ((tier, plan.site.storage[tier.name]) for tier in plan.tiers)
    return sum(spec.client_cores or 0 for tier, spec in tiers if COMPUTE in tier.clients)


def _together(plan: Draft, group: Group, ordinals: list[int]) -> int:
    """Count the places of the unit, or NVLink domain, that has most of them."""
    shape = plan.cluster.shapes.get(FABRIC)
    if group.entry.nvlink_domain_hosts:
        return max(Counter(map(group.domain_of, ordinals)).values(), default=0)
    if shape is None or not shape.seating.of(group.name):
        return 0
    return max(Counter(shape.seating.run_of(group.name, each).su for each in ordinals).values(), default=0)
