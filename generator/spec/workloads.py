"""`workloads`: the training runs that a cluster is for; what they take is worked out by `clustergen size SPEC`."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, StrictFloat, StrictInt, StringConstraints, WithJsonSchema, model_validator

from generator.spec.base import Flag, PublishedModel, Slug, SpecModel, defaults, own_error
from generator.spec.kubernetes_jobs import ContainerImage
from generator.spec.paths import PlainPath

_AMOUNT = r"^[0-9][0-9_,]*(\.[0-9]+)?([eE]\+?[0-9]{1,3})?[KMBGT]?$"
_UNITS = {"K": 1e3, "M": 1e6, "B": 1e9, "G": 1e9, "T": 1e12}
MOST = 1e18


def amount_of(text: str) -> float | None:
    """Return the number of a text such as 70B, 15T or 4_194_304; None where it is none above 0."""
    if not re.match(_AMOUNT, text):
        return None
    digits = text.rstrip("KMBGT").replace("_", "").replace(",", "")
    number = float(digits) * _UNITS.get(text[-1], 1.0)
    return number if 0 < number < MOST else None


def _amount(value: Any) -> Any:
    if isinstance(value, str):
        value = amount_of(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < MOST:
        raise own_error("this must be a number above 0, such as 70e9, 70B or 15T")
    return float(value)


Amount = Annotated[
    float,
    BeforeValidator(_amount),
    WithJsonSchema({"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string", "pattern": _AMOUNT}]}),
]
"""A number of things: 70e9, 70B or 15T."""
Tokens = Annotated[StrictInt, Field(ge=1, le=10_000_000)]
"""Tokens of one sequence."""


Argument = Annotated[
    str, StringConstraints(strict=True, max_length=200, pattern=r"^[A-Za-z0-9_./:@%+=,-][A-Za-z0-9_./:@%+=, -]*$")
]
"""One word of a command line: an option, or what follows it; nothing that a shell reads."""


class LaunchSpec(SpecModel):
    """How a workload is started: the program, and its arguments beside its split (`slurm/launch/`, `kubernetes/launch/`)."""

    program: PlainPath | None = None
    """The program that runs on every GPU, started by torchrun, or by MPI for `hpc`. By default that of Megatron-LM, where its images have it; `hpc` has no default, and gets no files without a program."""
    arguments: tuple[Argument, ...] = ()
    """Further arguments of the program, word by word: data, tokenizer, learning rate. On Slurm, words behind the name of the script come last."""
    image: ContainerImage | None = None
    """The container image, which Slurm starts with `scheduler.slurm.containers: pyxis`. By default none on Slurm, and NVIDIA's NeMo 25.09 on Kubernetes for NVIDIA's GPUs; for other GPUs, and for `hpc`, no job is written without one."""
    checkpoints: Slug | None = None
    """The storage tier that keeps checkpoints; by default the first parallel file system that compute hosts mount, else NFS."""
    background: Flag = False
    """Whether checkpoints are written while training continues (Megatron's `--async-save`); without it, training waits for each."""
    base: PlainPath | None = None
    """The checkpoint that a `finetune` starts from."""


Ranks = Annotated[StrictInt, Field(ge=1, le=4096)]
"""Parallel ranks of a kind."""


class SplitSpec(SpecModel):
    """Parallel ranks by kind; data parallel ranks are what remains of the GPUs."""

    tp: Ranks = 1
    """Tensor parallel ranks, within an NVLink domain."""
    cp: Ranks = 1
    """Context parallel ranks."""
    ep: Ranks = 1
    """Expert parallel ranks, of a mixture of experts."""
    pp: Ranks = 1
    """Stages of the pipeline."""


class FailuresSpec(SpecModel):
    """The site's figures on failures; for each key that is left out, the default is used that it states."""

    gpu_hours: Annotated[StrictFloat | StrictInt, Field(ge=1, le=10_000_000)] | None = None
    """GPU-hours for each interruption of a job. By default 50,000, as on 16,384 H100 (arXiv 2407.21783); young or unmanaged clusters have far fewer."""
    restart_minutes: Annotated[StrictFloat | StrictInt, Field(gt=0, le=1440)] | None = None
    """Time from a failure until the run is back at the same step, minutes. By default 15 (MegaScale, NSDI 2024)."""
    repair_days: Annotated[StrictFloat | StrictInt, Field(gt=0, le=365)] | None = None
    """Days that a host is away for repair. By default spare hosts are counted for 1, 3 and 7."""
    confidence: Annotated[StrictFloat, Field(ge=0.5, le=0.99999)] = 0.99
    """Share of the time during which the spare hosts suffice."""


class DataSpec(SpecModel):
    """The data set of a training run."""

    tb: Annotated[StrictFloat | StrictInt, Field(gt=0, le=1_000_000)]
    """Its size on the tier, TB (10^12 bytes)."""
    samples: Amount | None = None
    """Its samples, each of which fills a sequence: 1e9 or 1B. Without `tokens`, the run is on `samples` x `epochs` sequences."""
    epochs: Annotated[StrictFloat | StrictInt, Field(gt=0, le=10_000)] = 1
    """How often it is read."""
    local: Flag = False
    """Whether every host copies it to its local drives before the first step; otherwise it is streamed, and read in every epoch."""


WorkloadKind = Literal["pretrain", "finetune", "inference", "hpc"]
_OF_MODELS = ("model", "params", "active_params", "layers", "hidden")
_OF_TRAINING = ("tokens", "batch_tokens", "mfu", "days", "split", "data")


class WorkloadSpec(SpecModel):
    """One workload: training or inference of a published model (`model`) or of one that `params` describes, or a program of another kind (`hpc`)."""

    kind: WorkloadKind = "pretrain"
    """Its kind; `pretrain` and `finetune` are sized alike."""
    model: PublishedModel | None = None
    """A published model: `clustergen catalog list models`."""
    params: Amount | None = None
    """Parameters of a model of your own: 70e9 or 70B."""
    active_params: Amount | None = None
    """Active parameters per token, for a mixture of experts."""
    layers: Annotated[StrictInt, Field(ge=1, le=10_000)] | None = None
    """Layers of a model of your own; by default in proportion to published ones."""
    hidden: Annotated[StrictInt, Field(ge=64, le=1_000_000)] | None = None
    """Its width; by default in proportion, too."""
    tokens: Amount | None = None
    """Tokens to train on: 15e12 or 15T."""
    data: DataSpec | None = None
    """Its training data, if storage should be sized for it, too."""
    sequence: Tokens | None = None
    """Tokens of a sequence, with its answer where it is inference; by default the model's, or 8192."""
    concurrent: Annotated[StrictInt, Field(ge=1, le=10_000_000)] | None = None
    """Concurrent sequences, for inference; by default as many as fit into memory."""
    batch_tokens: Amount | None = None
    """Tokens of a step; by default 1,024 for each GPU, and 4 million at least."""
    precision: Literal["bf16", "fp8", "fp4"] | None = None
    """Precision of the computation; by default `bf16`, or that of published runs on the GPU."""
    mfu: Annotated[StrictFloat, Field(gt=0, le=4)] | None = None
    """Measured model FLOPs utilization (MFU), against the dense BF16 peak; by default as in published runs."""
    hosts: Slug | None = None
    """The host group that it runs on; by default the one with the most GPUs."""
    share: Annotated[StrictFloat, Field(gt=0, le=1)] = 1.0
    """The share of that group, or of the tenant's hosts in it, that it uses."""
    tenant: Slug | None = None
    """Its tenant, if the cluster has tenants: it runs on the tenant's hosts, in the tenant's partition and workspace. Without one, such a cluster has no launch files for it."""
    days: Annotated[StrictFloat | StrictInt, Field(gt=0, le=10_000)] | None = None
    """Calendar days within which it should finish; a warning reports an envelope that is too small for it."""
    split: SplitSpec | None = None
    """The parallel split; by default the fastest that fits."""
    failures: FailuresSpec = defaults(FailuresSpec)
    """How often it is interrupted, and for how long."""
    launch: LaunchSpec = defaults(LaunchSpec)
    """How it is started."""

    @property
    def trains(self) -> bool:
        """Whether it is a training run."""
        return self.kind in {"pretrain", "finetune"}

    @model_validator(mode="after")
    def _one_model(self) -> Self:
        if self.kind == "hpc":
            return self._without(*_OF_MODELS, *_OF_TRAINING, "concurrent", "sequence", "precision")
        if (self.model is None) == (self.params is None):
            raise own_error("a workload has either `model`, a published one, or `params`")
        own = [key for key in ("active_params", "layers", "hidden") if getattr(self, key) is not None]
        if self.model is not None and own:
            raise own_error(f"`{own[0]}` describes a model of your own, which has `params` instead of `model`")
        if self.params is not None and (self.active_params or 0) > self.params:
            raise own_error("`active_params` are more than `params`")
        if self.kind == "inference":
            return self._without(*_OF_TRAINING)
        if self.tokens is None and (self.data is None or self.data.samples is None):
            raise own_error(f"a workload of kind {self.kind} has `tokens`, to train on, or `data` with `samples`")
        return self._without("concurrent")

    def _without(self, *keys: str) -> Self:
        stated = [key for key in keys if getattr(self, key) is not None]
        if stated:
            raise own_error(f"`{stated[0]}` does not apply to a workload of kind {self.kind}")
        return self
