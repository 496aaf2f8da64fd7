"""Renames against the plan that they lead to: the new name exists, the old one does not."""

import difflib
from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.states import envelope_switch_names
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.renames import pairs


def _names(plan: Draft) -> set[str]:
    """Return what devices and host groups of the envelope are called."""
    hosts = (group.host_name(n) for group in plan.cluster.groups for n in range(group.max))
    return {*plan.groups, *hosts, *envelope_switch_names(plan.cluster)}


@plan_rule(
    title="A rename to a name that nothing has",
    why="`rename` states former names only; `hosts` and `pins` state the present ones.",
    fix="Rename the group in `hosts`, or pin the device's name, as well.",
)
def rename_to_nobody(plan: Draft) -> Iterator[Finding]:
    """Every new name is that of a group or a device of the envelope; the first of each entry that is not is named."""
    known = _names(plan) if plan.spec.rename else set()
    reported = set()
    for key, old, new in pairs(plan.spec.rename):
        if new not in known and key not in reported:
            reported.add(key)
            near = next(
                (f"did you mean {each}? " for each in difflib.get_close_matches(new, sorted(known), 1, 0.8)), ""
            )
            yield Finding(
                message=f"{old} is to be renamed to {new}, and nothing in this cluster has that name",
                loc=("rename", key),
                help=f"{near}A group gets its name as a key of hosts, a device by `pins.devices` or a pattern of `pins.names`",
            )


@plan_rule(
    title="A rename of something that keeps its name",
    why="The old name is still in use, so it is ambiguous which device keeps it.",
    fix="Write the new name in `hosts` for a group, in `pins` for a device; drop the entry when a new group takes the old name.",
)
def rename_stays(plan: Draft) -> Iterator[Finding]:
    """No old name is that of a group or a device of the envelope; the first of each entry that is one is named."""
    known = _names(plan) if plan.spec.rename else set()
    reported = set()
    for key, old, new in pairs(plan.spec.rename):
        if old in known and key not in reported:
            reported.add(key)
            yield KeyFinding(
                message=f"{old} is to be renamed to {new}, and something in this cluster is still called {old}",
                loc=("rename", key),
                help=f"call it {new} in hosts or pins, or remove the entry",
            )
