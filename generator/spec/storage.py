"""`storage`: the tiers, which for now claim hosts, networks and mounts."""

from typing import Literal

from generator.spec.base import Line, MountPath, Slug, SpecModel
from generator.spec.hosts import HostRole


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
