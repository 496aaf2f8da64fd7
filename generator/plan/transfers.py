"""Tiers that are filled from others: which hosts can copy, and where both tiers are on them."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.hosts.lustre import file_systems
from generator.plan.hosts.mounts import is_client
from generator.plan.launches.places import serves
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.plan.scheduled import slurm_hosts
from generator.spec.checks.transfers import policy_of
from generator.spec.feeds import FeedSpec, feed_name


class Feed(Struct, frozen=True, kw_only=True):
    """A tier that is filled from another one. `movers`: installed hosts of Slurm that mount both; `policy`: the kind of what returns, empty where nothing does."""

    name: str
    source: Tier
    target: Tier
    spec: FeedSpec
    movers: tuple[Host, ...]
    shares: Mapping[str, int]
    """How many of those each tenant has, where it has any."""
    tenants: bool
    """Whether hosts are those of tenants, who have partitions of their own."""
    policy: str
    device: str
    """What the filled file system is called by its own commands, where hosts of ours serve it."""
    metadata: tuple[str, ...]
    """Names of its metadata targets, where it is Lustre of ours."""

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
            movers = tuple(each for each in slurm_hosts(plan) if _moves(plan, source, target, each))
            yield Feed(
                name=feed_name(name, filled),
                source=source,
                target=target,
                spec=spec,
                movers=movers,
                shares=Counter(plan.tenants[each.name] for each in movers if each.name in plan.tenants),
                tenants=bool(plan.site.tenants),
                policy=policy_of(stated) if spec.idle_days else "",
                device=(stated.scale and stated.scale.device) or device,
                metadata=tuple(each.name for each in served.targets if each.kind == "mdt") if served else (),
            )


def _moves(plan: Plan, source: Tier, target: Tier, host: Host) -> bool:
    return serves(plan, host) and all(_uses(tier, host) for tier in (source, target))


def _uses(tier: Tier, host: Host) -> bool:
    """Return whether a host is a client of a tier; an object store has no mount, and clients as all others."""
    return is_client(tier, host) if tier.mount else host.role in tier.clients and host.group != tier.group
