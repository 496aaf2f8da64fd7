"""Acceptance jobs of Kubeflow Trainer: a runtime that gives a whole host with its rails to each pod, and a job of PyTorch on it."""

from collections.abc import Iterator

from generator.plan.kubernetes.acceptance import AcceptanceJob
from generator.plan.plan import Plan
from generator.render.kubernetes.acceptance import MAP, SCRIPT, environment
from generator.render.kubernetes.file import Thing
from generator.render.kubernetes.pods import (
    PROGRAM_FOLDER,
    beside,
    head,
    pod_head,
    suspended,
    volcano_tree,
    whole_host,
)

_API = "trainer.kubeflow.org/v1alpha1"
_GROUP, _KIND = "trainer.kubeflow.org", "ClusterTrainingRuntime"
_STEP = "trainer.kubeflow.org/trainjob-ancestor-step"
_PART = "node"
"""What Trainer calls the part, and its container, that it tells PyTorch's variables."""
_SET_NAME = "jobset.sigs.k8s.io/jobset-name"
"""The label that pods of a job have in common (kubernetes-sigs/jobset v0.11, api/jobset/v1alpha2)."""


def trainer_objects(plan: Plan, job: AcceptanceJob) -> Iterator[Thing]:
    """Yield all of a job, its runtime first: other jobs of the workspace may name that, too."""
    yield from beside(job)
    yield _runtime(plan, job)
    yield {
        "apiVersion": _API,
        "kind": "TrainJob",
        "metadata": head(job),
        "spec": {
            **suspended(job),
            "runtimeRef": {"apiGroup": _GROUP, "kind": _KIND, "name": _runtime_name(job)},
            "trainer": {
                "numNodes": job.hosts,
                "numProcPerNode": job.gpus,
                "command": ["torchrun", f"{PROGRAM_FOLDER}/{SCRIPT}"],
            },
        },
    }


def _runtime(plan: Plan, job: AcceptanceJob) -> Thing:
    container = {"name": _PART, "image": job.image, "env": environment(plan, job)}
    pod = {"restartPolicy": "Never", **whole_host(job, container, MAP, {_SET_NAME: job.name})}
    by_volcano = job.gang.by == "volcano"
    group = {"volcano": {"networkTopology": volcano_tree(job)} if job.gang.level else {}}
    template = {"metadata": _pod_head(job), "spec": pod}
    return {
        "apiVersion": _API,
        "kind": _KIND,
        "metadata": {"name": _runtime_name(job), "labels": {"trainer.kubeflow.org/framework": "torch"}},
        "spec": {
            "mlPolicy": {"numNodes": job.hosts, "torch": {}},
            **({"podGroupPolicy": group} if by_volcano else {}),
            "template": {
                **({"metadata": {"annotations": {_VOLCANO_QUEUE: job.gang.queue}}} if by_volcano else {}),
                "spec": {
                    "replicatedJobs": [
                        {
                            "name": _PART,
                            "template": {
                                "metadata": {"labels": {_STEP: "trainer"}},
                                "spec": {"backoffLimit": 0, "template": template},
                            },
                        }
                    ]
                },
            },
        },
    }


_VOLCANO_QUEUE = "scheduling.volcano.sh/queue-name"


def _pod_head(job: AcceptanceJob) -> Thing:
    """Return the pods' metadata; Trainer itself names Volcano's group to them, as it makes it."""
    made = pod_head(job)
    if job.gang.by == "volcano":
        made["annotations"].pop("scheduling.k8s.io/group-name")
    return made


def _runtime_name(job: AcceptanceJob) -> str:
    """Name the runtime: it is the whole cluster's, so by the flavor, which no two workspaces share."""
    return f"clustergen-{job.flavor.name}"
