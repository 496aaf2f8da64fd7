"""The fabric drawing: a panel a fabric, under a head with the counts and the key."""

from collections.abc import Mapping
from typing import Any

from generator.plan.counts import counted
from generator.plan.plan import Plan
from generator.render.drawing.bundles import Bundles
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.fabric import behind_px, draw_fabric
from generator.render.drawing.palette import FABRICS, QUIET
from generator.render.drawing.panel import WIDTH, Facts
from generator.render.drawing.text import text_width

_LEFT = 20.0
_KINDS = {
    "host_leaf": "hosts to leaves",
    "leaf_spine": "leaves to spines",
    "spine_core": "spines to cores",
    "leaf_leaf": "leaf to leaf",
}


def draw_topology(plan: Plan, summary: Mapping[str, Any], bundles: Mapping[str, Bundles]) -> str:
    """Draw every fabric as far as it is installed."""
    canvas = Canvas(f"{plan.name}: fabrics")
    counts = f"{counted(summary['gpus'], 'GPU')} of {summary['gpus_max']:,}, {counted(len(plan.hosts), 'host')}"
    canvas.text(_LEFT, 34, f"{plan.name}: fabrics", size=20, bold=True)
    switches = counted(len(plan.switches), "switch", "switches")
    notes = (
        f"{counts}, {switches}. What is installed is drawn; 'of' gives the envelope. Rails count from 0.",
        "A line is a bundle: 32 x 400G are 32 links of 400 Gb/s. A box is one switch, or as many as it says.",
    )
    for number, note in enumerate(notes):
        canvas.text(_LEFT, 54 + 16 * number, note, size=11, fill=QUIET)
    _key(canvas, list(plan.fabrics))
    y = 86.0
    for name, fabric in plan.fabrics.items():
        facts = _facts(summary["fabrics"][name], fabric.carrier)
        y = draw_fabric(canvas, plan, fabric, bundles[name], (_LEFT, y), facts) + behind_px(fabric) + 16
    fabrics = ", ".join(plan.fabrics)
    return canvas.svg(f"{plan.name}: fabrics", f"Switches and bundles of links of {fabrics}: {counts}.")


def draw_alone(plan: Plan, summary: Mapping[str, Any], bundles: Mapping[str, Bundles], name: str) -> str:
    """Draw one fabric as a part of a page: a sheet of paper across holds it in a size that can be read."""
    canvas, behind = Canvas(), behind_px(plan.fabrics[name])
    facts = _facts(summary["fabrics"][name], plan.fabrics[name].carrier)
    draw_fabric(canvas, plan, plan.fabrics[name], bundles[name], (_LEFT - behind, _LEFT), facts)
    title = f"{plan.name}: {name} fabric"
    return canvas.svg(title, f"Switches and bundles of links: {facts.what}.", within=f"drawing-{name}")


def _facts(fabric: Mapping[str, Any], carrier: str) -> Facts:
    """Return the facts of a fabric: its shape, the installed part of its envelope, and its links and cables."""
    envelope = fabric["envelope"]
    counts = [
        f"{fabric[key]} of {envelope[key]} {noun}"
        for key, noun in (("leafs", "leaves"), ("spines", "spines"), ("cores", "cores"))
        if envelope[key]
    ]
    counts += [f"on the switches of {carrier}"] if carrier else []
    tiers = counted(fabric["tiers"], "tier")
    ratio = f"oversubscription {fabric['oversubscription']:g}:1"
    planes = fabric["planes"]
    alike = (f"{planes} planes, all alike: plane 0 is drawn, counts are of all",) if planes > 1 else ()
    totals = [
        f"{words}: {counted(fabric['links'][kind], 'link')} on {counted(fabric['cables'][kind], 'cable')}"
        for kind, words in _KINDS.items()
        if fabric["links"][kind]
    ]
    joined = any(fabric["links"][kind] for kind in ("leaf_spine", "leaf_leaf"))
    islands = ("islands: nothing joins the leaves",) if fabric["leafs"] > 1 and not joined else ()
    what = " · ".join((f"{fabric['technology']}, {fabric['topology']}, {tiers}", *counts, ratio, *islands, *alike))
    return Facts(what, " · ".join(totals))


def _key(canvas: Canvas, fabrics: list[str]) -> None:
    """Show each fabric's colour, in the upper right corner."""
    x = _LEFT + WIDTH
    for name in reversed(fabrics):
        x -= text_width(name, 12)
        canvas.text(x, 34, name, size=12)
        canvas.rect(x - 20, 23, 14, 14, fill=FABRICS[name].fill)
        x -= 38
