"""Local drives that cache other tiers: supported tiers, and the drives."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.cache_kinds import cache_kind
from generator.spec.caches import CachesSpec
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.storage import TierSpec

_ABLE = ("xfs", "ext4", "ext3", "btrfs")
"""File systems of a cache: Red Hat Enterprise Linux 9, Managing file systems, Getting started with FS-Cache. Lustre's takes any (Lustre Operations Manual, Persistent Client Cache)."""
_OF_PRODUCTS = {
    "storage scale": "its local read-only cache belongs to the cluster that its servers make, and no `scale` states one",
    "beegfs": "no document that was found states a cache of BeeGFS on drives of its clients",
    "weka": "no document that was found states a cache of WEKA on drives of its clients",
}
"""Why not, by product; the others have the general reason."""
_READ_ONLY = (2, 16)
"""The first release of Lustre with the read-only cache: lustre-release, LU-10499, in v2_16_0 (2.15.62 and later are its development)."""


def caching(spec: ClusterSpec) -> Iterator[tuple[str, CachesSpec]]:
    """Yield the local tiers that cache others, by name."""
    for name, tier in spec.storage.items():
        if tier.caches and tier.kind == "local-nvme":
            yield name, tier.caches


def cached_by(spec: ClusterSpec, caches: CachesSpec, kind: str) -> list[str]:
    """Return the tiers of a kind that a local tier caches."""
    tiers = ((name, spec.storage.get(name)) for name in caches.tiers)
    return [name for name, tier in tiers if tier and cache_kind(tier) == kind]


@spec_rule(
    title="A cache of a tier that has none",
    why="cachefilesd caches NFS, Lustre and Storage Scale have caches of their own. Of other file systems no document was found that states one.",
    fix="Name tiers of NFS, Lustre or Storage Scale in `caches.tiers`, or fill the drives by jobs (`feeds`).",
    names=("storage",),
)
def cache_wrong(spec: ClusterSpec) -> Iterator[Finding]:
    """What is cached has a cache, and what caches is local drives."""
    for name, tier in spec.storage.items():
        if tier.caches is None:
            continue
        if tier.kind != "local-nvme":
            yield KeyFinding(
                message=f"storage.{name} is {tier.kind}, and only local drives of a host cache what it reads",
                loc=("storage", name, "caches"),
                help="move caches to a tier of kind local-nvme",
            )
        able = sorted(each for each, other in spec.storage.items() if cache_kind(other))
        for index, cached in enumerate(tier.caches.tiers):
            other = spec.storage.get(cached)
            if other is not None and cache_kind(other):
                continue
            why = f"which is {other.kind}: {_why_not(other)}" if other else "which is not a tier"
            yield Finding(
                message=f"storage.{name} caches {cached}, {why}",
                loc=("storage", name, "caches", "tiers", index),
                help=f"use one of {', '.join(able)}"
                if able
                else "remove caches; feeds of a tier fills local drives by a job",
            )


def _why_not(tier: TierSpec) -> str:
    product = "beegfs" if tier.beegfs else tier.product.lower()
    return _OF_PRODUCTS.get(product, "there is a cache for NFS, Lustre and Storage Scale")


@spec_rule(
    title="A cache on a file system that cannot hold it",
    why="The cache stores with each file what it is a copy of, in extended attributes, and asks which of its blocks exist (bmap).",
    fix="Use xfs, the default, or ext4.",
)
def cache_filesystem(spec: ClusterSpec) -> Iterator[Finding]:
    """The local tier has a file system that documents name for a cache."""
    for name, _ in caching(spec):
        filesystem = spec.storage[name].filesystem
        if filesystem not in {None, *_ABLE}:
            yield Finding(
                message=f"storage.{name} caches other tiers, and its file system {filesystem} is not one of {', '.join(_ABLE)}",
                loc=("storage", name, "filesystem"),
                help="remove filesystem, or remove caches",
            )


@spec_rule(
    title="Two caches on one host",
    why="The kernel has one cache of NFS: its device has one user at a time. Lustre and Storage Scale keep to the same drives.",
    fix="State `caches` under one local tier, with all tiers that it caches.",
)
def cache_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Of the local tiers of a host, one caches."""
    first: dict[str, str] = {}
    for name, _ in caching(spec):
        clients = spec.storage[name].clients
        taken = [role for role in clients if role in first]
        if taken:
            other = first[taken[0]]
            yield KeyFinding(
                message=f"storage.{name} and storage.{other} would both be the cache of {taken[0]} hosts",
                loc=("storage", name, "caches"),
                notes=(Note("the first one", ("storage", other, "caches")),),
                help=f"add its tiers to storage.{other}.caches.tiers",
            )
        first |= dict.fromkeys(clients, name)


@spec_rule(
    title="A cache of Lustre that its release does not have",
    why="Its read-only cache (PCC-RO) is in Lustre from 2.16 on, and metadata servers must have it as well. Before, there is only the one that writes (PCC-RW, from 2.13 on): it needs HSM with a copytool on each host, and what it has not yet written back is lost with the drive, so it is not offered.",
    fix="State `lustre_release: '2.16'` or the newer one that clients and metadata servers run, or do not cache the tier.",
    absent=("storage",),
)
def cache_release(spec: ClusterSpec) -> Iterator[Finding]:
    """Who caches a tier of Lustre states a release that can."""
    for name, caches in caching(spec):
        release, place = caches.lustre_release, ("storage", name, "caches")
        for tier in cached_by(spec, caches, "lustre"):
            if release is None:
                yield KeyFinding(
                    message=f"storage.{name} caches {tier}, and the release of Lustre on its clients and metadata servers is not stated",
                    loc=place,
                    help="add lustre_release: '2.16' or newer to caches, as it is installed",
                )
            elif tuple(map(int, release.split(".")))[:2] < _READ_ONLY:
                yield Finding(
                    message=f"storage.{name} caches {tier}, and Lustre {release} has no read-only cache: it begins with 2.16",
                    loc=(*place, "lustre_release"),
                    help=f"install Lustre 2.16 or newer on clients and metadata servers, or remove {tier} from caches",
                )


@spec_rule(
    title="Drives of a cache of Storage Scale that do not fit",
    why="Its local read-only cache is a disk (NSD, usage localCache) of each client, whole: no document names the drives of a site, and files cannot be on them.",
    fix="List drives of the clients that are no part of the local tier in `caches.devices`, each once, where a tier of Storage Scale is cached.",
    absent=("storage",),
)
def cache_devices(spec: ClusterSpec) -> Iterator[Finding]:
    """Drives are stated where Storage Scale is cached, each once, and nowhere else."""
    for name, caches in caching(spec):
        place = ("storage", name, "caches")
        scale = cached_by(spec, caches, "scale")
        if scale and not caches.devices:
            yield KeyFinding(
                message=f"storage.{name} caches {scale[0]}, which is Storage Scale, and no drives are stated for that",
                loc=place,
                help="add devices: [/dev/disk/by-path/...] to caches, drives of each host that are no part of the local tier",
            )
        if caches.devices and not scale:
            yield Finding(
                message=f"storage.{name} has drives for a cache of Storage Scale, and caches no tier of it",
                loc=(*place, "devices"),
                help="remove devices: caches of NFS and Lustre are files on the local tier",
            )
        for index, device in enumerate(caches.devices):
            if device in caches.devices[:index]:
                yield Finding(
                    message=f"{device} is listed twice", loc=(*place, "devices", index), help="list each drive once"
                )
            elif spec.storage[name].encryption and not device.startswith("/dev/mapper/"):
                yield Finding(
                    message=f"storage.{name} is encrypted, and {device} would hold what is read from {', '.join(scale)} in plain text",
                    loc=(*place, "devices", index),
                    help="name a volume of /dev/mapper that the site encrypts, or do not cache Storage Scale",
                )
