"""Acceptance of installed hosts: lines and rounds."""

from generator.plan.acceptance.lines import plan_lines
from generator.plan.acceptance.places import tested_hosts
from generator.plan.acceptance.records import Acceptance
from generator.plan.acceptance.rounds import plan_rounds
from generator.plan.acceptance.tiers import tier_mounts
from generator.plan.draft import Draft

BURN_IN_HOURS = 72
"""Full load at temperature: the shorter of two published lengths, 72 and 168 hours (aidatacenterguide.com, clustermax.ai)."""


def plan_acceptance(plan: Draft) -> Acceptance | None:
    """Return the tests and their rounds; None where no host with GPUs is installed."""
    if not tested_hosts(plan):
        return None
    lines = plan_lines(plan)
    return Acceptance(
        lines=lines, rounds=plan_rounds(plan), mounts=tier_mounts(plan, lines), burn_in_hours=BURN_IN_HOURS
    )
