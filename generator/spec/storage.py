"""`storage`: the tiers, what they must do, and the hosts, networks and mounts that they claim."""

import operator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictFloat, StrictInt, StringConstraints

from generator.spec.base import Count, Line, Slug, SpecModel, own_error
from generator.spec.hosts import HostRole
from generator.spec.kubernetes_jobs import ObjectName
from generator.spec.lustre import LustreSpec
from generator.spec.paths import MountPath
from generator.spec.scale import ScaleSpec

_SECRETS = ("secret=", "password=", "passwd=", "pass=", "credentials=")


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

ParameterName = Annotated[str, StringConstraints(strict=True, max_length=120, pattern=r"^[A-Za-z][A-Za-z0-9_./-]*$")]
"""A parameter as the driver's documents call it."""
_SECRET_WORDS = ("password", "passwd", "token", "secret", "credential")


def _public_only(value: dict[str, Any]) -> dict[str, Any]:
    for name in value:
        if any(word in name.lower() for word in _SECRET_WORDS):
            raise own_error(f"{name} would hold a secret, or name one; the name of a secret goes into the key `secret`")
    return value


_UNSAID = Field(exclude_if=operator.not_)
"""A key that `plan.json` has where the spec states it."""
Measure = Annotated[StrictFloat | StrictInt, Field(gt=0, le=10_000_000)]
"""What a tier must hold or carry, in the unit of its name."""


class ProtectionSpec(SpecModel):
    """How a tier survives the loss of drives: of every `data` + `parity` parts, any `parity` may be lost. Two copies are 1 + 1."""

    data: Annotated[StrictInt, Field(ge=1, le=64)]
    """Parts that hold data."""
    parity: Annotated[StrictInt, Field(ge=1, le=16)]
    """Parts beside them."""
    spread: Annotated[Literal["domains", "drives"] | None, _UNSAID] = None
    """Where the parts of a set are: each in another failure domain (`domains`: erasure coding or copies across hosts), or on drives of one (`drives`: RAID in a host, or in
    the enclosure of a pair). By default `drives` for NFS and where documents of the product say so (Lustre, BeeGFS), else `domains`."""


class GrowthSpec(SpecModel):
    """How much a tier grows, and for how long. The envelope of its hosts is sized for it; the hosts that are installed are not."""

    tb_a_year: Measure
    """TB (10^12 bytes) that are added in a year, before protection."""
    years: Annotated[StrictFloat | StrictInt, Field(gt=0, le=20)]
    """Years from now for which the envelope must suffice."""


class VolumesSpec(SpecModel):
    """A class of volumes. The driver is the product's, whose documents say what the parameters mean."""

    parameters: Annotated[dict[ParameterName, Line], AfterValidator(_public_only)] = {}
    """Settings of the driver, as its documents call them: WEKA's `filesystemName`, VAST's `vip_pool_name`."""
    secret: ObjectName | None = None
    """The secret that the driver asks the product with: its name, never what is in it."""
    secret_namespace: Slug | None = None
    """Where that secret is."""


class TierSpec(SpecModel):
    """One storage tier."""

    kind: Literal["local-nvme", "parallel", "object", "nfs"]
    """Drives of each host, a parallel file system, an object store, or NFS (home directories)."""
    mount: MountPath | None = None
    """Where clients see it; an object store has none."""
    hosts: Slug | None = None
    """The host group that serves it; none for `local-nvme`."""
    clients: tuple[HostRole, ...] = ("compute",)
    """Roles that mount it."""
    fabric: Literal["storage", "frontend"] | None = None
    """The fabric that it is reached over; by default storage, and frontend for `nfs`."""
    product: Line = ""
    """What it is, for the documents: Lustre, WEKA, Ceph ..."""
    source: MountSource | None = None
    """What clients mount. By default, NFS comes from the first host of `hosts`, whose export is called like the mount point; a parallel
    file system has none until it is stated (Lustre: the management server's NID and the file system's name), except where `lustre` has it served here."""
    filesystem: FileSystem | None = None
    """Its type, as mount(8) names it. By default `nfs4`, `xfs` on local drives, and what `product` is known by (Lustre, WEKA, Ceph, BeeGFS)."""
    options: MountOptions | None = None
    """Mount options in place of ours; `nosuid` and `nodev` are added."""
    lustre: Annotated[LustreSpec | None, _UNSAID] = None
    """The Lustre file system that `hosts` serve themselves: targets, their indices and devices, what formats and starts them, and the source of clients. By default
    nothing: the servers are an appliance's or somebody else's, and `source` says what clients mount."""
    scale: Annotated[ScaleSpec | None, _UNSAID] = None
    """The IBM Storage Scale cluster that `hosts` serve themselves and clients are nodes of: quorum, disks, failure groups, copies and RDMA. By default nothing."""
    volumes: VolumesSpec | None = None
    """How pods of Kubernetes get volumes of it by the driver of `product` (WEKA, VAST, BeeGFS, Storage Scale; Lustre: the whole file system of `source`).
    By default not at all; NFS and local drives have a class without."""
    client_cores: Count | None = None
    """Cores of each host that mounts it which its client has for itself (WEKA's): jobs of Kubernetes are not counted on them."""
    capacity_tb: Annotated[Measure | None, _UNSAID] = None
    """What it must hold, TB (10^12 bytes); it is then 80 % full at most. By default what the workloads keep there: checkpoints and data sets."""
    read_gbs: Annotated[Measure | None, _UNSAID] = None
    """What all clients together read, GB/s (10^9 bytes a second). By default what the workloads need, and else what NVIDIA recommends for so many GPUs;
    `clustergen explain SPEC storage.NAME` has the formula."""
    write_gbs: Annotated[Measure | None, _UNSAID] = None
    """What all clients together write, GB/s; by default as `read_gbs`."""
    files: Annotated[Annotated[StrictInt, Field(ge=1, le=1_000_000_000_000)] | None, _UNSAID] = None
    """Files that it must hold. Their metadata is counted beside `capacity_tb` where documents of the product give bytes a file (Lustre, BeeGFS); else it is reported as unknown."""
    growth: Annotated[GrowthSpec | None, _UNSAID] = None
    """How it grows beyond `capacity_tb`; by default not at all."""
    protection: Annotated[ProtectionSpec | None, _UNSAID] = None
    """How it survives the loss of drives. Left out: usable capacity is not known, and only raw capacity is checked."""
    failure_domain: Annotated[Annotated[StrictInt, Field(ge=1, le=64)] | None, _UNSAID] = None
    """Hosts that fail together: a pair on one enclosure is 2. By default what the catalog states of the host model, else 1."""
