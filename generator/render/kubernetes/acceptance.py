"""Acceptance jobs as objects: an indexed Job, the service that names its pods, and a compute domain where they share NVLink."""

from collections.abc import Iterator, Mapping

from generator.plan.kubernetes.acceptance import PORT, AcceptanceJob, nccl_environment
from generator.plan.kubernetes.rails import NETWORK_NAMESPACE, rail_resource
from generator.plan.kubernetes.topology import levels_of
from generator.plan.plan import Plan
from generator.plan.tree import depth
from generator.render.kubernetes.file import Thing
from generator.render.kubernetes.kai import SCHEDULER, gang
from generator.render.kubernetes.kueue import QUEUE
from generator.spec.scheduler import KubernetesSpec

SCRIPT = "all_reduce.py"
MAP = "clustergen-acceptance"
_FOLDER = "/opt/clustergen"
_CHANNEL = "channel"
_SHARED_MEMORY = "/dev/shm"  # noqa: S108  (in the pod: what NCCL shares between processes)


def job_objects(plan: Plan, kubernetes: KubernetesSpec, job: AcceptanceJob) -> Iterator[Thing]:
    """Give all of a job."""
    metadata = {"name": job.name, "namespace": job.workspace.name}
    selector = {"batch.kubernetes.io/job-name": job.name}
    yield {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": metadata,
        "spec": {"clusterIP": "None", "publishNotReadyAddresses": True, "selector": selector},
    }
    if job.spans:
        channel = {"resourceClaimTemplate": {"name": f"{job.name}-{_CHANNEL}"}}
        yield {
            "apiVersion": "resource.nvidia.com/v1beta1",
            "kind": "ComputeDomain",
            "metadata": metadata,
            "spec": {"numNodes": job.hosts, "channel": channel},
        }
    yield _job(plan, kubernetes, job)


def acceptance_kustomization(jobs: list[AcceptanceJob]) -> Thing:
    """Give the list of jobs, with the program as a map in each workspace."""
    spaces = dict.fromkeys(job.workspace.name for job in jobs)
    return {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": [f"{job.flavor.name}.yaml" for job in jobs],
        "configMapGenerator": [{"name": MAP, "namespace": name, "files": [SCRIPT]} for name in spaces],
        "generatorOptions": {"disableNameSuffixHash": True},
    }


def _job(plan: Plan, kubernetes: KubernetesSpec, job: AcceptanceJob) -> Thing:
    """Give the job itself, as the scheduler of queues wants it."""
    queued = kubernetes.queues == "kueue" and not job.spans
    by_kai = kubernetes.queues == "kai"
    labels, near = gang(plan, kubernetes, job) if by_kai else ({}, {})
    labels |= {"kueue.x-k8s.io/queue-name": QUEUE} if queued else {}
    metadata: Thing = {"name": job.name, "namespace": job.workspace.name}
    metadata |= {key: value for key, value in (("labels", labels), ("annotations", near)) if value}
    annotations = {"annotations": _annotations(plan, kubernetes, job, queued=queued)}
    pod = _pod(job, nccl_environment(plan, job))
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": metadata,
        "spec": {
            "completionMode": "Indexed",
            "completions": job.hosts,
            "parallelism": job.hosts,
            "backoffLimit": 0,
            **({"suspend": True} if queued else {}),
            "template": {
                "metadata": {**({"labels": labels} if by_kai else {}), **annotations},
                "spec": {"schedulerName": SCHEDULER, **pod} if by_kai else pod,
            },
        },
    }


def _annotations(plan: Plan, kubernetes: KubernetesSpec, job: AcceptanceJob, *, queued: bool) -> Thing:
    found: Thing = {}
    if job.rails:
        found["k8s.v1.cni.cncf.io/networks"] = ",".join(f"{NETWORK_NAMESPACE}/{rail}" for rail in job.rails)
    if queued:
        near = levels_of(kubernetes, job.flavor.group, depth(plan)).labels[-2:][0]
        found["kueue.x-k8s.io/podset-preferred-topology"] = near
    return found


def _pod(job: AcceptanceJob, environment: Mapping[str, str]) -> Thing:
    limits = {job.gpu_resource: str(job.gpus), **{rail_resource(rail): "1" for rail in job.rails}}
    claims = {"claims": [{"name": _CHANNEL}]} if job.spans else {}
    index = {"fieldRef": {"fieldPath": "metadata.labels['batch.kubernetes.io/job-completion-index']"}}
    container: Thing = {
        "name": "all-reduce",
        "image": job.image,
        "command": [
            "torchrun",
            f"--nnodes={job.hosts}",
            f"--nproc-per-node={job.gpus}",
            "--node-rank=$(HOST_RANK)",
            f"--master-addr={job.name}-0.{job.name}",
            f"--master-port={PORT}",
            f"{_FOLDER}/{SCRIPT}",
        ],
        "env": [
            {"name": "HOST_RANK", "valueFrom": index},
            *({"name": name, "value": value} for name, value in environment.items()),
        ],
        "resources": {"limits": limits, **claims},
        "securityContext": {"allowPrivilegeEscalation": False},
        "volumeMounts": [{"name": "program", "mountPath": _FOLDER}, {"name": "shared", "mountPath": _SHARED_MEMORY}],
    }
    channel = {"name": _CHANNEL, "resourceClaimTemplateName": f"{job.name}-{_CHANNEL}"}
    return {
        "subdomain": job.name,
        "restartPolicy": "Never",
        "nodeSelector": dict(job.flavor.labels),
        "containers": [container],
        **({"resourceClaims": [channel]} if job.spans else {}),
        "volumes": [
            {"name": "program", "configMap": {"name": MAP}},
            {"name": "shared", "emptyDir": {"medium": "Memory"}},
        ],
    }
