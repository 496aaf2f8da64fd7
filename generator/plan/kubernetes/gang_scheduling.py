"""Gang scheduling: the pods of a job start together and near each other, by the scheduler that has the queues.

All pods of a job start, or none: two jobs that each wait for the other's hosts would wait forever. If the whole job fits in a unit (or NVLink
domain) of the envelope, it is kept in one; else the scheduler prefers it. The tree is labels of nodes, from the widest tier down to the host. It is the same tree as for Slurm. Hosts of NVLink domains that span hosts are kept
together by domain first. A domain may span two scalable units, so for such hosts it replaces the unit.

Volcano has the same tree as one object for each switch or domain. The lowest select hosts by label, so they do not change when a host is added;
those above name the ones below. A domain is below the lowest tier above the scalable units that has all its hosts.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from generator.plan.domains import nvlink_domains
from generator.plan.kubernetes.records import Flavor, Workspace
from generator.plan.kubernetes.workers import worker_hosts
from generator.plan.plan import Plan
from generator.plan.tree import depth, tiers_by_su
from generator.spec.scheduler import KubernetesSpec

HOSTNAME = "kubernetes.io/hostname"
QUEUE = "jobs"
"""The queue of Kueue that jobs of a namespace name (label kueue.x-k8s.io/queue-name)."""
DEFAULT_QUEUE = "default"
"""The queue of jobs that name none (its documentation, Setup a Default LocalQueue)."""
CHANNEL_RESOURCE = "nvidia.com/compute-domain-channel"
CHANNEL_CLASS = "compute-domain-default-channel.nvidia.com"
"""The resource that Kueue counts for a claim of a channel of an NVLink domain, one per host (NVIDIA's DRA driver: its DeviceClasses)."""
LOWEST_TIER = 1
"""The tier of Volcano's lowest HyperNodes."""
_NVIDIA_TIERS = ("leaf", "spine", "core")


class Levels(Struct, frozen=True):
    """A tree by the labels of its levels, the widest first. `name` is what flavors call it by."""

    name: str
    labels: tuple[str, ...]

    @property
    def nearest(self) -> str:
        """The label of the lowest switch or domain; the host's own without a fabric."""
        return self.labels[-2:][0]


class HyperNode(Struct, frozen=True, kw_only=True):
    """A node of the tree: `tier` counts from 1 at the bottom. Its members are hosts by a label (and without another), or HyperNodes by name."""

    name: str
    tier: int
    label: tuple[str, str] | None = None
    without: str = ""
    children: tuple[str, ...] = ()


def tier_label(kubernetes: KubernetesSpec, tier: int) -> str:
    """Name the label of a tier, 0 the nearest (docs/reference/node-labels.md of NVIDIA/topograph, 1.0.0 and 0.5.0)."""
    if kubernetes.topology_prefix == "nvidia":
        return f"network.topology.nvidia.com/{_NVIDIA_TIERS[tier]}"
    return f"fabric.topograph.run/tier-{tier}"


def domain_label(kubernetes: KubernetesSpec) -> str:
    """Name the label of an NVLink domain (the same documents)."""
    if kubernetes.topology_prefix == "nvidia":
        return "network.topology.nvidia.com/accelerator"
    return "accelerator.topograph.run/domain"


def domain_name(number: int) -> str:
    """Name an NVLink domain, numbered from 1 for the whole cluster."""
    return f"nvl{number}"


def levels_of(plan: Plan, kubernetes: KubernetesSpec, flavor: Flavor) -> Levels:
    """Return the tree that a flavor's hosts are in."""
    spans = flavor.spans
    above = (tier_label(kubernetes, tier) for tier in reversed(range(int(spans), depth(plan))))
    domain = [domain_label(kubernetes)] if spans else []
    return Levels("nvlink" if spans else "fabric", (*above, *domain, HOSTNAME))


def trees(plan: Plan, kubernetes: KubernetesSpec) -> list[Levels]:
    """Return the trees that hosts of workspaces are in."""
    flavors = (flavor for each in plan.workloads.workspaces for flavor in each.flavors)
    return list(dict.fromkeys(levels_of(plan, kubernetes, flavor) for flavor in flavors))


class GangScheduling(Struct, frozen=True, kw_only=True):
    """The scheduler that admits a job's pods together, its queue, and the topology.

    `level` is the label of the lowest switch or domain, and empty without a fabric; `within`: the job must be below one, else this is preferred.
    """

    by: Literal["kueue", "volcano", "kai"]
    queue: str
    tree: str
    level: str
    within: bool


def gang_scheduling_of(
    plan: Plan, kubernetes: KubernetesSpec, workspace: Workspace, flavor: Flavor, hosts: int
) -> GangScheduling:
    """Return a job's gang."""
    levels = levels_of(plan, kubernetes, flavor)
    return GangScheduling(
        by=kubernetes.queues,
        queue=QUEUE if kubernetes.queues == "kueue" else workspace.name,
        tree=levels.name,
        level=levels.nearest if len(levels.labels) > 1 else "",
        within=len(levels.labels) > 1 and flavor.together >= hosts,
    )


def hypernodes(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[HyperNode]:
    """Yield the tree of installed hosts, the lowest tier first; of that, scalable units before domains."""
    tiers, domains = tiers_by_su(plan), nvlink_domains(plan)
    without = domain_label(kubernetes) if domains else ""
    hosts = [host for host in worker_hosts(plan) if tiers.get(host.su)]
    paths: dict[str, list[tuple[str, ...]]] = {}
    for host in sorted(hosts, key=lambda host: host.name in domains):
        name = domain_name(domains[host.name]) if host.name in domains else tiers[host.su][0]
        label = domain_label(kubernetes) if host.name in domains else tier_label(kubernetes, 0)
        if name not in paths:
            yield HyperNode(name=name, tier=1, label=(label, name), without="" if host.name in domains else without)
        paths.setdefault(name, []).append(tiers[host.su])
    below: dict[tuple[int, str], dict[str, None]] = {}
    for lowest, mine in paths.items():
        child = lowest
        for level in _levels_above(mine):
            below.setdefault((level, mine[0][level]), {})[child] = None
            child = mine[0][level]
    for (level, name), children in sorted(below.items(), key=lambda each: each[0][0]):
        yield HyperNode(name=name, tier=level + 1, children=tuple(children))


def _levels_above(paths: list[tuple[str, ...]]) -> range:
    """Return the levels above a unit or domain, from the lowest whose switch all its hosts share."""
    most = len(paths[0])
    return range(next((at for at in range(1, most) if len({path[at] for path in paths}) == 1), most), most)
