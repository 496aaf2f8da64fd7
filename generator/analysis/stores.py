"""Storage tiers in sentences, for `clustergen explain`: each figure with its formula, inputs and source."""

from collections import Counter
from collections.abc import Iterator

from generator.plan.clients import is_client, why_apart
from generator.plan.counts import counted
from generator.plan.draft import Draft
from generator.plan.hosts.caches import cache_of, cache_room_tb, lustre_cache_of
from generator.plan.hosts.scale import scale_clusters
from generator.plan.hosts.single_points import single_points
from generator.plan.records import Host
from generator.plan.stores import served_tiers
from generator.plan.transfer_paths import feed_path
from generator.plan.transfers import Feed, feeds
from generator.workload.tier_counts import needed_hosts
from generator.workload.tier_figures import ServedTier, figures, unknown_of
from generator.workload.tier_products import product_of

RULE = "the requirement of a tier is the one in the spec, else that of its workloads, else the guidance per GPU; hosts = max(capacity, read * 1.1 by ports, write * 1.1 by ports) + one failure domain"
_PARTS = {"domains": "each in another failure domain", "drives": "on drives of one failure domain"}
_WORDS = {"stated": "stated", "workloads": "from the workloads", "guidance": "recommended for this number of GPUs"}
_DISTANCES = "cachefilesd.conf(5)"


def store_lines(plan: Draft, name: str) -> list[str]:
    """Return the figures of the tier `storage.NAME`; empty where hosts serve none of that name."""
    head, _, wanted = name.partition(".")
    if head != "storage" or not wanted:
        return []
    served = [line for tier in served_tiers(plan) if tier.need.name == wanted for line in _lines(plan, tier)]
    filled = [feed for feed in feeds(plan) if wanted in {feed.source.name, feed.target.name}]
    of_feeds = (line for feed in filled for line in _feed_lines(plan, feed))
    return [*served, *of_feeds, *cache_lines(plan, wanted)]


def _feed_lines(plan: Draft, feed: Feed) -> Iterator[str]:
    """Yield how a tier is filled: the host that copies, the rate of the path, and the data that returns."""
    path = feed_path(plan, feed)
    head = f"{feed.source.name} feeds {feed.target.name}: {feed.spec.hosts} of"
    if feed.movers:
        yield f"{head} {len(feed.movers)} compute hosts of Slurm that use both copy (slurm/transfer/{feed.name}.sbatch)"
    if feed.in_pods:
        yield f"{head} {len(feed.workers)} hosts of Kubernetes that use both copy (kubernetes/transfer, {feed.name}.yaml)"
    for figure in (path.needed, path.carried):
        yield from figure.lines() if figure else ()
    if not path.needed:
        yield f"what the transfer to {feed.target.name} needs is not stated (tb, hours)"
    if not path.carried:
        yield f"the path to {feed.target.name}: unknown, as no document states a figure of it"
    if feed.policy:
        yield f"returns to {feed.source.name} after {feed.spec.idle_days} days: storage/policies has its policy"


def _lines(plan: Draft, tier: ServedTier) -> Iterator[str]:
    need, group = tier.need, tier.need.group
    yield f"{need.name} is served by {_servers(tier)} ({tier.host.title}), over {need.fabric}"
    yield from _taken_over(plan, tier)
    used = next(each for each in plan.tiers if each.name == need.name)
    yield from (why_apart(used, each) for each in used.apart)
    beside = [each.name for each in tier.sharing if each.name != need.name]
    if beside:
        yield f"the same hosts serve {', '.join(beside)}"
    known = ", ".join(f"{what} is {_WORDS[basis]}" for what, basis in need.basis.items())
    yield known or "the spec has no requirement for its capacity or bandwidth"
    for most, when in ((False, "are installed"), (True, "the envelope has")):
        found = needed_hosts(plan.spec, plan.catalog, most=most).get(group)
        if found:
            yield f"for the GPUs that {when}, {group} needs {found.hosts} hosts, decided by {found.decides}"
    yield from (line for figure in figures(tier) for line in figure.lines())
    yield from (
        f"{name}: unknown, as no document states it for {need.spec.product or 'a product that the spec does not name'}"
        for name in unknown_of(tier)
    )
    if need.spec.protection:
        known = "stated" if need.spec.protection.spread else product_of(need.spec).spread_source
        yield f"parts of a protected set: {_PARTS[tier.host.spread]} ({known})"


def _servers(tier: ServedTier) -> str:
    """Return how many hosts serve a tier: NFS is exported by one at a time, regardless of the size of the group."""
    if not tier.need.alone:
        return f"{tier.hosts} of {tier.most} hosts of {tier.need.group}"
    which = "the first two" if tier.need.spec.nfs else "the first"
    return f"{which} of {tier.hosts} hosts of {tier.need.group}"


def _taken_over(plan: Draft, tier: ServedTier) -> Iterator[str]:
    """Yield what happens to NFS when its exporting host fails."""
    if tier.need.alone and tier.need.spec.nfs:
        yield f"one of both exports it at {tier.need.spec.nfs.address}; if it is lost, the other one powers it off, takes over, and carries the same rate"
    if tier.need.alone:
        yield "threads of its NFS server: unknown, as no document states a number per client; rpc.nfsd(8) starts eight by default"
    yield from (f"{each.text} (a pair does not: `nfs`)" for each in single_points(plan) if each.tier == tier.need.name)


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
