"""How the pods of a job start together and near each other, by whoever has the queues.

All pods of a job, or none: two jobs that each wait for the other's hosts would wait for ever. Where a unit (or NVLink domain) of the envelope
seats the whole job, it is kept in one; else the scheduler only tries.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from generator.plan.draft import Draft
from generator.plan.kubernetes.rails import FABRIC
from generator.plan.kubernetes.topology import levels_of
from generator.plan.kubernetes.workspaces import Flavor, Workspace, places_of
from generator.plan.tree import depth
from generator.spec.scheduler import KubernetesSpec

QUEUE = "jobs"
"""The queue of Kueue that jobs of a namespace name (label kueue.x-k8s.io/queue-name)."""
LOWEST_TIER = 1
"""The tier of Volcano's lowest HyperNodes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gang:
    """Who lets a job's pods in together, from which queue, and what they have in common.

    `by` is empty where nobody lets them in: then they choose their domain themselves. `level` is the label of the lowest switch or domain, and
    empty without a fabric; `within` says that the job must be below one, else it only should.
    """

    by: Literal["kueue", "volcano", "kai", ""]
    queue: str
    tree: str
    level: str
    within: bool


def gang_of(plan: Draft, kubernetes: KubernetesSpec, workspace: Workspace, flavor: Flavor, hosts: int) -> Gang:
    """Give a job's gang. Kueue lets in no claim whose device class it is not told of, so jobs that span NVLink start without it."""
    levels = levels_of(kubernetes, flavor.group, depth(plan))
    spans = bool(flavor.group.entry.nvlink_domain_hosts)
    return Gang(
        by="" if kubernetes.queues == "kueue" and spans else kubernetes.queues,
        queue=QUEUE if kubernetes.queues == "kueue" else workspace.name,
        tree=levels.name,
        level=levels.labels[-2] if len(levels.labels) > 1 else "",
        within=len(levels.labels) > 1 and _fullest(plan, workspace, flavor) >= hosts,
    )


def _fullest(plan: Draft, workspace: Workspace, flavor: Flavor) -> int:
    """Count the places of a flavor in that unit, or domain, which has most of them."""
    group = flavor.group
    ordinals = places_of(plan, group, workspace.tenant)
    shape = plan.cluster.shapes.get(FABRIC)
    if group.entry.nvlink_domain_hosts:
        return max(Counter(map(group.domain_of, ordinals)).values(), default=0)
    if shape is None or not shape.seating.of(group.name):
        return 0
    return max(Counter(shape.seating.run_of(group.name, each).su for each in ordinals).values(), default=0)
