"""The facility in sentences, for `clustergen explain`: UPS systems, generators, loops, the PUE, and what keeps running after single failures."""

from collections.abc import Callable, Iterator

from generator.plan.hostlist import fold
from generator.plan.plan import Plan
from generator.plan.power.loops import loop_heats
from generator.plan.power.outages import outages
from generator.plan.power.pue import facility_kw, pue_of
from generator.plan.power.running import FULL, OFF, REDUCED, UNKNOWN
from generator.plan.power.ups import units_left, unprotected, ups_loads
from generator.source.span import Loc

_STATES = ((REDUCED, "at reduced load"), (OFF, "off"), (UNKNOWN, "unknown"))


def facility_lines(plan: Plan, name: str) -> tuple[list[str], Loc, str] | None:
    """Return the lines about `power.ups` and the like, their place in the spec, and their rule; None for other names."""
    if name not in FACILITY:
        return None
    say, loc, rule = FACILITY[name]
    return list(say(plan)), loc, rule


def _ups(plan: Plan) -> Iterator[str]:
    for ups in ups_loads(plan):
        batteries = f"; its batteries last {ups.spec.minutes:g} minutes" if ups.spec.minutes is not None else ""
        yield (
            f"UPS {ups.name} carries feeds {', '.join(ups.feeds)} of {len(ups.racks):,} racks: {ups.normal_kw:,.1f} kW, in the worst case "
            f"{ups.worst_kw:,.1f} kW, with the whole envelope about {ups.envelope_kw:,.1f} kW; {ups.units} when the spare modules have failed{batteries}"
        )
    without = unprotected(plan)
    if without:
        yield f"without a UPS: {without}"
    if not plan.site.power.ups:
        yield "the spec states no UPS (power.ups)"
    yield from _failures(plan, "UPS", "module of UPS")


def _generators(plan: Plan) -> Iterator[str]:
    spec = plan.site.power.generators
    if spec is None:
        yield "the spec states no generators (power.generators)"
        return
    units = units_left(spec.count, spec.spare, spec.kw, spec.capacity_kw)
    yield f"generators carry {units} when the spare ones have failed, and the facility draws {facility_kw(plan):,.1f} kW"
    yield from _failures(plan, "generator")


def _loops(plan: Plan) -> Iterator[str]:
    for loop in loop_heats(plan):
        yield f"loop {loop.name} takes up {loop.heat_kw:,.1f} kW of {len(loop.racks):,} racks, with the whole envelope about {loop.envelope_kw:,.1f} kW; CDUs remove {loop.units} when the spare ones have failed"
        if loop.undivided_kw:
            yield f"  no document states which part of another {loop.undivided_kw:,.1f} kW goes into liquid"
        if loop.rise_k is not None:
            yield f"  {loop.spec.flow_lpm:,g} l/min of {loop.spec.coolant} get {loop.rise_k:.1f} K warmer"
        if loop.needed_lpm is not None:
            yield f"  a rise of {loop.spec.rise_k:g} K takes {loop.needed_lpm:,.0f} l/min"
        for each in loop.cooled:
            most = (
                f"at most {each.supply_c_max:g} degrees Celsius"
                if each.supply_c_max is not None
                else "no known limit of its inlet"
            )
            flow = f", {each.lpm:,g} l/min" if each.lpm is not None else ", no known flow"
            yield f"  {each.count:,} x {each.model} in {each.racks:,} racks: {most}{flow}"
    if not plan.site.cooling.loops:
        yield "the spec states no loops (cooling.loops)"
    yield from _failures(plan, "loop", "CDU of loop")


def _pue(plan: Plan) -> Iterator[str]:
    found = pue_of(plan)
    if found is None:
        yield f"power.pue is {plan.site.power.pue:g}; the spec states no parts (power.ups.NAME.efficiency, power.losses, power.other_kw, cooling.air_kw_per_kw)"
        return
    yield f"IT power: {found.it_kw:,.1f} kW"
    for part in found.parts:
        yield (
            f"{part.name}: {part.kw:,.1f} kW = {part.how}"
            if part.kw is not None
            else f"{part.name}: not known, state {part.how}"
        )
    if found.computed is not None:
        yield f"PUE of these parts: {found.facility_kw:,.1f} kW / {found.it_kw:,.1f} kW = {found.computed:.3f}; power.pue is {found.stated:g}"


def _every(plan: Plan) -> Iterator[str]:
    yield from _failures(plan)


def _failures(plan: Plan, *kinds: str) -> Iterator[str]:
    for each in outages(plan):
        if not kinds or each.kind in kinds:
            parts = [f"{len(each.compute[FULL]):,} compute hosts at full load"]
            hosts = ((each.compute[state], words) for state, words in _STATES)
            parts += [f"{len(names):,} {words} ({fold(names)})" for names, words in hosts if names]
            parts += [f"{each.others[state]:,} other devices {words}" for state, words in _STATES if each.others[state]]
            note = f" ({each.note})" if each.note else ""
            one = "one " if " of " in each.kind else ""
            yield f"if {one}{each.kind} {each.name} fails: {', '.join(parts)}; {each.kw:,.1f} kW are left{note}"


_SUPPLIES = "a device is off if none of its supplies has power, and reduced if fewer have power than it needs"
FACILITY: dict[str, tuple[Callable[[Plan], Iterator[str]], Loc, str]] = {
    "power.ups": (_ups, ("power", "ups"), f"the load of the feeds of the racks of a system, as installed; {_SUPPLIES}"),
    "power.generators": (
        _generators,
        ("power", "generators"),
        "the load is the IT power with the stated parts of the facility, else with power.pue",
    ),
    "power.pue": (_pue, ("power", "pue"), "facility power divided by IT power"),
    "power.failures": (_every, ("power",), _SUPPLIES),
    "cooling.loops": (
        _loops,
        ("cooling", "loops"),
        "heat x 60 / (heat of a litre x rise) = flow; the share of heat in liquid is that of the catalog",
    ),
}
"""Names, the function that explains each, its place in the spec, and its rule."""
