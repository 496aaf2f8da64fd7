"""Storage tiers in sentences, for `clustergen explain`: each figure with its formula, inputs and source."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.stores import served_tiers
from generator.workload.tier_counts import needed_hosts
from generator.workload.tier_figures import ServedTier, figures, unknown_of
from generator.workload.tier_products import product_of

RULE = "the requirement of a tier is the one in the spec, else that of its workloads, else the guidance per GPU; hosts = max(capacity, read * 1.1 by ports, write * 1.1 by ports) + one failure domain"
_PARTS = {"domains": "each in another failure domain", "drives": "on drives of one failure domain"}
_WORDS = {"stated": "stated", "workloads": "from the workloads", "guidance": "recommended for this number of GPUs"}


def store_lines(plan: Draft, name: str) -> list[str]:
    """Return the figures of the tier `storage.NAME`; nothing where hosts serve none of that name."""
    head, _, wanted = name.partition(".")
    if head != "storage" or not wanted:
        return []
    return [line for tier in served_tiers(plan) if tier.need.name == wanted for line in _lines(plan, tier)]


def _lines(plan: Draft, tier: ServedTier) -> Iterator[str]:
    need, group = tier.need, tier.need.group
    yield f"{need.name} is served by {tier.hosts} of {tier.most} hosts of {group} ({tier.host.title}), over {need.fabric}"
    beside = [each.name for each in tier.sharing if each.name != need.name]
    if beside:
        yield f"the same hosts serve {', '.join(beside)}"
    known = ", ".join(f"{what} is {_WORDS[basis]}" for what, basis in need.basis.items())
    yield known or "the spec has no requirement for its capacity or bandwidth"
    for most, when in ((False, "are installed"), (True, "the envelope has")):
        found = needed_hosts(plan.spec, plan.catalog, most=most).get(group)
        if found:
            yield f"for the GPUs that {when}, {group} needs {found.hosts} hosts, decided by {found.decides}"
    yield from (line for figure in figures(tier) for line in figure.lines())
    yield from (
        f"{name}: unknown, as no document states it for {need.spec.product or 'a product that the spec does not name'}"
        for name in unknown_of(tier)
    )
    if need.spec.protection:
        known = "stated" if need.spec.protection.spread else product_of(need.spec).spread_source
        yield f"parts of a protected set: {_PARTS[tier.host.spread]} ({known})"
