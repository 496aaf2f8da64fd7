"""The files of acceptance jobs: a folder of their own, applied when the cluster is to be tried."""

from collections.abc import Iterator
from functools import partial

from generator.plan.kubernetes.acceptance import acceptance_jobs
from generator.plan.plan import Plan
from generator.render.artifact import Grade, Proof
from generator.render.kubernetes.acceptance import SCRIPT, acceptance_kustomization, job_objects
from generator.render.kubernetes.file import CORE, ManifestFile, TextFile
from generator.spec.scheduler import KubernetesSpec

_HEADER = """\
When the cluster is up: kubectl apply -k . ; what the first pod of each job says is its bus bandwidth. Keep it: later runs are held against it.
Nothing here is applied with the cluster's own objects."""
_JOB = """\
Two hosts add up together over their rails: whole hosts, each rail as a network, NCCL as /etc/nccl.conf tells it on the hosts."""
_KUSTOMIZE = Proof(Grade.PARSED, "kubectl kustomize")
_COMPILED = Proof(Grade.PARSED, "Python's compiler")


def acceptance_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile | TextFile]:
    """Give the jobs, their program, and the list of both."""
    jobs = list(acceptance_jobs(plan, kubernetes))
    if not jobs:
        return
    yield ManifestFile(
        path="acceptance/kustomization.yaml",
        header=_HEADER,
        proof=_KUSTOMIZE,
        documents=lambda: [acceptance_kustomization(jobs)],
        applied=False,
    )
    yield TextFile(path=f"acceptance/{SCRIPT}", template="kubernetes/all_reduce.py.j2", proof=_COMPILED)
    for job in jobs:
        yield ManifestFile(
            path=f"acceptance/{job.flavor.name}.yaml",
            header=_JOB,
            proof=CORE,
            documents=partial(job_objects, plan, kubernetes, job),
            applied=False,
        )
