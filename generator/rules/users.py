"""Home directories of accounts: somebody makes them."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.hosts.users import home_tier
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding, KeyFinding


@plan_warning(
    title="An account whose home directory nobody makes",
    why="Where home directories come with a mount, the host that serves it makes them, and it makes them for those who have an account there.",
    fix="Give the account to the hosts that serve the tier, make the directory yourself where they are not ours, or choose another `users.home`.",
)
def user_without_home(plan: Draft) -> Iterator[Finding]:
    """Each account once, for the first tier."""
    tiers = {host.group: tier for host in plan.hosts if (tier := home_tier(plan, host))}
    for account in plan.users.accounts:
        found = [(group, tiers[group]) for group in account.hosts if group in tiers and account.state == "present"]
        for group, tier in found[:1]:
            ours = bool(tier.group) and not plan.spec.storage[tier.name].source
            if ours and tier.group in account.hosts:
                continue
            who = f"the account is not on {tier.group}, which serves it" if ours else "no host of the cluster serves it"
            way = f"add {tier.group} to its hosts" if ours else "make it there yourself"
            yield KeyFinding(
                message=f"{account.home} on {group} comes with the tier {tier.name}, and {who}",
                loc=("users", "accounts", account.name),
                help=f"{way}, or set users.home to a folder that no tier is mounted on, such as /var/lib/people",
            )
