"""Quotas of tenants against what their tier holds."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.stores import served_tiers
from generator.rules import plan_warning
from generator.rules.store_texts import capacity_text
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.figure import rounded


@plan_warning(
    title="Quotas that add up to more than their tier holds",
    why="A tenant that stays below its quota then finds the tier full: a quota limits, and reserves nothing.",
    fix="Lower the quotas, serve the tier by more hosts, or accept that not everybody can use what is promised.",
)
def quotas_overbooked(plan: Draft) -> Iterator[Finding]:
    """All tenants can use their quotas at the same time, as far as the capacity is known."""
    for tier in served_tiers(plan):
        promised = sum(float(quota.tb or 0) for quota in tier.need.spec.quotas.values())
        held = tier.delivered("capacity", tier.hosts)
        if held and promised > held * (1 + 1e-9):
            yield KeyFinding(
                message=f"quotas of storage.{tier.need.name} add up to {rounded(promised)} TB, and {tier.need.group} holds {rounded(held)} TB at most: {capacity_text(tier, tier.hosts)}",
                loc=("storage", tier.need.name, "quotas"),
                help=f"lower them to {rounded(held)} TB together, or install more hosts in {tier.need.group}",
            )
