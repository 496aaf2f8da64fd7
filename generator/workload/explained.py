"""Every figure of a size with its formula, inputs and source, in the order in which they follow from each other."""

from collections.abc import Iterator
from math import factorial

from generator.workload import failures, memory, rate, step
from generator.workload.figure import Figure
from generator.workload.records import BYTES_AN_ELEMENT, DAY_S, GIGA, TERA
from generator.workload.size import Size

_MEGATRON = "arXiv 2104.04473"
_ZERO = "arXiv 1910.02054"


def figures(size: Size) -> Iterator[Figure]:
    """Yield the figures of a size."""
    yield from _computing(size)
    yield from _memory(size)
    yield from _links(size)
    yield from _storage(size)
    yield from _data(size)
    yield from _failures(size)


def _computing(size: Size) -> Iterator[Figure]:
    model, run, machine = size.model, size.run, size.machine
    active, x = model.active_params, size.rate.expected
    yield Figure(
        "FLOPs of the run", size.model_flops, "FLOP", "6 * active * tokens", {"active": active, "tokens": run.tokens},
        f"{_MEGATRON}: 2 a parameter and token forward, 4 backward; {'; '.join(model.sources)}",
    )  # fmt: skip
    peak = machine.peaks[run.precision]
    yield from _rate(size, peak)
    yield Figure(
        "days of computing", size.days[1], "days", "flops / (gpus * rate) / 86400",
        {"flops": size.model_flops, "gpus": size.gpus, "rate": x}, "the figures above",
    )  # fmt: skip
    yield Figure(
        "tokens a second", size.gpus * x / (6 * active), "tokens/s", "gpus * rate / (6 * active)",
        {"gpus": size.gpus, "rate": x, "active": active}, "the figures above",
    )  # fmt: skip
    yield Figure(
        "time of a step", 6 * active * run.batch / (size.gpus * x), "s", "6 * active * batch / (gpus * rate)",
        {"active": active, "batch": run.batch, "gpus": size.gpus, "rate": x},
        "stated" if not any("batch" in each for each in size.assumed) else "batch: 1,024 tokens a GPU, as Llama 3 405B (arXiv 2407.21783, table 4)",
    )  # fmt: skip


def _rate(size: Size, peak: float) -> Iterator[Figure]:
    """Yield the share of the peak that is reached, and the rate; a stated one is used as it is."""
    machine, model, run, x = size.machine, size.model, size.run, size.rate.expected
    row = next((each for each in machine.training if each.precision == run.precision), None)
    if row is None or not size.rate.sources or size.rate.sources[0].startswith("the stated"):
        yield Figure(
            "rate of a GPU", x, "FLOP/s", "mfu * peak", {"mfu": x / machine.peaks["bf16"], "peak": machine.peaks["bf16"]},
            "the stated MFU, against the dense BF16 peak",
        )  # fmt: skip
        return
    mixture = rate.mixture_of(machine, model)[1]
    attention, scale = rate.attention(model, run.sequence), rate.scale(size.gpus, run.batch)
    alone = row.expected * mixture * peak * scale / rate.AT_REFERENCE / (1 + attention / rate.ATTENTION)
    yield Figure(
        "FLOPs of attention by those of the parameters", attention, "", "12 * layers * hidden * sequence / (6 * active)",
        {"layers": model.layers, "hidden": model.hidden, "sequence": run.sequence, "active": model.active_params},
        "the full matrix is counted, as in Megatron and PaLM (mosaicml/llm-foundry, scripts/train/benchmarking)",
    )  # fmt: skip
    yield Figure(
        "rate of a GPU", x, "FLOP/s", "share * mixture * peak * scale / 0.93 / (1 + attention / 0.51) * held_up",
        {"share": row.expected, "mixture": mixture, "peak": peak, "scale": scale, "attention": attention, "held_up": x / alone},
        "; ".join((*size.rate.sources, f"range of the share {row.low:g} to {row.high:g}", "held_up: idle GPUs, a slower split and an oversubscribed fabric")),
    )  # fmt: skip


def _memory(size: Size) -> Iterator[Figure]:
    model, split, found = size.model, size.best.split, size.best.memory
    ranks, over = split.dp * split.cp, memory.shards(split)
    if model.experts is None:
        yield Figure(
            "weights, gradients and optimizer", found.states, "bytes",
            "params / (tp * pp) * (4 / min(dp * cp, shards) + 12 / (dp * cp))",
            {"params": model.params, "tp": split.tp, "pp": split.pp, "dp": split.dp, "cp": split.cp, "shards": over},
            f"{_ZERO}; stas00/ml-engineering (Adam in mixed precision: 2 + 2 + 12 bytes)",
        )  # fmt: skip
    else:
        held = model.experts.count * model.experts.params
        yield Figure(
            "weights, gradients and optimizer", found.states, "bytes",
            "dense / (tp * pp) * (4 / min(ranks, shards) + 12 / ranks)"
            " + experts / (ep * pp) * (4 / min(expert_ranks, shards) + 12 / expert_ranks)",
            {"dense": model.dense_params, "experts": held, "tp": split.tp, "pp": split.pp, "ep": split.ep, "ranks": ranks,
             "shards": over, "expert_ranks": max(1, ranks * split.tp // split.ep)},
            f"{_ZERO}; stas00/ml-engineering (Adam in mixed precision: 2 + 2 + 12 bytes)",
        )  # fmt: skip
    yield Figure(
        "memory of a GPU", found.total, "bytes", "states + activations",
        {"states": found.states, "activations": found.activations},
        f"activations: 34 bytes a token, layer and unit of width, 2 where computed again ({found.recomputed:.0%} are): arXiv 2205.05198",
    )  # fmt: skip
    yield Figure(
        "memory that may be used", size.machine.memory_bytes * (1 - memory.RESERVE), "bytes", "memory * 0.9",
        {"memory": size.machine.memory_bytes}, f"{size.machine.title}; a tenth stays free for context, NCCL and fragmentation: a planner's figure",
    )  # fmt: skip


def _links(size: Size) -> Iterator[Figure]:
    split, found, run = size.best.split, size.best.step, size.run
    m = memory.microbatches(run, split)
    yield Figure(
        "GPUs of the split", split.gpus, "GPUs", "tp * cp * pp * dp",
        {"tp": split.tp, "cp": split.cp, "pp": split.pp, "dp": split.dp},
        f"the fastest of the splits that fit, by this estimate; order of ranks: arXiv 2407.21783, {_MEGATRON}",
    )  # fmt: skip
    if split.pp > 1:
        yield Figure(
            "bubble of the pipeline", found.bubble, "", "(pp - 1) / (microbatches * parts)",
            {"pp": split.pp, "microbatches": m, "parts": memory.interleaved(size.model.layers, split.pp)}, _MEGATRON,
        )  # fmt: skip
    volumes = dict(step.volumes_of(size.model, run, split, m))
    layers = memory.stage_layers(size.model.layers, split.pp)
    wide = run.sequence / split.cp * size.model.hidden * BYTES_AN_ELEMENT
    if split.tp > 1:
        yield Figure(
            "bytes of tensor parallel ranks a step", volumes["tp"], "bytes", "microbatches * layers * 8 * activation * (tp - 1) / tp",
            {"microbatches": m, "layers": layers, "activation": wide, "tp": split.tp}, _MEGATRON,
        )  # fmt: skip
    if split.pp > 1:
        yield Figure(
            "bytes of the pipeline a step", volumes["pp"], "bytes", "2 * microbatches * activation / tp",
            {"microbatches": m, "activation": wide, "tp": split.tp}, _MEGATRON,
        )  # fmt: skip
    for kind in found.collectives_s:
        yield step.explained_time(size.machine, size.model, split, kind, volumes[kind], m)
    yield Figure(
        "waiting for links a step", found.exposed_s, "s", "exposed * step", {"exposed": found.exposed, "step": found.seconds},
        "parts that computing hides are a planner's figures: tp 0.5, cp 0.7, ep 0.5, pp 0.9, and half of the computing for dp",
    )  # fmt: skip


def _storage(size: Size) -> Iterator[Figure]:
    demand, gpus = size.demand, size.gpus
    between, written = size.rates.between_s(gpus), size.checkpoint_bytes
    yield Figure(
        "a checkpoint", written, "bytes", "14 * params", {"params": size.model.params},
        "2 of weight and 12 of optimizer: bigscience chronicles of BLOOM; mlcommons/storage",
    )  # fmt: skip
    yield Figure(
        "write rate", demand.write_gbs * GIGA, "bytes/s", "max(checkpoint / (between * 0.05 ** 2 / 2), 0.08e9 * gpus)",
        {"checkpoint": written, "between": between, "gpus": gpus},
        "writing and repeated work cost 5 % at most; DGX SuperPOD Reference Architecture, DGX H100 (20 GB/s for 256 GPUs)",
    )  # fmt: skip
    yield Figure(
        "read rate", demand.read_gbs * GIGA, "bytes/s", "max(checkpoint / 300, 0.16e9 * gpus)", {"checkpoint": written, "gpus": gpus},
        "a restart reads its checkpoint in 5 minutes; DGX SuperPOD Reference Architecture, DGX H100 (40 GB/s for 256 GPUs)",
    )  # fmt: skip
    yield Figure(
        "room for checkpoints", demand.capacity_tb * TERA, "bytes", "20 * checkpoint / 0.8", {"checkpoint": written},
        "20 stay (bigscience chronicles: 15 to 20), and the tier is 80 % full at most (stas00/ml-engineering)",
    )  # fmt: skip


def _data(size: Size) -> Iterator[Figure]:
    if (found := size.data) is None:
        return
    if found.local:
        yield Figure(
            "reading of the data set", found.read_rate(0.0), "bytes/s", "bytes * hosts / 3600", {"bytes": found.bytes, "hosts": found.hosts},
            "every host copies it within an hour: a planner's figure",
        )  # fmt: skip
    else:
        days = size.days[1]
        yield Figure(
            "reading of the data set", found.read_rate(days * DAY_S), "bytes/s", "bytes * epochs / (days * 86400)",
            {"bytes": found.bytes, "epochs": found.epochs, "days": days}, "spread over the days of computing",
        )  # fmt: skip
    yield Figure(
        "room for the data set", found.room_tb * TERA, "bytes", "bytes / 0.8", {"bytes": found.bytes},
        "the tier is 80 % full at most (stas00/ml-engineering)",
    )  # fmt: skip


def _failures(size: Size) -> Iterator[Figure]:
    found, back, rates, gpus = size.failures, size.background, size.rates, size.gpus
    between = rates.between_s(gpus)
    stated = rates.gpu_hours != failures.PUBLISHED.gpu_hours
    yield Figure(
        "interruptions a day", found.a_day, "", "24 * gpus / gpu_hours", {"gpus": gpus, "gpu_hours": rates.gpu_hours},
        "stated" if stated else "arXiv 2407.21783: 50,700 GPU-hours each; range 8,000 (young clusters) to 65,000",
    )  # fmt: skip
    yield Figure(
        "interval of checkpoints", found.interval_s, "s", "max(sqrt(2 * stall * between), stall)",
        {"stall": found.stall_s, "between": between}, "Young's interval; the stall is a checkpoint by the write rate",
    )  # fmt: skip
    yield Figure(
        "goodput", found.goodput, "", "max(0, 1 - stall / interval - (interval / 2 + restart) / between)",
        {"stall": found.stall_s, "interval": found.interval_s, "restart": rates.restart_s, "between": between},
        "Young and Daly; restart: MegaScale, NSDI 2024, unless stated",
    )  # fmt: skip
    yield Figure(
        "goodput, written in the background", back.goodput, "",
        "max(0, 1 - stall / interval - (interval / 2 + write + restart) / between)",
        {"stall": back.stall_s, "interval": back.interval_s, "write": size.demand.stall_s, "restart": rates.restart_s, "between": between},
        "the stall is a copy at 21 GB/s a GPU (Azure/AI-benchmarking-guide), the interval no less than twice the write",
    )  # fmt: skip
    yield Figure(
        "days by the calendar", size.wall_days, "days", "days / goodput", {"days": size.days[1], "goodput": found.goodput}, "the figures above",
    )  # fmt: skip
    half = failures.failures_of(gpus, found.stall_s / 2, rates)
    yield Figure(
        "goodput at twice the write rate", half.goodput, "", "max(0, 1 - half / interval - (interval / 2 + restart) / between)",
        {"half": half.stall_s, "interval": half.interval_s, "restart": rates.restart_s, "between": between}, "half the stall, at Young's interval for it",
    )  # fmt: skip
    yield from _spares(size)


def _spares(size: Size) -> Iterator[Figure]:
    """Yield how many hosts are under repair at once, and whether the spare trays of racks suffice."""
    machine, rates = size.machine, size.rates
    hosts = -(-size.gpus // machine.host_gpus)
    for days, spares in size.spares:
        yield Figure(
            f"hosts under repair at once, at {days:g} days each", hosts * machine.host_gpus / rates.gpu_hours * 24 * days, "hosts",
            "hosts * gpus / gpu_hours * 24 * days", {"hosts": hosts, "gpus": machine.host_gpus, "gpu_hours": rates.gpu_hours, "days": days},
            f"every interruption takes a host away; {spares} spare hosts are the fewest that are enough for {rates.confidence:g} of the time (Poisson)",
        )  # fmt: skip
    terms = (["1", "away"] + [f"away ** {count} / {factorial(count)}" for count in range(2, size.spare_trays + 1)])[
        : size.spare_trays + 1
    ]
    for days, share in size.complete if size.spare_trays else ():
        yield Figure(
            f"share of the time in which every rack has trays enough, at {days:g} days each", share, "", f"(({' + '.join(terms)}) * exp(-away)) ** racks",
            {"away": failures.trays_away(machine.domain, days, rates), "racks": size.racks},
            f"Poisson; away: GPUs of a rack / gpu_hours * 24 * days; {size.spare_trays} trays of each rack are free (mlcommons/training_results: 64 of 72 GPUs)",
        )  # fmt: skip
