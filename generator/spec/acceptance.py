"""`acceptance`: programs of the site that acceptance runs as well: HPL on each host, and steps of a training on all hosts of a model."""

from typing import Annotated, Literal, Self

from pydantic import Field, StrictFloat, StrictInt, model_validator

from generator.spec.base import SpecModel, own_error
from generator.spec.kubernetes_jobs import ContainerImage
from generator.spec.paths import PlainPath
from generator.spec.workloads import Amount, Argument


class AcceptedProgramSpec(SpecModel):
    """A program that the hosts have, or an image has. Root of the hosts runs it, and only if the operator asks for it (`-e acceptance_programs=true`)."""

    program: PlainPath
    """The program, once on each host, such as `/opt/hpc-benchmarks/hpl-host.sh`. No shell reads it or its arguments."""
    arguments: tuple[Argument, ...] = ()
    """Its arguments, word by word."""
    image: ContainerImage | None = None
    """The container image that has the program, which Slurm starts with `scheduler.slurm.containers: pyxis`. By default the program is the host's."""


class HplSpec(AcceptedProgramSpec):
    """High-Performance Linpack on all GPUs of a host: NVIDIA's HPL or rocHPL, which must print HPL's table of results."""

    tflops: Annotated[StrictFloat | StrictInt, Field(gt=0, le=100_000)] | None = None
    """The lowest rate of a host that is accepted, TFLOPS. If left out, a host fails that is a twentieth below the median of its model."""


class TrainingStepSpec(AcceptedProgramSpec):
    """A few steps of a training on all hosts of a model. The program finds `MASTER_ADDR`, `MASTER_PORT`, `NNODES`, `NODE_RANK` and `GPUS` in its environment.

    It must print the time of each step as Megatron-LM does (`elapsed time per iteration (ms): 1234.5`), or as JSON (`{"step_s": 1.2345}`).
    """

    tokens_per_step: Amount
    """Tokens of a step of the whole batch: its sequences times their length."""
    params: Amount | None = None
    """Parameters of the model, active ones for a mixture of experts: 70e9 or 70B. A step is counted as 6 FLOPS for each parameter and token. If left out, no FLOPS are stated."""
    precision: Literal["fp8", "bf16"] = "bf16"
    """Precision of the run: the model FLOPS utilization is a share of the dense peak of the GPU at this precision."""
    mfu: Annotated[StrictFloat, Field(gt=0, lt=1)] | None = None
    """The lowest model FLOPS utilization that is accepted, a share of 1. If left out, it is recorded only."""

    @model_validator(mode="after")
    def _counted(self) -> Self:
        if self.mfu is not None and self.params is None:
            raise own_error("`mfu` is counted from `params`; state the parameters of the model as well, such as 70B")
        return self


class AcceptanceSpec(SpecModel):
    """Programs of the site for acceptance; a test without its program is not run."""

    hpl: HplSpec | None = None
    """HPL on each host."""
    training: TrainingStepSpec | None = None
    """Steps of a training on all hosts of a model."""
