"""UPS systems and loops together: their racks, and their load in the envelope."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.power.loops import loop_heats
from generator.plan.power.ups import ups_loads
from generator.rules import plan_rule, plan_warning
from generator.rules.ups import units_needed
from generator.source.span import Loc
from generator.spec.checks.rule import Finding
from generator.spec.rack_ranges import rack_names

_SLACK = 1e-6


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


@plan_warning(
    title="A UPS or a loop that the envelope outgrows",
    why="The room is planned before the last hosts arrive: modules and CDUs need places, breakers and pipes.",
    fix="Plan more units, and keep their places; the error comes only with the hosts that need them.",
)
def facility_outgrown(plan: Draft) -> Iterator[Finding]:
    """Units that suffice for the installed devices suffice for the envelope, too."""
    for ups in ups_loads(plan):
        if ups.worst_kw <= ups.spec.capacity_kw < ups.envelope_kw - _SLACK:
            modules = units_needed(ups.envelope_kw, ups.spec.module_kw, ups.spec.spare)
            yield Finding(
                message=f"the envelope puts about {ups.envelope_kw:,.1f} kW on UPS {ups.name}, and its modules carry {ups.units}",
                loc=("power", "ups", ups.name, "modules"),
                help=f"keep places for {modules} modules",
            )
    for loop in loop_heats(plan):
        if loop.heat_kw <= loop.spec.capacity_kw < loop.envelope_kw - _SLACK:
            cdus = units_needed(loop.envelope_kw, loop.spec.cdu_kw, loop.spec.spare)
            yield Finding(
                message=f"the envelope gives off about {loop.envelope_kw:,.1f} kW into loop {loop.name}, and its CDUs remove {loop.units}",
                loc=("cooling", "loops", loop.name, "cdus"),
                help=f"keep places for {cdus} CDUs",
            )
