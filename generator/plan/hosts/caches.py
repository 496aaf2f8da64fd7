"""A host's cache of tiers of NFS on its local drives: where it is, and how much of the drives it leaves free."""

from msgspec import Struct

from generator.plan.hosts.mounts import cached_tiers, is_client
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier

SERVICE = "clustergen-cache.service"
CONFIGURATION = "etc/cachefilesd.conf"
PACKAGE = "cachefilesd"
_FOLDER = "fscache"
_CULL, _RUN = 4, 7
"""Per cent above `bstop`: cachefilesd.conf(5) has 10 (run), 7 (cull) and 3 (stop) in its example, and so has the file of Debian's package."""
_FILES = {"frun": 10, "fcull": 7, "fstop": 3}
"""Per cent of the number of files, as there: XFS has no fixed number."""


class Cache(Struct, frozen=True, kw_only=True):
    """What cachefilesd reads: the folder, the limits in per cent of the file system (0 <= stop < cull < run < 100), and what is cached by it."""

    tier: str
    mount: str
    folder: str
    limits: tuple[tuple[str, int], ...]
    cached: tuple[str, ...]


def cache_of(plan: Plan, host: Host) -> Cache | None:
    """Return the cache of a host; there is one at most, as /dev/cachefiles has one user at a time (CacheFiles: "currently limited to a single cache")."""
    cached = cached_tiers(plan, host)
    tier = next((each for each in caching_tiers(plan, host) if cached), None)
    caches = plan.site.storage[tier.name].caches if tier else None
    if tier is None or caches is None:
        return None
    stop = caches.free_percent
    return Cache(
        tier=tier.name,
        mount=tier.mount,
        folder=f"{tier.mount}/{_FOLDER}",
        limits=(("brun", stop + _RUN), ("bcull", stop + _CULL), ("bstop", stop), *_FILES.items()),
        cached=tuple(sorted(cached)),
    )


def caching_tiers(plan: Plan, host: Host) -> tuple[Tier, ...]:
    """Return the local tiers of a host that cache others."""
    return tuple(tier for tier in plan.tiers if plan.site.storage[tier.name].caches and is_client(tier, host))
