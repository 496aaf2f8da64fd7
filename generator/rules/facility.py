"""Racks that UPS systems and loops name."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.rules import plan_rule
from generator.source.span import Loc
from generator.spec.checks.rule import Finding
from generator.spec.rack_ranges import rack_names


@plan_rule(
    title="A UPS or a loop for a rack that does not exist",
    why="A misspelt rack would have no battery or no cooling in the plan, although the spec seems to state them.",
    fix="Name racks of the envelope.",
)
def facility_rack_unknown(plan: Draft) -> Iterator[Finding]:
    """Every single rack, and at least one rack of every range, has a place in the envelope."""
    known = {slot.name for slot in plan.site.slots}
    for loc, entries in _lists(plan):
        for index, entry in enumerate(entries):
            named = [name for _, name in rack_names([entry])]
            if known.isdisjoint(named):
                what = (
                    f"no rack of the envelope is called {entry}"
                    if len(named) == 1
                    else f"the envelope has none of {entry}"
                )
                yield Finding(
                    message=what,
                    loc=(*loc, index),
                    help="`clustergen show SPEC racks` lists the racks",
                )


def _lists(plan: Draft) -> Iterator[tuple[Loc, tuple[str, ...]]]:
    for name, ups in plan.spec.power.ups.items():
        yield ("power", "ups", name, "racks"), ups.racks
    for name, loop in plan.spec.cooling.loops.items():
        yield ("cooling", "loops", name, "racks"), loop.racks
