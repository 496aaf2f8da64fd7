"""Counts, envelopes and places of host groups."""

from collections import Counter
from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec

_MOST_HOSTS = 65_536
"""Four times 131,072 GPUs in hosts of eight."""


@spec_rule(
    title="An envelope below what is installed",
    why="Everything is numbered for `max` hosts; hosts beyond it have no address, port or rack.",
    fix="Raise `max`, or remove it: it is then `count`.",
    absent=("hosts.*",),
)
def envelope_below_count(spec: ClusterSpec) -> Iterator[Finding]:
    """`max` must hold `count`."""
    for name, group in spec.hosts.items():
        if group.max is not None and group.max < group.count:
            yield Finding(
                message=f"hosts.{name} has {group.count} hosts installed and an envelope of {group.max}",
                loc=("hosts", name, "max"),
                notes=(Note("installed here", ("hosts", name, "count")),),
                help=f"set max to {group.count} or more",
            )


@spec_rule(
    title="An envelope that is too large for one cluster",
    why="The largest existing clusters have some ten thousand hosts; a larger number is most likely a typing error that would take hours to plan.",
    fix="Lower `max`, or plan several clusters.",
)
def cluster_too_large(spec: ClusterSpec) -> Iterator[Finding]:
    """All envelopes together stay below a limit."""
    most = {name: max(group.count, group.max or 0) for name, group in spec.hosts.items()}
    if (total := sum(most.values())) > _MOST_HOSTS:
        name = max(most, key=lambda each: most[each])
        key = "max" if spec.hosts[name].max is not None else "count"
        yield Finding(
            message=f"the envelope is {total:,} hosts, {most[name]:,} of them in hosts.{name}, and one cluster has {_MOST_HOSTS:,} at most",
            loc=("hosts", name, key),
            help="check the number of zeros, or plan several clusters",
        )


@spec_rule(
    title="A group without a number of hosts",
    why="The number of hosts is derived for storage tiers only, and only if the spec states what the tier must deliver.",
    fix="State `count`; or, for a group that serves a tier, what the tier must deliver.",
    absent=("storage", "workloads", "hosts"),
)
def hosts_uncounted(spec: ClusterSpec) -> Iterator[Finding]:
    """A group has a `count`, stated or derived."""
    for name, group in spec.hosts.items():
        tiers = [each for each, tier in sorted(spec.storage.items()) if tier.hosts == name]
        if not group.counted and not tiers:
            yield KeyFinding(
                message=f"hosts.{name} has no `count`, and serves no storage tier that it could follow from",
                loc=("hosts", name),
                help="add `count:`",
            )
        elif not group.counted:
            keys = ", ".join(f"storage.{each}" for each in tiers)
            yield KeyFinding(
                message=f"hosts.{name} has no `count`, and none follows from {keys}: the spec does not state what the tier must deliver, or the host model has no drives and ports for it",
                loc=("hosts", name),
                help=f"add `count:`, or capacity_tb, read_gbs or write_gbs to storage.{tiers[0]}",
            )


@spec_rule(
    title="A group without hosts and without an envelope",
    why="There is nothing to plan for such a group.",
    fix="State `max` for it, or remove it.",
)
def empty_envelope(spec: ClusterSpec) -> Iterator[Finding]:
    """A group of 0 needs a `max`."""
    for name, group in spec.hosts.items():
        if group.counted and group.count == 0 and group.max is None:
            yield Finding(
                message=f"hosts.{name} has no host and no envelope",
                loc=("hosts", name, "count"),
                help="add `max`, or remove the group",
            )


@spec_rule(
    title="A number of places that differs from the number of hosts",
    why="Every installed host has a place of its own.",
    fix="List `count` places, or leave `positions` out.",
    absent=("hosts.*",),
)
def positions_mismatch(spec: ClusterSpec) -> Iterator[Finding]:
    """`positions` must have `count` entries."""
    for name, group in spec.hosts.items():
        if group.positions is not None and len(group.positions) != group.count:
            yield Finding(
                message=f"hosts.{name} has {group.count} hosts and {len(group.positions)} positions",
                loc=("hosts", name, "positions"),
                notes=(Note("the count is here", ("hosts", name, "count")),),
                help=f"list {group.count} positions",
            )


@spec_rule(
    title="A place outside the envelope",
    why="Places are numbered from 1 to `max`.",
    fix="Use a place within the envelope, or raise `max`.",
    absent=("hosts.*",),
)
def position_outside(spec: ClusterSpec) -> Iterator[Finding]:
    """Every place must be in the envelope."""
    for name, group in spec.hosts.items():
        envelope = group.max or group.count
        for index, place in enumerate(group.positions or ()):
            if place > envelope:
                yield Finding(
                    message=f"position {place} of hosts.{name} is outside its envelope of {envelope}",
                    loc=("hosts", name, "positions", index),
                    help=f"use 1 to {envelope}, or set max to {place} or more",
                )


@spec_rule(
    title="Two hosts in one place",
    why="A place has one port, one address and one rack unit.",
    fix="Give every host a place of its own.",
)
def position_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """No place twice."""
    for name, group in spec.hosts.items():
        places = group.positions or ()
        for place, count in Counter(places).items():
            if count > 1:
                last = len(places) - 1 - places[::-1].index(place)
                yield Finding(
                    message=f"position {place} of hosts.{name} is taken {count} times",
                    label="again here",
                    loc=("hosts", name, "positions", last),
                    notes=(Note("first taken here", ("hosts", name, "positions", places.index(place))),),
                    help="set a different position for every host",
                )
