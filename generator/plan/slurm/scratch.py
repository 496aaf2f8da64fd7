"""Where jobs keep what only they need: folders on local drives, where compute hosts mount some."""

from generator.plan.plan import Plan


def scratch(plan: Plan) -> str:
    """Return the first mount of local drives of compute hosts, by the name of its tier; empty without any."""
    tiers = (tier for tier in plan.tiers if tier.kind == "local-nvme" and "compute" in tier.clients)
    return next((tier.mount for tier in tiers if tier.mount), "")
