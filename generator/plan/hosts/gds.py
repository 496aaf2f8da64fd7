"""GPUDirect Storage on a host: the tiers that its programs read into memory of GPUs, and what NVIDIA's library needs for each."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from generator.plan.clients import is_client
from generator.plan.hosts.lustre import ports_of
from generator.plan.hosts.mounts import filesystem_of
from generator.plan.hosts.tuning import has_nvidia_gpus
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.spec.storage import TierSpec

Section = Literal["lustre", "beegfs", "gpfs", "nfs", "weka", "local"]
"""What the library calls a file system in `fs` (NVIDIA, GPUDirect Storage Benchmarking and Configuration Guide, GPUDirect Storage Parameters); local drives have nothing there."""
_SECTIONS: dict[str, Section] = {"lustre": "lustre", "beegfs": "beegfs", "gpfs": "gpfs", "wekafs": "weka"}
_NFS = ("nfs", "nfs4")
_PRODUCTS: dict[str, Section] = {"storage scale": "gpfs", "spectrum scale": "gpfs"}
_LOCAL = ("xfs", "ext4")
"""File systems on NVMe that the kernel's driver has: NVIDIA, GPUDirect Storage Filesystem Kernel Driver, Key Features."""
RDMA = frozenset({"rdma", "proto=rdma"})
"""Options by which NFS travels over RDMA (nfs(5)); over TCP, the library copies through main memory."""


class GdsTier(Struct, frozen=True, kw_only=True):
    """A tier of a host, with the host's addresses on the tier's fabric; local drives have none."""

    tier: str
    section: Section
    mount: str
    addresses: tuple[str, ...]


def section_of(spec: TierSpec) -> Section | None:
    """Return what the library calls the file system of a tier; None where NVIDIA's documents have it not."""
    if spec.kind == "local-nvme":
        return "local" if spec.filesystem in {None, *_LOCAL} else None
    if is_nfs(spec):
        return "nfs" if RDMA & set((spec.options or "").split(",")) else None
    if spec.kind != "parallel":
        return None
    return "gpfs" if spec.scale else _PRODUCTS.get(spec.product.lower()) or _SECTIONS.get(filesystem_of(spec))


def reads_gds(spec: TierSpec) -> bool:
    """Whether programs read a tier straight into memory of GPUs: as stated, on a file system that has it."""
    return spec.gds and section_of(spec) is not None


def is_nfs(spec: TierSpec) -> bool:
    """Whether hosts mount a tier as NFS, as some products are."""
    return spec.kind == "nfs" or (spec.kind == "parallel" and filesystem_of(spec) in _NFS)


def gds_tiers(plan: Plan, host: Host) -> Iterator[GdsTier]:
    """Yield the tiers that a host reads by GPUDirect Storage, by name; none without GPUs of NVIDIA."""
    if not has_nvidia_gpus(plan, host):
        return
    for tier in plan.tiers:
        spec = plan.site.storage[tier.name]
        section = section_of(spec) if spec.gds and is_client(tier, host) else None
        if section:
            addresses = tuple(address for _, address in ports_of(plan, tier, host)) if tier.fabric else ()
            yield GdsTier(tier=tier.name, section=section, mount=tier.mount, addresses=addresses)
