"""Rules of `access` that join VLANs of two routing instances: they have an effect, and the leaves' system supports the leaks."""

from collections.abc import Iterator

from msgspec import Struct, convert

from generator.catalog.facts import read_values
from generator.catalog.model import SwitchSystem
from generator.plan.draft import Draft
from generator.plan.leaks import Leak, leaks_on
from generator.plan.records import Switch
from generator.rules import plan_rule
from generator.rules.access import segment_of, stated, vlan_segments
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding


class _Fact(Struct, frozen=True):
    """Since which release a system does it (null: it does not), and the document."""

    since: str | None
    because: str


_WITH_DEFAULT = convert(read_values("access", "leaks"), dict[str, _Fact])


@plan_rule(
    title="An access rule between tenants that has no effect",
    why="Rules keep tenants apart, so a rule with segments of two tenants allows no flow, and no route is leaked for it.",
    fix="State `across_tenants: true`, or name segments of one tenant.",
)
def access_opens_nothing(plan: Draft) -> Iterator[Finding]:
    """A rule that joins segments of two tenants states `across`."""
    owner = {name: each.tenant for name, each in plan.spec.segments.items() if each.tenant}
    for name, rule, party, loc in stated(plan, "to"):
        there = owner.get(segment_of(party))
        strangers = sorted({owner[segment_of(each)] for each in rule.source if segment_of(each) in owner} - {there})
        if there and strangers and not rule.across_tenants:
            yield Finding(
                message=f"access.{name} is between a segment of tenant {strangers[0]} and {party} of tenant {there}, and has no effect: tenants are isolated from each other",
                loc=loc,
                notes=(Note("the sources are named here", ("access", name, "source")),),
                help="set across_tenants: true if that is meant",
            )


@plan_rule(
    title="Routes between a tenant's instance and the default instance on a system that does not support them",
    why="Each system leaks routes in its own way, and not every system can do so with the instance that has the fabric's own addresses.",
    fix="Run SONiC or EOS on these leaves, or give both segments tenants of their own.",
)
def access_default_instance(plan: Draft) -> Iterator[Finding]:
    """Where a rule joins a tenant's segment with one of the default instance, the leaves' system is known to hand on such routes."""
    leaves = {(leaf.os or "", leaf.version): leaf for leaf in plan.switches if leaf.os and _with_default(plan, leaf)}
    for (os, version), leaf in sorted(leaves.items()):
        system, fact = plan.catalog.get(SwitchSystem, os), _WITH_DEFAULT.get(os)
        known = version in system.versions
        if not known or (fact and fact.since and system.versions.index(version) >= system.versions.index(fact.since)):
            continue
        because = f" ({fact.because})" if fact else ""
        for name, party, loc in _rules(plan):
            yield Finding(
                message=f"access.{name} connects {party} with a segment of another instance, and {system.title} {version} of {leaf.name} is not known to leak routes between a tenant's instance and the default instance",
                loc=loc,
                notes=(Note("the sources are named here", ("access", name, "source")),),
                help=f"run {' or '.join(each for each, one in _WITH_DEFAULT.items() if one.since)} there, or join segments of tenants alone{because}",
            )


def _with_default(plan: Draft, leaf: Switch) -> list[Leak]:
    return [leak for leak in leaks_on(plan, leaf) if leak.vlans and not (leak.into and leak.source)]


def _rules(plan: Draft) -> Iterator[tuple[str, str, Loc]]:
    """Yield the entries of rules that join VLANs of a tenant with others: the rule, the destination, its place."""
    vlans = vlan_segments(plan)
    owner = {name: each.tenant or "" for name, each in plan.spec.segments.items()}
    for name, rule, party, loc in stated(plan, "to"):
        there = owner.get(segment_of(party), "")
        asking = [owner.get(segment_of(each), "") for each in rule.source if segment_of(each) in vlans]
        if segment_of(party) in vlans and any(bool(each) != bool(there) for each in asking):
            yield name, party, loc
