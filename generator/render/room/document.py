"""The power budget in words: every sum with the lines that it is made of."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.plan.cabling.rack_sheet import RackSheet
from generator.plan.plan import Plan
from generator.plan.power.budget import Budget, BudgetLine, make_budget
from generator.plan.power.feeds import FeedLoad
from generator.plan.power.heat import BTU_PER_KWH
from generator.plan.power.loads import typical_models
from generator.render.escape import markdown
from generator.render.room.feeds import UNKNOWN, circuit_row, feed_summary, kw, rule_words, supply_rows

_KINDS = {"host": "host", "rack": "whole rack of", "switch": "switch", "optic": "in a cage:"}
_M3_PER_H = 1.699011
"""1 cubic foot a minute is 1.699 cubic metres an hour (0.3048 m to the foot)."""


def document_values(
    plan: Plan, sheets: Sequence[RackSheet], feeds: Mapping[str, tuple[FeedLoad, ...]]
) -> dict[str, Any]:
    """Return every value of the template, as text or as rows of text."""
    budget, power = make_budget(plan), plan.site.power
    known = [line for line in budget.lines if line.each_w is not None]
    it_w, btu = budget.it_w, budget.it_w / 1000 * BTU_PER_KWH
    return {
        "cluster": plan.name,
        "meanings": list(_meanings(budget)),
        "lines": [_line(line) for line in known],
        "sum": " + ".join(kw(line.total_w) for line in known) or "0",
        "it": kw(it_w),
        "pue": f"{power.pue:g}",
        "facility": kw(budget.facility_w),
        "btu": f"{BTU_PER_KWH:,.2f}",
        "heat_btu": f"{btu:,.0f}",
        "heat": list(_heat(sheets)),
        "airflow": _airflow(sheets),
        "unknown": [_line(line) for line in budget.lines if line.each_w is None],
        "typical": ", ".join(typical_models(plan)),
        "products": [line.model for line in budget.lines if line.kind == "rack"],
        "published": list(_published(budget)),
        "circuit": circuit_row(budget),
        "feeds": list(feed_summary(plan, feeds, budget)),
        "rule": rule_words(plan),
        "supplies": list(supply_rows(plan)),
        "per_rack": [
            {"group": name, "count": each.count, "reason": each.reason} for name, each in plan.site.per_rack.items()
        ],
        "limits": list(_limits(plan)),
    }


def _line(line: BudgetLine) -> dict[str, Any]:
    each = f"{line.each_w:,g}" if line.each_w is not None else UNKNOWN
    return {
        "what": f"{_KINDS[line.kind]} {line.model}",
        "count": f"{line.count:,}",
        "each": each,
        "kw": kw(line.total_w),
        "basis": line.basis,
        "source": markdown(line.source),
    }


def _meanings(budget: Budget) -> Iterator[dict[str, str]]:
    """The same cluster by each of the figures that are called its power."""
    tdp = [gpu.count * gpu.tdp_w for gpu in budget.gpus if gpu.tdp_w is not None]
    hosts = budget.total_w("host") + budget.total_w("rack")
    provisioned = budget.provisioned_w
    rows = [
        ("GPU TDP", sum(tdp) if len(tdp) == len(budget.gpus) else None, "the GPUs alone, no host around them"),
        ("hosts at their maximum", hosts, "what the vendors state for the whole boxes"),
        ("IT", budget.it_w, "hosts, switches and what sits in the cages of switches: the sum below"),
        ("facility", budget.facility_w, "IT x PUE: with cooling and losses of the building"),
        ("provisioned", provisioned, "what the circuits of all racks may carry at once: never drawn"),
    ]
    for what, watts, means in rows:
        yield {"what": what, "kw": kw(watts) if watts is not None else UNKNOWN, "means": means}


def _heat(sheets: Sequence[RackSheet]) -> Iterator[dict[str, str]]:
    parts = {
        "into air": sum(sheet.heat.air_w for sheet in sheets),
        "into liquid": sum(sheet.heat.liquid_w for sheet in sheets),
        "into both, in a proportion that no document states": sum(sheet.heat.undivided_w for sheet in sheets),
    }
    for where, watts in parts.items():
        if watts:
            yield {"where": where, "kw": kw(watts), "btu": f"{watts / 1000 * BTU_PER_KWH:,.0f}"}


def _airflow(sheets: Sequence[RackSheet]) -> dict[str, str]:
    cfm = sum(sheet.heat.airflow_cfm for sheet in sheets)
    return {
        "cfm": f"{cfm:,.0f}",
        "m3": f"{cfm * _M3_PER_H:,.0f}",
        "unknown": f"{sum(sheet.heat.airflow_unknown for sheet in sheets):,}",
    }


def _published(budget: Budget) -> Iterator[dict[str, str]]:
    """Hold the sum against the published all-in figure of a GPU, where there is one and no other GPU is about."""
    total = sum(gpu.count for gpu in budget.gpus)
    for gpu in budget.gpus:
        if gpu.critical_it_w and gpu.count == total:
            watts = gpu.count * gpu.critical_it_w
            yield {
                "gpus": f"{gpu.count:,} {gpu.model}",
                "each": f"{gpu.critical_it_w:,g}",
                "kw": kw(watts),
                "twice": kw(2 * watts),
                "ours": f"{budget.it_w / gpu.count:,.0f}",
            }


def _limits(plan: Plan) -> Iterator[dict[str, str]]:
    """Yield each limit of the room: what is not stated is reported and not judged."""
    site = plan.site
    rows = (
        ("power of a rack (power.rack_kw)", site.power.rack_kw, "kW"),
        ("heat of a rack into air (cooling.air_kw_per_rack)", site.cooling.air_kw_per_rack, "kW"),
        ("heat of a rack into liquid (cooling.liquid_kw_per_rack)", site.cooling.liquid_kw_per_rack, "kW"),
        ("weight in a rack (racks.max_kg)", site.racks.max_kg, "kg"),
    )
    for what, limit, unit in rows:
        yield {"what": what, "limit": f"{limit:g} {unit}" if limit is not None else "not stated, not judged"}
