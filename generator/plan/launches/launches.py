"""Every workload of the spec on every scheduler that has hosts for it."""

from collections.abc import Iterator
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from generator.catalog.model import ModelShape
from generator.plan.draft import Draft
from generator.plan.launches.megatron import is_sharded, megatron_arguments, stages_of
from generator.plan.launches.places import Place, places_of, rails_of, settings_of
from generator.plan.launches.programs import plan_programs
from generator.plan.launches.ranks import keeps_rail, order_of
from generator.plan.launches.records import Launch, Order
from generator.plan.plan import Plan
from generator.spec.workloads import WorkloadSpec
from generator.workload.memory import microbatches
from generator.workload.records import TERA, Run
from generator.workload.size import Size, SizeError
from generator.workload.split import Candidate, best_splits
from generator.workload.tiers import main_tier
from generator.workload.workloads import Workload, workloads_in

PROGRAM = "/opt/megatron-lm/pretrain_gpt.py"
"""Where images with Megatron-LM have its program for language models (NVIDIA/Megatron-LM, docs/api-guide/core/dist_checkpointing.md)."""
_STATE_FILES = {True: "fsdp_dtensor", False: "torch_dist"}
"""Megatron's form of checkpoints, by whether weights are divided (megatron/training/arguments.py: FSDP takes no other)."""


def plan_launches(plan: Draft) -> tuple[Launch, ...]:
    """Return every workload that can be started: runs whose figures are known and that fit, then other programs."""
    return (*_launches(plan), *plan_programs(plan))


def _launches(plan: Draft) -> Iterator[Launch]:
    for _, each in workloads_in(plan.spec, plan.catalog):
        if isinstance(each, Workload):
            for place in places_of(plan, each.group, each.spec.share, each.machine, each.spec.tenant or ""):
                found = _launch(plan, each, place)
                if found is not None:
                    yield found


def _launch(plan: Draft, workload: Workload, place: Place) -> Launch | None:
    gpus = workload.machine.host_gpus
    try:
        size = workload.on(place.hosts * gpus)
    except SizeError:
        return None
    chosen = _on_whole_hosts(size, stated=workload.spec.split is not None)
    if chosen is None:
        return None
    stated, split = workload.spec, chosen.split
    hosts, per_host = -(-split.gpus // gpus), min(gpus, split.gpus)
    order, run = order_of(split, gpus), _even(size.run, split.dp)
    kept = kept_of(plan, workload.name, place.group, stated, size)
    return Launch(
        scheduler=place.scheduler,
        name=workload.name,
        kind=stated.kind,
        title=f"{size.model.name}, {run.tokens / TERA:.4g}T tokens in sequences of {run.sequence:,}",
        group=place.group,
        tenant=stated.tenant or "",
        hosts=hosts,
        gpus=per_host,
        split=split,
        order=order,
        rails=rails_of(plan, place.first)[:per_host],
        segment=place.segment if hosts % max(1, place.segment) == 0 else 0,
        program=stated.launch.program or PROGRAM,
        image=stated.launch.image or "",
        arguments=tuple(_arguments(plan, workload, size, chosen, order, run, kept.save_every)),
        checkpoints=kept.folder,
        tier=kept.tier,
        kept_tb=size.demand.capacity_tb,
        save_every=kept.save_every,
        save_s=size.failures.stall_s,
        background=stated.launch.background,
        step_s=step_s(size),
        iterations=_iterations(run),
        settings=settings_of(plan, place.first),
        environment=_environment(chosen),
        partition=place.partition,
        gpu_type=place.gpu_type,
        max_minutes=place.max_minutes,
        notes=tuple(_notes(workload, size, chosen, order, run)),
    )


def _on_whole_hosts(size: Size, *, stated: bool) -> Candidate | None:
    """Return the best split that fits, or the stated one, which leaves no host in parts, and which Megatron has options for."""
    gpus = size.machine.host_gpus
    found = [size.best] if stated else best_splits(size.machine, size.model, size.run, size.gpus, size.rate.expected)
    for each in found:
        split = each.split
        whole = split.gpus % gpus == 0 or split.gpus < gpus
        if whole and each.memory.fits and stages_of(size.model.layers, split.pp, microbatches(size.run, split)):
            return each
    return None


def _even(run: Run, dp: int) -> Run:
    """Return a run whose sequences divide over data parallel ranks, as Megatron requires."""
    return replace(run, batch=float(-(-run.sequences // dp) * dp * run.sequence))


def _iterations(run: Run) -> int:
    return ceil(run.tokens / (run.sequences * run.sequence))


def _arguments(
    plan: Draft, workload: Workload, size: Size, chosen: Candidate, order: Order, run: Run, save_every: int
) -> Iterator[str]:
    stated = workload.spec
    shape = plan.catalog.find(ModelShape, stated.model) if stated.model else None
    yield from megatron_arguments(size.model, shape, run, chosen, order)
    yield from ("--train-iters", str(_iterations(run)), "--save-interval", str(save_every))
    yield from ("--ckpt-format", _STATE_FILES[is_sharded(chosen)], "--exit-signal-handler")
    if stated.launch.background:
        yield "--async-save"
    if stated.launch.base:
        yield from ("--pretrained-checkpoint", stated.launch.base)
    yield from stated.launch.arguments


def _environment(chosen: Candidate) -> tuple[tuple[str, str], ...]:
    """Return what tensor and context parallel ranks need, so that sending begins in the order of the program; FSDP refuses it (megatron/training/arguments.py)."""
    ordered = chosen.split.tp * chosen.split.cp > 1 and not is_sharded(chosen)
    return (("CUDA_DEVICE_MAX_CONNECTIONS", "1"),) if ordered else ()


def _notes(workload: Workload, size: Size, chosen: Candidate, order: Order, run: Run) -> Iterator[str]:
    split, gpus = chosen.split, workload.machine.host_gpus
    if not keeps_rail(split, order, gpus):
        yield f"Neighbours of the pipeline are on different rails: {split.tp * split.cp} ranks of a stage do not fill hosts of {gpus}."
    if chosen != size.best:
        yield f"The fastest split, {size.best.split}, leaves a host in parts, or layers that Megatron cannot divide so."
    if run.sequences != size.run.sequences:
        yield f"The batch of {size.run.sequences} sequences is rounded up to {run.sequences}: {split.dp} data parallel ranks divide it."
    if size.model.estimated and not (workload.spec.model or (workload.spec.layers and workload.spec.hidden)):
        yield "Layers, width and heads are yours to state as arguments: the split assumes those of the nearest published model."


class Kept(Struct, frozen=True):
    """A folder on a tier (empty without one), and the steps between checkpoints."""

    folder: str
    tier: str
    save_every: int


def kept_of(plan: Plan, name: str, group: str, stated: WorkloadSpec, size: Size) -> Kept:
    """Return the folder of a workload, and the interval at which lost work and writing balance, in whole steps; a short run writes one at its end."""
    tiers = {tier.name: tier for tier in plan.tiers if group not in tier.apart}
    main = main_tier(tiers, stated.launch.checkpoints)
    tier = tiers[main] if main else None
    steps = size.model_flops / (6 * size.model.active_params * size.run.batch)
    best = size.background if stated.launch.background else size.failures
    every = max(1, min(round(best.interval_s / step_s(size)), int(steps)))
    return Kept(f"{tier.mount}/checkpoints/{name}" if tier else "", tier.name if tier else "", every)


def step_s(size: Size) -> float:
    """Return the seconds of a step, as expected."""
    return 6 * size.model.active_params * size.run.batch / (size.gpus * size.rate.expected)
