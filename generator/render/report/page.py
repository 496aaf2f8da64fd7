"""Every value of the page, escaped: figures, risks, one section per fabric, the room, open points."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.analysis.analyse import FabricAnalysis, analyse
from generator.analysis.summary import summarise
from generator.catalog.model import Gpu, Host
from generator.plan.counts import counted
from generator.plan.plan import Plan
from generator.render.drawing.bundles import count_bundles
from generator.render.drawing.contents import contents_of
from generator.render.drawing.floor import draw_floor
from generator.render.drawing.topology import draw_alone
from generator.render.paper import page_style
from generator.render.report.access_tables import access_tables
from generator.render.report.fabric_tables import bisection_table, hop_table, path_table, ratio_table
from generator.render.report.headlines import headlines
from generator.render.report.limit_tables import (
    failure_table,
    growth_table,
    lost_table,
    reach_table,
    spare_table,
    without_table,
)
from generator.render.report.loss_tables import loss_tables
from generator.render.report.money_tables import money_section
from generator.render.report.risks import risks
from generator.render.report.room_tables import bill_table, budget_table, heat_table, power_table
from generator.render.report.sketch import sketches
from generator.render.report.store_tables import store_sections
from generator.render.report.tables import Drawn, escaped, message, table
from generator.render.report.workload_tables import workload_sections

_MOST_RISKS = 8
"""Risks of the summary; those behind them begin the next page."""
_COUNTED = (("leafs", "leaf", "leaves"), ("spines", "spine", ""), ("cores", "core", ""))
_LINKS = {
    "host_leaf": "host to leaf",
    "leaf_spine": "leaf to spine",
    "spine_core": "spine to core",
    "leaf_leaf": "leaf to leaf",
}


def report_values(plan: Plan) -> dict[str, Any]:
    """Return all values of the template."""
    summary, fabrics = summarise(plan, 0), analyse(plan)
    found: dict[str, Any] = escaped(
        {
            "cluster": plan.name,
            "page": Drawn(page_style(across=True)),
            "description": plan.description,
            "figures": headlines(plan, summary, fabrics),
            "risks": [
                {"rank": each.rank, "about": each.about, "text": message(each.text)} for each in risks(plan, fabrics)
            ],
            "without": without_table(fabrics),
            "reach": reach_table(fabrics),
            "sketches": list(sketches(plan, summary)),
            "shown": _MOST_RISKS,
            "losses": loss_tables(plan, fabrics),
            "fabrics": [_fabric(plan, summary["fabrics"][name], each) for name, each in fabrics.items()],
            "shapes": _shapes(summary),
            "pictures": list(pictures(plan, summary)),
            "access": access_tables(plan),
            "room": [power_table(plan, summary), budget_table(plan), heat_table(plan), bill_table(plan)],
            "workloads": workload_sections(plan),
            "stores": store_sections(plan),
            "money": money_section(plan),
            "warnings": [{"code": each.code, "text": message(each.message)} for each in plan.warnings],
            "waiting": list(map(message, plan.waiting_for)),
        }
    )
    return found


def _shapes(summary: Mapping[str, Any]) -> dict[str, Any]:
    """All fabrics in one table: installed counts, and in brackets those of the envelope."""
    rows = []
    for name, each in summary["fabrics"].items():
        most = each["envelope"]
        counts = [_of(each[key], most[key]) for key, _, _ in _COUNTED]
        links = _of(sum(each["links"].values()), sum(most["links"].values()))
        words = [each["technology"], each["topology"], str(each["tiers"]), str(each["planes"])]
        rows.append([name, *words, *counts, links])
    columns = "fabric | technology | topology | #tiers | #planes | #leaves | #spines | #cores | #links"
    note = 'Installed; where the envelope has more, its count follows after "of". Tiers are the envelope\'s.'
    return table("Switches and links", columns, rows, note)


def _of(installed: int, most: int) -> str:
    return f"{installed:,}" if installed == most else f"{installed:,} of {most:,}"


def _fabric(plan: Plan, counts: Mapping[str, Any], fabric: FabricAnalysis) -> dict[str, Any]:
    shape = fabric.fabric
    planes = f", {shape.planes} planes" if shape.planes > 1 else ""
    carried = f", with the ports of {' and '.join(shape.carries)}" if shape.carries else ""
    joined = f"; switches are joined at {shape.uplink_gbps:g} Gb/s" if shape.joined or shape.peer_links else ""
    models = [
        f"{counted(counts['envelope'][key], tier, many)} {shape.models[tier].model}"
        for key, tier, many in _COUNTED
        if counts["envelope"][key]
    ]
    links = [
        f"{counts['links'][kind]:,} {words} ({counts['cables'][kind]:,} cables)"
        for kind, words in _LINKS.items()
        if counts["links"][kind]
    ]
    return {
        "name": shape.name,
        "line": f"{counts['technology']}, {shape.title}, {counted(counts['tiers'], 'tier')}{planes}{carried}{joined}",
        "models": ", ".join(models),
        "links": ", ".join(links) or "none yet",
        "counted": "those of one plane of the envelope" if planes else "the envelope's",
        "reasons": [{"what": what, "why": why} for what, why in shape.reasons.items()],
        "tables": list(_tables(plan, fabric)),
        "growth": growth_table(fabric),
        "after": list(map(message, fabric.growth.after)),
    }


def _tables(plan: Plan, fabric: FabricAnalysis) -> Iterator[dict[str, Any]]:
    if fabric.bisections:
        yield bisection_table(fabric)
    if any(plane.ratios for plane in fabric.planes):
        yield ratio_table(fabric)
    if fabric.planes and fabric.planes[0].hops.every:
        yield hop_table(fabric)
        yield path_table(fabric, _inside(plan))
    if fabric.failures:
        yield failure_table(fabric)
    if fabric.lost:
        yield lost_table(fabric)
    if fabric.spare:
        yield spare_table(fabric)


def _inside(plan: Plan) -> str:
    """Return the interconnect of the GPUs of one host, as far as the catalog has it."""
    gpus = [plan.hardware.get(Host, group.model).gpus for group in plan.groups.values()]
    speeds = {plan.hardware.get(Gpu, each.model).link_gbytes_per_s for each in gpus if each}
    if None in speeds or not speeds:
        return "the inside of the host (the catalog states no link between all of its GPUs)"
    each = " or ".join(f"{speed:,g}" for speed in sorted(speed for speed in speeds if speed))
    return f"the links between the host's GPUs ({each} GB/s per GPU, both directions together)"


def pictures(plan: Plan, summary: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield each drawing with its caption and the file that has it. What a drawing prints is escaped by its canvas."""
    bundles = count_bundles(plan)
    for name in plan.fabrics:
        drawn = Drawn(draw_alone(plan, summary, bundles, name))
        yield {"caption": f"Drawing of the {name} fabric", "file": "topology.svg", "drawn": drawn}
    racks = {each.rack.name: each for each in contents_of(plan)}
    drawn = Drawn(draw_floor(plan, racks, within="drawing-floor"))
    yield {"caption": "Drawing of the floor", "file": "floor.svg", "drawn": drawn}
