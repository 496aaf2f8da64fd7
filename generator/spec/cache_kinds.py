"""What caches a tier on local drives of its clients: by its product, as documents have it."""

from typing import Literal

from generator.spec.storage import TierSpec

CacheKind = Literal["nfs", "lustre", "scale"]


def cache_kind(tier: TierSpec) -> CacheKind | None:
    """Return what caches a tier; None where no document has anything, or where it is not set up by files of ours."""
    if tier.kind == "nfs":
        return "nfs"
    if tier.kind != "parallel":
        return None
    if tier.scale:
        return "scale"
    of_lustre = tier.lustre or (tier.filesystem or tier.product.lower()) == "lustre"
    return "lustre" if of_lustre else None
