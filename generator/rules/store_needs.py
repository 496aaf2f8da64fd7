"""Storage tiers compared with the needs of workloads and growth, and missing figures."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.stores import served_tiers
from generator.rules import plan_rule, plan_warning
from generator.rules.store_texts import UNITS, VERBS, able_text, capacity_text, fix_of
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.figure import rounded
from generator.workload.tier_figures import ServedTier, least_hosts, unknown_of
from generator.workload.tier_hosts import whole_domains
from generator.workload.tier_measures import KEYS, Measured


@plan_warning(
    title="A storage tier that is too small or too slow for the workloads",
    why="Runs wait while checkpoints are written and read, and while data is loaded. Recommendations for the GPUs that go beyond this are not compared with the hosts.",
    fix="Serve the tier by more hosts, or state what the site accepts.",
)
def tier_behind_workloads(plan: Draft) -> Iterator[Finding]:
    """The installed hosts deliver the capacity and rates that the workloads of the spec need on the installed GPUs."""
    for tier in served_tiers(plan):
        for what in KEYS if tier.hosts else ():
            needed = tier.needed(what)
            if tier.need.basis.get(what) == "workloads" and needed > tier.delivered(what, tier.hosts) * (1 + 1e-9):
                yield KeyFinding(
                    message=f"the workloads need {tier.need.name} to {VERBS[what]} {rounded(needed)} {UNITS[what]}{_beyond(tier, what)}, and {able_text(tier, what)}",
                    loc=("storage", tier.need.name),
                    help=fix_of(tier, recommended=False),
                )
                break


def _beyond(tier: ServedTier, what: Measured) -> str:
    """Return a note on the tiers that share the hosts, and recommendations beyond the need."""
    beside = [each.name for each in tier.beside(what) if each.name != tier.need.name]
    notes = [f"with {', '.join(beside)} on the same hosts"] if beside else []
    if tier.wanted(what) > tier.needed(what):
        notes.append(f"{rounded(tier.wanted(what))} are recommended for so many GPUs")
    return f" ({'; '.join(notes)})" if notes else ""


@plan_rule(
    title="A storage tier that outgrows the envelope of its hosts",
    why="Hosts beyond `max` have no addresses, ports and rack places: growth beyond the envelope moves installed devices.",
    fix="Raise `max` of the group, or lower the growth or the years.",
)
def tier_outgrows_envelope(plan: Draft) -> Iterator[Finding]:
    """The envelope has the capacity of a tier after its growth."""
    for tier in served_tiers(plan):
        growth, held = tier.need.spec.growth, tier.delivered("capacity", tier.most)
        if growth is None or not held or tier.grown <= held * (1 + 1e-9):
            continue
        hosts = whole_domains(least_hosts(tier, "capacity", tier.grown), tier.host.together)
        fix = "serve it from a separate source" if tier.host.alone else f"set max: {hosts} in hosts.{tier.need.group}"
        yield Finding(
            message=f"{tier.need.name} grows by {growth.tb_a_year:g} TB a year: after {growth.years:g} years its hosts must hold {rounded(tier.grown)} TB, "
            f"and the envelope of {tier.need.group} holds {rounded(held)}: {capacity_text(tier, tier.most)}",
            loc=("storage", tier.need.name, "growth"),
            help=f"{fix}, or lower tb_a_year or years",
            at_key=True,
        )


@plan_warning(
    title="Files whose metadata cannot be calculated",
    why="No document of the product states the bytes of metadata per file, so no space is counted for them.",
    fix="Add the space that the vendor states to `capacity_tb`, and remove `files`.",
)
def tier_files_unknown(plan: Draft) -> Iterator[Finding]:
    """Where `files` are stated, their metadata is counted."""
    for tier in served_tiers(plan):
        if any(unknown_of(tier)):
            product = tier.need.spec.product or "a product that is not stated"
            yield Finding(
                message=f"{tier.need.name} must hold {tier.need.spec.files:,} files, and the space for their metadata is unknown: no document states bytes per file for {product}",
                loc=("storage", tier.need.name, "files"),
                help="add the room that the vendor states to capacity_tb and remove files, or name a product that is known: Lustre, BeeGFS",
            )
