"""Acceptance jobs of the core as objects: an indexed Job, the service that names its pods, and a compute domain where they share NVLink."""

from collections.abc import Iterable, Iterator

from generator.plan.kubernetes.acceptance import PORT, AcceptanceJob, nccl_environment
from generator.plan.plan import Plan
from generator.render.kubernetes.file import Thing
from generator.render.kubernetes.pods import PROGRAM_FOLDER, beside, head, pod_head, suspended, whole_host

SCRIPT = "all_reduce.py"
MAP = "clustergen-acceptance"
_JOB_NAME = "batch.kubernetes.io/job-name"


def job_objects(plan: Plan, job: AcceptanceJob) -> Iterator[Thing]:
    """Yield all of a job."""
    yield service(job)
    yield from beside(job)
    yield plain_job(plan, job)


def service(job: AcceptanceJob) -> Thing:
    """Return the service that names the job's pods."""
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": job.name, "namespace": job.workspace.name},
        "spec": {"clusterIP": "None", "publishNotReadyAddresses": True, "selector": {_JOB_NAME: job.name}},
    }


def plain_job(plan: Plan, job: AcceptanceJob) -> Thing:
    """Return the job itself, as the scheduler of queues wants it."""
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": head(job),
        "spec": {
            "completionMode": "Indexed",
            "completions": job.hosts,
            "parallelism": job.hosts,
            "backoffLimit": 0,
            **suspended(job),
            "template": {"metadata": pod_head(job), "spec": _pod(plan, job)},
        },
    }


def list_of(names: Iterable[str], spaces: Iterable[str] = ()) -> Thing:
    """Return the list of a folder's jobs, with the program as a map in each of the namespaces."""
    listed: Thing = {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": [f"{name}.yaml" for name in names],
    }
    maps = [{"name": MAP, "namespace": name, "files": [SCRIPT]} for name in dict.fromkeys(spaces)]
    return listed | ({"configMapGenerator": maps, "generatorOptions": {"disableNameSuffixHash": True}} if maps else {})


def environment(plan: Plan, job: AcceptanceJob) -> list[Thing]:
    """Return what NCCL is told, as a container takes it."""
    return [{"name": name, "value": value} for name, value in nccl_environment(plan, job).items()]


def _pod(plan: Plan, job: AcceptanceJob) -> Thing:
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
            f"{PROGRAM_FOLDER}/{SCRIPT}",
        ],
        "env": [{"name": "HOST_RANK", "valueFrom": index}, *environment(plan, job)],
    }
    return {
        "subdomain": job.name,
        "restartPolicy": "Never",
        **whole_host(job, container, MAP, {_JOB_NAME: job.name}),
    }
