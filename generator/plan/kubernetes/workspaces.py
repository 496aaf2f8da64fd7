"""Workspaces: namespaces with their hosts and resources, their isolation, and the rights of their members.

A tenant is one, with its hosts and no others: its ports are in a separate routing instance or partition, so its pods only work there. Compute hosts
without a tenant are then in no queue. Without tenants the whole cluster is one workspace, called like the cluster.

Pod security is `baseline`: it and `restricted` alike refuse IPC_LOCK and host paths. RDMA needs neither: hosts let every service, and so the
container runtime and its pods, lock all memory (`DefaultLimitMEMLOCK` of systemd), and storage comes by volume claims. `restricted` only
warns, as launchers of MPI run their SSH servers as root.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.draft import Draft
from generator.plan.groups import Group
from generator.plan.kubernetes.kubelet import reserved_mib, reserved_threads
from generator.plan.kubernetes.oidc import OIDC_PREFIX
from generator.plan.kubernetes.rails import FABRIC, rail_names, rail_resource
from generator.plan.kubernetes.records import Flavor, Quantity, Workspace
from generator.plan.kubernetes.workers import GPU_RESOURCES, GROUP, TENANT, gpu_resource, worker_groups
from generator.plan.plan import Plan
from generator.plan.states import INSTALLED

POD_SECURITY = (("enforce", "baseline"), ("warn", "restricted"))
DNS_NAMESPACE = "kube-system"
"""Where the cluster's names are served."""
DNS_PORTS = (("UDP", 53), ("TCP", 53))
SMALLEST = (("cpu", "1"), ("memory", "1Gi"))
"""The default requests of a container, small but enough to start. Only a default for requests: a `max` would become every
container's own limit, and its request with it. What the queue does not count gets no default: a request for it would keep the job out."""


class Priority(Struct, frozen=True):
    """A class of jobs: those of a higher value start first, and Kueue stops those of a lower one for them."""

    name: str
    value: int
    use: str


PRIORITIES = (
    Priority("urgent", 1000, "what must start now: it may stop what is lower"),
    Priority("standard", 500, "what names no class"),
    Priority("spare", 100, "what fills gaps, and may be stopped at any time"),
)
DEFAULT_PRIORITY = "standard"
_ALL = ("create", "delete", "get", "list", "patch", "update", "watch")
_READ = ("get", "list", "watch")
Right = tuple[str, tuple[str, ...], tuple[str, ...]]
RIGHTS: tuple[Right, ...] = (
    ("kueue.x-k8s.io", ("localqueues", "workloads"), _READ),
    ("kubeflow.org", ("mpijobs",), _ALL),
    ("trainer.kubeflow.org", ("trainjobs",), _ALL),
    ("resource.k8s.io", ("resourceclaims", "resourceclaimtemplates"), _ALL),
    ("resource.nvidia.com", ("computedomains",), _ALL),
)
"""Rights of members of a workspace in addition to the role `edit`, which covers only core kinds: API group, resources, verbs."""
QUEUE_RIGHTS: Mapping[str, tuple[Right, ...]] = {
    "volcano": (("batch.volcano.sh", ("jobs",), _ALL), ("scheduling.volcano.sh", ("podgroups",), _ALL))
}
"""Those that jobs need with a scheduler of theirs. Volcano's chart adds none to `edit` (volcano-sh/volcano, pull request 4174)."""


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
    """Return the ordinals of a group's workers that a tenant has; those without a tenant where it is empty."""
    names = ((ordinal, group.host_name(ordinal)) for ordinal in range(group.max))
    return [ordinal for ordinal, name in names if name in workers and plan.tenants.get(name, "") == tenant]


def _flavors(plan: Draft, tenant: str, shares: int) -> Iterator[Flavor]:
    """Yield a flavor for every group of the envelope that has a host in it; hosts with Slurm's pods are not shared."""
    serving = {host.name for host in plan.hosts if host.state == INSTALLED} - plan.scheduled.spares
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
    """Count what pods can have: hardware threads and memory (as the vendor states it) less what kubelets keep back, GPUs, and each rail for as many pods of a host as can have it."""
    model, found = group.entry, dict[str, Quantity]()
    if model.cpu:
        threads = model.cpu.sockets * model.cpu.cores_per_socket * model.cpu.threads_per_core
        found["cpu"] = hosts * max(0, threads - reserved_threads(plan))
    if model.memory_gb:
        found["memory"] = f"{hosts * max(0, int(model.memory_gb * 10**9) // 2**20 - reserved_mib())}Mi"
    if model.gpus:
        found[gpu_resource(plan, group)] = hosts * model.gpus.count
    return found | {rail_resource(rail): count for rail, count in rails.items()}


def _together(plan: Draft, group: Group, ordinals: list[int]) -> int:
    """Count the places of the unit, or NVLink domain, that has most of them."""
    shape = plan.cluster.shapes.get(FABRIC)
    if group.entry.nvlink_domain_hosts:
        return max(Counter(map(group.domain_of, ordinals)).values(), default=0)
    if shape is None or not shape.seating.of(group.name):
        return 0
    return max(Counter(shape.seating.run_of(group.name, each).su for each in ordinals).values(), default=0)


def members(plan: Plan, workspace: Workspace) -> str:
    """Return the group of members of a workspace in the API: the tenant's group of the directory, if stated."""
    directory, kubernetes = plan.site.services.directory, plan.site.kubernetes
    own = directory.tenants.get(workspace.tenant) if directory else None
    prefix = OIDC_PREFIX if kubernetes and kubernetes.oidc else ""
    return f"{prefix}{own or f'workspace:{workspace.name}'}"
