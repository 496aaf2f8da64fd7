"""`storage.<tier>.scale`: the IBM Storage Scale cluster that hosts of the group serve themselves: nodes, disks, copies and RDMA."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StringConstraints

from generator.spec.base import Slug, SpecModel
from generator.spec.lustre import DevicePath

QUORUM_MOST = 7
"""Quorum nodes that every release accepts (mmcrcluster of 5.1.0; 5.2.3 accepts eight)."""
DISKS_MOST = 100
"""Disks that a host may ever have: two digits of the name of an NSD."""
SYSTEM_POOL = "system"
DEVICE_NAME = r"(?!gpfs)[a-z][a-z0-9_]{0,15}"
"""The name of a file system, with which the names of its NSDs begin: letters, digits and `_`. `gpfs` is reserved at the beginning (mmcrnsd, `nsd`)."""
DeviceName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9_]{0,15}$")]
PoolName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9_]{0,31}$")]
VerbsPort = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9_]{0,31}/[1-9][0-9]?$")]
"""A port of an RDMA device as `verbsPorts` takes it: `mlx5_0/1`."""
Usage = Literal["dataAndMetadata", "dataOnly", "metadataOnly", "descOnly"]
Copies = Annotated[StrictInt, Field(ge=1, le=3)]


class ScaleDiskSpec(SpecModel):
    """A disk of every host that serves the tier, which becomes a Network Shared Disk (NSD)."""

    device: DevicePath
    """Its path, the same on every host of the group."""
    pool: PoolName = SYSTEM_POOL
    """The storage pool that it belongs to."""
    usage: Usage | None = None
    """What it holds; by default data and metadata in the pool `system`, and data elsewhere."""


class ScaleSpec(SpecModel):
    """How hosts of the group serve the tier with IBM Storage Scale. The software is licensed: the site provides its packages (`hosts.<group>.packages`)."""

    device: DeviceName | None = None
    """The name of the file system; by default the tier's name, with `_` for `-`. It is part of the names of all disks."""
    quorum: Annotated[StrictInt, Field(ge=1)] = 3
    """Quorum nodes, from the first host of the group on; an odd number. They are manager nodes as well."""
    pairs: StrictBool = False
    """Whether the first and second host of the group, the third and fourth, and so on, reach each other's disks: each then serves the NSDs of both."""
    disks: tuple[ScaleDiskSpec, ...] = ()
    """The disks of each host, in their order. They must be stated: no document names the devices of a site. In a pair they are the disks of the
    enclosure: both hosts serve each, and take turns in serving it first."""
    data_replicas: Copies = 2
    """Copies of data (`mmcrfs -r`), each in another failure group."""
    metadata_replicas: Copies = 2
    """Copies of metadata (`mmcrfs -m`), each in another failure group."""
    most_replicas: Annotated[StrictInt, Field(ge=2, le=3)] = 3
    """Copies that are possible later (`mmcrfs -R` and `-M`); this number cannot change after creation."""
    block_size: Literal["1M", "2M", "4M", "8M", "16M"] | None = None
    """The block size of the file system (`mmcrfs -B`), which cannot change later; by default the release's own."""
    verbs: StrictBool = False
    """Whether data travels by RDMA, on the ports of the tier's fabric."""
    rdma: dict[Slug, tuple[VerbsPort, ...]] = {}
    """The RDMA ports of a host group on the tier's fabric, where the catalog does not name them: `{storage: [mlx5_0/1, mlx5_1/1]}`."""


def device_name(tier: str, scale: ScaleSpec) -> str:
    """Return the name of a tier's file system."""
    return scale.device or tier.replace("-", "_")


def usage_of(disk: ScaleDiskSpec) -> Usage:
    """Return the usage of a disk: as stated, else by its pool (mmcrnsd, `usage`)."""
    return disk.usage or ("dataAndMetadata" if disk.pool == SYSTEM_POOL else "dataOnly")
