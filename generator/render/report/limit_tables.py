"""The tables of one fabric's limits: effects of failures, limits of growth, spare ports."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator.analysis.analyse import FabricAnalysis
from generator.analysis.failures import Failure
from generator.analysis.findings import SWITCHES
from generator.analysis.lost_link import LostLink
from generator.analysis.spare_ports import SparePorts
from generator.render.report.tables import bar, message, number, percent, table


def failure_table(fabric: FabricAnalysis) -> dict[str, Any]:
    """The worst failure of every kind."""
    readings = list(dict.fromkeys(loss.reading for each in fabric.failures for loss in each.losses))
    apart = any(each.apart for each in fabric.failures)
    rows = [_failure_row(each, readings, apart=apart) for each in fabric.failures]
    what = "devices" if fabric.fabric.name == "oob" else "hosts"
    others = " ~and so do |" if apart else ""
    lost = " | ".join(f"#bisection between {reading}: lost, Gb/s | #of it, % | " for reading in readings)
    columns = (
        f"failure of one | #of | ~worst case | #links down, Gb/s | #{fabric.population.words} losing a port |{others} #of its bandwidth, % | "
        f"#{what} cut off | #parts left | {lost}"
    )
    note = "Each row is the worst single failure of its kind. Bisection: the worst of the divisions above, without the failed part."
    if len(fabric.planes) == 1 and fabric.failures:
        note += " The fabric has one plane: if the plane fails, the fabric fails."
    return table("Effect of one failure", columns, rows, note)


def without_table(fabrics: Mapping[str, FabricAnalysis]) -> dict[str, Any]:
    """The effect of losing one switch of each fabric: the worst case of every kind."""
    rows = [
        [f"{name} {each.kind}", f"{each.count:,}", each.worst, f"{each.hosts_cut_off:,}", percent(each.host_part)]
        for name, fabric in fabrics.items()
        for each in fabric.failures
        if each.kind in SWITCHES
    ]
    columns = "without one | #of | worst case | #devices cut off | #bandwidth lost, %"
    return table("The network without one switch, and what a device loses", columns, rows)


def reach_table(fabrics: Mapping[str, FabricAnalysis]) -> dict[str, Any]:
    """How far each fabric grows, a column a limit."""
    grown = {name: fabric.growth for name, fabric in fabrics.items() if fabric.growth.steps}
    limits = _in_one_order([step.what for step in growth.steps] for growth in grown.values())
    rows = []
    for name, growth in grown.items():
        devices = {step.what: f"{step.devices:,}" for step in growth.steps}
        rows.append([f"{name}, {growth.unit}", *(devices.get(limit, "-") for limit in limits)])
    titles = [f"#{limit.removeprefix('the ').removesuffix(' of these switches')}" for limit in limits]
    return table("Growth steps", " | ".join(("fabric, counted in", *titles)), rows)


def _in_one_order(lists: Iterable[Sequence[str]]) -> list[str]:
    """Return the limits of all fabrics, each once, in the order in which each fabric reaches its own."""
    found: list[str] = []
    for limits in lists:
        place = 0
        for limit in limits:
            if limit not in found:
                found.insert(place, limit)
            place = found.index(limit) + 1
    return found


def _failure_row(each: Failure, readings: Sequence[str], *, apart: bool) -> list[str]:
    losses = {loss.reading: loss for loss in each.losses}
    lost = []
    for reading in readings:
        loss = losses.get(reading)
        part = loss.gbps / loss.before_gbps if loss and loss.before_gbps else 0.0
        lost += [number(loss.gbps) if loss else "-", percent(part), bar([("lost", part, "bad")], 1.0, width=60)]
    parts = str(each.parts) if each.parts == each.parts_before else f"{each.parts} (was {each.parts_before})"
    return [
        each.kind,
        f"{each.count:,}",
        each.worst,
        number(each.gbps),
        f"{each.hosts_touched:,}",
        *([", ".join(f"{count:,} of {group}" for group, count in each.apart) or "-"] if apart else []),
        percent(each.host_part),
        f"{each.hosts_cut_off:,}",
        parts,
        *lost,
    ]


def lost_table(fabric: FabricAnalysis) -> dict[str, Any]:
    """The load of the fullest link after the loss of another, relative to before: with equal paths, and with weights."""
    name = fabric.fabric.name
    columns = (
        "link lost between | #of links | #links that share the traffic | #without weights, times | #with weights, times | "
        "#weights in hundredths, times"
    )
    systems = [
        f"{each.system} {each.version} {'uses weights' if each.weighs else 'gives all paths the same weight'}"
        for each in fabric.weighing
    ]
    note = (
        f"Times: the load of the most loaded remaining link, divided by its load before. {'; '.join(systems)} (fabrics.{name}.weighted; "
        f"clustergen explain SPEC {name}.lost). Some systems store weights as hundredths of all paths."
    )
    return table("Effect of one lost link between switches on the others", columns, map(_lost_row, fabric.lost), note)


def _lost_row(each: LostLink) -> list[str]:
    loads = (each.plain, each.weighted, each.rounded)
    return [each.name, f"{each.whole:,}", f"{each.all:,}", *(f"{load:.3f}" for load in loads)]


def growth_table(fabric: FabricAnalysis) -> dict[str, Any]:
    """The limits of growth, nearest first."""
    growth = fabric.growth
    gpus = any(step.gpus for step in growth.steps) and fabric.fabric.name == "compute"
    first = growth.steps[0].devices
    rows = []
    for step in growth.steps:
        more = f"+{step.devices - first:,}" if step.devices > first else "-"
        counts = [f"{step.devices:,}", more, *([f"{step.gpus:,}"] if gpus else [])]
        rows.append([step.what, *counts, message(step.takes)])
    columns = f"limit | #{growth.short} in all | #more than now |{' #GPUs |' if gpus else ''} ~requires"
    return table(f"Limits of growth, in {growth.unit}", columns, rows)


def spare_table(fabric: FabricAnalysis) -> dict[str, Any]:
    """Cages and ports by tier and kind."""
    columns = (
        "tier | cages | #switches | #cages | #ports down: used | #reserved | #ports up: used | #reserved | #cages free | "
        "#fewest on one switch | ~which | ports in free cages | cages: taken, free"
    )
    note = (
        "Reserved: ports of the envelope without a link. Free: cages that the envelope does not use, and the ports that they would add. "
        "Unused ports of a divided cage are not counted."
    )
    return table("Spare ports", columns, [_spare_row(each) for each in fabric.spare], note)


def _spare_row(each: SparePorts) -> list[str]:
    uses = {use.kind: (f"{use.used:,}", f"{use.kept:,}") for use in each.uses}
    ports = ", ".join(f"{count:,} x {speed:g}G" for speed, count in each.free_ports if count)
    return [
        each.tier,
        f"{each.model} {each.form_factor}",
        f"{each.switches:,}",
        f"{each.cages:,}",
        *uses.get("down", ("-", "-")),
        *uses.get("up", ("-", "-")),
        f"{each.free:,}",
        f"{each.least:,}",
        "all equal" if each.least * each.switches == each.free else each.scarcest,
        ports or "-",
        bar([("taken", each.taken, "one"), ("free", each.free, "spare")]),
    ]
