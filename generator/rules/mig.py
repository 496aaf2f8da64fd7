"""GPUs that are to be divided (MIG): whether they can be, into how many slices, and who counts these."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.groups import Group
from generator.plan.kubernetes.workers import gpu_of_group, worker_groups
from generator.plan.scheduled import COMPUTE
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.slurm import MigSpec

_SLURM, _KUBERNETES = ("scheduler", "slurm", "mig"), ("scheduler", "kubernetes", "mig")
_COMPUTE_SLICES = 7
"""Compute slices of the GPUs of the catalog that can be divided: the profile of a whole one is 7g (NVIDIA MIG User Guide, Supported MIG Profiles)."""


@plan_rule(
    title="Slices of GPUs that do not support MIG",
    why="Only some of NVIDIA's GPUs have Multi-Instance GPU: the driver refuses slices of others. Slurm would wait for them, and drain the hosts.",
    fix="Name a compute group whose GPUs support MIG (`mig` in their catalog file), or remove the key.",
)
def mig_unsupported(plan: Draft) -> Iterator[Finding]:
    """Every group of Slurm's `mig` computes with GPUs that can be divided, and so does a group of Kubernetes where it has `mig`."""
    for name, _, group in _divided(plan):
        if group is None or _divisible(plan, group) is False:
            what = _gpus_without(plan, group) if group else "no compute hosts"
            yield KeyFinding(
                message=f"the GPUs of {name} are to be divided, and {name} has {what}",
                loc=(*_SLURM, name),
                help="name a group of hosts whose GPUs support MIG, or remove it",
            )
    workers = _divided_workers(plan)
    if workers and all(_divisible(plan, group) is False for group in workers):
        every = "; ".join(f"{group.name} has {_gpus_without(plan, group)}" for group in workers)
        yield Finding(
            message=f"the GPUs of Kubernetes are to be divided, and {every}",
            loc=_KUBERNETES,
            help="use mig: none",
        )


@plan_warning(
    title="Slices of GPUs of which no document says that they support MIG",
    why="The driver refuses slices of a GPU without Multi-Instance GPU. Slurm would wait for them, and drain the hosts.",
    fix="Ask the maker; then state `mig` in a catalog file of your own for the GPU.",
)
def mig_unknown(plan: Draft) -> Iterator[Finding]:
    """The catalog knows of GPUs that are to be divided whether they can be."""
    for name, _, group in _divided(plan):
        if group is not None and _divisible(plan, group) is None:
            yield KeyFinding(
                message=f"the GPUs of {name} are to be divided, and no document says that {_gpus_of(plan, group)} can be",
                loc=(*_SLURM, name),
                help="ask the maker, and state mig in a catalog file of your own",
            )
    workers = _divided_workers(plan)
    if workers and not any(_divisible(plan, group) for group in workers):
        for group in workers:
            if _divisible(plan, group) is None:
                yield Finding(
                    message=f"the GPUs of Kubernetes are to be divided, and no document says that the {_gpus_of(plan, group)} of {group.name} can be",
                    loc=_KUBERNETES,
                    help="ask the maker, and state mig in a catalog file of your own",
                )


@plan_rule(
    title="More slices than a GPU has",
    why="The driver does not create slices beyond those of the GPU; Slurm would wait for them, and drain the hosts.",
    fix="State fewer instances, or a smaller profile.",
)
def mig_too_large(plan: Draft) -> Iterator[Finding]:
    """The slices of a GPU have no more compute slices and memory than the GPU; names of profiles round their memory up."""
    for name, mig, group in _divided(plan):
        gpu = gpu_of_group(plan, group) if group else None
        compute, memory = (int(part) for part in mig.profile.removesuffix("gb").split("g."))
        room = gpu.memory_gb if gpu else None
        most = min(_COMPUTE_SLICES // compute, int(room // (memory - 1)) if room and memory > 1 else _COMPUTE_SLICES)
        if gpu is not None and gpu.divisible is not False and mig.instances > most:
            has = f"{room:g} GB and " if room else ""
            yield KeyFinding(
                message=f"{mig.instances} slices of {mig.profile} are more than a GPU of {name} has: {gpu.model} has {has}{_COMPUTE_SLICES} compute slices",
                loc=(*_SLURM, name),
                help=f"state instances: {most}, or a smaller profile" if most else "state a smaller profile",
            )


@plan_warning(
    title="Slices of GPUs that queues do not count",
    why="The spec does not state how many slices a GPU of Kubernetes has, so queues and quotas count whole GPUs. Kueue admits no job that asks for a resource that its queue does not have.",
    fix="Use `mig: none`; or set the quotas of slices yourself after each run of the playbook.",
)
def mig_not_counted(plan: Draft) -> Iterator[Finding]:
    """What the device plugin offers is what queues count."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or all(_divisible(plan, group) is False for group in _divided_workers(plan)):
        return
    if kubernetes.mig == "single":
        message = "slices have the name of GPUs, nvidia.com/gpu, and queues and quotas count one for each GPU: the other slices stay idle"
    elif kubernetes.queues == "kueue":
        message = "no queue has the resources of slices, nvidia.com/mig-PROFILE: Kueue admits no job that asks for one"
    else:
        return
    yield Finding(
        message=message,
        loc=_KUBERNETES,
        help="set the quotas of slices yourself after each run of kubernetes.yml, or use mig: none",
    )


def _divided(plan: Draft) -> Iterator[tuple[str, MigSpec, Group | None]]:
    """Yield the names of groups whose GPUs Slurm is to divide, into what, and the group; None for a name that no group of compute hosts has."""
    slurm = plan.spec.scheduler.slurm
    for name, mig in sorted(slurm.mig.items()) if slurm is not None else ():
        group = plan.groups.get(name)
        yield name, mig, group if group is not None and group.role == COMPUTE else None


def _divided_workers(plan: Draft) -> list[Group]:
    """Return the groups of Kubernetes whose GPUs are to be divided."""
    kubernetes = plan.spec.scheduler.kubernetes
    return worker_groups(plan) if kubernetes is not None and kubernetes.mig != "none" else []


def _divisible(plan: Draft, group: Group) -> bool | None:
    gpu = gpu_of_group(plan, group)
    return gpu.divisible if gpu else False


def _gpus_of(plan: Draft, group: Group) -> str:
    gpu = gpu_of_group(plan, group)
    return f"{gpu.model} GPUs" if gpu else "GPUs"


def _gpus_without(plan: Draft, group: Group) -> str:
    return f"{_gpus_of(plan, group)}, which do not support MIG" if gpu_of_group(plan, group) else "no GPUs"
