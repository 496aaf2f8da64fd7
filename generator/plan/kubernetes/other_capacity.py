"""Capacity outside of the cluster: hosts of a cloud provider, and other clusters, each behind a queue of its own.

A queue of its own, because Kueue keeps jobs that ask for no place in the tree out of a flavor with a tree where another flavor of the queue has
none, and because it lets no check of other clusters stand beside a check of an autoscaler in one queue
(kubernetes-sigs/kueue v0.19.2, pkg/cache/scheduler/clusterqueue.go).
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generator.catalog.chart import Chart, read_chart
from generator.plan.kubernetes.records import Quantity
from generator.plan.kubernetes.workers import GPU_RESOURCES
from generator.spec.scheduler import KubernetesSpec
from generator.spec.workloads import CloudHostsSpec

ELSEWHERE = "elsewhere"
"""The queue, flavor and cohort of other clusters."""


class CloudHosts(Struct, frozen=True, kw_only=True):
    """A provider's hosts: what all of them have, what the autoscaler is asked with, and which resources only they are asked for."""

    burst: CloudHostsSpec
    resources: Mapping[str, Quantity]
    provisioning_class: str
    managed: tuple[str, ...]
    autoscaler: Chart
    values: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What they, their flavor and their queues are called."""
        return self.burst.name


class OtherClusters(Struct, frozen=True, kw_only=True):
    """Other clusters by name, each with the name of the secret that has its kubeconfig, and what jobs from here may have in all of them."""

    secrets: tuple[tuple[str, str], ...]
    resources: Mapping[str, Quantity]


def cloud_hosts(kubernetes: KubernetesSpec) -> CloudHosts | None:
    """Return the provider's hosts, as the spec states them. The first of its groups is used first: the expander takes the highest number."""
    burst = kubernetes.burst
    if burst is None:
        return None
    chart = read_chart("cluster-autoscaler")
    groups = burst.node_groups or (burst.name,)
    gpu = GPU_RESOURCES[burst.gpu_maker]
    values = {
        "autoscalingGroups": [{"name": name, "minSize": 0, "maxSize": burst.count} for name in groups],
        "expanderPriorities": {len(groups) - at: [f".*{re.escape(name)}$"] for at, name in enumerate(groups)},
        "extraArgs": {
            "enable-provisioning-requests": True,
            "expander": "priority",
            "max-node-provision-time": f"{burst.ready_minutes}m",
            "scale-down-unneeded-time": f"{burst.idle_minutes}m",
        },
    }
    return CloudHosts(
        burst=burst,
        resources=_room(burst.count, burst.cpus, burst.memory_gib, {gpu: burst.gpus}),
        provisioning_class=chart.releases["provisioning_class"],
        managed=(gpu,) if burst.gpus else (),
        autoscaler=chart,
        values=values,
    )


def other_clusters(kubernetes: KubernetesSpec) -> OtherClusters | None:
    """Return the other clusters by name."""
    given = kubernetes.clusters
    if not given:
        return None
    gpus = Counter[str]()
    for _, each in sorted(given.items()):
        gpus[GPU_RESOURCES[each.gpu_maker]] += each.gpus
    cpus, memory = sum(each.cpus for each in given.values()), sum(each.memory_gib for each in given.values())
    return OtherClusters(
        secrets=tuple((name, each.secret) for name, each in sorted(given.items())),
        resources=_room(1, cpus, memory, gpus),
    )


def _room(count: int, cpus: int, memory_gib: int, gpus: Mapping[str, int]) -> dict[str, Quantity]:
    found: dict[str, Quantity] = {"cpu": count * cpus, "memory": f"{count * memory_gib}Gi"}
    return found | {name: count * number for name, number in gpus.items() if number}
