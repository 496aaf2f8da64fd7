"""Pods of acceptance jobs: a whole host each, with its rails, near the others of the job, and started with them."""

from collections.abc import Iterable, Mapping

from generator.plan.kubernetes.acceptance import AcceptanceJob
from generator.plan.kubernetes.gang_scheduling import LOWEST_TIER
from generator.plan.kubernetes.rails import NETWORK_NAMESPACE, rail_resource
from generator.plan.kubernetes.records import WholeHost
from generator.render.kubernetes.file import Thing, given, manifest

SCRIPT = "all_reduce.py"
MAP = "clustergen-acceptance"
"""The map of the program, in each namespace with jobs."""
PROGRAM_FOLDER = "/opt/clustergen"
SHARED_MOUNT: Thing = {"name": "shared", "mountPath": "/dev/shm"}  # noqa: S108  (in the pod: what NCCL shares between processes)
SHARED_VOLUME: Thing = {"name": "shared", "emptyDir": {"medium": "Memory"}}
_CHANNEL = "channel"
_CLAIM = "checkpoints"
_SCHEDULERS = {"kai": "kai-scheduler", "volcano": "volcano"}
_KAI_QUEUE = "kai.scheduler/queue"
_VOLCANO_GROUP = "scheduling.k8s.io/group-name"


def head(job: AcceptanceJob) -> Thing:
    """Return the metadata of the object that users apply, with labels and annotations for its queue.

    KAI Scheduler itself starts MPIJobs and the sets of Trainer as gangs; on a set, its annotation for the members of a Job would count other objects
    (kai-scheduler/KAI-Scheduler v0.17.0, docs/batch).
    """
    labels, annotations = kai_labels(job), {}
    if job.gang.by == "kueue":
        labels = {"kueue.x-k8s.io/queue-name": job.gang.queue}
    elif job.gang.by == "kai":
        if job.kind == "job":
            annotations["kai.scheduler/batch-min-member"] = str(job.hosts)
        if job.gang.level:
            annotations["kai.scheduler/topology"] = job.gang.tree
            annotations[f"kai.scheduler/topology-{_strictness(job)}-placement"] = job.gang.level
    return {"name": job.name, "namespace": job.workspace.name, "labels": labels, "annotations": annotations}


def pod_head(job: AcceptanceJob) -> Thing:
    """Return the metadata of a pod that has a host's rails."""
    annotations = rail_annotation(job.whole.rails)
    if job.gang.by == "kueue" and job.gang.level:
        annotations[f"kueue.x-k8s.io/podset-{_strictness(job)}-topology"] = job.gang.level
    if _is_grouped(job):
        annotations[_VOLCANO_GROUP] = job.name
    return {**given(labels=kai_labels(job)), "annotations": annotations}


def rail_annotation(rails: Iterable[str]) -> Thing:
    """Return the annotation that gives a pod its host's rails as networks; empty where there are no rails."""
    names = ",".join(f"{NETWORK_NAMESPACE}/{rail}" for rail in rails)
    return {"k8s.v1.cni.cncf.io/networks": names} if names else {}


def host_limits(whole: WholeHost) -> Thing:
    """Return the limits of a pod with all GPUs and rails of a host."""
    gpus = {whole.gpu_resource: str(whole.gpus)} if whole.gpus else {}
    return gpus | {rail_resource(rail): "1" for rail in whole.rails}


def scheduler(job: AcceptanceJob) -> Thing:
    """Return the scheduler of the job's pods, if it is not the cluster's default."""
    return {"schedulerName": _SCHEDULERS[job.gang.by]} if job.gang.by in _SCHEDULERS else {}


def suspended(job: AcceptanceJob) -> Thing:
    """Suspend a job until its queue admits it."""
    return {"suspend": True} if job.gang.by == "kueue" else {}


def environment(job: AcceptanceJob) -> list[Thing]:
    """Return the settings of NCCL as environment of a container."""
    return [{"name": name, "value": value} for name, value in job.whole.nccl]


def whole_host(
    job: AcceptanceJob, container: Mapping[str, object], program: str, claim: tuple[str, str] | None = None
) -> Thing:
    """Return a pod that has all of a host. `program`: the map whose files it runs, if any; `claim`: that of a volume, and where it is mounted."""
    claims = {"claims": [{"name": _CHANNEL}]} if job.flavor.spans else {}
    channel = {"name": _CHANNEL, "resourceClaimTemplateName": _channel(job)}
    mounts = [{"name": "program", "mountPath": PROGRAM_FOLDER}] if program else []
    volumes: list[Thing] = [{"name": "program", "configMap": {"name": program}}] if program else []
    if claim:
        name, path = claim
        mounts.append({"name": _CLAIM, "mountPath": path})
        volumes.append({"name": _CLAIM, "persistentVolumeClaim": {"claimName": name}})
    return {
        **scheduler(job),
        "nodeSelector": dict(job.flavor.labels),
        "containers": [
            {
                **container,
                "resources": {"limits": host_limits(job.whole), **claims},
                "securityContext": {"allowPrivilegeEscalation": False},
                "volumeMounts": [*mounts, SHARED_MOUNT],
            }
        ],
        **given(resourceClaims=[channel] if job.flavor.spans else []),
        "volumes": [*volumes, SHARED_VOLUME],
    }


def beside(job: AcceptanceJob) -> Iterable[Thing]:
    """Yield the additional objects of a job of any kind: its compute domain, and Volcano's group of its pods."""
    if job.flavor.spans:
        spec: Thing = {"numNodes": job.hosts, "channel": {"resourceClaimTemplate": {"name": _channel(job)}}}
        yield manifest("resource.nvidia.com/v1beta1", "ComputeDomain", job.name, job.workspace.name, spec=spec)
    yield from group(job)


def group(job: AcceptanceJob) -> Iterable[Thing]:
    """Yield Volcano's group of a job's pods, where the job brings it."""
    if _is_grouped(job):
        tree = {"networkTopology": volcano_tree(job)} if job.gang.level else {}
        spec = {"minMember": job.hosts, "queue": job.gang.queue, **tree}
        yield manifest("scheduling.volcano.sh/v1beta1", "PodGroup", job.name, job.workspace.name, spec=spec)


def volcano_tree(job: AcceptanceJob) -> Thing:
    """Report how far up the tree of HyperNodes a job may reach."""
    return {"mode": "hard", "highestTierAllowed": LOWEST_TIER} if _strictness(job) == "required" else {"mode": "soft"}


def kai_labels(job: AcceptanceJob) -> Thing:
    """Return the label of everything that is in a queue of KAI Scheduler's."""
    return {_KAI_QUEUE: job.gang.queue} if job.gang.by == "kai" else {}


def _strictness(job: AcceptanceJob) -> str:
    """Whether the job must be placed together. Only the plain job, which tries hosts in any place, may be spread; not over domains of NVLink, by which it talks."""
    return "required" if job.gang.within and (job.kind in {"mpi", "trainer"} or job.flavor.spans) else "preferred"


def _is_grouped(job: AcceptanceJob) -> bool:
    """Whether the job brings Volcano's group of its pods; Trainer itself makes that, and names it to the pods."""
    return job.gang.by == "volcano" and job.kind != "trainer"


def _channel(job: AcceptanceJob) -> str:
    return f"{job.name}-{_CHANNEL}"
