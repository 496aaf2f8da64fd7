"""`scheduler.slurm`: what Slurm is asked to do beyond naming the hosts."""

from typing import Annotated, Literal, Self

from pydantic import Field, StrictInt, StringConstraints, model_validator

from generator.spec.addresses import HostOrAddress
from generator.spec.base import Count, Flag, Slug, SpecModel, own_error
from generator.spec.mirrors import SignedMirror
from generator.spec.paths import MountPath
from generator.spec.slurm_queues import JobHours, ReservationSpec, SlurmAccountSpec, SlurmPartitionSpec

SlurmVersion = Literal["22.05", "23.11", "24.05", "24.11", "25.05", "25.11", "26.05"]
MigProfile = Annotated[str, StringConstraints(strict=True, pattern=r"^[1-7]g\.[1-9][0-9]{0,2}gb$")]
"""A slice of a GPU as NVIDIA names it: compute slices and memory, `1g.10gb`."""
CoreRange = Annotated[
    str, StringConstraints(strict=True, max_length=80, pattern=r"^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$")
]
"""Cores of a host as Slurm counts them, socket after socket from 0, threads not counted: `0-55`."""
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
    grace_seconds: Annotated[StrictInt, Field(ge=0, le=86_400)] = 60
    """How long a job under this one goes on after the signal to end (SIGTERM) when it gives way to another, seconds: the time to write a checkpoint."""
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


class InfluxSpec(SpecModel):
    """A server of InfluxDB 1, or one of version 2 that speaks as 1 does, which lets hosts write without a password."""

    server: HostOrAddress
    """Its name or address."""
    port: Annotated[StrictInt, Field(ge=1, le=65535)] = 8086
    """Its port."""
    database: Slug = "slurm"
    """The database (the bucket)."""


class GatherSpec(SpecModel):
    """What Slurm measures of hosts beside processors and memory, by plugins that its packages have to bring.

    The daemons do not start without one that is named. Debian's have `gpu`, `rapl`, `sysfs` and `lustre`, `ofed` from 26.05 on, and no profiles.
    Of a host that jobs share, each job counts all.
    """

    energy: Literal["none", "gpu", "rapl", "ipmi", "xcc"] = "none"
    """Who says how much energy a host takes: its GPUs (AMD's alone), its processors, its BMC by DCMI, Lenovo's BMC. Slurm does not ask by Redfish."""
    interconnect: Literal["none", "sysfs", "ofed"] = "none"
    """What counts traffic: the kernel's counters of Ethernet ports, which do not see RDMA, or the first InfiniBand port of a host."""
    filesystem: Literal["none", "lustre"] = "none"
    """Whether reads and writes of Lustre's client are counted."""
    every_seconds: Annotated[StrictInt, Field(ge=1, le=299)] = 30
    """How often a host is measured, seconds; counters of processors run over within 300."""
    influxdb: InfluxSpec | None = None
    """Where time series of jobs go that ask for them (`--profile`)."""
    hdf5: MountPath | None = None
    """The folder in which they are kept instead, a file for each host and step: on a mount of compute and control hosts."""

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if self.influxdb and self.hdf5:
            raise own_error("time series go to one place: name influxdb or hdf5")
        return self


class SlurmPackagesSpec(SpecModel):
    """A repository of the site with Slurm's packages, for all hosts that have a part in it."""

    repository: SignedMirror
    """Its URL: a flat one for apt (`deb URL ./`), one with repodata for dnf."""
    signed_by: Annotated[str, StringConstraints(strict=True, max_length=200, pattern=r"^/[A-Za-z0-9._/-]+$")]
    """The file on hosts, which their image brings, with the key that its packages are signed by."""
    built_by: Literal["schedmd", "distribution"] = "schedmd"
    """Whose names the packages have: those of SchedMD's own build (slurm-smd-slurmd), or those of the distribution (slurmd)."""


class SlurmSpec(SpecModel):
    """Slurm. Its controllers run on the hosts of role `control`."""

    version: SlurmVersion | None = None
    """Release whose files are written, where the site brings its own packages. By default the one that the hosts' distributions have: 22.05 on Debian 12,
    23.11 on Ubuntu 24.04, 24.11 on Debian 13; of hosts that differ, the oldest."""
    packages: SlurmPackagesSpec | None = None
    """Where the playbooks get Slurm of that version; by default from the distribution, or from repositories that the image knows."""
    partition: Slug = "gpu"
    """Name of the default partition, which holds every compute host."""
    partitions: dict[Slug, SlurmPartitionSpec] = {}
    """Further partitions by name."""
    default_hours: JobHours = 24
    """How long a job that does not say runs, hours (DefaultTime)."""
    max_hours: JobHours = 168
    """The longest job, hours (MaxTime). The scheduler looks as far ahead, so that a large job is not passed by small ones forever."""
    memory_reserve_percent: Annotated[StrictInt, Field(ge=0, le=50)] = 5
    """Host memory that jobs never get, per cent: RealMemory must stay below what the kernel reports."""
    state: MountPath | None = None
    """Where controllers keep the queue (StateSaveLocation). Several controllers need a folder of a mount that all of them have. By default `slurmctld` on
    the first such tier of kind nfs or parallel, else a local folder, and then there is one controller."""
    accounting: Flag = True
    """Whether slurmdbd keeps jobs, accounts and limits, on the first control host. Tenants' limits need it."""
    database: HostOrAddress | None = None
    """The MySQL or MariaDB server that slurmdbd uses. By default MariaDB beside it; with a server of the site, a second slurmdbd stands by."""
    history_months: Annotated[StrictInt, Field(ge=1, le=120)] = 24
    """How long the database keeps jobs, months."""
    qos: dict[Slug, QosSpec] = {}
    """Qualities of service by name: limits, priorities, who gives way to whom."""
    accounts: dict[Slug, SlurmAccountSpec] = {}
    """Accounts by name. Where there are some, or tenants, or qualities of service, a job needs an account to run (AccountingStorageEnforce)."""
    reservations: dict[Slug, ReservationSpec] = {}
    """Reservations by name, which `reservations.sh` makes. One that is named here no longer stays until somebody deletes it."""
    include: Flag = False
    """Whether `slurm.conf` ends with `include site.conf`: lines of the site's own, which win over those above them. The role makes that file once, empty, and
    never writes it again."""
    mpi: Literal["pmix", "pmi2", "none"] = "pmix"
    """How srun starts ranks that ask for nothing else (MpiDefault)."""
    health: Literal["own", "nhc", "none"] = "own"
    """What monitors hosts: `health.sh` of the tree, LBNL's Node Health Check with the rendered nhc.conf, or nothing."""
    containers: Literal["none", "pyxis"] = "none"
    """Whether `srun --container-image` runs containers: Pyxis and Enroot, which the hosts' image has to bring."""
    ssh: Literal["jobs", "anyone"] = "jobs"
    """Who comes to compute hosts by SSH beside those who may become root: users who have a job there, and what they start is part of it (pam_slurm_adopt); or
    everyone with an account."""
    private_tmp: Flag = False
    """Whether each job has a /tmp and a /dev/shm of its own, on local drives where the compute hosts mount some."""
    mig: dict[Slug, MigSpec] = {}
    """Host groups whose GPUs are divided, by name."""
    cores: dict[Slug, tuple[CoreRange, ...]] = {}
    """The cores beside each GPU of a host group, /dev/nvidia0 first, as `slurmd -G` shows them on a delivered host. Jobs then have cores beside their
    GPUs even where detection is off, and a host that shows others is drained. No document of the catalog says which device has which cores."""
    gather: GatherSpec | None = None
    """What is measured of hosts and jobs; by default processors and memory alone."""
    burst: BurstSpec | None = None
    """Hosts of a provider that come and go with the queue."""
