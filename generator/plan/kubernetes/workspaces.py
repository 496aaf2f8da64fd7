"""Workspaces: a namespace with hosts of its own, and what these have to give.

A tenant is one, with its hosts and no others: its ports are in a routing instance or a partition of their own, so its pods are of use nowhere
else. Compute hosts of no tenant are then in nobody's queue. Without tenants the whole cluster is one workspace, called like the cluster.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.model.groups import HostGroup
from generator.plan.kubernetes.rails import rail_groups, rail_resource
from generator.plan.kubernetes.workers import GROUP, TENANT, gpu_resource, worker_groups
from generator.plan.plan import Plan
from generator.plan.scheduled import kubernetes_names
from generator.plan.states import INSTALLED

Quantity = int | str


@dataclass(frozen=True, slots=True)
class Flavor:
    """Equal hosts of a workspace, by the labels that choose them: `places` of the envelope. `resources` is what those in service have together."""

    name: str
    group: HostGroup
    labels: tuple[tuple[str, str], ...]
    places: int
    resources: dict[str, Quantity]


@dataclass(frozen=True, slots=True)
class Workspace:
    """A namespace, who works there, and on which hosts. `tenant` is empty where it has the whole cluster."""

    name: str
    tenant: str
    flavors: tuple[Flavor, ...]

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


def workspaces(plan: Plan) -> list[Workspace]:
    """Give every tenant's workspace by name, or the one of the whole cluster; none where nothing computes."""
    owners = sorted(plan.spec.tenants) or [""]
    found = (Workspace(owner or plan.spec.name, owner, tuple(_flavors(plan, owner))) for owner in owners)
    return [each for each in found if each.flavors]


def _flavors(plan: Plan, tenant: str) -> Iterator[Flavor]:
    """Give a flavor for every group of the envelope that has a host in it."""
    rails = {each.group.name: [port.rail for port in each.ports] for each in rail_groups(plan)}
    workers = kubernetes_names(plan.cluster)
    serving = {host.name for host in plan.hosts if host.state == INSTALLED}
    for group in worker_groups(plan):
        names = [group.host_name(ordinal) for ordinal in range(group.max)]
        mine = [name for name in names if name in workers and plan.tenants.get(name, "") == tenant]
        if not mine:
            continue
        installed = sum(name in serving for name in mine)
        labels = ((GROUP, group.name), *([(TENANT, tenant)] if tenant else []))
        name = f"{group.name}-{tenant}" if tenant else group.name
        yield Flavor(name, group, labels, len(mine), _resources(plan, group, installed, rails.get(group.name, [])))


def _resources(plan: Plan, group: HostGroup, hosts: int, rails: list[str]) -> dict[str, Quantity]:
    """Count what hosts have: hardware threads, memory as the vendor states it, GPUs, and each rail once a host."""
    model, found = group.model, dict[str, Quantity]()
    if model.cpu:
        found["cpu"] = hosts * model.cpu.sockets * model.cpu.cores_per_socket * model.cpu.threads_per_core
    if model.memory_gb:
        found["memory"] = f"{round(hosts * model.memory_gb)}G"
    if model.gpus:
        found[gpu_resource(plan, group)] = hosts * model.gpus.count
    return found | {rail_resource(rail): hosts for rail in rails}
