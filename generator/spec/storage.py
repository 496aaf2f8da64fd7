"""`storage`: the tiers, what they must do, and the hosts, networks and mounts that they claim."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictFloat, StrictInt, StringConstraints

from generator.spec.base import Count, Flag, Line, Slug, SpecModel, own_error
from generator.spec.beegfs import BeegfsSpec
from generator.spec.caches import CachesSpec
from generator.spec.ceph import CephSpec
from generator.spec.feeds import UNSAID as _UNSAID
from generator.spec.feeds import FeedSpec, Measure
from generator.spec.hosts import HostRole
from generator.spec.kubernetes_jobs import ObjectName
from generator.spec.lustre import LustreSpec
from generator.spec.nfs import NfsSpec
from generator.spec.paths import MountPath
from generator.spec.quotas import QuotaSpec
from generator.spec.s3 import S3Spec
from generator.spec.scale import ScaleSpec

_SECRETS = ("secret=", "password=", "passwd=", "pass=", "credentials=")


class EncryptionSpec(SpecModel):
    """How the local drives of each host are encrypted (LUKS2). It protects drives that leave the room: who is root on a running host reads everything."""

    key: Literal["tpm", "reference"]
    """What opens them at boot: the TPM of the host, while its Secure Boot settings are those of the day it was enrolled (`tpm`), or a file on the system drive that
    only root can read (`reference`). Either way the keys follow from a secret that you provide (`drives_key`), so that no host makes one that only it has."""


def _without_secrets(value: Any) -> Any:
    if isinstance(value, str) and any(option.startswith(_SECRETS) for option in value.split(",")):
        raise own_error("a secret is never in the spec; name a file that holds it (secretfile=, or the product's own)")
    return value


_GIVES_AWAY = {
    "suid": "a program that a user stores there would run as root",
    "dev": "a device file that a user creates there would give access to the device",
    "exec": "programs run without it, and it undoes a `noexec`",
}
"""Mount options that are not for places where users write (mount(8))."""


def _for_users(value: Any) -> Any:
    for option in value.split(",") if isinstance(value, str) else ():
        if option in _GIVES_AWAY:
            raise own_error(f"the mount option `{option}` is not allowed where users can write: {_GIVES_AWAY[option]}")
    return value


MountSource = Annotated[
    str, StringConstraints(strict=True, max_length=250, pattern=r"^[A-Za-z0-9/\[][A-Za-z0-9._:,/@=+\[\]-]*$")
]
"""What is mounted, as mount(8) takes it: `10.64.0.1@o2ib:/fast`, `filer.example.net:/home`."""
MountOptions = Annotated[
    str,
    StringConstraints(strict=True, max_length=250, pattern=r"^[A-Za-z][A-Za-z0-9._:,/@=+-]*$"),
    BeforeValidator(_without_secrets),
    BeforeValidator(_for_users),
]
"""Mount options, with commas between them and no secrets among them."""
FileSystem = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9._-]{0,31}$")]
"""A type of file system, as mount(8) names it."""

TierKind = Literal["local-nvme", "parallel", "object", "nfs"]
ParameterName = Annotated[str, StringConstraints(strict=True, max_length=120, pattern=r"^[A-Za-z][A-Za-z0-9_./-]*$")]
"""A parameter as the driver's documents call it."""
_SECRET_WORDS = ("password", "passwd", "token", "secret", "credential")


def _public_only(value: dict[str, Any]) -> dict[str, Any]:
    for name in value:
        if any(word in name.lower() for word in _SECRET_WORDS):
            raise own_error(f"{name} would hold a secret, or name one; the name of a secret goes into the key `secret`")
    return value


class ProtectionSpec(SpecModel):
    """How a tier survives the loss of drives: of every `data` + `parity` parts, any `parity` may be lost. Two copies are 1 + 1."""

    data: Annotated[StrictInt, Field(ge=1, le=64)]
    """Parts that hold data."""
    parity: Annotated[StrictInt, Field(ge=1, le=16)]
    """Parity parts."""
    spread: Annotated[Literal["domains", "drives"] | None, _UNSAID] = None
    """Where the parts of a set are: each in another failure domain (`domains`: erasure coding or copies across hosts), or on drives of one (`drives`: RAID in a host, or in
    the enclosure of a pair). By default `drives` for NFS and for products whose documents state it (Lustre, BeeGFS), else `domains`."""


class GrowthSpec(SpecModel):
    """How much a tier grows, and for how long. The envelope of its hosts is sized for it; the hosts that are installed are not."""

    tb_a_year: Measure
    """TB (10^12 bytes) that are added in a year, before protection."""
    years: Annotated[StrictFloat | StrictInt, Field(gt=0, le=20)]
    """Years from now for which the envelope must suffice."""


class VolumesSpec(SpecModel):
    """How pods get volumes. The driver is the product's; its documents describe the parameters."""

    parameters: Annotated[dict[ParameterName, Line], AfterValidator(_public_only)] = {}
    """Parameters of the driver, with the names of its documents: WEKA's `filesystemName`, VAST's `vip_pool_name`. With `beegfs`, `sysMgmtdHost` follows
    from the hosts that serve the tier, and with `scale`, `volBackendFs`."""
    secret: ObjectName | None = None
    """Name of the secret with which the driver logs in to the product. The spec never contains the secret itself."""
    secret_namespace: Slug | None = None
    """Namespace of that secret."""


class TierSpec(SpecModel):
    """One storage tier."""

    kind: TierKind
    """Local drives of each host, a parallel file system, an object store, or NFS (home directories)."""
    mount: MountPath | None = None
    """Mount point on clients; an object store has none."""
    hosts: Slug | None = None
    """The host group of its servers; none for `local-nvme`."""
    clients: tuple[HostRole, ...] = ("compute",)
    """Roles that mount it. A host group of these roles does not if it has no port on the tier's fabric; a `source` at the site is reached by the frontend, too (not with Lustre)."""
    fabric: Literal["storage", "frontend"] | None = None
    """The fabric between its servers and clients; by default `storage`, and `frontend` for `nfs`."""
    product: Line = ""
    """Its product: Lustre, WEKA, Ceph, ..."""
    source: MountSource | None = None
    """What clients mount. By default, NFS is exported by the first host of `hosts`, or by the pair of `nfs`, under the path of the mount point. A parallel file system has none by
    default, and hosts have no mount unit until it is stated (Lustre: the management server's NID and the file system's name); with `lustre` and `beegfs` it is derived,
    with `scale` it is not needed."""
    filesystem: FileSystem | None = None
    """File system type, as in mount(8). By default `nfs4`, `xfs` on local drives, and else the type of `product` (Lustre, WEKA, Ceph, BeeGFS)."""
    options: MountOptions | None = None
    """Mount options, which replace the default ones; `nosuid` and `nodev` are added, and what a mount needs: `_netdev` of a parallel file system, `cfgFile` of `beegfs`."""
    lustre: Annotated[LustreSpec | None, _UNSAID] = None
    """A Lustre file system that `hosts` serve: targets with indices and devices, the commands that format and start them, and what clients mount. If left
    out, the servers are an appliance or belong to somebody else, and `source` states what clients mount."""
    scale: Annotated[ScaleSpec | None, _UNSAID] = None
    """An IBM Storage Scale cluster that `hosts` serve and that clients are nodes of: quorum, disks, failure groups, copies and RDMA."""
    beegfs: Annotated[BeegfsSpec | None, _UNSAID] = None
    """A BeeGFS file system that `hosts` serve: management, metadata and storage services, targets with numbers, buddy groups, and what clients mount."""
    ceph: Annotated[CephSpec | None, _UNSAID] = None
    """An object store that `hosts` serve with Ceph: monitors, an OSD for each stated drive, gateways for S3, accounts and buckets. If left out, somebody else serves it."""
    s3: Annotated[S3Spec | None, _UNSAID] = None
    """An object store of the site, which no host of the cluster serves: its endpoints, authority, owners and buckets. Such a tier has no `hosts`."""
    nfs: Annotated[NfsSpec | None, _UNSAID] = None
    """Two hosts that export the tier in turn, at an address that moves between them. If left out, the first host of `hosts` exports it, and clients wait
    while it is down."""
    encryption: Annotated[EncryptionSpec | None, _UNSAID] = None
    """Local drives that are encrypted, and what opens them at boot. If left out, they are not encrypted."""
    volumes: VolumesSpec | None = None
    """How pods of Kubernetes get volumes, by the driver of `product` (WEKA, VAST, BeeGFS, Storage Scale; Lustre: the whole file system of `source`). If left
    out, pods get no volumes of it; NFS and local drives that hosts of Kubernetes mount have a storage class without this key."""
    client_cores: Count | None = None
    """Cores that its client reserves on each host (WEKA's); they are not offered to jobs of Kubernetes."""
    capacity_tb: Annotated[Measure | None, _UNSAID] = None
    """Data that it must hold, TB (10^12 bytes), while at most 80 % full. By default what the workloads keep there: checkpoints and data sets."""
    read_gbs: Annotated[Measure | None, _UNSAID] = None
    """Read bandwidth of all clients together, GB/s (10^9 bytes a second). By default what the workloads need, else what NVIDIA recommends for that number of
    GPUs; `clustergen explain SPEC storage.NAME` prints the formula."""
    write_gbs: Annotated[Measure | None, _UNSAID] = None
    """Write bandwidth of all clients together, GB/s; by default derived in the same way as `read_gbs`."""
    files: Annotated[Annotated[StrictInt, Field(ge=1, le=1_000_000_000_000)] | None, _UNSAID] = None
    """Number of files that it must hold. Their metadata is added to `capacity_tb` if documents of the product state the bytes per file (Lustre, BeeGFS);
    otherwise it is reported as unknown."""
    growth: Annotated[GrowthSpec | None, _UNSAID] = None
    """How it grows beyond `capacity_tb`; by default not at all."""
    protection: Annotated[ProtectionSpec | None, _UNSAID] = None
    """How it survives the loss of drives. If left out, the usable capacity is unknown, and only the raw capacity is checked."""
    failure_domain: Annotated[Annotated[StrictInt, Field(ge=1, le=64)] | None, _UNSAID] = None
    """Number of hosts that fail together: 2 for a pair that shares an enclosure. By default the catalog's value of the host model, else 1."""
    feeds: Annotated[dict[Slug, FeedSpec], _UNSAID] = {}
    """The tiers that are filled from this one, by name, each with the job that copies, and what returns: a capacity tier feeds a fast one, a fast one local drives."""
    caches: Annotated[CachesSpec | None, _UNSAID] = None
    """The tiers that local drives cache, for `local-nvme`; by default none. A host without the cache mounts them anyway."""
    gds: Annotated[Flag, _UNSAID] = False
    """Whether programs on hosts with GPUs of NVIDIA read it straight into the memory of GPUs (GPUDirect Storage). Its library then has the addresses of the host on the tier's fabric
    (`/etc/cufile.json`); its packages come from NVIDIA's repository, by `hosts.<group>.packages`."""
    quotas: Annotated[dict[Slug, QuotaSpec], _UNSAID] = {}
    """What each tenant may keep in its folder below the mount point, or with its account of the object store, both called like the tenant; by the tenant's name. What its people
    write elsewhere on the tier is not limited. By default tenants have no folders and no limits there."""
