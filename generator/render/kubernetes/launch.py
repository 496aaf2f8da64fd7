"""Workloads as jobs: of Kubeflow Trainer with torchrun on every host, their split, and a volume for checkpoints, and of the MPI Operator for other programs."""

from collections.abc import Iterator
from math import ceil

from generator.catalog.chart import read_controller
from generator.plan.kubernetes.launches import WorkloadJob, workload_jobs
from generator.plan.plan import Plan
from generator.render.kubernetes import pods
from generator.render.kubernetes.file import CRDS, KUSTOMIZE, ManifestFile, Thing, given, kustomization, manifest
from generator.render.kubernetes.mpi import mpi_job
from generator.render.kubernetes.trainer import PART, runtime_of, runtime_reference
from generator.spec.scheduler import KubernetesSpec

_FOLDER = "launch/"
_RESTARTS = 20
"""The most restarts of a run, each from its last checkpoint."""
_OWN_FOLDER = "/checkpoints"
"""The folder of checkpoints in a pod without a tier for them."""
_LIST = "Workloads of the spec: kubectl apply -f NAME.yaml starts one."
_NEEDS = """
{name} {version} must be installed:
  {install}"""
_HEADER = """\
{name}: {title}
{ranks} ranks: {split}; neighbours in the order {order}. A checkpoint every {every} steps of {step:.3g} s.
What else the program needs is written under `launch.arguments` of the workload: data, tokenizer, learning rate. {volume}{notes}"""
_CONTROLLERS = {"trainer": "trainer", "mpi": "mpi-operator"}
_PROGRAM = "{name}: {title}, a rank of MPI on each of {ranks} GPUs."
_CLASS = "The claim is of the class {name}."
_NO_CLASS = "The claim names no class, so it is of the cluster's own: its volume must be one that all hosts write to."


def launch_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield a file for each workload, and their list."""
    jobs = list(workload_jobs(plan, kubernetes))
    if not jobs:
        return
    controllers = [read_controller(_CONTROLLERS[job.kind]) for job in {job.kind: job for job in jobs}.values()]
    needs = (_NEEDS.format(name=each.name, version=each.version, install=each.install) for each in controllers)
    yield ManifestFile(
        path=f"{_FOLDER}kustomization.yaml",
        header=_LIST + "".join(needs),
        proof=KUSTOMIZE,
        documents=[kustomization(f"{job.name}.yaml" for job in jobs)],
        applied=False,
    )
    for job in jobs:
        yield ManifestFile(
            path=f"{_FOLDER}{job.name}.yaml",
            header=_header(job),
            proof=CRDS,
            documents=_KINDS[job.kind](job),
            applied=False,
        )


def _header(job: WorkloadJob) -> str:
    launch = job.launch
    if job.kind == "mpi":
        return _PROGRAM.format(name=job.name, title=launch.title, ranks=launch.ranks)
    return _HEADER.format(
        name=job.name,
        title=launch.title,
        ranks=launch.ranks,
        split=launch.split,
        order=launch.order,
        every=launch.save_every,
        step=launch.step_s,
        volume=_CLASS.format(name=job.storage_class) if job.storage_class else _NO_CLASS,
        notes="".join(f"\n{note}" for note in launch.notes),
    )


def _objects(job: WorkloadJob) -> Iterator[Thing]:
    launch, runtime, folder = job.launch, f"workload-{job.name}", job.launch.checkpoints or _OWN_FOLDER
    yield _claim(job)
    yield from pods.beside(job)
    environment = [*pods.environment(job), *({"name": name, "value": value} for name, value in launch.environment)]
    container = {"name": PART, "image": job.image, "env": environment}
    yield runtime_of(job, runtime, pods.whole_host(job, container, "", (job.claim, folder)), _RESTARTS)
    spec = {
        **pods.suspended(job),
        "runtimeRef": runtime_reference(runtime),
        "trainer": {
            "numNodes": launch.hosts,
            "numProcPerNode": launch.gpus,
            "command": ["torchrun", launch.program],
            "args": [*launch.arguments, "--save", folder, "--load", folder],
        },
    }
    yield manifest("trainer.kubeflow.org/v1alpha1", "TrainJob", **pods.head(job), spec=spec)


def _program(job: WorkloadJob) -> Iterator[Thing]:
    return mpi_job(job, (job.launch.program, *job.launch.arguments))


def _claim(job: WorkloadJob) -> Thing:
    """Return the claim of a volume that all pods write to, sized for the kept checkpoints."""
    size = f"{max(1, ceil(job.launch.kept_tb * 1000))}G"
    return manifest(
        "v1",
        "PersistentVolumeClaim",
        job.claim,
        job.workspace.name,
        spec={
            "accessModes": ["ReadWriteMany"],
            **given(storageClassName=job.storage_class),
            "resources": {"requests": {"storage": size}},
        },
    )


_KINDS = {"trainer": _objects, "mpi": _program}
