"""Filters of uplinks to the site: where several uplinks share one, each admits what the others accept."""

from collections.abc import Iterable, Iterator

from generator.plan.addressing.spans import less, span
from generator.plan.draft import Draft
from generator.plan.edge import DEFAULTS, SiteUplink
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding, KeyFinding


@plan_warning(
    title="Uplinks that admit each other's networks",
    why="On SONiC the filter is on the front port. Uplinks that share the port by tags share it: a packet from a network that one of them accepts also enters with the tag of another.",
    fix="Give an uplink that must not admit the others' networks a port of its own, or let all of them accept the same ones.",
)
def edge_filter_shared(plan: Draft) -> Iterator[Finding]:
    """Uplinks of the default instance that share a filter accept the same networks."""
    together: dict[tuple[str, str], list[SiteUplink]] = {}
    for uplink in plan.site_uplinks:
        if not uplink.tenant:
            together.setdefault((uplink.switch, uplink.guard), []).append(uplink)
    for (switch, _), sharing in together.items():
        for uplink in sharing:
            more = [*_beyond(uplink, sharing)]
            if more:
                others = ", ".join(other.name for other in sharing if other is not uplink)
                known = "any network" if {*DEFAULTS.values()} & {*more} else ", ".join(dict.fromkeys(more))
                yield KeyFinding(
                    message=f"{uplink.name} shares the filter of cage {uplink.cage} of {switch} with {others}, so packets from {known} enter by it, too, which it does not accept",
                    loc=(*uplink.origin, "cage"),
                    help="use another cage for it, or accept the same networks",
                )


def _beyond(uplink: SiteUplink, sharing: Iterable[SiteUplink]) -> Iterator[str]:
    """Yield what other uplinks at a filter accept beyond the networks of one."""
    for version in DEFAULTS:
        own = [span(prefix) for prefix in _accepted(uplink, version)]
        others = (prefix for other in sharing for prefix in _accepted(other, version))
        yield from (prefix for prefix in others if any(less([span(prefix)], own)))


def _accepted(uplink: SiteUplink, version: int) -> Iterator[str]:
    return (line.prefix for each in uplink.families if each.version == version for line in each.accepts)
