"""Inputs of the arithmetic of a workload: a run of a model, its machine, and its split."""

from collections.abc import Sequence

from msgspec import Struct

from generator.catalog.host import Precision, TrainingFact

GIGA = 1e9
TERA = 1e12
DAY_S = 86_400
BYTES_AN_ELEMENT = 2
"""Weights, gradients and activations as they are sent and held: BF16."""


class Experts(Struct, frozen=True):
    """The experts of a mixture, in all layers together: how many a layer has, how many one token uses, and what one of them weighs."""

    count: int
    active: int
    params: float
    """Parameters of one expert, its copies in all layers added."""


class Model(Struct, frozen=True):
    """A model as the arithmetic needs it. `estimated`: what was not stated and follows from published models of like size."""

    name: str
    params: float
    active_params: float
    layers: int
    hidden: int
    heads: int
    kv_width: float
    """Width of the keys, or of the values, of one token."""
    sequence: int | None = None
    experts: Experts | None = None
    estimated: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def dense_params(self) -> float:
        """Parameters outside of experts."""
        return self.params - (self.experts.count * self.experts.params if self.experts else 0)


class Run(Struct, frozen=True):
    """One training run: tokens in all, in a sequence, and in a step."""

    tokens: float
    sequence: int
    batch: float
    precision: Precision

    @property
    def sequences(self) -> int:
        """Sequences in a step."""
        return max(1, round(self.batch / self.sequence))


class Machine(Struct, frozen=True):
    """One GPU among its like, rates in FLOP/s and bytes a second, memory in bytes.

    `link`: to a GPU of the same NVLink domain, one direction. `rail`: over the compute fabric, its share of the host's ports; `oversubscription`
    is that of the fabric. `domain`: GPUs that `link` joins; `job_domain`: how many of them one job uses.
    """

    model: str
    title: str
    host: str
    memory_bytes: float
    peaks: dict[str, float]
    training: Sequence[TrainingFact]
    link: float
    rail: float
    domain: int
    job_domain: int
    host_gpus: int
    oversubscription: float = 1.0
    sources: tuple[str, ...] = ()
    bandwidth: float = 0.0
    """Of its memory, bytes a second; 0 where no document states it."""
    fp64: float = 0.0
    """Dense FP64 peak; 0 likewise."""

    @property
    def has_racks(self) -> bool:
        """Whether a domain spans hosts, as a rack of NVL72 does."""
        return self.domain > self.host_gpus


class Split(Struct, frozen=True, order=True):
    """How a run is divided: tensor, context, expert, pipeline and data parallel ranks. GPUs are tp x cp x pp x dp."""

    tp: int = 1
    cp: int = 1
    ep: int = 1
    pp: int = 1
    dp: int = 1

    @property
    def gpus(self) -> int:
        """GPUs that it takes."""
        return self.tp * self.cp * self.pp * self.dp

    def __str__(self) -> str:
        return (
            ", ".join(f"{name} {ranks}" for name in self.__struct_fields__ if (ranks := getattr(self, name)) > 1)
            or "none"
        )
