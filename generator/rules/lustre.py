"""Lustre on hosts of the cluster: pairs that share an enclosure, and hosts whose drives may be formatted."""

from collections.abc import Iterator

from generator.catalog.model import Host as HostModel
from generator.catalog.model import StorageModel
from generator.plan.draft import Draft
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding, KeyFinding

_PAIR = 2


@plan_rule(
    title="Lustre servers that cannot form pairs",
    why="The targets of a pair are formatted for both of its hosts, which must reach the same drives; both fail with their enclosure, and sizing counts them in this way.",
    fix="State `failure_domain: 2` where pairs share an enclosure, and install both hosts of each; else remove `pairs`.",
)
def lustre_pairs(plan: Draft) -> Iterator[Finding]:
    """Hosts of pairs fail together, and none is alone."""
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name]
        if not (spec.lustre and spec.lustre.pairs):
            continue
        model = plan.catalog.find(StorageModel, plan.groups[tier.group].model)
        together = spec.failure_domain or (model and model.enclosure_hosts)
        place = ("storage", tier.name, "lustre", "pairs")
        if together != _PAIR:
            known = (
                f"its hosts fail {together} at a time" if together else "nothing states that its hosts share enclosures"
            )
            yield Finding(
                message=f"storage.{tier.name} is served by pairs, and {known}",
                loc=place,
                help=f"add failure_domain: {_PAIR} to storage.{tier.name} if every two hosts share an enclosure; else remove pairs",
            )
        ordinals = {host.ordinal: host.name for host in plan.hosts if host.group == tier.group}
        alone = [name for ordinal, name in ordinals.items() if ordinal ^ 1 not in ordinals]
        if alone:
            yield Finding(
                message=f"{', '.join(alone)} of storage.{tier.name} would be alone: the other host of the pair is not installed",
                loc=place,
                help="install both hosts of each pair: the 1st and 2nd of the group, the 3rd and 4th ...",
            )


@plan_rule(
    title="Lustre's targets on an appliance",
    why="An appliance runs the software that its vendor installed: nobody logs in to it, and its drives are not formatted.",
    fix="Remove `lustre`, and state the `source` from the setup of the appliance.",
)
def lustre_on_appliance(plan: Draft) -> Iterator[Finding]:
    """Hosts that serve Lustre by our files have an operating system that is configured here."""
    for tier in plan.tiers:
        if plan.spec.storage[tier.name].lustre and tier.group in plan.groups:
            model = plan.catalog.get(HostModel, plan.groups[tier.group].model)
            if model.appliance:
                yield KeyFinding(
                    message=f"storage.{tier.name} would format drives of {model.title}, which is an appliance",
                    loc=("storage", tier.name, "lustre"),
                    help="remove lustre, and state source",
                )
