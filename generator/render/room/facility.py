"""UPS systems, generators, coolant loops, the parts of the PUE and single failures, as rows of text; nothing of it where the spec states none of them."""

from collections.abc import Iterator
from typing import Any

from generator.catalog.model import Host as HostModel
from generator.plan.hostlist import fold
from generator.plan.plan import Plan
from generator.plan.power.loops import KJ_PER_LITRE_K, Cooled, LoopHeat, loop_heats
from generator.plan.power.outages import outages
from generator.plan.power.pue import facility_kw, pue_of
from generator.plan.power.running import FULL, OFF, REDUCED, UNKNOWN
from generator.plan.power.ups import units_left, unprotected, ups_loads
from generator.render.escape import markdown

Rows = Iterator[tuple[str, ...]]

_NOTHING = "-"
_NOT_STATED = "not stated"
_NOT_KNOWN = "not known"


def facility_values(plan: Plan) -> dict[str, Any]:
    """Return the values of the template."""
    stated = plan.site.power.ups or plan.site.power.generators or plan.site.cooling.loops
    return {
        "ups": list(_ups(plan)),
        "unprotected": unprotected(plan),
        "generators": _generators(plan),
        "loops": list(_loops(plan)),
        "kj": {name: f"{value:g}" for name, value in KJ_PER_LITRE_K.items()},
        "cooled": list(_cooled(plan)),
        "pue_parts": list(_parts(plan)),
        "pue_result": _result(plan),
        "outages": list(_outages(plan)) if stated else [],
    }


def _ups(plan: Plan) -> Rows:
    for ups in ups_loads(plan):
        minutes = f"{ups.spec.minutes:g}" if ups.spec.minutes is not None else _NOT_STATED
        carried = (f"{kw:,.1f}" for kw in (ups.normal_kw, ups.worst_kw, ups.envelope_kw))
        yield ups.name, ", ".join(ups.feeds), f"{len(ups.racks):,}", *carried, ups.units, minutes


def _generators(plan: Plan) -> str:
    spec = plan.site.power.generators
    if spec is None:
        return ""
    units = units_left(spec.count, spec.spare, spec.kw, spec.capacity_kw)
    start = f"; they carry the load {spec.start_s:g} s after mains power fails" if spec.start_s is not None else ""
    return (
        f"{units} are left when the spare ones have failed, and the facility draws {facility_kw(plan):,.1f} kW{start}."
    )


def _loops(plan: Plan) -> Rows:
    for loop in loop_heats(plan):
        spec, rise = loop.spec, loop.rise_k
        needed = (
            f"{loop.needed_lpm:,.0f} ({spec.rise_k:g} K, {spec.coolant})" if loop.needed_lpm is not None else _NOTHING
        )
        yield (
            loop.name,
            f"{len(loop.racks):,}",
            f"{loop.heat_kw:,.1f}",
            f"{loop.envelope_kw:,.1f}",
            f"{loop.undivided_kw:,.1f}",
            loop.units,
            f"{spec.supply_c:g}" if spec.supply_c is not None else _NOT_STATED,
            f"{spec.flow_lpm:,g}" if spec.flow_lpm is not None else _NOT_STATED,
            needed,
            f"{rise:.1f}" if rise is not None else _NOTHING,
        )


def _cooled(plan: Plan) -> Rows:
    for loop in loop_heats(plan):
        for each in loop.cooled:
            yield (
                loop.name,
                each.model,
                f"{each.count:,}",
                f"{each.racks:,}",
                *_share(plan, each),
                _inlet(each),
                _flow(loop, each),
            )


def _share(plan: Plan, each: Cooled) -> tuple[str, str]:
    entry = plan.hardware.get(HostModel, each.model)
    if entry.liquid_percent is None:
        return _NOT_KNOWN, _NOTHING
    return f"{entry.liquid_percent:g} %", markdown(entry.sources.get("liquid_percent", ""))


def _inlet(each: Cooled) -> str:
    return f"{each.supply_c_max:g}" if each.supply_c_max is not None else _NOT_KNOWN


def _flow(loop: LoopHeat, each: Cooled) -> str:
    if each.lpm is None:
        return _NOT_KNOWN
    count = each.racks if each.per == "rack" else each.count
    return f"{count} x {each.lpm_each:g} = {each.lpm:,g}" if loop.spec.supply_c is not None else _NOTHING


def _parts(plan: Plan) -> Rows:
    found = pue_of(plan)
    if found is None:
        return
    yield "IT", f"{found.it_kw:,.1f}", "the sum above"
    for part in found.parts:
        yield (
            part.name,
            f"{part.kw:,.1f}" if part.kw is not None else _NOT_KNOWN,
            part.how if part.kw is not None else f"state {part.how}",
        )


def _result(plan: Plan) -> str:
    found = pue_of(plan)
    if found is None:
        return ""
    if found.computed is None:
        return f"No PUE follows from these parts until all of them are stated; the stated figure is {found.stated:g}."
    return f"{found.facility_kw:,.1f} kW / {found.it_kw:,.1f} kW = **{found.computed:.3f}**; the stated figure is {found.stated:g}."


def _outages(plan: Plan) -> Rows:
    for each in outages(plan):
        compute = (_named(each.compute[state]) for state in (REDUCED, OFF, UNKNOWN))
        others = (f"{each.others[state]:,}" for state in (OFF, UNKNOWN))
        racks = f"all {len(each.racks):,}" if len(each.racks) == len(plan.racks) else _named(each.racks)
        full = f"{len(each.compute[FULL]):,}"
        yield f"{each.kind} {each.name}", racks, full, *compute, *others, f"{each.kw:,.1f}", each.note or _NOTHING


def _named(names: tuple[str, ...]) -> str:
    """Count names, and fold them."""
    return f"{len(names):,}: {fold(names)}" if names else "0"
