"""Storage tiers with their defaults filled in."""

from collections.abc import Iterator

from generator.plan.records import Tier
from generator.spec.cluster import ClusterSpec
from generator.workload.tiers import fabric_of


def plan_tiers(spec: ClusterSpec) -> Iterator[Tier]:
    """Yield every tier, by name."""
    for name, tier in sorted(spec.storage.items()):
        yield Tier(
            name=name,
            kind=tier.kind,
            mount=tier.mount or "",
            group=tier.hosts or "",
            clients=tuple(sorted(tier.clients)),
            fabric="" if tier.kind == "local-nvme" else fabric_of(spec, tier),
            product=tier.product,
        )
