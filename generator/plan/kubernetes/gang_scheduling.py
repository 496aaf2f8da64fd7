"""Gang scheduling: how the pods of a job start together and near each other, by whoever has the queues.

All pods of a job, or none: two jobs that each wait for the other's hosts would wait for ever. Where a unit (or NVLink domain) of the envelope
seats the whole job, it is kept in one; else the scheduler only tries.
"""

from typing import Literal

from msgspec import Struct

from generator.plan.kubernetes.records import Flavor, Workspace
from generator.plan.kubernetes.topology import levels_of
from generator.plan.plan import Plan
from generator.plan.tree import depth
from generator.spec.scheduler import KubernetesSpec

QUEUE = "jobs"
"""The queue of Kueue that jobs of a namespace name (label kueue.x-k8s.io/queue-name)."""
LOWEST_TIER = 1
"""The tier of Volcano's lowest HyperNodes."""


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
    levels = levels_of(kubernetes, flavor.group, depth(plan))
    spans = bool(flavor.group.entry.nvlink_domain_hosts)
    return GangScheduling(
        by="" if kubernetes.queues == "kueue" and spans else kubernetes.queues,
        queue=QUEUE if kubernetes.queues == "kueue" else workspace.name,
        tree=levels.name,
        level=levels.nearest if len(levels.labels) > 1 else "",
        within=len(levels.labels) > 1 and flavor.together >= hosts,
    )
