"""`scheduler.slurm.burst.cloud`: the provider that burst hosts are ordered from, and what may be spent and used there."""

import re
from ipaddress import IPv4Network
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StrictInt, StringConstraints

from generator.spec.addresses import HostOrAddress, Prefix4
from generator.spec.base import Count, Slug, SpecModel, own_error
from generator.spec.paths import MountPath
from generator.spec.storage import MountSource

CloudName = Annotated[str, StringConstraints(strict=True, max_length=300, pattern=r"^[A-Za-z0-9/][A-Za-z0-9._:/-]*$")]
"""A name or id as providers have them: `ami-0abc`, `projects/p/global/images/i`, `/subscriptions/s/...`; no word of a command begins with a dash."""
CloudTag = Annotated[str, StringConstraints(strict=True, max_length=63, pattern=r"^[a-z][a-z0-9_-]*$")]
"""A tag that all providers take (Google's labels are the narrowest)."""
_URL = r"https?://[A-Za-z0-9.-]{1,200}(:[1-9][0-9]{0,4})?(/[A-Za-z0-9._~-]+)*/?"


class WireguardSpec(SpecModel):
    """Burst hosts reach controllers and login hosts by WireGuard, with a controller as the gateway. Only flows of the zone `burst` pass (`access` adds some)."""

    endpoint: HostOrAddress
    """Public name or address by which burst hosts reach the gateway. The site forwards UDP `port` from there to the in-band address of the gateway."""
    port: Annotated[StrictInt, Field(ge=1024, le=65535)] = 51820
    """UDP port of the gateway, at the endpoint and on the host."""
    prefix: Prefix4 = IPv4Network("172.29.0.0/18")
    """Addresses of the tunnel: 1 is the gateway's, and burst hosts begin at 16. It must differ from all networks of the cluster, and from that of the provider."""
    gateway: Slug | None = None
    """The controller that is the gateway; by default the first one."""
    mtu_bytes: Annotated[StrictInt | None, Field(ge=1280, le=8920)] = None
    """MTU of the tunnel. By default that of a host's port at the provider (Google: 1,460, others: 1,500), less 80 for IPv6 (40), UDP (8) and WireGuard (32)."""


def _endpoint(value: Any) -> Any:
    if isinstance(value, str) and not re.fullmatch(_URL, value):
        raise own_error(f"{value[:60]!r} is not the URL of an API; write it like https://ec2.internal.example.net")
    return value


def _controller_path(value: str) -> str:
    if not re.fullmatch(r"(/[A-Za-z0-9_][A-Za-z0-9_.-]*)+", value):
        raise own_error(
            f"{value!r} is not the path of a file on the controllers; write it like /etc/clustergen/burst-credentials"
        )
    return value


HostFile = Annotated[str, StringConstraints(strict=True, max_length=120), AfterValidator(_controller_path)]
"""A file on a host, which is not in the tree."""
LoginKey = Annotated[
    str,
    StringConstraints(
        strict=True, max_length=1000, pattern=r"^(ssh-rsa|ssh-ed25519) [A-Za-z0-9+/]+={0,2}( [A-Za-z0-9@._-]+)?$"
    ),
]
"""A public key of SSH."""
Endpoint = Annotated[str, BeforeValidator(_endpoint)]


class CloudMountSpec(SpecModel):
    """An NFS export that burst hosts mount."""

    source: MountSource
    """What is mounted, such as `10.200.0.5:/scratch`."""
    tier: Slug | None = None
    """The storage tier of this cluster that it is, or has a copy of; none for a file system of the provider that has no data of this cluster."""
    tenants: tuple[Slug, ...] | None = None
    """Tenants whose data it has. By default all if it is a tier, else none."""


class CloudSpec(SpecModel):
    """Burst hosts are ordered with the provider's own program, which must be on the controllers. Image, network and firewall exist at the provider already."""

    provider: Slug
    """The provider: `aws`, `google` or `azure` (`generator/catalog/providers`)."""
    machine: CloudName
    """Machine type: `g5.12xlarge`, `a2-highgpu-4g`, `Standard_NC24ads_A100_v4`."""
    image: CloudName
    """The image: with cloud-init, Slurm of this release, munge with the cluster's key, and the driver."""
    place: CloudName
    """AWS: the region. Google: the zone. Azure: the location."""
    network: CloudName
    """The subnet. It determines the zone on AWS."""
    firewall: CloudName | None = None
    """AWS: the id of a security group. Google: a network tag. Azure: a network security group. It must allow TCP among burst hosts, and TCP 6818 from the
    controllers and login hosts unless there is a tunnel (`wireguard`)."""
    project: CloudName | None = None
    """Google: the project. Azure: the resource group. AWS has none."""
    login_key: LoginKey | None = None
    """Azure: the public SSH key of the image's administrator (user `clustergen`), as no machine is made without one. AWS and Google have none."""
    tags: dict[CloudTag, CloudTag] = {}
    """Tags of each host, in addition to its name and `clustergen` with the name of the cluster."""
    endpoint: Endpoint | None = None
    """URL of the provider's API if it is not the public one, such as that of a private endpoint."""
    credentials: HostFile
    """The path on the controllers of what the program logs in with, readable by user slurm. AWS: a credentials file. Google: the JSON file of a service
    account. Azure: the folder of a login (AZURE_CONFIG_DIR). The tree never contains it."""
    hours_per_month: Count | None = None
    """Maximum number of host hours in a calendar month (UTC), counted from the order of each host. If the next order would exceed it, the order is refused."""
    retry_minutes: Annotated[StrictInt, Field(ge=1, le=1440)] = 15
    """Time after which a host that could not be had is ordered again, minutes."""
    call_seconds: Annotated[StrictInt, Field(ge=5, le=900)] = 120
    """Longest time of one call of the provider, seconds; after that it counts as failed."""
    mounts: dict[MountPath, CloudMountSpec] = {}
    """What burst hosts mount, by mount point. They mount nothing else: no tier of this cluster is there unless it is listed."""
    wireguard: Annotated[WireguardSpec | None, Field(exclude_if=lambda value: value is None)] = None
    """The tunnel by which burst hosts reach the cluster. If left out, the site provides a route or a tunnel."""
