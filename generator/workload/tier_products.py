"""Documented facts of storage products: bytes of metadata for a file, the spread of a protected set, and the rate of one client."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from generator.spec.storage import TierSpec

Spread = Literal["domains", "drives"]
"""Where parts are: each in another failure domain, or on drives of one."""


class Product(Struct, frozen=True, kw_only=True):
    """A product: bytes of metadata for a file, and where it expects the protection; each with its source."""

    file_bytes: float | None = None
    file_source: str = ""
    spread: Spread = "domains"
    spread_source: str = ""
    spread_within: bool = True
    """Whether sets may be on drives of one failure domain, as far as is known."""
    client_share: float | None = None
    """Share of its ports that one client reads or writes, where a document states it."""
    client_source: str = ""


_PRODUCTS: Mapping[str, Product] = {
    "lustre": Product(
        file_bytes=4096,
        file_source="Lustre manual, table 1.1: an MDT of 16 TiB on ldiskfs holds 4 billion files",
        spread="drives",
        spread_source="Lustre manual, Configuring Storage on a Lustre File System: RAID sets of 4 or 8 data drives with one or two of parity below each OST; the file system has no parity of its own",
        client_share=0.9,
        client_source="Lustre manual, table 1.1: I/O of a single client is 90 per cent of network bandwidth",
    ),
    "beegfs": Product(
        file_bytes=0.5e12 / 150e6,
        file_source="NetApp, BeeGFS building block: 0.5 TB of metadata for about 150 million files",
        spread="drives",
        spread_source="NetApp, BeeGFS sizing guidelines: storage volume groups of 8 + 2 drives in RAID 6; buddy groups are copies on other hosts (state spread: domains)",
    ),
    "ceph": Product(
        spread_source="Ceph documentation, Erasure code profiles: crush-failure-domain=host is the default",
        spread_within=False,
    ),
}
"""By a word of the product's name, in lower case."""
_OTHER = Product(
    spread_source="no document of the product is known: each part in another failure domain is the safe reading"
)
_NFS = Product(spread="drives", spread_source="one host exports it, so that parts are on drives of that host")


def product_of(tier: TierSpec) -> Product:
    """Return the facts of a tier's product."""
    known = next((found for word, found in _PRODUCTS.items() if word in tier.product.lower()), None)
    return known or (_NFS if tier.kind == "nfs" else _OTHER)


def spread_of(tier: TierSpec) -> Spread:
    """Return the spread of a protected set: as stated, else that of the product."""
    return (tier.protection and tier.protection.spread) or product_of(tier).spread
