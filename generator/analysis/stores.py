"""Storage tiers in sentences, for `clustergen explain`: each figure with its formula, inputs and source."""

from collections.abc import Iterator

from generator.analysis.caches import cache_lines
from generator.plan.clients import why_apart
from generator.plan.draft import Draft
from generator.plan.hosts.single_points import single_points
from generator.plan.stores import served_tiers
from generator.plan.transfer_paths import feed_path
from generator.plan.transfers import Feed, feeds
from generator.workload.tier_counts import needed_hosts
from generator.workload.tier_figures import ServedTier, figures, unknown_of
from generator.workload.tier_products import product_of

RULE = "the requirement of a tier is the one in the spec, else that of its workloads, else the guidance per GPU; hosts = max(capacity, read * 1.1 by ports, write * 1.1 by ports) + one failure domain"
_PARTS = {"domains": "each in another failure domain", "drives": "on drives of one failure domain"}
_WORDS = {"stated": "stated", "workloads": "from the workloads", "guidance": "recommended for this number of GPUs"}


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
