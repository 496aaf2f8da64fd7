"""Inference: the GPUs that hold a model, the sequences that fit, and the bounds by memory and arithmetic.

Each step of decoding reads the weights and the keys and values of all its sequences once; so memory bandwidth bounds it. Links between GPUs and
the program's own time are not counted: figures are bounds, not forecasts.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.workload.figure import Figure
from generator.workload.memory import RESERVE
from generator.workload.records import BYTES_AN_ELEMENT, Machine, Model

_WEIGHT_BYTES = {"bf16": 2.0, "fp8": 1.0, "fp4": 0.5}
"""Bytes of a parameter by precision, without the scales of blocks."""
_READ_SHARE = 0.87
"""The share of the memory's bandwidth that a device copy reaches: 2,903 GB/s on H100 (Voltage Park and Georgia Tech, benchmarks)."""
_GEMM_SHARE = 0.87
"""Of the dense peak, the most that a matrix product reaches: A100 in BF16; 0.80 on H100, 0.71 to 0.78 in FP8 and on B200 (stas00/ml-engineering, compute/accelerator)."""
_WEIGHTS_SHARE = 0.5
"""Of the memory of a replica, what weights may take, so that many sequences share each reading of them: a planner's figure."""
_MOST_GPUS = 64


class Serving(Struct, frozen=True):
    """A model on `replicas` of `gpus` each. `sequences`: those of `context` tokens that fit one replica. Rates are tokens a second of all replicas.

    `decode` is at the measured share of the bandwidth, `decode_bound` at all of it; `prefill` at the best matrix products.
    """

    machine: Machine
    model: Model
    precision: str
    context: int
    gpus: int
    replicas: int
    weights: float
    token_bytes: float
    sequences: int
    figures: tuple[Figure, ...]

    @property
    def fits(self) -> bool:
        """Whether at least one sequence fits."""
        return self.sequences >= 1

    def value(self, name: str) -> float:
        """Return a figure by its name."""
        return next(each.value for each in self.figures if each.name == name)


def serving_of(
    machine: Machine, model: Model, precision: str, context: int, gpus: int, concurrent: int | None = None
) -> Serving:
    """Return the figures of a model on this number of GPUs: a replica has the fewest of a domain in which half of the memory is left for its sequences.

    Raises ValueError: no document states the bandwidth of the memory.
    """
    if not machine.bandwidth:
        raise ValueError(f"no document of the catalog states the memory bandwidth of {machine.title}")
    weights = model.params * _WEIGHT_BYTES[precision]
    token = 2 * model.layers * model.kv_width * BYTES_AN_ELEMENT
    each = _replica(machine, weights, gpus)
    room = each * machine.memory_bytes * (1 - RESERVE) - weights
    most = max(0, int(room / (token * context)))
    replicas = max(1, gpus // each)
    wanted = most if concurrent is None else min(most, -(-concurrent // replicas))
    found = _figures(machine, model, precision, context, each, replicas, weights, token, wanted)
    return Serving(machine, model, precision, context, each, replicas, weights, token, most, tuple(found))


def _replica(machine: Machine, weights: float, gpus: int) -> int:
    """Return the fewest GPUs, a power of two within an NVLink domain, of whose memory the weights take half at most; all of them where none do."""
    most, each = min(machine.job_domain, gpus, _MOST_GPUS), 1
    while each * 2 <= most and each * machine.memory_bytes * (1 - RESERVE) * _WEIGHTS_SHARE < weights:
        each *= 2
    return each


def _figures(
    machine: Machine,
    model: Model,
    precision: str,
    context: int,
    gpus: int,
    replicas: int,
    weights: float,
    token: float,
    sequences: int,
) -> Iterator[Figure]:
    source = "; ".join(model.sources)
    yield Figure(
        "memory of the weights", weights, "bytes", "params * width",
        {"params": model.params, "width": _WEIGHT_BYTES[precision]}, f"{source}; bytes by precision, without scales",
    )  # fmt: skip
    yield Figure(
        "keys and values of a token", token, "bytes", "2 * layers * kv_width * 2",
        {"layers": model.layers, "kv_width": model.kv_width}, f"{source}; held in BF16; models that compress them hold less",
    )  # fmt: skip
    yield Figure(
        "sequences of a replica at most", max(0, int((gpus * machine.memory_bytes * (1 - RESERVE) - weights) / (token * context))), "",
        "max(0, floor((gpus * memory * 0.9 - weights) / (token * context)))",
        {"gpus": gpus, "memory": machine.memory_bytes, "weights": weights, "token": token, "context": context},
        "a tenth of the memory stays free for context, NCCL and activations: a planner's figure",
    )  # fmt: skip
    if not sequences:
        return
    read = _read(model, weights, sequences)
    inputs = {
        "sequences": sequences, "replicas": replicas, "gpus": gpus, "bandwidth": machine.bandwidth, "read": read, "token": token,
        "context": context,
    }  # fmt: skip
    source_of_bound = f"memory bandwidth of {machine.title}: the catalog; of a mixture, the experts that so many tokens use are read; a step gives a token of each sequence, speculative decoding more"
    formula = "sequences * replicas * gpus * bandwidth / (read + sequences * token * context)"
    bound = sequences * replicas * gpus * machine.bandwidth / (read + sequences * token * context)
    yield Figure("tokens a second at most, all bandwidth", bound, "tokens/s", formula, inputs, source_of_bound)
    yield Figure(
        "tokens a second, measured bandwidth", bound * _READ_SHARE, "tokens/s", "bound * 0.87", {"bound": bound},
        "a device copy reaches 2,903 of 3,350 GB/s on H100 (Voltage Park and Georgia Tech, benchmarks)",
    )  # fmt: skip
    yield Figure(
        "time of a token at least, one sequence", (_read(model, weights, 1) + token * context) / (gpus * machine.bandwidth), "s",
        "(read + token * context) / (gpus * bandwidth)",
        {"read": _read(model, weights, 1), "token": token, "context": context, "gpus": gpus, "bandwidth": machine.bandwidth}, source_of_bound,
    )  # fmt: skip
    peak = machine.peaks.get(precision, machine.peaks["bf16"])
    yield Figure(
        "tokens of prompts a second at most", replicas * gpus * peak * _GEMM_SHARE / (2 * model.active_params), "tokens/s",
        "replicas * gpus * peak * 0.87 / (2 * active)",
        {"replicas": replicas, "gpus": gpus, "peak": peak, "active": model.active_params},
        "2 FLOP a parameter and token; no matrix product reaches more than 0.87 of the dense peak, on H100 0.80 (stas00/ml-engineering)",
    )  # fmt: skip


def _read(model: Model, weights: float, sequences: int) -> float:
    """Return the bytes of weights that a step of this number of sequences reads: of a mixture, only the selected experts, assuming even choice."""
    if model.experts is None:
        return weights
    part = 1 - (1 - model.experts.active / model.experts.count) ** sequences
    outside = model.dense_params / model.params
    return weights * (outside + (1 - outside) * part)
