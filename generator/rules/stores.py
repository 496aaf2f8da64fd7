"""Design of storage tiers: hosts that deliver stated figures, and uplinks that carry them."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.store_uplinks import Crossing, crossing
from generator.plan.stores import served_tiers
from generator.rules import plan_rule, plan_warning
from generator.rules.store_texts import VERBS, able_text, fix_of, place_of, wanted_text
from generator.spec.checks.rule import Finding
from generator.workload.figure import rounded
from generator.workload.tier_figures import ServedTier
from generator.workload.tier_measures import KEYS, RATES, Measured


def _stated(plan: Draft, what: Measured) -> Iterator[ServedTier]:
    """Yield the tiers for which the spec states this, if they have installed hosts."""
    return (tier for tier in served_tiers(plan) if tier.hosts and tier.need.basis.get(what) == "stated")


def _short(tier: ServedTier, what: Measured) -> Finding | None:
    if tier.wanted(what) <= tier.delivered(what, tier.hosts) * (1 + 1e-9):
        return None
    names = " and ".join(each.name for each in tier.beside(what))
    return Finding(
        message=f"{names} must {VERBS[what]} {wanted_text(tier, what)}, and {able_text(tier, what)}",
        loc=place_of(tier, what),
        help=fix_of(tier),
    )


@plan_rule(
    title="A storage tier with a capacity that its hosts do not have",
    why="Usable capacity is the capacity of the drives minus the protection. A file system that is more than 80 % full is slower, and has too little space to rebuild.",
    fix="Serve it by more hosts, or by hosts with more or larger drives.",
)
def tier_too_small(plan: Draft) -> Iterator[Finding]:
    """The installed hosts hold what tiers state."""
    for tier in _stated(plan, "capacity"):
        if found := _short(tier, "capacity"):
            yield found


@plan_rule(
    title="A storage tier with a rate that its hosts cannot deliver",
    why="Clients get at most the rate of the hosts' ports and drives.",
    fix="Serve it by more hosts, or by hosts with faster ports or drives.",
)
def tier_too_slow(plan: Draft) -> Iterator[Finding]:
    """The installed hosts deliver the stated rates of tiers, as far as their figures are known."""
    for what in RATES:
        for tier in _stated(plan, what):
            if found := _short(tier, what):
                yield found


@plan_rule(
    title="A storage tier with a rate that the uplinks of its fabric cannot carry",
    why="Data for clients on other leaves crosses the uplinks of the leaves to which the tier's hosts are connected.",
    fix="Lower the oversubscription of the fabric, install more spines, or spread the hosts over more leaves.",
)
def tier_uplinks(plan: Draft) -> Iterator[Finding]:
    """Leaves with a tier's hosts have uplinks for what leaves them."""
    for what in RATES:
        for tier in _stated(plan, what):
            found = crossing(plan, tier.need)
            over = [each for each in tier.beside(what) if each.fabric == tier.need.fabric]
            wanted = sum(each.value(what) for each in over)
            if found and wanted * found.away > found.uplink_gbs * (1 + 1e-9):
                names = " and ".join(each.name for each in over)
                yield _crossing(tier, names, what, wanted, found)


def _crossing(tier: ServedTier, names: str, what: Measured, wanted: float, found: Crossing) -> Finding:
    return Finding(
        message=f"{names} must {what} {rounded(wanted)} GB/s, {100 * found.away:.3g} % of it for clients on other leaves: {rounded(wanted * found.away)} GB/s; "
        f"the {found.leaves} leaves that {tier.need.group} is on have {found.links} uplinks, {rounded(found.uplink_gbs)} GB/s",
        loc=("storage", tier.need.name, KEYS[what]),
        help=f"lower fabrics.{tier.need.fabric}.oversubscription, or the required rate to {rounded(found.uplink_gbs / found.away)} GB/s",
    )


@plan_warning(
    title="A storage tier without a spare failure domain",
    why="While one host (or a pair on one enclosure) is unavailable, the other hosts must store and transfer everything.",
    fix="Give the tier one more failure domain.",
)
def tier_without_reserve(plan: Draft) -> Iterator[Finding]:
    """The stated figures of a tier hold without one failure domain, too."""
    reported: set[str] = set()
    for what in KEYS:
        for tier in _stated(plan, what):
            wanted, left = tier.wanted(what), tier.delivered(what, tier.reserve)
            enough = wanted <= tier.delivered(what, tier.hosts) * (1 + 1e-9)
            if enough and wanted > left * (1 + 1e-9) and tier.need.name not in reported:
                reported.add(tier.need.name)
                away = min(tier.host.together, tier.serving(tier.hosts))
                yield Finding(
                    message=f"{tier.need.name} must {VERBS[what]} {wanted_text(tier, what)}, and with {away} of {tier.serving(tier.hosts)} hosts away {tier.need.group} {VERBS[what]}s {rounded(left)} at most",
                    loc=place_of(tier, what),
                    help=fix_of(tier),
                )
