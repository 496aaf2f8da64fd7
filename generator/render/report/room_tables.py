"""The tables of the room: power of racks by use, and the bill in totals."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from generator.plan.cabling.bom import bill_of_materials
from generator.plan.plan import Plan
from generator.plan.power import rack_loads, typical_models
from generator.plan.power.budget import make_budget
from generator.plan.power.heat import rack_heat
from generator.plan.power.loads import device_loads
from generator.render.drawing.words import ranges
from generator.render.report.tables import bar, number, table


def power_table(plan: Plan, summary: Mapping[str, Any]) -> dict[str, Any]:
    """Racks by use: count, power, and the fullest one."""
    loads = rack_loads(plan)
    whole = sum(load.power_w for load in loads.values())
    rows = []
    for use in dict.fromkeys(rack.use for rack in plan.racks):
        mine = [(rack.name, loads[rack.name]) for rack in plan.racks if rack.use == use]
        total = sum(load.power_w for _, load in mine)
        name, most = max(mine, key=lambda each: each[1].power_w)
        unknown = sum(len(load.unknown) for _, load in mine)
        kilowatts = [number(watts / 1000) for watts in (total, total / len(mine), most.power_w)]
        drawn = bar([(use, total, "one")], whole)
        rows.append([use, f"{len(mine):,}", *kilowatts, name, f"{unknown:,}" if unknown else "none", drawn])
    power, pue = summary["power_kw"], plan.site.power.pue
    limit, provisioned = plan.site.power.rack_kw, make_budget(plan).provisioned_w
    sums = [f"IT power {number(power['it_max'])} kW x PUE {pue:g} = {number(power['facility'])} kW for the facility."]
    if provisioned is not None:
        sums.append(f"The circuits of these racks carry up to {number(provisioned / 1000)} kW together.")
    if reserved := plan.site.racks.reserved_units:
        sums.append(
            f"Units of each rack reserved for patch panels, cable managers and power strips: {ranges(reserved)}."
        )
    if limit:
        sums.append(f"The feeds of one rack carry {number(limit)} kW.")
    typical = typical_models(plan)
    if typical:
        sums.append(f"No maximum is published for {', '.join(typical)}: the sums use their typical power.")
    columns = "racks | #count | #total, kW | #average, kW | #highest, kW | which | #devices without a figure | share"
    return table("Power and racks", columns, rows, " ".join(sums))


def budget_table(plan: Plan) -> dict[str, Any]:
    """How the IT power comes about: every line that is added up."""
    budget = make_budget(plan)
    rows = [
        [
            line.kind,
            line.model,
            f"{line.count:,}",
            "not known" if line.each_w is None else number(line.each_w),
            number(line.total_w / 1000),
            bar([(line.model, line.total_w, "one")], budget.it_w),
            line.basis or "not published, and not in the sum",
        ]
        for line in budget.lines
    ]
    note = f"In all {number(budget.it_w / 1000)} kW."
    columns = "kind | model | #count | #each, W | #total, kW | share | ~figure"
    return table("IT power by model", columns, rows, note)


def heat_table(plan: Plan) -> dict[str, Any]:
    """Heat of racks by use, into air and liquid, and the airflow of their hosts."""
    heats = rack_heat(plan, device_loads(plan))
    rows = []
    for use in dict.fromkeys(rack.use for rack in plan.racks):
        mine = [(rack.name, heats[rack.name]) for rack in plan.racks if rack.use == use]
        name, most = max(mine, key=lambda each: each[1].total_w)
        watts = [sum(getattr(heat, where) for _, heat in mine) for where in ("air_w", "liquid_w", "undivided_w")]
        airflow = sum(heat.airflow_cfm for _, heat in mine)
        unknown = sum(heat.airflow_unknown for _, heat in mine)
        kilowatts = [number(each / 1000) for each in (*watts, most.total_w)]
        rows.append([use, f"{len(mine):,}", *kilowatts, name, number(airflow), f"{unknown:,}" if unknown else "none"])
    note = "All power becomes heat. Undivided: no document states which share goes into liquid. Switches are assumed to be air-cooled."
    columns = (
        "racks | #count | #into air, kW | #into liquid, kW | #undivided, kW | #highest of one rack, kW | which | "
        "#airflow where published, CFM | #devices without a figure"
    )
    return table("Heat and airflow", columns, rows, note)


def bill_table(plan: Plan) -> dict[str, Any]:
    """The bill in totals by kind; every line is in bom.csv."""
    rows = []
    for kind, group in groupby(bill_of_materials(plan), lambda item: item.kind):
        mine = list(group)
        metres = sum(item.count * item.length_m for item in mine if item.length_m is not None)
        pieces, spares = sum(item.count for item in mine), sum(item.spares for item in mine)
        length = number(metres) if metres else "-"
        rows.append([kind, f"{len(mine):,}", f"{pieces:,}", f"{spares:,}", f"{pieces + spares:,}", length])
    note = "A cable counts once, however many links it carries. The length is that of the installed cables."
    columns = "kind | #lines | #installed | #spares | #to order | #length, m"
    return table("Totals of the bill of materials", columns, rows, note)
