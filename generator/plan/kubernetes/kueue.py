"""Settings of Kueue's controller: no GPU of a workspace is used without its queues, and how claims of devices are counted.

Kueue manages every job and pod of a workspace's namespace, with or without the name of a queue, and suspends it until a queue admits it. All other
namespaces (operators, monitoring, Slurm in pods) are not managed. The rest are the chart's own values, whose text this one replaces.
"""

from collections.abc import Mapping
from typing import Any

from generator.plan.kubernetes.gang_scheduling import CHANNEL_CLASS, CHANNEL_RESOURCE
from generator.plan.kubernetes.records import Flavor, Quantity, Workspace
from generator.plan.plan import Plan

_KINDS = (
    "batch/job", "kubeflow.org/mpijob", "ray.io/rayjob", "ray.io/rayservice", "ray.io/raycluster",
    "jobset.x-k8s.io/jobset", "workload.codeflare.dev/appwrapper", "trainer.kubeflow.org/trainjob", "pod", "deployment",
    "statefulset", "leaderworkerset.x-k8s.io/leaderworkerset",
)  # fmt: skip
"""Kinds of jobs that Kueue holds back, and pods that none of them owns; those whose controller is not installed do nothing."""


def kueue_configuration(plan: Plan) -> Mapping[str, Any]:
    """Return the controller's configuration."""
    names = [each.name for each in plan.workloads.workspaces]
    spans = any(flavor.spans for each in plan.workloads.workspaces for flavor in each.flavors)
    classes = [{"name": CHANNEL_RESOURCE, "deviceClassNames": [CHANNEL_CLASS]}]
    return {
        "apiVersion": "config.kueue.x-k8s.io/v1beta2",
        "kind": "Configuration",
        "health": {"healthProbeBindAddress": ":8081"},
        "metrics": {"bindAddress": ":8443"},
        "webhook": {"port": 9443},
        "leaderElection": {"leaderElect": True, "resourceName": "c1f6bfd2.kueue.x-k8s.io"},
        "controller": {
            "groupKindConcurrency": {
                "Job.batch": 5,
                "Pod": 5,
                "Workload.kueue.x-k8s.io": 10,
                "LocalQueue.kueue.x-k8s.io": 5,
                "ClusterQueue.kueue.x-k8s.io": 5,
                "ResourceFlavor.kueue.x-k8s.io": 1,
            }
        },
        "clientConnection": {"qps": 300, "burst": 500},
        "manageJobsWithoutQueueName": True,
        "managedJobsNamespaceSelector": {
            "matchExpressions": [{"key": "kubernetes.io/metadata.name", "operator": "In", "values": names}]
        },
        "integrations": {"frameworks": list(_KINDS)},
        **({"resources": {"deviceClassMappings": classes}} if spans else {}),
    }


def covered(each: Workspace) -> tuple[str, ...]:
    """Return the resources that a workspace's queue counts: those of hosts, and channels of NVLink domains."""
    return (*each.covered, *([CHANNEL_RESOURCE] if any(flavor.spans for flavor in each.flavors) else []))


def counted(flavor: Flavor) -> Mapping[str, Quantity]:
    """Return the resources of a flavor's hosts for a queue, with a channel each where they share NVLink."""
    if not flavor.spans:
        return flavor.resources
    gpus = sum(n for name, n in flavor.resources.items() if name.endswith("/gpu") and isinstance(n, int))
    return flavor.resources | {CHANNEL_RESOURCE: gpus // flavor.group.entry.gpu_count}
