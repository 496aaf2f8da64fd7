"""Places that differ between the spec and the baseline: existing ones stay, with a warning."""

from collections.abc import Iterator

from generator.model.floor import host_height
from generator.model.units import stack
from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.source.span import Loc
from generator.spec.checks.rule import Finding


@plan_warning(
    title="A placement that comes too late",
    why="Racks of the baseline keep their layout, including the places that no host has taken yet.",
    fix="State the existing layout; or plan with --fresh if no host of the group is installed yet.",
)
def placement_stands(plan: Draft) -> Iterator[Finding]:
    """Hosts of a group are placed by the spec's `per_rack` and units; a difference is reported once per group."""
    groups = {group.name: group for group in plan.cluster.groups}
    reported: set[str] = set()
    for row in plan.cluster.baseline.floor.rows:
        group = groups.get(row.group)
        if group is None or row.group in reported or row.height_u != host_height(group):
            continue
        asked, racks = group.spec.per_rack, f"{row.racks[0]} to {row.racks[-1]}" if len(row.racks) > 1 else row.racks[0]
        if asked is not None and asked != row.per_rack:
            reported.add(row.group)
            yield Finding(
                message=f"the spec has {asked} hosts of {row.group} per rack, and {racks} {_are(row.racks)} laid out for {row.per_rack}: existing racks keep their layout, and later racks of the group get the same",
                loc=("hosts", row.group, "per_rack"),
                help=f"set hosts.{row.group}.per_rack to {row.per_rack}; a group with another name gets separate racks",
            )
        elif row.units != stack(plan.spec.racks, row.per_rack, row.height_u, group.spec.gap_units):
            reported.add(row.group)
            loc: Loc = ("hosts", row.group, "gap_units") if group.spec.gap_units else ("racks",)
            yield Finding(
                message=f"hosts of {row.group} would be in other rack units, and {racks} {_are(row.racks)} laid out: these stay, and only racks that the group gets later have the others",
                loc=loc,
                help="undo the change, unless it is meant for later racks only",
            )


def _are(racks: tuple[str, ...]) -> str:
    return "are" if len(racks) > 1 else "is"
