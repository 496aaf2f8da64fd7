"""Links between the tiers of a panel: a line for each bundle while they are few, else one bar for all."""

from collections.abc import Sequence

from generator.render.drawing.panel import MESH, PAD, TIER, WIDTH, Box, Panel, PodSpots
from generator.render.drawing.text import text_width
from generator.render.drawing.words import extent, speed

_LINES = 40
"""Most bundles between two tiers that are drawn one by one."""


def draw_meshes(panel: Panel, pods: PodSpots, top: float, leaf_y: float) -> None:
    """Draw what joins the tiers."""
    pairs, boxes = panel.bundles.pairs, panel.boxes
    if "leaf_leaf" in pairs:
        _peer(panel, boxes["leaf"][0].x, boxes["leaf"][-1].x, leaf_y)
    if "leaf_spine" in pairs:
        for left, width in pods.values():
            lower, upper = ([box for box in boxes[tier] if left <= box.x <= left + width] for tier in ("leaf", "spine"))
            text = f"each leaf to each spine: {_per_pair(panel, 'leaf_spine')}"
            _mesh(panel, (lower, upper), "leaf_spine", (leaf_y, leaf_y - MESH), (left + width / 2, width, text))
    if "spine_core" in pairs:
        text = f"spine n of every pod to each core of group n: {_per_pair(panel, 'spine_core')}"
        heights = (top + TIER + MESH, top + TIER)
        middle = panel.x + WIDTH / 2 - PAD
        _mesh(panel, (boxes["spine"], boxes["core"]), "spine_core", heights, (middle, WIDTH, text))


def _peer(panel: Panel, first: float, last: float, y: float) -> None:
    """Draw the links between the two leaves of a pair."""
    canvas, color, at = panel.canvas, panel.paint.fill, y - 26
    for x in (first, last):
        canvas.line((x, y), (x, at), color=color, width=2.5)
    canvas.line((first, at), (last, at), color=color, width=2.5)
    canvas.label((first + last) / 2, at, f"{_per_pair(panel, 'leaf_leaf')} between the two", stroke=color)


def _per_pair(panel: Panel, kind: str) -> str:
    return f"{extent(panel.bundles.pairs[kind].values())} x {speed(min(panel.bundles.speeds[kind]))}"


def _mesh(
    panel: Panel,
    tiers: tuple[Sequence[Box], Sequence[Box]],
    kind: str,
    heights: tuple[float, float],
    label: tuple[float, float, str],
) -> None:
    """Draw the bundles between two tiers: a line for each pair of boxes joined, or a bar."""
    canvas, paint = panel.canvas, panel.paint
    lower, upper = tiers
    low, high = heights
    middle, room, text = label
    at = (low + high) / 2
    if len(lower) * len(upper) <= _LINES:
        box_of = {name: box.x for box in (*lower, *upper) for name in box.switches}
        joined = {(box_of[a], box_of[b]): None for a, b in panel.bundles.pairs[kind] if a in box_of and b in box_of}
        for x1, x2 in joined:
            canvas.line((x1, low), (x2, high), color=paint.fill)
    else:
        ends = [box.x for box in (*lower, *upper)]
        canvas.line((min(ends), at), (max(ends), at), color=paint.fill, width=6)
        for box in lower:
            canvas.line((box.x, low), (box.x, at), color=paint.fill)
        for box in upper:
            canvas.line((box.x, at), (box.x, high), color=paint.fill)
    if text_width(text) + 16 > room:
        text = text.rpartition(": ")[2]
    canvas.label(middle, at, text, stroke=paint.fill)
