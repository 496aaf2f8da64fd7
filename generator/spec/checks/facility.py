"""UPS systems, generators and CDUs as the spec states them: their feeds, their spare units, their batteries."""

import math
from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="A UPS on a feed that racks do not have",
    why="The system would carry nothing, and the feed that was meant would have no battery.",
    fix="Name feeds of power.feeds: A for the first, B for the second.",
    absent=("power",),
)
def ups_feed_unknown(spec: ClusterSpec) -> Iterator[Finding]:
    """Every feed of a UPS is one of the racks' feeds."""
    known = spec.power.feed_names
    for name, ups in spec.power.ups.items():
        for index, feed in enumerate(ups.feeds):
            if feed not in known:
                yield Finding(
                    message=f"UPS {name} carries feed {feed}, and racks have {', '.join(known)}",
                    loc=("power", "ups", name, "feeds", index),
                    notes=(Note("the number of feeds is set here, or by default", ("power", "feeds")),),
                    help=f"name feeds from {known[0]} to {known[-1]}, or raise power.feeds",
                )


@spec_rule(
    title="Redundancy that leaves no unit",
    why="If as many units may fail as are installed, nothing carries the load.",
    fix="Install more units, or state less redundancy.",
)
def redundancy_without_units(spec: ClusterSpec) -> Iterator[Finding]:
    """More units are installed than may fail."""
    for loc, key, units, count, spare in _units(spec):
        if spare >= count:
            yield Finding(
                message=f"{spare} of {count} {units} may fail, which leaves none",
                loc=(*loc, "redundancy"),
                notes=(Note("the number of units is stated here", (*loc, key)),),
                help=f"set {key} to {spare + 1} or more, or redundancy to n",
            )


def _units(spec: ClusterSpec) -> Iterator[tuple[Loc, str, str, int, int]]:
    for name, ups in spec.power.ups.items():
        yield ("power", "ups", name), "modules", "modules", ups.modules, ups.spare
    if spec.power.generators:
        generators = spec.power.generators
        yield ("power", "generators"), "count", "generators", generators.count, generators.spare
    for name, loop in spec.cooling.loops.items():
        yield ("cooling", "loops", name), "cdus", "CDUs", loop.cdus, loop.spare


@spec_rule(
    title="Batteries that are empty before the generators carry the load",
    why="Every failure of mains power would stop the racks of this UPS.",
    fix="Use larger batteries, or generators that start faster.",
)
def battery_too_short(spec: ClusterSpec) -> Iterator[Finding]:
    """Each UPS lasts as long as the generators take to start."""
    start_s = spec.power.generators.start_s if spec.power.generators else None
    for name, ups in spec.power.ups.items():
        if start_s is not None and ups.minutes is not None and ups.minutes * 60 < start_s:
            yield Finding(
                message=f"UPS {name} lasts {ups.minutes:g} minutes ({ups.minutes * 60:g} s), and the generators carry the load after {start_s:g} s",
                loc=("power", "ups", name, "minutes"),
                notes=(Note("the generators' start is stated here", ("power", "generators", "start_s")),),
                help=f"use batteries for at least {math.ceil(round(start_s / 6, 6)) / 10:g} minutes",
            )
