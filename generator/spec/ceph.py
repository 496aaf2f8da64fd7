"""`storage.<tier>.ceph`: the object store that hosts of the group serve themselves with Ceph: monitors, drives, gateways, accounts and buckets."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt, StringConstraints

from generator.spec.addresses import Address4
from generator.spec.base import Slug, SpecModel
from generator.spec.lustre import DevicePath
from generator.spec.s3 import BucketName, ExpireDays

COPIES = 3
"""Copies of everything where the tier states no protection (`osd pool default size`, its default in Ceph)."""
GATEWAYS_MOST = 64
Fsid = Annotated[str, StringConstraints(strict=True, pattern=r"^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]


class CephSpec(SpecModel):
    """How hosts of the group serve the tier with Ceph, from the packages of their distribution: each has its drives, the first ones monitors and gateways."""

    devices: Annotated[tuple[DevicePath, ...], Field(min_length=1, max_length=100)]
    """The drives of each host, by the same paths on every host of the group: each becomes an OSD with BlueStore, whole. They must be stated: no document names the devices of a site."""
    monitors: Literal[1, 3, 5] = 3
    """Hosts with a monitor and a manager, from the first one on. More than half of the monitors must run: with 3, one host may be away."""
    gateways: Annotated[StrictInt, Field(ge=1, le=GATEWAYS_MOST)] = 2
    """Hosts with a gateway for S3, from the first one on. Clients use any of them: each answers for all buckets."""
    port: Annotated[StrictInt, Field(ge=1, le=65535)] = 443
    """The TCP port of the gateways. They answer over TLS if the spec has `services.tls`."""
    addresses: Annotated[tuple[Address4, ...], Field(max_length=GATEWAYS_MOST)] = ()
    """Addresses that move between the gateways, and that the name of the store then has: a balancer (HAProxy) on each gateway divides connections among those that answer,
    and another gateway takes an address over (keepalived) when its holder fails. One is enough; with as many as gateways, each of these carries traffic. They are in the storage
    hosts' part of the in-band segment, and no host of the envelope has them: the last ones are free. By default the name has the gateways' own addresses."""
    across: Literal["host", "rack"] = "host"
    """What may fail as a whole: copies, or parts of the tier's `protection`, are in so many different hosts, or racks."""
    fsid: Fsid | None = None
    """The identity of the cluster, if it is not to follow from the names of the tier and of the spec, and the domain: state the existing one (`ceph fsid`) before one of these changes."""
    buckets: dict[BucketName, Slug] = {}
    """Buckets, and who owns each: a tenant of the spec where it has tenants, else any name. The owner gets an account of this name at the store; its keys are made there, and never are in the spec."""
    expire_days: dict[BucketName, ExpireDays] = {}
    """Days after which the objects of a bucket are deleted, counted from when each was written, and parts of uploads that were not finished. A bucket that is not named keeps its objects. Rules that its owner sets are kept."""
