"""Acceptance jobs of the MPI Operator: nccl-tests over all rails. A launcher beside them starts a rank a GPU, by SSH over the pods' own network."""

from collections.abc import Iterator, Sequence

from generator.plan.kubernetes.acceptance import POD_INTERFACE, AcceptanceJob
from generator.render.kubernetes.file import Thing, given, manifest
from generator.render.kubernetes.pods import beside, head, kai_labels, pod_head, scheduler, suspended, whole_host

_SIZES = ("-b", "512M", "-e", "8G", "-f", "2", "-g", "1")
"""From 512 MiB to 8 GiB, doubled each time, one GPU a rank: at most 24 GiB of a GPU's memory, including the buffers with expected values."""
_TRIES = 3
"""The most restarts of the launcher: a worker is ready shortly before its SSH server."""
_TRANSPORT = {
    "pml": "ob1",
    "btl": "tcp,self",
    "btl_tcp_if_include": POD_INTERFACE,
    "oob_tcp_if_include": POD_INTERFACE,
    "coll_hcoll_enable": "0",
}
"""Settings of Open MPI, for TCP on the pods' own network."""


def mpi_objects(job: AcceptanceJob) -> Iterator[Thing]:
    """Yield all of a job with nccl-tests."""
    yield from mpi_job(job, (job.mpi_program, *_SIZES))


def mpi_job(job: AcceptanceJob, program: Sequence[str]) -> Iterator[Thing]:
    """Yield all of a job. Workers have a host each, on which the operator runs an SSH server."""
    yield from beside(job)
    worker = whole_host(job, {"name": "worker", "image": job.image}, "")
    spec = {
        "slotsPerWorker": job.whole.gpus,
        "mpiImplementation": "OpenMPI",
        "launcherCreationPolicy": "WaitForWorkersReady",
        "runPolicy": {"cleanPodPolicy": "Running", "backoffLimit": _TRIES, **suspended(job)},
        "mpiReplicaSpecs": {
            "Launcher": {"replicas": 1, "restartPolicy": "Never", "template": _launcher(job, program)},
            "Worker": {
                "replicas": job.hosts,
                "restartPolicy": "Never",
                "template": {"metadata": pod_head(job), "spec": worker},
            },
        },
    }
    yield manifest("kubeflow.org/v2beta1", "MPIJob", **head(job), spec=spec)


def _launcher(job: AcceptanceJob, program: Sequence[str]) -> Thing:
    """Return the pod that has no GPU: it starts the ranks. With Volcano it starts after its workers, so it is not in their group."""
    container = {
        "name": "mpirun",
        "image": job.image,
        "command": _command(job, program),
        "securityContext": {"allowPrivilegeEscalation": False},
    }
    placed = scheduler(job) if job.gang.by == "kai" else {}
    return {
        **given(metadata=given(labels=kai_labels(job))),
        "spec": {**placed, "nodeSelector": dict(job.flavor.labels), "containers": [container]},
    }


def _command(job: AcceptanceJob, program: Sequence[str]) -> list[str]:
    """Return the command: MPI itself uses TCP on the pods' own network, NCCL has the settings of hosts."""
    exported = [word for name, value in job.whole.nccl for word in ("-x", f"{name}={value}")]
    own = [word for name, value in _TRANSPORT.items() for word in ("--mca", name, value)]
    ranks = ["-np", str(job.hosts * job.whole.gpus), "--bind-to", "none"]
    return [
        *("mpirun", "--allow-run-as-root", *ranks, *own, "-x", "LD_LIBRARY_PATH", *exported),
        *program,
    ]
