"""How the pods of a job start together and near each other, by whoever has the queues.

All pods of a job, or none: two jobs that each wait for the other's hosts would wait for ever. Where a unit (or NVLink domain) of the envelope
seats the whole job, it is kept in one; else the scheduler only tries.

The tree is labels of nodes, from the widest tier down to the host. It is the tree that Slurm has. Hosts of NVLink domains that span hosts are kept
together by domain first. A domain may reach into two scalable units, so for such hosts it stands where the unit stands for the others.
"""

from typing import Literal

from msgspec import Struct

from generator.plan.kubernetes.records import Flavor, Workspace
from generator.plan.plan import Plan
from generator.plan.tree import depth
from generator.spec.scheduler import KubernetesSpec

HOSTNAME = "kubernetes.io/hostname"
QUEUE = "jobs"
"""The queue of Kueue that jobs of a namespace name (label kueue.x-k8s.io/queue-name)."""
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
    """Who lets a job's pods in together, from which queue, and what they have in common.

    `by` is empty where nobody lets them in: then they choose their domain themselves. `level` is the label of the lowest switch or domain, and
    empty without a fabric; `within` says that the job must be below one, else it only should.
    """

    by: Literal["kueue", "volcano", "kai", ""]
    queue: str
    tree: str
    level: str
    within: bool


def gang_scheduling_of(
    plan: Plan, kubernetes: KubernetesSpec, workspace: Workspace, flavor: Flavor, hosts: int
) -> GangScheduling:
    """Return a job's gang. Kueue lets in no claim whose device class it is not told of, so jobs that span NVLink start without it."""
    levels = levels_of(plan, kubernetes, flavor)
    return GangScheduling(
        by="" if kubernetes.queues == "kueue" and flavor.spans else kubernetes.queues,
        queue=QUEUE if kubernetes.queues == "kueue" else workspace.name,
        tree=levels.name,
        level=levels.nearest if len(levels.labels) > 1 else "",
        within=len(levels.labels) > 1 and flavor.together >= hosts,
    )
