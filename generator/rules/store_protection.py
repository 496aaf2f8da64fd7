"""Protection of storage tiers beside the failure domains and drives that it is spread over."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.stores import served_tiers
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding
from generator.spec.storage import ProtectionSpec
from generator.workload.tier_figures import ServedTier
from generator.workload.tier_products import product_of


@plan_rule(
    title="A protection that the failure domains cannot provide",
    why="Of a set of `data` + `parity` parts, `parity` parts may be lost. If a failure domain with more parts of a set fails, data is lost.",
    fix="Serve the tier by more failure domains, or state a protection that they can provide.",
)
def tier_protection_unheld(plan: Draft) -> Iterator[Finding]:
    """A failure domain has no more parts of a set than may be lost; a set within one has as many drives as parts."""
    for tier in served_tiers(plan):
        found = tier.host.protection
        if found is None or not tier.hosts:
            continue
        if tier.host.spread == "drives":
            yield from _too_few_drives(tier, found)
        elif (share := -(-tier.host.parts // tier.domains)) > found.parity:
            yield Finding(
                message=f"{_set(tier, found)} on {_domains(tier)}: {share} of them are in one, and {found.parity} may be lost",
                loc=("storage", tier.need.name, "protection"),
                help=_fix(tier, found),
                at_key=True,
            )


def _too_few_drives(tier: ServedTier, found: ProtectionSpec) -> Iterator[Finding]:
    drives = tier.host.drives * tier.host.together
    if 0 < drives < tier.host.parts:
        yield Finding(
            message=f"{_set(tier, found)} on drives of one failure domain, and it has {drives}: {tier.host.together} x {tier.host.drives}",
            loc=("storage", tier.need.name, "protection"),
            help=f"set data to {drives - found.parity} or less"
            if drives > found.parity
            else "choose hosts with more drives",
            at_key=True,
        )


@plan_warning(
    title="A protection without a failure domain to rebuild in",
    why="While a failure domain is unavailable, its parts are rebuilt in a failure domain that has no part of the same set.",
    fix="Give the tier one failure domain more than a set has parts.",
)
def tier_rebuild_nowhere(plan: Draft) -> Iterator[Finding]:
    """One failure domain more than a set has parts."""
    for tier in served_tiers(plan):
        found = tier.host.protection
        if found is None or not tier.hosts or tier.host.spread == "drives":
            continue
        share = -(-tier.host.parts // tier.domains)
        if share > found.parity or tier.domains > tier.host.parts:
            continue
        parts = f"{share} of them are in one" if share > 1 else "each has one"
        yield Finding(
            message=f"{_set(tier, found)} on {_domains(tier)}: {parts}, so the parts of a lost one cannot be rebuilt in another one",
            loc=("storage", tier.need.name, "protection"),
            help=_fix(tier, found),
            at_key=True,
        )


def _set(tier: ServedTier, found: ProtectionSpec) -> str:
    return f"{tier.need.name} has sets of {found.data} + {found.parity} = {tier.host.parts} parts"


def _domains(tier: ServedTier) -> str:
    one = "1 failure domain" if tier.domains == 1 else f"{tier.domains} failure domains"
    return (
        f"{one} of {tier.host.together} {'host' if tier.host.together == 1 else 'hosts'} each"
        if tier.domains > 1
        else one
    )


def _fix(tier: ServedTier, found: ProtectionSpec) -> str:
    """Return the fixes: enough hosts, a smaller set if the domains allow one, or sets within a host."""
    hosts = tier.host.least + tier.host.together
    more = f", and max: {hosts}" if hosts > tier.most else ""
    fixes = (
        []
        if tier.host.alone
        else [f"state count: {hosts}{more} in hosts.{tier.need.group} (one failure domain more than parts)"]
    )
    if (data := tier.domains - 1 - found.parity) >= 1:
        fixes.append(f"set data: {data}")
    if product_of(tier.need.spec).spread_within:
        fixes.append("set spread: drives if each set is on drives of one failure domain")
    return ", or ".join(fixes)
