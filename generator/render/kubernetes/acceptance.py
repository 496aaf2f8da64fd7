"""Acceptance jobs, a folder for each kind, applied when the cluster is to be tried; here those of the core.

One is an indexed Job, the service that names its pods, and a compute domain where they share NVLink.
"""

from collections.abc import Callable, Iterable, Iterator

from generator.catalog.chart import read_controller
from generator.plan.kubernetes.acceptance import PORT, AcceptanceJob, acceptance_jobs
from generator.plan.plan import Plan
from generator.render.artifact import Grade, Proof
from generator.render.kubernetes import pods
from generator.render.kubernetes.file import (
    CORE,
    CRDS,
    KUSTOMIZE,
    ManifestFile,
    TextFile,
    Thing,
    kustomization,
    manifest,
)
from generator.render.kubernetes.mpi import mpi_objects
from generator.render.kubernetes.trainer import trainer_objects
from generator.spec.kubernetes_jobs import AcceptanceKind
from generator.spec.scheduler import KubernetesSpec

_JOB_NAME = "batch.kubernetes.io/job-name"
Objects = Callable[[AcceptanceJob], Iterable[Thing]]
_HEADER = """\
When the cluster is up: kubectl apply -k . ; the log of each job's first pod has its bus bandwidth. Keep it as the reference for later runs.
Nothing here is applied with the other objects of the cluster. Only one job at a time can use a host's GPUs and rails: delete one kind before you apply the next."""
_CONTROLLER = """
{name} {version} must be installed:
  {install}"""
_JOB = """\
An all-reduce of two whole hosts over their rails: each rail is a network, and NCCL has the settings of the hosts' own file."""
_MPI = """
The launcher's log has the table of nccl-tests: the result is `busbw` of the largest size."""
_TRAINER = """
The runtime is for this job: it mounts its program and places its pods below one switch, or in one domain. Copy it for your own jobs."""
_COMPILED = Proof(Grade.PARSED, "Python's compiler")


def acceptance_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile | TextFile]:
    """Yield the jobs, their program, and the list of both, kind by kind."""
    for kind, (folder, made, controller, note) in _KINDS.items():
        jobs = list(acceptance_jobs(plan, kubernetes, kind))
        if jobs:
            yield from _folder(f"acceptance/{folder}", jobs, made, controller, note)


def _folder(
    folder: str, jobs: list[AcceptanceJob], made: Objects, controller: str, note: str
) -> Iterator[ManifestFile | TextFile]:
    facts = read_controller(controller) if controller else None
    needs = _CONTROLLER.format(name=facts.name, version=facts.version, install=facts.install) if facts else ""
    spaces = dict.fromkeys(job.workspace.name for job in jobs if job.kind != "mpi")  # its image has a program
    maps = [{"name": pods.MAP, "namespace": name, "files": [pods.SCRIPT]} for name in spaces]
    yield ManifestFile(
        path=f"{folder}kustomization.yaml",
        header=_HEADER + needs,
        proof=KUSTOMIZE,
        documents=[kustomization((f"{job.flavor.name}.yaml" for job in jobs), maps)],
        applied=False,
    )
    if maps:
        yield TextFile(path=f"{folder}{pods.SCRIPT}", template="kubernetes/all_reduce.py.j2", proof=_COMPILED)
    for job in jobs:
        yield ManifestFile(
            path=f"{folder}{job.flavor.name}.yaml",
            header=_JOB + note,
            proof=CRDS if facts else CORE,
            documents=made(job),
            applied=False,
        )


def _job_objects(job: AcceptanceJob) -> Iterator[Thing]:
    yield _service(job)
    yield from pods.beside(job)
    yield _job(job)


def _wrapper_objects(job: AcceptanceJob) -> Iterator[Thing]:
    """Yield an AppWrapper: Kueue admits the service and the job as one, and removes both if the job does not become healthy.

    Its contents have no queue: two would admit the same pods twice.
    """
    inner = _job(job)
    inner["metadata"].pop("labels")
    inner["spec"].pop("suspend")
    spec = {"suspend": True, "components": [{"template": _service(job)}, {"template": inner}]}
    yield manifest("workload.codeflare.dev/v1beta2", "AppWrapper", **pods.head(job), spec=spec)


def _service(job: AcceptanceJob) -> Thing:
    """Return the service that names the job's pods."""
    spec = {"clusterIP": "None", "publishNotReadyAddresses": True, "selector": {_JOB_NAME: job.name}}
    return manifest("v1", "Service", job.name, job.workspace.name, spec=spec)


def _job(job: AcceptanceJob) -> Thing:
    """Return the job itself, in the form for the scheduler with the queues."""
    spec = {
        "completionMode": "Indexed",
        "completions": job.hosts,
        "parallelism": job.hosts,
        "backoffLimit": 0,
        **pods.suspended(job),
        "template": {"metadata": pods.pod_head(job), "spec": _pod(job)},
    }
    return manifest("batch/v1", "Job", **pods.head(job), spec=spec)


def _pod(job: AcceptanceJob) -> Thing:
    index = {"fieldRef": {"fieldPath": "metadata.labels['batch.kubernetes.io/job-completion-index']"}}
    container: Thing = {
        "name": "all-reduce",
        "image": job.image,
        "command": [
            "torchrun",
            f"--nnodes={job.hosts}",
            f"--nproc-per-node={job.whole.gpus}",
            "--node-rank=$(HOST_RANK)",
            f"--master-addr={job.name}-0.{job.name}",
            f"--master-port={PORT}",
            f"{pods.PROGRAM_FOLDER}/{pods.SCRIPT}",
        ],
        "env": [{"name": "HOST_RANK", "valueFrom": index}, *pods.environment(job)],
    }
    return {
        "subdomain": job.name,
        "restartPolicy": "Never",
        **pods.whole_host(job, container, pods.MAP),
    }


_KINDS: dict[AcceptanceKind, tuple[str, Objects, str, str]] = {
    "job": ("", _job_objects, "", ""),
    "mpi": ("mpi/", mpi_objects, "mpi-operator", _MPI),
    "trainer": ("trainer/", trainer_objects, "trainer", _TRAINER),
    "appwrapper": ("appwrapper/", _wrapper_objects, "appwrapper", ""),
}
"""For each kind its folder, its objects, the controller that it needs, and additional comments of its files."""
