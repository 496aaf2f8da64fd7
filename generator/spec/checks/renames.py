"""Renames that are invalid by the spec alone: each name has one new name, and no name is old and new."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, repeated, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.renames import pairs
from generator.spec.tenants import unfold


@spec_rule(
    title="A range that is renamed to a range of another length",
    why="Each device has one name before and one after.",
    fix="Write as many new names as old ones.",
)
def rename_range(spec: ClusterSpec) -> Iterator[Finding]:
    """Both sides of an entry have the same number of names."""
    for old, new in spec.rename.items():
        counts = [sum(1 for _ in unfold(text)) for text in (old, new)]
        if counts[0] != counts[1]:
            yield Finding(
                message=f"{old} has {counts[0]} name{'s' if counts[0] != 1 else ''}, and {new} has {counts[1]}",
                loc=("rename", old),
                help=f"write {counts[0]} new name{'s' if counts[0] != 1 else ''}",
            )


@spec_rule(
    title="A name that is renamed twice",
    why="Two things would have one name, or one thing two.",
    fix="Keep one of the entries.",
)
def rename_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """No name is the old one, or the new one, of two entries."""
    for side in (1, 2):
        holders = ((pair[side], pair[0]) for pair in pairs(spec.rename))
        for name, first, key in repeated(holders):
            yield KeyFinding(
                message=f"{name} is the {('old', 'new')[side - 1]} name of two entries",
                loc=("rename", key),
                notes=(Note("this is the other one", ("rename", first)),),
                help="keep one of the two",
            )


@spec_rule(
    title="A name that is freed and reused in one change",
    why="Until the last file is installed, schedulers, DNS and monitoring would use the name of one device for another: a swap, a ring or a chain of renames has no safe order.",
    fix="Rename in two changes, through an unused name where two names are exchanged; remove the entries of a completed change.",
)
def rename_at_once(spec: ClusterSpec) -> Iterator[Finding]:
    """No name is old in one entry and new in another."""
    taken = {new: key for key, _, new in pairs(spec.rename)}
    reported = set()
    for key, old, new in pairs(spec.rename):
        if old in taken and key not in reported:
            reported.add(key)
            if old == new:
                yield KeyFinding(message=f"{old} is renamed to itself", loc=("rename", key), help="remove the entry")
                continue
            yield KeyFinding(
                message=f"{old} is to be renamed to {new}, and something else to {old}",
                loc=("rename", key),
                notes=(Note(f"{old} is the new name here", ("rename", taken[old])),),
                help=f"remove one entry, render, and rename the other in a second change; if {old} was renamed before, remove the entry that is done",
            )


@spec_rule(
    title="A group that exists and is released",
    why="Its places and addresses would be given to other hosts.",
    fix="Remove the group from `hosts`, or from `release`.",
)
def release_stays(spec: ClusterSpec) -> Iterator[Finding]:
    """No group of `hosts` is released."""
    for index, name in enumerate(spec.release):
        if name in spec.hosts:
            yield Finding(
                message=f"{name} is to be released, and it is a host group",
                loc=("release", index),
                notes=(Note("it is here", ("hosts", name)),),
                help=f"remove hosts.{name}, render, and take its hosts out of service first; or remove {name} from release",
            )
