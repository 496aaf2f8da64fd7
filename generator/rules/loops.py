"""Coolant loops: their heat against their CDUs, their flow and temperature against what the hosts need, and racks without a loop."""

import math
from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.power.loops import KJ_PER_LITRE_K, LoopHeat, liquid_racks, loop_heats
from generator.plan.power.ups import racks_on
from generator.rules import plan_rule
from generator.rules.ups import unit_kw, units_needed
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, repeated

_SLACK = 1e-6


@plan_rule(
    title="More heat in a loop than its CDUs remove",
    why="The coolant gets warmer until hosts throttle and shut down.",
    fix="Use more or larger CDUs, or move racks to another loop.",
)
def loop_overloaded(plan: Draft) -> Iterator[Finding]:
    """The CDUs that are left when the spare ones have failed remove the heat of the loop."""
    for loop in loop_heats(plan):
        spec = loop.spec
        if loop.heat_kw > spec.capacity_kw + _SLACK:
            yield Finding(
                message=f"{len(loop.racks)} racks give off {loop.heat_kw:,.1f} kW into loop {loop.name}, and its CDUs remove {loop.units}{_failed(loop)}",
                loc=("cooling", "loops", loop.name, "cdus"),
                help=f"set cdus to {units_needed(loop.heat_kw, spec.cdu_kw, spec.spare)}, or use CDUs of at least "
                f"{unit_kw(loop.heat_kw, spec.cdus - spec.spare):,g} kW",
            )


@plan_rule(
    title="Too little coolant for the heat of a loop",
    why="With too little flow, the coolant leaves the hosts hotter than planned, and the last chips that it reaches throttle.",
    fix="Use more or larger CDUs, permit a higher rise, or supply colder coolant.",
)
def loop_flow_low(plan: Draft) -> Iterator[Finding]:
    """The remaining flow keeps the rise within the stated one, and meets the requirements of the hosts' documents."""
    for loop in loop_heats(plan):
        spec, flow = loop.spec, loop.spec.flow_lpm
        if flow is None:
            continue
        loc = ("cooling", "loops", loop.name, "cdu_lpm")
        left = f"{spec.cdus - spec.spare} x {spec.cdu_lpm:g} l/min = {flow:,g} l/min are left{_failed(loop)}"
        if loop.needed_lpm is not None and loop.needed_lpm > flow + _SLACK:
            kj = KJ_PER_LITRE_K[spec.coolant]
            yield Finding(
                message=f"loop {loop.name} needs {loop.heat_kw:,.1f} kW x 60 s / ({kj:g} kJ/(l K) x {spec.rise_k:g} K) = {loop.needed_lpm:,.0f} l/min, and {left}",
                loc=loc,
                notes=(Note("the permitted rise is stated here", ("cooling", "loops", loop.name, "rise_k")),),
                help=f"set cdu_lpm to {_each(loop, loop.needed_lpm)} or more, or permit a rise of {math.ceil((loop.rise_k or 0) * 10) / 10:g} K",
            )
        for each in loop.cooled:
            if each.lpm_each is not None and each.lpm is not None and (loop.hosts_lpm or each.lpm) > flow + _SLACK:
                count = each.racks if each.per == "rack" else each.count
                need = loop.hosts_lpm or each.lpm
                yield Finding(
                    message=f"loop {loop.name} needs {need:,g} l/min at {spec.supply_c:g} degrees Celsius ({count} x {each.lpm_each:g} l/min for each "
                    f"{each.per} of {each.model}), and {left}",
                    loc=loc,
                    help=f"set cdu_lpm to {_each(loop, need)} or more, or supply colder coolant",
                )


def _each(loop: LoopHeat, flow: float) -> int:
    """Return the flow of one CDU that gives the loop this flow."""
    return math.ceil(round(flow / max(1, loop.spec.cdus - loop.spec.spare), 6))


@plan_rule(
    title="Coolant that is too warm for its hosts",
    why="Above the temperature that their document permits, hosts throttle or shut down.",
    fix="Supply colder coolant, or use hosts that permit more.",
)
def loop_too_warm(plan: Draft) -> Iterator[Finding]:
    """The coolant of a loop is no warmer than the document of each of its hosts permits."""
    for loop in loop_heats(plan):
        for each in loop.cooled:
            supply, most = loop.spec.supply_c, each.supply_c_max
            if supply is not None and most is not None and supply > most:
                yield Finding(
                    message=f"loop {loop.name} supplies {supply:g} degrees Celsius, and {each.model} permits at most {most:g}",
                    loc=("cooling", "loops", loop.name, "supply_c"),
                    help=f"set supply_c to {most:g} or less",
                )


@plan_rule(
    title="A rack with liquid-cooled hosts and without a loop",
    why="Nothing would remove the heat of its hosts.",
    fix="Add the rack to `racks` of a loop.",
)
def liquid_without_loop(plan: Draft) -> Iterator[Finding]:
    """Where loops are stated, every rack with liquid-cooled hosts is on one."""
    loops = loop_heats(plan)
    cooled = liquid_racks(plan)
    missing = [rack for rack in cooled if not any(rack in loop.racks for loop in loops)]
    if loops and missing:
        rack = min(missing)
        hosts = " and ".join(f"{count} x {model}" for model, count in sorted(cooled[rack].items()))
        more = f" ({len(missing) - 1} more like it)" if len(missing) > 1 else ""
        yield KeyFinding(
            message=f"rack {rack} has {hosts}, which are liquid-cooled, and is on no loop{more}",
            loc=("cooling", "loops"),
            help=f"add {', '.join(sorted(missing)[:3])}{', ...' if len(missing) > 3 else ''} to `racks` of a loop",
        )


@plan_rule(
    title="A rack on two loops",
    why="Its manifold has one supply and one return. The heat would be counted twice.",
    fix="List each rack under one loop.",
)
def rack_on_two_loops(plan: Draft) -> Iterator[Finding]:
    """Every rack with liquid-cooled hosts is on at most one loop."""
    cooled = liquid_racks(plan)
    loops = sorted(plan.spec.cooling.loops.items())
    holders = ((rack, name) for name, loop in loops for rack in racks_on(plan, loop.racks) if rack in cooled)
    for rack, first, second in repeated(holders):
        yield KeyFinding(
            message=f"rack {rack} is on loop {first} and on loop {second}",
            loc=("cooling", "loops", second),
            help="state `racks` of both, so that no rack is on two",
        )


def _failed(loop: LoopHeat) -> str:
    spare = loop.spec.spare
    return f" when {spare} CDU{' has' if spare == 1 else 's have'} failed" if spare else ""
