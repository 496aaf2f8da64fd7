"""A host's caches on its local drives: of tiers of NFS by cachefilesd, of Lustre by its client; where they are, and how much of the drives they leave free."""

from msgspec import Struct

from generator.catalog.model import Host as HostModel
from generator.plan.clients import is_client
from generator.plan.hosts.mounts import cached_tiers, escaped, source_of
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

LUSTRE_SERVICE = "clustergen-pcc.service"
LUSTRE_ROOM, LUSTRE_TIMER = "clustergen-pcc-room.service", "clustergen-pcc-room.timer"
LUSTRE_UNITS = (LUSTRE_SERVICE, LUSTRE_TIMER)
"""What caches Lustre, and what has its room looked at every minute."""
_LARGEST_SHARE = 10
"""A file that is larger than a tenth of the room is read from the tier: no document states a limit, and one file should not empty the cache of all others."""
_TB, _MIB = 10**12, 2**20


class Cache(Struct, frozen=True, kw_only=True):
    """What cachefilesd reads: the folder, the limits in per cent of the file system (0 <= stop < cull < run < 100), and what is cached by it."""

    tier: str
    mount: str
    folder: str
    limits: tuple[tuple[str, int], ...]
    cached: tuple[str, ...]


class LustreCached(Struct, frozen=True, kw_only=True):
    """A tier of Lustre that a host caches: its mount with the unit, the folder of the copies, and the largest file of them, MiB (2^20 bytes)."""

    tier: str
    mount: str
    unit: str
    fsname: str
    folder: str
    largest_mib: int


class LustreCache(Struct, frozen=True, kw_only=True):
    """What the client of Lustre caches on a local tier (PCC-RO). Per cent of it that are free: below `cull` copies are removed until `run` is; below `stop` nothing is copied."""

    tier: str
    mount: str
    stop: int
    cull: int
    run: int
    cached: tuple[LustreCached, ...]


def cache_of(plan: Plan, host: Host) -> Cache | None:
    """Return the cache of NFS of a host; there is one at most, as /dev/cachefiles has one user at a time (CacheFiles: "currently limited to a single cache")."""
    cached = cached_tiers(plan, host, "nfs")
    tier = next((each for each in caching_tiers(plan, host) if cached), None)
    if tier is None:
        return None
    stop = _free(plan, tier)
    return Cache(
        tier=tier.name,
        mount=tier.mount,
        folder=f"{tier.mount}/{_FOLDER}",
        limits=(("brun", stop + _RUN), ("bcull", stop + _CULL), ("bstop", stop), *_FILES.items()),
        cached=tuple(sorted(cached)),
    )


def lustre_cache_of(plan: Plan, host: Host) -> LustreCache | None:
    """Return the cache of Lustre of a host: of those tiers whose source is known, so that it mounts them."""
    names = cached_tiers(plan, host, "lustre")
    tier = next((each for each in caching_tiers(plan, host) if names), None)
    known = [(each, source) for each in plan.tiers if each.name in names and (source := source_of(plan, each))]
    if tier is None or not known:
        return None
    stop = _free(plan, tier)
    most = cache_room_tb(plan, host, stop) * _TB / _LARGEST_SHARE
    return LustreCache(
        tier=tier.name,
        mount=tier.mount,
        stop=stop,
        cull=stop + _CULL,
        run=stop + _RUN,
        cached=tuple(
            LustreCached(
                tier=each.name,
                mount=each.mount,
                unit=f"{escaped(each.mount)}.mount",
                fsname=source.rpartition(":/")[2].partition("/")[0],
                folder=f"{tier.mount}/pcc-{each.name}",
                largest_mib=int(most / _MIB),
            )
            for each, source in known
        ),
    )


def cache_room_tb(plan: Plan, host: Host, free_percent: int) -> float:
    """Return what caches on a host's local drives take at most, TB: before RAID and the file system, and less by what else is there."""
    drives = plan.hardware.get(HostModel, host.model).local_nvme
    return sum(drive.count * drive.size_tb for drive in drives) * (100 - free_percent) / 100


def caching_tiers(plan: Plan, host: Host) -> tuple[Tier, ...]:
    """Return the local tiers of a host that cache others."""
    return tuple(tier for tier in plan.tiers if plan.site.storage[tier.name].caches and is_client(tier, host))


def _free(plan: Plan, tier: Tier) -> int:
    caches = plan.site.storage[tier.name].caches
    return caches.free_percent if caches else 0
