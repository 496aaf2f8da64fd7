"""`scheduler.slurm`: what Slurm is asked to do beyond naming the hosts."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt, StringConstraints

from generator.spec.base import Count, Flag, HostOrAddress, MountPath, Slug, SpecModel

SlurmVersion = Literal["22.05", "23.11", "24.05", "24.11", "25.05", "25.11", "26.05"]
MigProfile = Annotated[str, StringConstraints(strict=True, pattern=r"^[1-7]g\.[1-9][0-9]{0,2}gb$")]
"""A slice of a GPU as NVIDIA names it: compute slices and memory, `1g.10gb`."""
GpuType = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9][a-z0-9._-]{0,30}$")]
"""The type in `gpu:<type>`, as the site's image of burst hosts names it."""


class QosSpec(SpecModel):
    """A quality of service. One that has a tenant's name is what that tenant's jobs run under unless they ask for another."""

    priority: Annotated[StrictInt, Field(ge=0, le=1_000_000)] = 0
    """Its priority among the others: the highest counts 1, and all others in proportion."""
    gpus: Count | None = None
    """GPUs that all jobs under it have together, at most."""
    gpus_per_user: Count | None = None
    """GPUs that one user has under it, at most."""
    jobs_per_user: Count | None = None
    """Jobs of one user that run under it at once, at most."""
    max_hours: Count | None = None
    """The longest job, hours."""
    preempts: tuple[Slug, ...] = ()
    """Those whose jobs go back into the queue when a job under this one needs their place."""
    tenants: tuple[Slug, ...] | None = None
    """Tenants that may ask for it. By default all; for one that has a tenant's name, that tenant."""


class MigSpec(SpecModel):
    """How the GPUs of a host group are divided (Multi-Instance GPU)."""

    profile: MigProfile
    """The slice."""
    instances: Annotated[StrictInt, Field(ge=1, le=7)]
    """Slices of each GPU: as many as somebody makes on the hosts when they boot (nvidia-mig-manager)."""


class BurstSpec(SpecModel):
    """Hosts that a provider starts when jobs need them, and stops when none does. How is a function that the site writes in `burst.sh`."""

    count: Annotated[StrictInt, Field(ge=1, le=9999)]
    """Hosts at most."""
    name: Slug = "burst"
    """The first part of their names, and the name of their partition."""
    cpus: Count
    """Hardware threads of one."""
    memory_gib: Count
    """Its memory, GiB."""
    gpus: Annotated[StrictInt, Field(ge=0, le=16)] = 0
    """Its GPUs."""
    gpu_type: GpuType | None = None
    """Their type."""
    ready_minutes: Annotated[StrictInt, Field(ge=1, le=240)] = 15
    """The longest that one takes from its order to its slurmd, minutes; later, it is down and its job queued again."""
    idle_minutes: Annotated[StrictInt, Field(ge=1, le=10_080)] = 10
    """How long one idles before it is stopped, minutes."""


class SlurmSpec(SpecModel):
    """Slurm. Its controllers run on the hosts of role `control`."""

    version: SlurmVersion = "25.05"
    """Release whose files are written; topology.yaml needs 25.05."""
    partition: Slug = "gpu"
    """Name of the default partition, which holds every compute host."""
    memory_reserve_percent: Annotated[StrictInt, Field(ge=0, le=50)] = 5
    """Host memory that jobs never get, per cent: RealMemory must stay below what the kernel reports."""
    state: MountPath | None = None
    """Where controllers keep the queue (StateSaveLocation). Several controllers need a folder of a mount that all of them have. By default `slurmctld` on
    the first such tier of kind nfs or parallel, else a local folder, and then there is one controller."""
    accounting: Flag = True
    """Whether slurmdbd keeps jobs, accounts and limits, on the first control host. Tenants' limits need it."""
    database: HostOrAddress | None = None
    """The MySQL or MariaDB server that slurmdbd asks. By default MariaDB beside it; with a server of the site, a second slurmdbd stands by."""
    history_months: Annotated[StrictInt, Field(ge=1, le=120)] = 24
    """How long the database keeps jobs, months."""
    qos: dict[Slug, QosSpec] = {}
    """Qualities of service by name: limits, priorities, who gives way to whom."""
    mpi: Literal["pmix", "pmi2", "none"] = "pmix"
    """How srun starts ranks that ask for nothing else (MpiDefault)."""
    health: Literal["own", "nhc", "none"] = "own"
    """Who looks after hosts: `health.sh` of the tree, LBNL's Node Health Check with the rendered nhc.conf, or nobody."""
    containers: Literal["none", "pyxis"] = "none"
    """Whether `srun --container-image` runs containers: Pyxis and Enroot, which the hosts' image has to bring."""
    private_tmp: Flag = False
    """Whether each job has a /tmp and a /dev/shm of its own, on local drives where the compute hosts mount some."""
    mig: dict[Slug, MigSpec] = {}
    """Host groups whose GPUs are divided, by name."""
    burst: BurstSpec | None = None
    """Hosts of a provider that come and go with the queue."""
