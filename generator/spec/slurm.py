"""`scheduler.slurm`: what Slurm is asked to do beyond naming the hosts."""

from typing import Annotated, Literal, Self

from pydantic import Field, StrictInt, StringConstraints, model_validator

from generator.spec.addresses import HostOrAddress
from generator.spec.base import Count, Flag, Slug, SpecModel, own_error
from generator.spec.burst import CloudSpec
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
    """A quality of service (QOS). One with the name of a tenant is the default of that tenant's jobs."""

    priority: Annotated[StrictInt, Field(ge=0, le=1_000_000)] = 0
    """Its priority: that of the highest counts as 1, and the others in proportion."""
    gpus: Count | None = None
    """Maximum number of GPUs of all its jobs together."""
    gpus_per_user: Count | None = None
    """Maximum number of GPUs of one user."""
    jobs_per_user: Count | None = None
    """Maximum number of running jobs of one user."""
    max_hours: Count | None = None
    """Longest time limit of a job, hours."""
    preempts: tuple[Slug, ...] = ()
    """Qualities of service whose jobs are requeued when a job of this one needs their hosts."""
    grace_seconds: Annotated[StrictInt, Field(ge=0, le=86_400)] = 60
    """How long a preempted job of this QOS may continue after SIGTERM, seconds: the time to write a checkpoint."""
    tenants: tuple[Slug, ...] | None = None
    """Tenants that may use it. By default all; if it has the name of a tenant, only that tenant."""


class MigSpec(SpecModel):
    """How the GPUs of a host group are divided (Multi-Instance GPU)."""

    profile: MigProfile
    """The profile of a slice, for example `1g.10gb`."""
    instances: Annotated[StrictInt, Field(ge=1, le=7)]
    """Number of slices of each GPU. The hosts must create them at boot (nvidia-mig-manager)."""


class BurstSpec(SpecModel):
    """Hosts that a cloud provider starts when jobs need them, and stops when they are idle.

    With `cloud` the tree has the programs; otherwise the site writes the function that does so, in `burst.sh`.
    """

    count: Annotated[StrictInt, Field(ge=1, le=9999)]
    """Maximum number of hosts."""
    name: Slug = "burst"
    """Prefix of their names, and the name of their partition."""
    cpus: Count
    """Hardware threads of a host."""
    memory_gib: Count
    """Memory of a host, GiB."""
    gpus: Annotated[StrictInt, Field(ge=0, le=16)] = 0
    """GPUs of a host."""
    gpu_type: GpuType | None = None
    """Type of the GPUs."""
    ready_minutes: Annotated[StrictInt, Field(ge=1, le=240)] = 15
    """Maximum time from the request of a host to its slurmd, minutes; after that, the host is down and its job is requeued."""
    idle_minutes: Annotated[StrictInt, Field(ge=1, le=10_080)] = 10
    """Idle time after which a host is stopped, minutes."""
    tenants: Annotated[tuple[Slug, ...] | None, Field(exclude_if=lambda value: value is None)] = None
    """Tenants or accounts whose jobs may run there; by default all."""
    cloud: Annotated[CloudSpec | None, Field(exclude_if=lambda value: value is None)] = None
    """The provider, from which the programs of the tree order the hosts."""


class InfluxSpec(SpecModel):
    """An InfluxDB server of version 1, or of version 2 with its API of version 1, that lets hosts write without a password."""

    server: HostOrAddress
    """Its name or address."""
    port: Annotated[StrictInt, Field(ge=1, le=65535)] = 8086
    """Its port."""
    database: Slug = "slurm"
    """The database (the bucket)."""


class GatherSpec(SpecModel):
    """What Slurm measures on hosts in addition to processors and memory, by plugins that must be in its packages.

    The daemons do not start without a plugin that is configured. Debian's packages have `gpu`, `rapl`, `sysfs` and `lustre`, `ofed` from 26.05 on, and no
    profiles. On a host that several jobs share, each job is charged with all of it.
    """

    energy: Literal["none", "gpu", "rapl", "ipmi", "xcc"] = "none"
    """What reports the energy of a host: its GPUs (`gpu`, AMD only), its processors (`rapl`), its BMC by DCMI (`ipmi`), or Lenovo's BMC (`xcc`). Slurm does
    not use Redfish."""
    interconnect: Literal["none", "sysfs", "ofed"] = "none"
    """What counts traffic: the kernel's counters of Ethernet ports, which do not include RDMA (`sysfs`), or the first InfiniBand port of a host (`ofed`)."""
    filesystem: Literal["none", "lustre"] = "none"
    """Whether reads and writes of Lustre's client are counted."""
    every_seconds: Annotated[StrictInt, Field(ge=1, le=299)] = 30
    """Interval between measurements of a host, seconds; energy counters of processors overflow within 300 seconds."""
    influxdb: InfluxSpec | None = None
    """Where the time series of jobs that request them (`--profile`) are stored."""
    hdf5: MountPath | None = None
    """Alternatively, the folder for them, with a file for each host and step, on a mount of compute and control hosts."""

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if self.influxdb and self.hdf5:
            raise own_error("time series go to one place: name influxdb or hdf5")
        return self


class SlurmPackagesSpec(SpecModel):
    """A repository of the site with Slurm's packages, for all hosts that run Slurm."""

    repository: SignedMirror
    """Its URL: a flat repository for apt (`deb URL ./`), or one with repodata for dnf."""
    signed_by: Annotated[str, StringConstraints(strict=True, max_length=200, pattern=r"^/[A-Za-z0-9._/-]+$")]
    """The file on hosts with the public key that verifies the packages; it must be in the hosts' image."""
    built_by: Literal["schedmd", "distribution"] = "schedmd"
    """How the packages are named: as in SchedMD's own build (slurm-smd-slurmd), or as in the distribution (slurmd)."""


class SlurmSpec(SpecModel):
    """Slurm. Its controllers run on the hosts of role `control`."""

    version: SlurmVersion | None = None
    """Release of Slurm that the files are for, if the site has its own packages. By default that of the hosts' distributions: 22.05 on Debian 12, 23.11 on
    Ubuntu 24.04, 24.11 on Debian 13; if they differ, the oldest of them."""
    packages: SlurmPackagesSpec | None = None
    """Where the playbooks get Slurm of that version; by default from the distribution, or from repositories that are configured in the image."""
    partition: Slug = "gpu"
    """Name of the default partition, which contains all compute hosts of Slurm; with tenants, only operators use it."""
    partitions: dict[Slug, SlurmPartitionSpec] = {}
    """Further partitions by name."""
    default_hours: JobHours = 24
    """Time limit of a job that requests none, hours (DefaultTime)."""
    max_hours: JobHours = 168
    """Longest time limit of a job, hours (MaxTime). The backfill scheduler plans as far ahead as the longest job of any partition, between 1 and 30 days, so
    that small jobs do not delay a large one forever."""
    memory_reserve_percent: Annotated[StrictInt, Field(ge=0, le=50)] = 5
    """Share of a host's memory that jobs cannot use, per cent: RealMemory must stay below what the kernel reports."""
    state: MountPath | None = None
    """Where controllers keep the queue (StateSaveLocation). Several controllers need a folder of a mount that all of them have. By default `slurmctld` on
    the first such tier of kind nfs or parallel, else a local folder, and then there is one controller."""
    accounting: Flag = True
    """Whether slurmdbd on the first control host stores jobs, accounts and limits. Limits of tenants need it."""
    database: HostOrAddress | None = None
    """The MySQL or MariaDB server that slurmdbd uses. By default MariaDB on the same host; with a server of the site, a second slurmdbd is the backup."""
    history_months: Annotated[StrictInt, Field(ge=1, le=120)] = 24
    """How long the database keeps jobs, months."""
    qos: dict[Slug, QosSpec] = {}
    """Qualities of service by name: limits, priorities and preemption."""
    accounts: dict[Slug, SlurmAccountSpec] = {}
    """Accounts by name. With accounts, tenants or qualities of service, a job runs only under an account (AccountingStorageEnforce)."""
    reservations: dict[Slug, ReservationSpec] = {}
    """Reservations by name, which `reservations.sh` creates. A reservation that is removed from the spec remains until somebody deletes it."""
    include: Flag = False
    """Whether `slurm.conf` ends with `include site.conf`, a file with the site's own lines, which override those before them. The role creates this file
    empty and never changes it afterwards."""
    mpi: Literal["pmix", "pmi2", "none"] = "pmix"
    """How srun starts the ranks of a job that does not choose (MpiDefault)."""
    health: Literal["own", "nhc", "none"] = "own"
    """What monitors hosts: `health.sh` of the tree, LBNL's Node Health Check with the rendered nhc.conf, or nothing."""
    containers: Literal["none", "pyxis"] = "none"
    """Whether `srun --container-image` runs containers, with Pyxis and Enroot, which must be in the hosts' image."""
    ssh: Literal["jobs", "anyone"] = "jobs"
    """Who may log in to compute hosts by SSH, in addition to those who may become root. `jobs`: users with a job there, and what they start is part of the
    job (pam_slurm_adopt). `anyone`: everyone with an account."""
    private_tmp: Flag = False
    """Whether each job gets its own /tmp and /dev/shm, on local drives if the compute hosts mount some."""
    mig: dict[Slug, MigSpec] = {}
    """Host groups whose GPUs are divided (MIG), by name."""
    cores: dict[Slug, tuple[CoreRange, ...]] = {}
    """The cores next to each GPU of a host group, beginning with /dev/nvidia0, as `slurmd -G` prints them on a delivered host. Jobs then get cores next to
    their GPUs even if detection is off, and a host with other cores is drained. No document of the catalog states which device has which cores."""
    gather: GatherSpec | None = None
    """What Slurm measures on hosts and for jobs; by default only processors and memory."""
    burst: BurstSpec | None = None
    """Hosts of a cloud provider that are started and stopped with the queue."""
