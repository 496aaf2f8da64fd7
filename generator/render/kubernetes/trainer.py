"""Acceptance jobs of Kubeflow Trainer: a runtime with a whole host and its rails for each pod, and a job of PyTorch on it."""

from collections.abc import Iterator

from generator.plan.kubernetes.acceptance import AcceptanceJob
from generator.render.kubernetes import pods
from generator.render.kubernetes.file import Thing, manifest

_API = "trainer.kubeflow.org/v1alpha1"
_GROUP, _KIND = "trainer.kubeflow.org", "ClusterTrainingRuntime"
_STEP = "trainer.kubeflow.org/trainjob-ancestor-step"
PART = "node"
"""Trainer's name of the part, and its container, that gets PyTorch's variables."""
_VOLCANO_QUEUE = "scheduling.volcano.sh/queue-name"


def trainer_objects(job: AcceptanceJob) -> Iterator[Thing]:
    """Yield all of a job, its runtime first: other jobs of the workspace may name that, too."""
    runtime = f"clustergen-{job.flavor.name}"  # the whole cluster's, so by the flavor, which no two workspaces share
    yield from pods.beside(job)
    container = {"name": PART, "image": job.image, "env": pods.environment(job)}
    yield runtime_of(job, runtime, pods.whole_host(job, container, pods.MAP))
    spec = {
        **pods.suspended(job),
        "runtimeRef": runtime_reference(runtime),
        "trainer": {
            "numNodes": job.hosts,
            "numProcPerNode": job.whole.gpus,
            "command": ["torchrun", f"{pods.PROGRAM_FOLDER}/{pods.SCRIPT}"],
        },
    }
    yield manifest(_API, "TrainJob", **pods.head(job), spec=spec)


def runtime_reference(name: str) -> Thing:
    """Name a runtime, as a job does."""
    return {"apiGroup": _GROUP, "kind": _KIND, "name": name}


def runtime_of(job: AcceptanceJob, name: str, whole: Thing, restarts: int = 0) -> Thing:
    """Return the runtime: a set of jobs with one part, whose pods have a host each, with a limit of restarts."""
    pod = {"restartPolicy": "Never", **whole}
    part = {
        "name": PART,
        "template": {
            "metadata": {"labels": {_STEP: "trainer"}},
            "spec": {"backoffLimit": 0, "template": {"metadata": pods.pod_head(job), "spec": pod}},
        },
    }
    policy, queue = {}, {}
    if job.gang.by == "volcano":
        tree = {"networkTopology": pods.volcano_tree(job)} if job.gang.level else {}
        policy = {"podGroupPolicy": {"volcano": tree}}
        queue = {"metadata": {"annotations": {_VOLCANO_QUEUE: job.gang.queue}}}
    again = {"failurePolicy": {"maxRestarts": restarts}} if restarts else {}
    spec = {
        "mlPolicy": {"numNodes": job.hosts, "torch": {}},
        **policy,
        "template": {**queue, "spec": {**again, "replicatedJobs": [part]}},
    }
    return manifest(_API, _KIND, name, labels={"trainer.kubeflow.org/framework": "torch"}, spec=spec)
