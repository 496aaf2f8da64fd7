"""`storage.<local tier>.caches`: the tiers of which hosts keep copies on their local drives, and how much of the drives stays free."""

from typing import Annotated

from pydantic import Field, StrictInt, StringConstraints

from generator.spec.base import Slug, SpecModel
from generator.spec.feeds import UNSAID
from generator.spec.lustre import DevicePath

LustreRelease = Annotated[str, StringConstraints(strict=True, pattern=r"^2\.[0-9]{1,3}(\.[0-9]{1,3})?$")]
"""A release of Lustre: `2.16`, `2.16.1`."""


class CachesSpec(SpecModel):
    """What the local drives cache: what a host reads from these tiers stays there until the room is needed. Users see no difference but the speed."""

    tiers: Annotated[tuple[Slug, ...], Field(min_length=1)]
    """The tiers that are cached, by name: tiers of NFS (FS-Cache, cachefilesd), of Lustre (Persistent Client Cache, read-only), and of Storage Scale that hosts of the cluster serve (local
    read-only cache, on `devices`). Hosts that mount one of them and have the local drives cache it."""
    free_percent: Annotated[StrictInt, Field(ge=10, le=80)] = 20
    """Per cent of the local tier that the cache leaves free. It removes files while less than 4 per cent more is free, until 7 per cent more is free: those of NFS that were read least
    recently, those of Lustre that were copied first. So what jobs write there comes first. By default a fifth, as tiers are sized to be 80 % full. It does not concern `devices`."""
    lustre_release: Annotated[LustreRelease | None, UNSAID] = None
    """The release of Lustre on clients and metadata servers, where a tier of Lustre is cached: 2.16 or newer. The site installs it, so no document of the tree has it."""
    devices: Annotated[tuple[DevicePath, ...], UNSAID] = ()
    """Drives or partitions of each host that cache Storage Scale, by the same lasting paths on every host. They hold nothing else: they are no part of the local tier."""
