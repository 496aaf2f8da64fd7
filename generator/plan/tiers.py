"""Storage tiers with their defaults filled in."""

from collections.abc import Iterator

from generator.model.cluster import Cluster
from generator.model.groups import HostGroup
from generator.plan.records import Tier
from generator.spec.storage import TierSpec
from generator.workload.clients import fabric_of, is_client_of, ways_to


def plan_tiers(cluster: Cluster) -> Iterator[Tier]:
    """Yield every tier, by name."""
    for name, tier in sorted(cluster.spec.storage.items()):
        local = tier.kind == "local-nvme"
        yield Tier(
            name=name,
            kind=tier.kind,
            mount=tier.mount or "",
            group=tier.hosts or "",
            clients=tuple(sorted(tier.clients)),
            fabric="" if local else fabric_of(cluster.spec, tier),
            product=tier.product,
            apart=() if local else tuple(sorted(group.name for group in _apart(cluster, tier))),
        )


def _apart(cluster: Cluster, tier: TierSpec) -> Iterator[HostGroup]:
    """Yield the groups that are to use a tier, and have no port on a fabric that leads to it."""
    ways = [way for way in ways_to(cluster.spec, tier) if way in cluster.shapes]
    for group in cluster.groups:
        meant = is_client_of(tier.clients, tier.hosts, role=group.role, group=group.name)
        if meant and not any(group.ports_on(way) for way in ways):
            yield group
