"""The tables of one fabric's limits: what a failure costs, how far it grows, which ports are spare."""

from collections.abc import Sequence
from typing import Any

from generator.analysis.analyse import FabricAnalysis
from generator.analysis.failures import Failure
from generator.analysis.lost_link import LostLink
from generator.analysis.spare_ports import SparePorts
from generator.render.report.tables import bar, number, percent, table


def failure_table(fabric: FabricAnalysis) -> dict[str, Any]:
    """The worst failure of every kind."""
    readings = list(dict.fromkeys(loss.reading for each in fabric.failures for loss in each.losses))
    apart = any(each.apart for each in fabric.failures)
    rows = [_failure_row(each, readings, apart=apart) for each in fabric.failures]
    what = "devices" if fabric.fabric.name == "oob" else "hosts"
    others = " ~and so do |" if apart else ""
    lost = " | ".join(f"#bisection between {reading}: lost, Gb/s | #of it, % | " for reading in readings)
    columns = (
        f"one failed | #of | ~the worst is | #links dark, Gb/s | #{fabric.population.words} losing a port |{others} #of one's bandwidth, % | "
        f"#{what} cut off | #parts left | {lost}"
    )
    note = "Each is the worst of its kind, alone. Bisection: the worst of the halves tried above, without what failed."
    if len(fabric.planes) == 1 and fabric.failures:
        note += " The fabric has one plane; to lose it is to lose the fabric."
    return table("What one failure costs", columns, rows, note)


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
    """The load of the fullest link beside a lost one, over what it was: with equal paths, and with weights."""
    name = fabric.fabric.name
    columns = (
        "one link lost between | #of | #that share the traffic | #without weights, times | #with weights, times | "
        "#in hundredths of all paths, times"
    )
    systems = [
        f"{each.system} {each.version} {'weighs paths' if each.weighs else 'gives all paths one weight'}"
        for each in fabric.weighing
    ]
    note = (
        f"Times: the load of the fullest link that is left, over what it was before. {'; '.join(systems)} (fabrics.{name}.weighted; "
        f"clustergen explain SPEC {name}.lost). Some systems keep weights as hundredths of all paths."
    )
    return table("What one lost link between switches does to the others", columns, map(_lost_row, fabric.lost), note)


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
        rows.append([step.what, *counts, step.takes])
    columns = f"limit | #{growth.short} in all | #more than today |{' #GPUs |' if gpus else ''} ~with what"
    return table(f"How far it grows, in {growth.unit}", columns, rows)


def spare_table(fabric: FabricAnalysis) -> dict[str, Any]:
    """Cages and ports by tier and kind."""
    columns = (
        "tier | cages | #switches | #cages | #ports down: used | #kept | #ports up: used | #kept | #cages free | "
        "#on the scarcest | ~which | ports in them | cages: taken, free"
    )
    note = (
        "Kept: ports of the envelope that have no link yet. Free: cages that the envelope does not touch, and the ports they would give. "
        "Ports left over in a divided cage are not counted."
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
        "all alike" if each.least * each.switches == each.free else each.scarcest,
        ports or "-",
        bar([("taken", each.taken, "one"), ("free", each.free, "spare")]),
    ]
