"""`scheduler`: who starts jobs."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from generator.spec.base import Slug, SpecModel

SlurmVersion = Literal["22.05", "23.11", "24.05", "24.11", "25.05", "25.11", "26.05"]


class SlurmSpec(SpecModel):
    """Slurm. Its controllers run on the hosts of role `control`."""

    version: SlurmVersion = "25.05"
    """Release whose files are written; topology.yaml needs 25.05."""
    partition: Slug = "gpu"
    """Name of the default partition, which holds every compute host."""
    memory_reserve_percent: Annotated[StrictInt, Field(ge=0, le=50)] = 5
    """Host memory that jobs never get, per cent: RealMemory must stay below what the kernel reports."""


class KubernetesSpec(SpecModel):
    """Kubernetes. Its control plane runs on the hosts of role `control`."""

    topology_prefix: Literal["topograph", "nvidia"] = "topograph"
    """Label names for the network topology: topograph 1.0's (`fabric.topograph.run`) or the older NVIDIA ones."""


class SchedulerSpec(SpecModel):
    """The schedulers; both may be given."""

    slurm: SlurmSpec | None = None
    """Write Slurm's files."""
    kubernetes: KubernetesSpec | None = None
    """Write Kubernetes' files."""
