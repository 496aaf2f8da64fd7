"""Filters of switches that have more lines than their system has numbers for them."""

from collections.abc import Iterator

from generator.plan.access.filters import edge_filter_name
from generator.plan.access.line_numbers import overfull
from generator.plan.access.lines import Band, FilterLine, PortFilter
from generator.plan.draft import Draft
from generator.plan.edge import EDGE
from generator.plan.records import Switch
from generator.rules import plan_rule
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding

_WITH_SHORT_NUMBERS = "cumulus"
"""NVUE numbers the rules of an access list up to 65535."""
_OF = {
    Band.CLAIMS: "spoofed addresses",
    Band.WITHIN: "packets within the cluster",
    Band.POSING: "addresses of the cluster from outside",
    Band.ENTERING: "packets from the site",
    Band.POOLS: "all else within the cluster",
    Band.LEAVING: "packets to the site",
}


@plan_rule(
    title="A filter with more lines than a switch numbers",
    why="A line of a filter keeps its number when others come and go, so each kind of lines has a range of numbers. A line allows one service from one prefix to another: sources, destinations and services multiply.",
    fix="Combine prefixes of `accept`, and single ports of `access` to ranges or whole protocols.",
)
def filter_too_long(plan: Draft) -> Iterator[Finding]:
    """No filter has more lines of a kind than its switch's system has numbers."""
    said: set[tuple[str, str]] = set()
    borders = {uplink.switch for uplink in plan.site_uplinks}
    lists = (lines for each in plan.port_filters.values() for lines in (each.lines, each.lines_ipv6))
    hosts = any(any(overfull(lines, short=True)) for lines in lists)
    for switch in (each for each in plan.switches if hosts or each.name in borders):
        short = switch.os == _WITH_SHORT_NUMBERS
        for each, _ in plan.filters_on(switch):
            for version, lines in ((4, each.lines), (6, each.lines_ipv6)):
                name = switch.name if each.role == EDGE else ""
                for band, count, room in overfull(lines, short=short):
                    if (each.name, name) not in said:
                        said.add((each.name, name))
                        yield _finding(plan, switch, each, version, [line for line in lines if line.band is band], (count, room))  # fmt: skip


def _finding(
    plan: Draft, switch: Switch, found: PortFilter, version: int, lines: list[FilterLine], numbers: tuple[int, int]
) -> Finding:
    sources, destinations = ({getattr(line, side) for line in lines} for side in ("source", "destination"))
    services = {(line.protocol, line.ports, line.source_ports) for line in lines}
    edge = found.role == EDGE
    return KeyFinding(
        message=f"the IPv{version} filter {found.name} of {switch.name} has {numbers[0]:,} lines for {_OF[lines[0].band]}, and there are {numbers[1]:,} numbers for them: {len(sources):,} sources, {len(destinations):,} destinations, {len(services):,} services",
        loc=_uplink(plan, switch, found) if edge else ("access",),
        help=f"{'list fewer, shorter prefixes in accept, and ' if edge else ''}allow ranges of ports or whole protocols in access instead of single ports",
    )


def _uplink(plan: Draft, switch: Switch, found: PortFilter) -> Loc:
    """Return the place of the uplink with the longest list of accepted prefixes behind a filter."""
    mine = (each for each in plan.site_uplinks if each.switch == switch.name and edge_filter_name(each) == found.name)
    return max(mine, key=lambda each: len(each.accept)).origin
