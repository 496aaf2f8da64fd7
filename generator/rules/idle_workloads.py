"""Keys of workloads that are stated where nothing follows from them."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.rules.idle import REMOVE, Idle, stated
from generator.spec.workloads import LaunchSpec, WorkloadSpec

_STARTS = ("program", "arguments", "image", "base")
_OF_TRAINING = ("base", "background", "checkpoints")
"""Keys of `launch` that speak of checkpoints."""


def idle_workloads(plan: Draft) -> Iterator[Idle]:
    """Yield those of every workload: of how it is started, where nothing starts it so, and of failures, for which only training is sized."""
    for name, workload in plan.spec.workloads.items():
        place = ("workloads", name)
        for keys, why, fix in _unstarted(plan, workload):
            for key in stated(workload.launch, *keys):
                yield (*place, "launch", key), why, fix
        if not workload.trains:
            for key in stated(workload.failures, *type(workload.failures).model_fields):
                yield (*place, "failures", key), _not_of(workload), REMOVE


def _unstarted(plan: Draft, workload: WorkloadSpec) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield keys of `launch`, each once, why they have no effect, and the fix."""
    slurm, kubernetes = plan.spec.scheduler.slurm, plan.spec.scheduler.kubernetes
    if workload.kind == "inference":
        yield tuple(LaunchSpec.model_fields), "no file of the tree starts inference", REMOVE
        return
    if slurm is None and kubernetes is None:
        yield _STARTS, "no scheduler starts it", "add scheduler.slurm or scheduler.kubernetes, or remove it"
        return
    if plan.spec.tenants and workload.tenant is None:
        yield _STARTS, "a workload without a tenant is not started in a cluster with tenants", "state its tenant"
        return
    if not workload.trains:
        yield _OF_TRAINING, _not_of(workload), REMOVE
    if slurm is not None and slurm.containers == "none" and kubernetes is None:
        why = "Slurm starts no containers"
        yield ("image",), why, "set scheduler.slurm.containers: pyxis, or remove it"


def _not_of(workload: WorkloadSpec) -> str:
    return f"it is a key of training, and the workload is of kind {workload.kind}"
