"""Design of storage tiers: the requirements of each, and what its hosts deliver."""

from collections.abc import Iterator
from math import inf

from generator.catalog.model import Host
from generator.plan.draft import Draft
from generator.plan.once import once
from generator.plan.stores_records import Store, StoreRow
from generator.workload.tier_figures import ServedTier, figures, least_hosts, unknown_of
from generator.workload.tier_hosts import tier_host, with_reserve
from generator.workload.tier_measures import KEYS, Measured
from generator.workload.tiers import tier_needs


@once
def served_tiers(plan: Draft) -> tuple[ServedTier, ...]:
    """Return every tier that hosts serve, with these hosts; their ports run at the speeds that are planned."""
    return tuple(_served(plan))


def _served(plan: Draft) -> Iterator[ServedTier]:
    needs = tier_needs(plan.spec, plan.catalog)
    for need in needs:
        group = plan.groups[need.group]
        members = plan.fabrics[need.fabric].members if need.fabric in plan.fabrics else ()
        speeds = next((member.speeds_gbps for member in members if member.name == need.group), None)
        host = tier_host(need, plan.catalog.get(Host, group.model), plan.catalog, speeds)
        sharing = tuple(each for each in needs if each.group == need.group)
        yield ServedTier(need=need, host=host, hosts=group.count, most=group.max, sharing=sharing)


def plan_stores(plan: Draft) -> tuple[Store, ...]:
    """Return the tiers that are designed."""
    return tuple(_store(tier) for tier in served_tiers(plan) if tier.need.designed)


def _store(tier: ServedTier) -> Store:
    need = tier.need
    return Store(
        name=need.name,
        group=need.group,
        fabric=need.fabric,
        product=need.spec.product,
        hosts=tier.hosts,
        hosts_max=tier.most,
        beside=tuple(each.name for each in tier.sharing if each.name != need.name),
        rows=tuple(_row(tier, what) for what in KEYS if need.value(what)),
        figures=(
            *((each.name, each.text) for each in figures(tier)),
            *((name, "unknown") for name in unknown_of(tier)),
        ),
    )


def _row(tier: ServedTier, what: Measured) -> StoreRow:
    unknown = not tier.delivered(what, 1) or (what == "capacity" and tier.host.protection is None)
    now, reserve, envelope = (
        None if unknown else tier.delivered(what, hosts) for hosts in (tier.hosts, tier.reserve, tier.most)
    )
    wanted, basis = tier.need.value(what), tier.need.basis[what]
    return StoreRow(what=what, wanted=wanted, basis=basis, now=now, reserve=reserve, envelope=envelope)


def hosts_wanted(tier: ServedTier, *, recommended: bool = True) -> int | None:
    """Return how many hosts meet all requirements (or needs, without recommendations for runs), including one spare failure domain; None where no number does."""
    wanted = {what: tier.wanted(what) if recommended else tier.needed(what) for what in KEYS}
    least = max((least_hosts(tier, what, value) for what, value in wanted.items() if value), default=0.0)
    return None if least == inf or tier.host.alone else with_reserve(max(least, tier.host.least), tier.host.together)
