"""Pods of acceptance jobs: a whole host each, with its rails, near the others of the job, and started with them."""

from collections.abc import Iterable, Mapping

from generator.plan.kubernetes.acceptance import AcceptanceJob
from generator.plan.kubernetes.gang_scheduling import LOWEST_TIER
from generator.plan.kubernetes.rails import NETWORK_NAMESPACE, rail_resource
from generator.render.kubernetes.file import Thing

PROGRAM_FOLDER = "/opt/clustergen"
_CHANNEL = "channel"
_SHARED_MEMORY = "/dev/shm"  # noqa: S108  (in the pod: what NCCL shares between processes)
_SCHEDULERS = {"kai": "kai-scheduler", "volcano": "volcano"}
_KAI_QUEUE = "kai.scheduler/queue"
_VOLCANO_GROUP = "scheduling.k8s.io/group-name"


def head(job: AcceptanceJob) -> Thing:
    """Return the metadata of the object that people apply, with what its queue is told of it.

    KAI Scheduler starts MPIJobs and the sets of Trainer whole by itself; to a set, its word for a Job's members would count other things
    (kai-scheduler/KAI-Scheduler v0.17.0, docs/batch).
    """
    metadata: Thing = {"name": job.name, "namespace": job.workspace.name}
    labels, annotations = _labels(job), {}
    if job.gang.by == "kueue":
        labels = {"kueue.x-k8s.io/queue-name": job.gang.queue}
    elif job.gang.by == "kai":
        together = {"kai.scheduler/batch-min-member": str(job.hosts)} if job.kind == "job" else {}
        annotations = {**together, **_kai_tree(job)}
    return metadata | {key: value for key, value in (("labels", labels), ("annotations", annotations)) if value}


def pod_head(job: AcceptanceJob, labels: Mapping[str, str] | None = None) -> Thing:
    """Return the metadata of a pod that has a host's rails."""
    annotations: Thing = {}
    if job.rails:
        annotations["k8s.v1.cni.cncf.io/networks"] = ",".join(f"{NETWORK_NAMESPACE}/{rail}" for rail in job.rails)
    if job.gang.by == "kueue" and job.gang.level:
        word = "required" if _strict(job) else "preferred"
        annotations[f"kueue.x-k8s.io/podset-{word}-topology"] = job.gang.level
    if job.gang.by == "volcano":
        annotations[_VOLCANO_GROUP] = job.name
    mine = {**_labels(job), **(labels or {})}
    return {**({"labels": mine} if mine else {}), "annotations": annotations}


def scheduler(job: AcceptanceJob) -> Thing:
    """Name who places a pod of the job, where it is not the cluster's own scheduler."""
    return {"schedulerName": _SCHEDULERS[job.gang.by]} if job.gang.by in _SCHEDULERS else {}


def suspended(job: AcceptanceJob) -> Thing:
    """Hold a job back until its queue lets it start."""
    return {"suspend": True} if job.gang.by == "kueue" else {}


def whole_host(job: AcceptanceJob, container: Mapping[str, object], program: str, chosen: Mapping[str, str]) -> Thing:
    """Return a pod that has all of a host. `program`: the map whose files it runs, if any; `chosen`: labels by which its pods know each other."""
    limits = {job.gpu_resource: str(job.gpus), **{rail_resource(rail): "1" for rail in job.rails}}
    claims = {"claims": [{"name": _CHANNEL}]} if job.spans else {}
    channel = {"name": _CHANNEL, "resourceClaimTemplateName": _channel(job)}
    mounts = [{"name": "shared", "mountPath": _SHARED_MEMORY}]
    volumes: list[Thing] = [{"name": "shared", "emptyDir": {"medium": "Memory"}}]
    if program:
        mounts.insert(0, {"name": "program", "mountPath": PROGRAM_FOLDER})
        volumes.insert(0, {"name": "program", "configMap": {"name": program}})
    return {
        **scheduler(job),
        "nodeSelector": dict(job.flavor.labels),
        **(_together(job.domain, chosen) if job.domain else {}),
        "containers": [
            {
                **container,
                "resources": {"limits": limits, **claims},
                "securityContext": {"allowPrivilegeEscalation": False},
                "volumeMounts": mounts,
            }
        ],
        **({"resourceClaims": [channel]} if job.spans else {}),
        "volumes": volumes,
    }


def beside(job: AcceptanceJob) -> Iterable[Thing]:
    """Yield what a job of any kind needs beside itself: its compute domain, and Volcano's group of its pods."""
    metadata = {"name": job.name, "namespace": job.workspace.name}
    if job.spans:
        yield {
            "apiVersion": "resource.nvidia.com/v1beta1",
            "kind": "ComputeDomain",
            "metadata": metadata,
            "spec": {"numNodes": job.hosts, "channel": {"resourceClaimTemplate": {"name": _channel(job)}}},
        }
    if job.gang.by == "volcano" and job.kind != "trainer":
        tree = {"networkTopology": volcano_tree(job)} if job.gang.level else {}
        yield {
            "apiVersion": "scheduling.volcano.sh/v1beta1",
            "kind": "PodGroup",
            "metadata": metadata,
            "spec": {"minMember": job.hosts, "queue": job.gang.queue, **tree},
        }


def volcano_tree(job: AcceptanceJob) -> Thing:
    """Report how far up the tree of HyperNodes a job may reach."""
    return {"mode": "hard", "highestTierAllowed": LOWEST_TIER} if _strict(job) else {"mode": "soft"}


def _strict(job: AcceptanceJob) -> bool:
    """Only the plain job, which tries hosts wherever they stand, may be spread."""
    return job.gang.within and job.kind in {"mpi", "trainer"}


def _labels(job: AcceptanceJob) -> Thing:
    return {_KAI_QUEUE: job.gang.queue} if job.gang.by == "kai" else {}


def _kai_tree(job: AcceptanceJob) -> Thing:
    if not job.gang.level:
        return {}
    word = "required" if _strict(job) else "preferred"
    return {"kai.scheduler/topology": job.gang.tree, f"kai.scheduler/topology-{word}-placement": job.gang.level}


def _channel(job: AcceptanceJob) -> str:
    return f"{job.name}-{_CHANNEL}"


def _together(domain: str, chosen: Mapping[str, str]) -> Thing:
    term = {"labelSelector": {"matchLabels": dict(chosen)}, "topologyKey": domain}
    return {"affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}}
