"""Capacity outside of the cluster: hosts of a cloud provider, and other clusters, each behind a separate queue.

The queue is separate because Kueue keeps jobs without a topology request out of a flavor with a topology if another flavor of the queue has none,
and because it does not allow a check of other clusters and a check of an autoscaler in one queue
(kubernetes-sigs/kueue v0.19.2, pkg/cache/scheduler/clusterqueue.go).
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from generator.plan.kubernetes.records import Quantity
from generator.plan.kubernetes.workers import GPU_RESOURCES
from generator.spec.kubernetes_jobs import CloudHostsSpec, WorkerClusterSpec

ELSEWHERE = "elsewhere"
"""The queue, flavor and cohort of other clusters."""


def burst_capacity(burst: CloudHostsSpec) -> dict[str, Quantity]:
    """Return what all of a provider's hosts have."""
    return _room(burst.count, burst.cpus, burst.memory_gib, {GPU_RESOURCES[burst.gpu_maker]: burst.gpus})


def autoscaler_values(burst: CloudHostsSpec) -> dict[str, Any]:
    """Return the values of the autoscaler's chart. The first of the provider's groups is used first: the expander takes the highest number."""
    groups = burst.node_groups or (burst.name,)
    return {
        "autoscalingGroups": [{"name": name, "minSize": 0, "maxSize": burst.count} for name in groups],
        "expanderPriorities": {len(groups) - at: [f".*{re.escape(name)}$"] for at, name in enumerate(groups)},
        "extraArgs": {
            "enable-provisioning-requests": True,
            "expander": "priority",
            "max-node-provision-time": f"{burst.ready_minutes}m",
            "scale-down-unneeded-time": f"{burst.idle_minutes}m",
        },
    }


def capacity_of_others(clusters: Mapping[str, WorkerClusterSpec]) -> dict[str, Quantity]:
    """Return the capacity of all other clusters for jobs of this one."""
    gpus = Counter[str]()
    for _, each in sorted(clusters.items()):
        gpus[GPU_RESOURCES[each.gpu_maker]] += each.gpus
    return _room(
        1, sum(each.cpus for each in clusters.values()), sum(each.memory_gib for each in clusters.values()), gpus
    )


def _room(count: int, cpus: int, memory_gib: int, gpus: Mapping[str, int]) -> dict[str, Quantity]:
    found: dict[str, Quantity] = {"cpu": count * cpus, "memory": f"{count * memory_gib}Gi"}
    return found | {name: count * number for name, number in gpus.items() if number}
