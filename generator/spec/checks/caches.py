"""Local drives that cache other tiers: of which tiers that works, and on what."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.storage import TierSpec

_ABLE = ("xfs", "ext4", "ext3", "btrfs")
"""File systems of a cache: Red Hat Enterprise Linux 9, Managing file systems, Getting started with FS-Cache."""
_OF_PRODUCTS = {
    "lustre": "Lustre has a cache of its own (Persistent Client Cache), which needs HSM",
    "storage scale": "Storage Scale has a cache of its own (LROC), which its administration sets up",
    "beegfs": "no document that was found states a cache of BeeGFS on drives of its clients",
    "weka": "no document that was found states a cache of WEKA on drives of its clients",
}
"""Why not, by product; the others have the general reason."""


def _why_not(tier: TierSpec) -> str:
    product = "lustre" if tier.lustre else "storage scale" if tier.scale else tier.product.lower()
    return _OF_PRODUCTS.get(product, "cachefilesd caches NFS")


@spec_rule(
    title="A cache of a tier that has none",
    why="cachefilesd keeps what a client of NFS reads. Other file systems do not use it, or no document states that they do.",
    fix="Name tiers of kind nfs in `caches.tiers`, or fill the drives by jobs (`feeds`).",
)
def cache_wrong(spec: ClusterSpec) -> Iterator[Finding]:
    """What is cached is a tier of NFS, and what caches is local drives."""
    for name, tier in spec.storage.items():
        if tier.caches is None:
            continue
        if tier.kind != "local-nvme":
            yield KeyFinding(
                message=f"storage.{name} is {tier.kind}, and only local drives of a host cache what it reads",
                loc=("storage", name, "caches"),
                help="move caches to a tier of kind local-nvme",
            )
        able = sorted(each for each, other in spec.storage.items() if other.kind == "nfs")
        for index, cached in enumerate(tier.caches.tiers):
            other = spec.storage.get(cached)
            if other is not None and other.kind == "nfs":
                continue
            why = f"which is {other.kind}: {_why_not(other)}" if other else "which is not a tier"
            yield Finding(
                message=f"storage.{name} caches {cached}, {why}",
                loc=("storage", name, "caches", "tiers", index),
                help=f"use one of {', '.join(able)}"
                if able
                else "remove caches; feeds of a tier fills local drives by a job",
            )


@spec_rule(
    title="A cache on a file system that cannot hold it",
    why="The cache stores with each file what it is a copy of, in extended attributes, and asks which of its blocks exist (bmap).",
    fix="Use xfs, the default, or ext4.",
)
def cache_filesystem(spec: ClusterSpec) -> Iterator[Finding]:
    """The local tier has a file system that documents name for a cache."""
    for name, tier in spec.storage.items():
        if tier.caches and tier.kind == "local-nvme" and tier.filesystem not in {None, *_ABLE}:
            yield Finding(
                message=f"storage.{name} caches other tiers, and its file system {tier.filesystem} is not one of {', '.join(_ABLE)}",
                loc=("storage", name, "filesystem"),
                help="remove filesystem, or remove caches",
            )


@spec_rule(
    title="Two caches on one host",
    why="The kernel has one cache: its device has one user at a time.",
    fix="State `caches` under one local tier, with all tiers that it caches.",
)
def cache_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Of the local tiers of a host, one caches."""
    first: dict[str, str] = {}
    for name, tier in spec.storage.items():
        if tier.caches is None or tier.kind != "local-nvme":
            continue
        taken = [role for role in tier.clients if role in first]
        if taken:
            other = first[taken[0]]
            yield KeyFinding(
                message=f"storage.{name} and storage.{other} would both be the cache of {taken[0]} hosts",
                loc=("storage", name, "caches"),
                notes=(Note("the first one", ("storage", other, "caches")),),
                help=f"add its tiers to storage.{other}.caches.tiers",
            )
        first |= dict.fromkeys(tier.clients, name)
