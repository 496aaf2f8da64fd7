"""Tiers that are filled from others: which hosts can copy, and where both tiers are on them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from generator.plan.clients import uses
from generator.plan.hosts.lustre import file_systems
from generator.plan.hosts.s3_stores import S3Store, s3_stores
from generator.plan.kubernetes.tier_volumes import SeenTier, seen_tier
from generator.plan.kubernetes.workers import worker_hosts
from generator.plan.launches.places import serves
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.plan.scheduled import slurm_hosts
from generator.spec.checks.transfers import policy_of
from generator.spec.feeds import FeedSpec, feed_name


class Feed(Struct, frozen=True, kw_only=True):
    """A tier that is filled from another one. `movers`: installed hosts of Slurm that mount both, `workers` those of Kubernetes; `policy`: the kind of what returns, empty where nothing does."""

    name: str
    source: Tier
    target: Tier
    spec: FeedSpec
    movers: tuple[Host, ...]
    workers: tuple[Host, ...]
    seen: tuple[SeenTier, SeenTier]
    """How pods see both."""
    image: str
    """The image of the pods that copy; empty where none is stated."""
    alike: Mapping[str, tuple[str, int]]
    """For each tenant with workers, or for the empty name without tenants, the group whose hosts copy, and their number."""
    shares: Mapping[str, int]
    """How many of those each tenant has, where it has any."""
    tenants: bool
    """Whether hosts are those of tenants, with separate partitions."""
    policy: str
    device: str
    """The name of the filled file system in its own commands, if hosts of the cluster serve it."""
    metadata: tuple[str, ...]
    """Names of its metadata targets, where it is Lustre of ours."""

    @property
    def in_pods(self) -> bool:
        """Whether pods can copy."""
        return bool(self.image and self.alike and not any(each.hidden for each in self.seen))

    @property
    def copying(self) -> tuple[Host, ...]:
        """Hosts whose jobs copy, of both schedulers."""
        return (*self.movers, *(self.workers if self.in_pods else ()))

    @property
    def objects(self) -> bool:
        """Whether one side has buckets instead of folders."""
        return "object" in {self.source.kind, self.target.kind}

    @property
    def everywhere(self) -> bool:
        """Whether every host copies all of it: local drives are filled on each."""
        return self.target.kind == "local-nvme"


def feeds(plan: Plan) -> Iterator[Feed]:
    """Yield every feed by the names of its tiers."""
    tiers = {tier.name: tier for tier in plan.tiers}
    for name, source in tiers.items():
        for filled, spec in plan.site.storage[name].feeds.items():
            target = tiers[filled]
            stated, served = plan.site.storage[filled], file_systems(plan).get(filled)
            device = served.fsname if served else filled.replace("-", "_")
            movers = _movers(plan, source, target, slurm_hosts(plan))
            ours = (each for each in worker_hosts(plan) if each.name not in plan.scheduled.pods)
            workers = _movers(plan, source, target, ours)
            kubernetes = plan.site.kubernetes
            yield Feed(
                name=feed_name(name, filled),
                source=source,
                target=target,
                spec=spec,
                movers=movers,
                workers=workers,
                seen=(seen_tier(plan, source), seen_tier(plan, target)),
                image=(kubernetes.transfer_image if kubernetes else None) or "",
                alike=dict(_alike(plan, workers, spec.hosts)),
                shares=Counter(plan.tenants[each.name] for each in movers if each.name in plan.tenants),
                tenants=bool(plan.site.tenants),
                policy=policy_of(stated) if spec.idle_days else "",
                device=(stated.scale and stated.scale.device) or device,
                metadata=tuple(each.name for each in served.targets if each.kind == "mdt") if served else (),
            )


def known_stores(plan: Plan, feed: Feed) -> tuple[S3Store, ...]:
    """Return the object stores of the site that a feed copies from or to: their endpoints are known, those of others are their users'."""
    stores = s3_stores(plan)
    return tuple(stores[tier.name] for tier in (feed.source, feed.target) if tier.name in stores)


def _movers(plan: Plan, source: Tier, target: Tier, hosts: Iterable[Host]) -> tuple[Host, ...]:
    """Return those of the hosts that are in service and clients of both tiers."""
    return tuple(each for each in hosts if serves(plan, each) and uses(source, each) and uses(target, each))


def _alike(plan: Plan, workers: Iterable[Host], wanted: int) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield for each tenant its first group with enough workers, else the one with most; with tenants, hosts without one are not used."""
    counts = Counter((plan.tenants.get(each.name, ""), each.group) for each in workers)
    for tenant in sorted(plan.site.tenants) or [""]:
        groups = sorted((group, count) for (owner, group), count in counts.items() if owner == tenant)
        enough = [each for each in groups if each[1] >= wanted]
        if groups:
            yield tenant, enough[0] if enough else max(groups, key=lambda each: each[1])
