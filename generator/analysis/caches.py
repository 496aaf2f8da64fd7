"""Caches on local drives in sentences, for `clustergen explain`: which hosts have one, and how much of their drives it takes."""

from collections import Counter
from collections.abc import Iterator

from generator.plan.clients import is_client
from generator.plan.counts import counted
from generator.plan.draft import Draft
from generator.plan.hosts.caches import cache_of, cache_room_tb, lustre_cache_of
from generator.plan.hosts.scale import scale_clusters
from generator.plan.records import Host

_DISTANCES = "cachefilesd.conf(5)"


def cache_lines(plan: Draft, name: str) -> Iterator[str]:
    """Yield what is cached of a tier, or on it, by group of hosts; nothing where it has no part in a cache."""
    hosts = Counter(host.group for host in plan.hosts)
    cached = {other for tier in plan.spec.storage.values() if tier.caches for other in tier.caches.tiers}
    tier = next((each for each in plan.tiers if each.name == name), None)
    without: list[str] = []
    for host in _samples(plan):
        many = f"{host.group}: {counted(hosts[host.group], 'host')}"
        lines = [*_nfs(plan, host, name), *_lustre(plan, host, name), *_scale(plan, host, name)]
        yield from (line.replace("{many}", many) for line in lines)
        if not lines and tier and name in cached and is_client(tier, host):
            without.append(
                f"{many} without a cache, as they have no local drives of a tier that caches {name}",
            )
    yield from without


def _samples(plan: Draft) -> Iterator[Host]:
    """Yield the first host of each group: all of a group are alike."""
    first: dict[str, Host] = {}
    for host in plan.hosts:
        first.setdefault(host.group, host)
    yield from first.values()


def _nfs(plan: Draft, host: Host, name: str) -> Iterator[str]:
    cache = cache_of(plan, host)
    if cache and name in {cache.tier, *cache.cached}:
        stop, cull, run = (dict(cache.limits)[key] for key in ("bstop", "bcull", "brun"))
        yield f"{{many}} cache {', '.join(cache.cached)} in {cache.folder}, on {cache.tier}"
        yield _room(plan, host, stop)
        yield f"it stores nothing while less than {stop} % is free, and removes files from {cull} % until {run} % is free ({_DISTANCES})"


def _lustre(plan: Draft, host: Host, name: str) -> Iterator[str]:
    cache = lustre_cache_of(plan, host)
    if cache is None:
        return
    for each in cache.cached:
        if name in {cache.tier, each.tier}:
            yield f"{{many}} cache {each.tier} in {each.folder}, on {cache.tier} (PCC-RO): files of less than {each.largest_mib:,} MiB, a tenth of the room"
            yield _room(plan, host, cache.stop)
            yield f"copies that were made first are removed from {cache.cull} % until {cache.run} % is free, looked at every minute (the distances of {_DISTANCES})"


def _scale(plan: Draft, host: Host, name: str) -> Iterator[str]:
    for cluster in scale_clusters(plan).values():
        devices = cluster.cache_devices.get(host.group, ())
        if devices and cluster.tier == name:
            yield f"{{many}} cache {name} on {', '.join(devices)}, whole (LROC)"


def _room(plan: Draft, host: Host, stop: int) -> str:
    room = cache_room_tb(plan, host, 0)
    most = cache_room_tb(plan, host, stop)
    return f"a cache there has at most {most:.4g} TB = {room:.4g} TB of drives * (100 - {stop}) %, before RAID and the file system, and less by what else is there"
