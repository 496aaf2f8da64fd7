"""The fabric drawing: a panel a fabric, under a head with the counts and the key."""

from typing import Any

from generator.plan.plan import Plan
from generator.render.drawing.bundles import count_bundles
from generator.render.drawing.canvas import Canvas, text_width
from generator.render.drawing.fabric import WIDTH, draw_fabric
from generator.render.drawing.palette import FABRICS, QUIET
from generator.render.drawing.words import plural

_LEFT = 20.0


def draw_topology(plan: Plan, summary: dict[str, Any]) -> str:
    """Draw every fabric as far as it is installed."""
    canvas = Canvas()
    counts = f"{plural(summary['gpus'], 'GPU')} of {summary['gpus_max']:,}, {plural(len(plan.hosts), 'host')}"
    canvas.text(_LEFT, 34, f"{plan.spec.name}: fabrics", size=20, bold=True)
    canvas.text(_LEFT, 54, f"{counts}, {plural(len(plan.switches), 'switch', 'switches')}. What is installed is drawn; "
                "'of' gives the envelope.", size=11, fill=QUIET)  # fmt: skip
    canvas.text(_LEFT, 70, "A line is a bundle: 32 x 400G are 32 links of 400 Gb/s. Boxes are single switches, or many when "
                "they say a count. Rails count from 0.", size=11, fill=QUIET)  # fmt: skip
    _key(canvas, list(plan.cluster.shapes))
    y = 86.0
    bundles = count_bundles(plan)
    for name, shape in plan.cluster.shapes.items():
        y += draw_fabric(canvas, plan, shape, bundles[name], (_LEFT, y), _facts(summary["fabrics"][name])) + 16
    fabrics = ", ".join(plan.cluster.shapes)
    return canvas.svg(f"{plan.spec.name}: fabrics", f"Switches and bundles of links of the fabrics {fabrics}: {counts}.")


def _facts(fabric: dict[str, Any]) -> str:
    """Say what a fabric is and how much of its envelope is there."""
    envelope = fabric["envelope"]
    counts = [
        f"{fabric[key]} of {envelope[key]} {noun}"
        for key, noun in (("leafs", "leaves"), ("spines", "spines"), ("cores", "cores")) if envelope[key]
    ]  # fmt: skip
    tiers = plural(fabric["tiers"], "tier")
    ratio = f"oversubscription {fabric['oversubscription']:g}:1"
    return " · ".join((f"{fabric['technology']}, {fabric['topology']}, {tiers}", *counts, ratio))


def _key(canvas: Canvas, fabrics: list[str]) -> None:
    """Show each fabric's colour, in the upper right corner."""
    x = _LEFT + WIDTH
    for name in reversed(fabrics):
        x -= text_width(name, 12)
        canvas.text(x, 34, name, size=12)
        canvas.rect(x - 20, 23, 14, 14, fill=FABRICS[name].fill)
        x -= 38
