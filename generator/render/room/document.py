"""The power budget in words: every sum with its lines, and the load of each feed.

Rows of tables are tuples of text, in the order of the template's columns.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.plan.cabling.rack_sheet import RackSheet
from generator.plan.plan import Plan
from generator.plan.power.budget import Budget, BudgetLine, make_budget
from generator.plan.power.feeds import PHASES, FeedLoad, left_at_worst
from generator.plan.power.heat import BTU_PER_KWH
from generator.plan.power.loads import typical_models
from generator.render.escape import markdown
from generator.render.room.facility import facility_values

Rows = Iterator[tuple[str, ...]]

_KINDS = {"host": "host", "rack": "whole rack of", "switch": "switch", "optic": "optic"}
_M3_PER_H = 1.699011
"""1 cubic foot a minute is 1.699 cubic metres an hour (0.3048 m to the foot)."""
_UNKNOWN = "not known"


def document_values(
    plan: Plan, sheets: Sequence[RackSheet], feeds: Mapping[str, tuple[FeedLoad, ...]]
) -> dict[str, Any]:
    """Return every value of the template, as text or as rows of text."""
    budget, power = make_budget(plan), plan.site.power
    known = [line for line in budget.lines if line.each_w is not None]
    tdp = [gpu.count * gpu.tdp_w for gpu in budget.gpus if gpu.tdp_w is not None]
    cfm = sum(sheet.heat.airflow_cfm for sheet in sheets)
    return {
        "cluster": plan.name,
        "tdp": _kw(sum(tdp)) if len(tdp) == len(budget.gpus) else _UNKNOWN,
        "hosts": _kw(budget.total_w("host") + budget.total_w("rack")),
        "provisioned": _kw(budget.provisioned_w) if budget.provisioned_w is not None else _UNKNOWN,
        "lines": [_line(line) for line in known],
        "sum": " + ".join(_kw(line.total_w) for line in known) or "0",
        "it": _kw(budget.it_w),
        "pue": f"{power.pue:g}",
        "facility": _kw(budget.facility_w),
        "btu": f"{BTU_PER_KWH:,.2f}",
        "heat_btu": _btu(budget.it_w),
        "heat": list(_heat(sheets)),
        "airflow_cfm": f"{cfm:,.0f}",
        "airflow_m3": f"{cfm * _M3_PER_H:,.0f}",
        "airflow_unknown": f"{sum(sheet.heat.airflow_unknown for sheet in sheets):,}",
        "unknown": [_line(line)[:2] for line in budget.lines if line.each_w is None],
        "typical": ", ".join(typical_models(plan)),
        "products": [line.model for line in budget.lines if line.kind == "rack"],
        "published": list(_published(budget)),
        "circuit": budget.circuit,
        "circuits": f"{budget.circuits:,}",
        "feeds": list(_feeds(plan, feeds, budget)),
        "rule": _rule(plan),
        "supplies": list(_supplies(plan)),
        "site": plan.site,
        **facility_values(plan),
    }


def _kw(watts: float) -> str:
    """Print W as kW, to the watt."""
    return f"{watts / 1000:,.3f}"


def _btu(watts: float) -> str:
    return f"{watts / 1000 * BTU_PER_KWH:,.0f}"


def _line(line: BudgetLine) -> tuple[str, ...]:
    each = f"{line.each_w:,g}" if line.each_w is not None else _UNKNOWN
    what = f"{_KINDS[line.kind]} {line.model}"
    return what, f"{line.count:,}", each, _kw(line.total_w), line.basis, markdown(line.source)


def _heat(sheets: Sequence[RackSheet]) -> Rows:
    parts = {
        "into air": sum(sheet.heat.air_w for sheet in sheets),
        "into liquid": sum(sheet.heat.liquid_w for sheet in sheets),
        "into both, in a proportion that no document states": sum(sheet.heat.undivided_w for sheet in sheets),
    }
    for where, watts in parts.items():
        if watts:
            yield where, _kw(watts), _btu(watts)


def _published(budget: Budget) -> Iterator[dict[str, str]]:
    """Hold the sum against the published all-in figure of a GPU, where there is one and no other GPU is about."""
    total = sum(gpu.count for gpu in budget.gpus)
    for gpu in budget.gpus:
        if gpu.critical_it_w and gpu.count == total:
            watts = gpu.count * gpu.critical_it_w
            yield {
                "gpus": f"{gpu.count:,} {gpu.model}",
                "each": f"{gpu.critical_it_w:,g}",
                "kw": _kw(watts),
                "twice": _kw(2 * watts),
                "ours": f"{budget.it_w / gpu.count:,.0f}",
            }


def _feeds(plan: Plan, feeds: Mapping[str, tuple[FeedLoad, ...]], budget: Budget) -> Rows:
    """Yield each feed with the racks in which it, and one of its phases, carries most."""
    power, circuit = plan.site.power, budget.circuit
    limit_w = circuit.usable_kw * power.pdus_per_feed * 1000 if circuit else None
    for index, name in enumerate(power.feed_names if feeds else ""):
        mine = {rack: loads[index] for rack, loads in feeds.items()}
        normal = max(mine, key=lambda rack: mine[rack].normal_w)
        failover = max(mine, key=lambda rack: mine[rack].failover_w)
        phases = {rack: max(load.failover_phases) for rack, load in mine.items() if load.failover_phases}
        fullest = max(phases, key=lambda rack: phases[rack], default=None)
        uneven = mine[normal].imbalance_percent if phases else None
        yield (
            name,
            _kw(sum(load.normal_w for load in mine.values())),
            f"{_kw(mine[normal].normal_w)} ({normal})",
            f"{_kw(mine[failover].failover_w)} ({failover})" if power.lost_feeds else "-",
            _kw(limit_w) if limit_w else "not stated",
            f"{_kw(phases[fullest])} of {_kw(limit_w / PHASES)} ({fullest})" if fullest and limit_w else "-",
            f"{uneven:.1f} % ({normal})" if uneven is not None else "-",
        )


def _rule(plan: Plan) -> str:
    """Report how many feeds there are and how many may be lost."""
    power = plan.site.power
    redundancy = power.redundancy or ("n+1" if power.feeds > 1 else "n")
    count = {0: "no feed", 1: "one feed"}.get(power.lost_feeds, f"{power.lost_feeds} feeds")
    feeds = "1 feed" if power.feeds == 1 else f"{power.feeds} feeds"
    return f"{feeds} a rack ({', '.join(power.feed_names)}), {redundancy}: {count} may be lost"


def _supplies(plan: Plan) -> Rows:
    """Warn of every model whose supplies are too few when feeds are lost."""
    models: dict[str, HostModel | SwitchModel] = {
        host.model: plan.hardware.get(HostModel, host.model) for host in plan.hosts
    }
    models |= {switch.model: plan.hardware.get(SwitchModel, switch.model) for switch in plan.switches}
    for name, model in sorted(models.items()):
        shelves = model.rack_supplies if isinstance(model, HostModel) else None
        fact, what = (shelves, f"rack of {name}") if shelves else (model.supplies, name)
        if fact is None:
            yield (what, *[_UNKNOWN] * 4)
            continue
        left = left_at_worst(fact.count, plan.site.power)
        then = "off" if not left else _UNKNOWN
        if left and fact.needed is not None:
            then = "full load" if left >= fact.needed else "reduced"
        yield what, str(fact.count), _UNKNOWN if fact.needed is None else str(fact.needed), str(left), then
