"""Time of one step under a split: computing, waiting in the pipeline, and communication that is not hidden by computing.

Volumes after arXiv 2104.04473 (tensor and pipeline parallel), 1910.02054 (data parallel) and the shapes of the collectives; times are bytes by
bandwidth and hops by latency. Parts that are hidden are a planner's figures.
"""

from math import log2

from msgspec import Struct

from generator.workload.figure import Figure
from generator.workload.memory import Memory, interleaved, microbatches, shards, stage_layers
from generator.workload.rate import attention
from generator.workload.records import BYTES_AN_ELEMENT, Machine, Model, Run, Split

_LINK_EFFICIENCY = 0.8
"""The share of NVLink's one-way rate that a ring reaches (NVIDIA/nccl-tests, PERFORMANCE.md, and issues of NVIDIA/nccl: about 370 of 450 GB/s)."""
_RAIL_EFFICIENCY = 0.85
"""Of a rail's rate at a gigabyte and more (from 320 to 380 of 400 GB/s a host: NVIDIA/nccl issue 1221; Azure/AI-benchmarking-guide)."""
_HOP_S = 10e-6
"""Latency of one hop of a collective over a fabric, s: a planner's figure."""
_HIDDEN = {"tp": 0.5, "cp": 0.7, "ep": 0.5, "pp": 0.9}
"""Part of the time of a link that is hidden behind computing, by kind."""
_HIDES = 0.5
"""Part of the computing that gradients may be sent behind: the backward pass of all but the first layers."""


class Step(Struct, frozen=True):
    """Seconds of one step, and bytes that one GPU sends in it over its NVLink domain and over its rail."""

    compute_s: float
    bubble_s: float
    exposed_s: float
    bubble: float
    uneven: float
    link_bytes: float
    rail_bytes: float
    collectives_s: dict[str, float]

    @property
    def seconds(self) -> float:
        """The whole step."""
        return self.compute_s + self.bubble_s + self.exposed_s

    @property
    def exposed(self) -> float:
        """The part of the step in which links keep GPUs waiting."""
        return self.exposed_s / self.seconds


def step_of(machine: Machine, model: Model, run: Run, split: Split, memory: Memory, flops: float) -> Step:
    """Return the time of a step on GPUs that compute at `flops` FLOP/s (6 x active parameters a token) where no link holds them up."""
    m = microbatches(run, split)
    work = 6 * model.active_params * m * run.sequence / (split.tp * split.cp * split.pp)
    work *= 1 + memory.recomputed / 3 * (1 + attention(model, run.sequence))
    uneven = stage_layers(model.layers, split.pp) * split.pp / _even(model.layers, split.pp)
    compute = work / flops * uneven
    bubble = (split.pp - 1) / (m * interleaved(model.layers, split.pp))
    sent = dict(volumes_of(model, run, split, m))
    times = {
        kind: _seconds(machine, model, split, kind, volume) + _gathering_s(machine, model, split, kind, m)
        for kind, volume in sent.items()
    }
    exposed = sum(times[kind] * (1 - hidden) for kind, hidden in _HIDDEN.items() if kind in times)
    exposed += max(0.0, times.get("dp", 0.0) - _HIDES * compute)
    inside = {kind for kind in sent if _inside(machine, split, kind)}
    return Step(
        compute_s=compute,
        bubble_s=compute * bubble,
        exposed_s=exposed,
        bubble=bubble,
        uneven=uneven - 1,
        link_bytes=sum(volume for kind, volume in sent.items() if kind in inside),
        rail_bytes=sum(volume / _shared(machine, split, kind) for kind, volume in sent.items() if kind not in inside),
        collectives_s={kind: seconds for kind, seconds in times.items() if seconds},
    )


def _even(layers: int, stages: int) -> int:
    return layers + 2 if stages > 1 and (layers + 2) % stages == 0 else layers


def volumes_of(model: Model, run: Run, split: Split, m: int) -> list[tuple[str, float]]:
    """Return the bytes that one GPU sends in a step, by kind of parallelism."""
    layers = stage_layers(model.layers, split.pp)
    tokens = run.sequence / split.cp
    wide = tokens * model.hidden * BYTES_AN_ELEMENT
    ranks = split.dp * split.cp
    shard = model.dense_params / (split.tp * split.pp) * BYTES_AN_ELEMENT
    if model.experts:
        shard += model.experts.count * model.experts.params / (split.ep * split.pp) * BYTES_AN_ELEMENT
    # All-gather and reduce-scatter of a rank's part; divided weights are gathered again for each sequence, before either pass
    times = 2 * m + 1 if shards(split) > 1 else 2
    return [
        ("tp", m * layers * 8 * wide * _all_but_one(split.tp)),
        ("cp", m * layers * 4 * tokens * model.kv_width * BYTES_AN_ELEMENT * (split.cp - 1) / split.tp),
        ("ep", m * layers * 4 * wide / split.tp * model.experts.active * _all_but_one(split.ep) if model.experts else 0.0),
        ("pp", 2 * m * wide / split.tp if split.pp > 1 else 0.0),
        ("dp", times * shard * _all_but_one(ranks)),
    ]  # fmt: skip


def _all_but_one(ranks: int) -> float:
    return (ranks - 1) / ranks


def _ranks(split: Split, kind: str) -> int:
    """Return how many neighbouring GPUs a group of a kind spans: tensor parallel ranks are next to each other, then context, then data."""
    inner = split.tp * split.cp
    return {"tp": split.tp, "cp": inner, "ep": split.ep * split.tp, "pp": inner * split.dp * 2, "dp": inner * split.dp}[
        kind
    ]


def _inside(machine: Machine, split: Split, kind: str) -> bool:
    return _ranks(split, kind) <= machine.domain


def _shared(machine: Machine, split: Split, kind: str) -> float:
    """Return how many GPUs of a domain share what leaves it: members of one group reduce among themselves first, and each sends its part over its own rail."""
    return max(1, machine.job_domain // (split.tp * split.cp)) if kind == "dp" else 1


def _gathering_s(machine: Machine, model: Model, split: Split, kind: str, m: int) -> float:
    """Return the latency of gathering divided weights layer by layer, for each sequence before either pass."""
    if kind != "dp" or shards(split) == 1:
        return 0.0
    return (2 * m + 1) * model.layers * shards(split) / _shared(machine, split, "dp") * _HOP_S


def explained_time(machine: Machine, model: Model, split: Split, kind: str, volume: float, m: int) -> Figure:
    """Return the time of one kind of ranks on their links in a step, with its parts."""
    gathering = _gathering_s(machine, model, split, kind, m)
    value = _seconds(machine, model, split, kind, volume) + gathering
    if _inside(machine, split, kind) and machine.link:
        formula = "bytes / (link * 0.8) + gathering"
        inputs = {"bytes": volume, "link": machine.link, "gathering": gathering}
        source = "NVLink: 0.8 of its one-way rate (NVIDIA/nccl-tests, PERFORMANCE.md)"
    else:
        formula = "bytes * once / shared / (rail * 0.85 / oversubscription) + hops * 10e-6 + gathering"
        over = max(1.0, machine.oversubscription)
        inputs = {
            "bytes": volume, "once": _once(machine, model, split, kind), "shared": _shared(machine, split, kind), "rail": machine.rail,
            "oversubscription": over, "hops": _hops(machine, split, kind), "gathering": gathering,
        }  # fmt: skip
        source = "rails of this fabric: 0.85 of their rate (NVIDIA/nccl issue 1221; Azure/AI-benchmarking-guide); 10 us a hop: a planner's figure"
    return Figure(f"links of {kind} a step", value, "s", formula, inputs, source)


def _once(machine: Machine, model: Model, split: Split, kind: str) -> float:
    """Return the part of the bytes that leaves a domain: a token goes to each domain once, and from there to its experts over the link (deepseek-ai/DeepEP)."""
    if kind != "ep" or not model.experts:
        return 1.0
    return min(1.0, max(1, _ranks(split, kind) // machine.job_domain) / model.experts.active)


def _hops(machine: Machine, split: Split, kind: str) -> float:
    return 2 * log2(max(2, _ranks(split, kind) / machine.job_domain)) if kind == "dp" else 1


def _seconds(machine: Machine, model: Model, split: Split, kind: str, volume: float) -> float:
    if not volume:
        return 0.0
    if _inside(machine, split, kind) and machine.link:
        return volume / (machine.link * _LINK_EFFICIENCY)
    volume *= _once(machine, model, split, kind)
    rail = machine.rail * _RAIL_EFFICIENCY / max(1.0, machine.oversubscription)
    if not rail:
        return float("inf")
    return volume / _shared(machine, split, kind) / rail + _hops(machine, split, kind) * _HOP_S
