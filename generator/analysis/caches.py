"""Caches on local drives in sentences, for `clustergen explain`: which hosts have one, and how much of their drives it takes."""

from collections import Counter
from collections.abc import Iterator

from generator.catalog.model import Host as HostModel
from generator.plan.counts import counted
from generator.plan.draft import Draft
from generator.plan.hosts.caches import Cache, cache_of
from generator.plan.hosts.mounts import is_client

_SOURCE = "cachefilesd.conf(5)"


def cache_lines(plan: Draft, name: str) -> Iterator[str]:
    """Yield what is cached of a tier, or on it, by group of hosts; nothing where it has no part in a cache."""
    found: dict[str, Cache] = {}
    without = Counter[str]()
    hosts = Counter(host.group for host in plan.hosts)
    cached = {other for tier in plan.spec.storage.values() if tier.caches for other in tier.caches.tiers}
    tier = next((each for each in plan.tiers if each.name == name), None)
    for host in plan.hosts:
        cache = cache_of(plan, host)
        if cache and name in {cache.tier, *cache.cached}:
            found.setdefault(host.group, cache)
        elif tier and name in cached and is_client(tier, host):
            without[host.group] += 1
    models = {host.group: host.model for host in plan.hosts}
    for group, cache in found.items():
        model = plan.hardware.get(HostModel, models[group])
        room = sum(drive.count * drive.size_tb for drive in model.local_nvme)
        limits = dict(cache.limits)
        most = room * (100 - limits["bstop"]) / 100
        yield f"{group}: {counted(hosts[group], 'host')} cache {', '.join(cache.cached)} in {cache.folder}, on {cache.tier}"
        yield f"a cache there has at most {most:.4g} TB = {room:.4g} TB of drives * (100 - {limits['bstop']}) %, before RAID and the file system, and less by what else is there"
        yield f"it stores nothing while less than {limits['bstop']} % is free, and removes files from {limits['bcull']} % until {limits['brun']} % is free ({_SOURCE})"
    for group, count in without.items():
        yield f"{group}: {counted(count, 'host')} without a cache, as they have no local drives of a tier that caches {name}"
