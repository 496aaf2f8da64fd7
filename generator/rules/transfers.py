"""Tiers that are filled from others: hosts that copy, and a path that carries what is stated."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.transfer_paths import feed_path
from generator.plan.transfers import feeds
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.figure import rounded

_WORDS = {
    "source_reads": "{0} reads",
    "source_ports": "ports of the copying hosts to {0} carry",
    "source_uplinks": "uplinks to {0} carry",
    "target_writes": "{1} writes",
    "target_ports": "ports of the copying hosts to {1} carry",
    "target_uplinks": "uplinks to {1} carry",
}


@plan_rule(
    title="A transfer between tiers without hosts to copy",
    why="The job runs on compute hosts of Slurm that are clients of both tiers; that of a tenant on its own hosts.",
    fix="Add `compute` to the clients of both tiers, or lower `hosts`; larger tenants use more hosts with `sbatch --nodes`.",
)
def transfer_without_hosts(plan: Draft) -> Iterator[Finding]:
    """As many hosts of Slurm as copy are in service and use both tiers."""
    for feed in feeds(plan):
        most, whose = len(feed.movers), "of Slurm"
        if feed.tenants:
            most, tenant = min(((count, name) for name, count in feed.shares.items()), default=(0, ""))
            whose = f"{whose} of the tenant {tenant}" if tenant else f"{whose} of tenants"
        if feed.spec.hosts > most:
            yield KeyFinding(
                message=f"hosts: {feed.spec.hosts} of the transfer from {feed.source.name} to {feed.target.name}, and {most} compute host{'s' * (most != 1)} {whose} use{'s' * (most == 1)} both",
                loc=("storage", feed.source.name, "feeds", feed.target.name),
                help=f"set hosts: {most}" if most else "add compute to the clients of both, and scheduler.slurm",
            )


@plan_rule(
    title="A transfer between tiers that its path cannot carry",
    why="A transfer takes as long as its slowest part: reading, writing, ports of the copying hosts, uplinks. Other jobs use them as well, so this is the least time.",
    fix="Copy on more hosts, allow more hours, or serve the slower tier by more hosts.",
)
def transfer_too_slow(plan: Draft) -> Iterator[Finding]:
    """What is stated of a transfer fits through every known part of its path."""
    for feed in feeds(plan):
        path = feed_path(plan, feed)
        if not path.needed or not path.carried or path.needed.value <= path.carried.value * (1 + 1e-9):
            continue
        names = feed.source.name, feed.target.name
        slow = min(path.carried.inputs, key=lambda each: path.carried.inputs[each] if path.carried else 0)
        spec, most = feed.spec, path.carried.value
        hours = float(spec.hours or 0) * path.needed.value / most
        copies = f"{spec.hosts} hosts x " if feed.everywhere and spec.hosts > 1 else ""
        yield Finding(
            message=f"{copies}{rounded(float(spec.tb or 0))} TB from {names[0]} to {names[1]} in {rounded(float(spec.hours or 0))} h are {rounded(path.needed.value)} GB/s, and "
            f"{_WORDS[slow].format(*names)} {rounded(most)} at most",
            loc=("storage", names[0], "feeds", names[1], "hours"),
            help=f"set hours: {_up(hours)}"
            + (", or copy on more hosts" if slow.endswith("_ports") and not feed.everywhere else ""),
        )


def _up(hours: float) -> str:
    """Return hours of two more digits, rounded up: a smaller number would be refused again."""
    return f"{-(-hours * 100 // 1) / 100:g}"
