"""BeeGFS that hosts of the cluster serve: each host is part of one file system."""

from collections.abc import Iterator
from itertools import combinations

from generator.plan.clients import uses_in
from generator.plan.draft import Draft
from generator.plan.records import Tier
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="Two BeeGFS file systems on the same hosts",
    why="The configurations of its services and of its client are one file each (`/etc/beegfs`), also where a host serves one file system and mounts the other.",
    fix="Serve one tier with BeeGFS, or give each its own hosts and clients.",
)
def beegfs_twice(plan: Draft) -> Iterator[Finding]:
    """No host serves or mounts two tiers of BeeGFS."""
    ours = sorted((tier for tier in plan.tiers if plan.spec.storage[tier.name].beegfs), key=lambda tier: tier.name)
    for first, tier in combinations(ours, 2):
        both = sorted(_users(plan, first) & _users(plan, tier))
        if both:
            yield KeyFinding(
                message=f"storage.{tier.name} and storage.{first.name} are two BeeGFS file systems, and hosts of {', '.join(both)} serve or mount both",
                loc=("storage", tier.name, "beegfs"),
                help=f"remove beegfs from storage.{tier.name}, or give both tiers other hosts and other clients",
            )


def _users(plan: Draft, tier: Tier) -> set[str]:
    """Return the host groups that serve or mount a tier."""
    return {
        name for name, group in plan.groups.items() if name == tier.group or uses_in(tier, role=group.role, group=name)
    }
