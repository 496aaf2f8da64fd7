"""The files of acceptance jobs: a folder for each kind, applied when the cluster is to be tried."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from generator.catalog.chart import read_controller
from generator.plan.kubernetes.acceptance import AcceptanceJob, acceptance_jobs
from generator.plan.plan import Plan
from generator.render.artifact import Grade, Proof
from generator.render.kubernetes.acceptance import SCRIPT, job_objects, list_of
from generator.render.kubernetes.appwrapper import wrapper_objects
from generator.render.kubernetes.file import CORE, CRDS, ManifestFile, TextFile, Thing
from generator.render.kubernetes.mpi import mpi_objects
from generator.render.kubernetes.trainer import trainer_objects
from generator.spec.scheduler import KubernetesSpec
from generator.spec.workloads import AcceptanceKind

Objects = Callable[[AcceptanceJob], Iterable[Thing]]
_HEADER = """\
When the cluster is up: kubectl apply -k . ; what the first pod of each job says is its bus bandwidth. Keep it: later runs are held against it.
Nothing here is applied with the cluster's own objects. A host's GPUs and rails are for one job at a time: take a kind away before the next one."""
_CONTROLLER = """
{name} {version} has to be there:
  {install}"""
_JOB = """\
Two hosts add up together over their rails: whole hosts, each rail as a network, NCCL as /etc/nccl.conf tells it on the hosts."""
_MPI = """
The launcher's log has the table of nccl-tests: `busbw` of the largest size is what counts."""
_TRAINER = """
The runtime is this job's: it mounts its program and keeps it below one switch, or domain. Copy it for jobs of your own."""
_KUSTOMIZE = Proof(Grade.PARSED, "kubectl kustomize")
_COMPILED = Proof(Grade.PARSED, "Python's compiler")


def acceptance_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile | TextFile]:
    """Yield the jobs, their program, and the list of both, kind by kind."""
    makers: dict[AcceptanceKind, tuple[str, Objects, str, str]] = {
        "job": ("", partial(job_objects, plan), "", ""),
        "mpi": ("mpi/", partial(mpi_objects, plan, kubernetes), "mpi-operator", _MPI),
        "trainer": ("trainer/", partial(trainer_objects, plan), "trainer", _TRAINER),
        "appwrapper": ("appwrapper/", partial(wrapper_objects, plan), "appwrapper", ""),
    }
    for kind, (folder, made, controller, note) in makers.items():
        jobs = list(acceptance_jobs(plan, kubernetes, kind))
        if jobs:
            yield from _folder(f"acceptance/{folder}", jobs, made, controller, note, programmed=kind != "mpi")


def _folder(
    folder: str, jobs: list[AcceptanceJob], made: Objects, controller: str, note: str, *, programmed: bool
) -> Iterator[ManifestFile | TextFile]:
    facts = read_controller(controller) if controller else None
    needs = _CONTROLLER.format(name=facts.name, version=facts.version, install=facts.install) if facts else ""
    spaces = [job.workspace.name for job in jobs] if programmed else []
    listed = list_of((job.flavor.name for job in jobs), spaces)
    yield ManifestFile(
        path=f"{folder}kustomization.yaml",
        header=_HEADER + needs,
        proof=_KUSTOMIZE,
        documents=lambda: [listed],
        applied=False,
    )
    if programmed:
        yield TextFile(path=f"{folder}{SCRIPT}", template="kubernetes/all_reduce.py.j2", proof=_COMPILED)
    for job in jobs:
        yield ManifestFile(
            path=f"{folder}{job.flavor.name}.yaml",
            header=_JOB + note,
            proof=CRDS if facts else CORE,
            documents=partial(made, job),
            applied=False,
        )
