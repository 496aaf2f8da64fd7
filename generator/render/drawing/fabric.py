"""One fabric's panel: cores, spines, leaves and hosts from top to bottom, links as bundles between them."""

from collections.abc import Iterable, Sequence

from generator.plan.counts import counted
from generator.plan.fabrics import Fabric
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.drawing.bundles import Bundles
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.columns import Column, columns_of, installed_units
from generator.render.drawing.mesh import draw_meshes
from generator.render.drawing.palette import EDGE, FABRICS, PANEL, QUIET
from generator.render.drawing.panel import MESH, PAD, TIER, WIDTH, Box, Facts, Panel, PodSpots
from generator.render.drawing.text import LINE, fitting, text_width, wrap
from generator.render.drawing.tiers import draw_switch, draw_tier
from generator.render.drawing.words import bundle, extent, ranges, speed

_GAP, _HEAD, _PEER, _STUB = 10.0, 60.0, 40.0, 42.0
_EDGE = 4
"""Of each panel behind another, px."""
_SLOT = 46.0
"""Narrowest box of a single switch, px: `leaf32` and `rail 7` fit."""
_SINGLE = 32
_NARROWEST, _LONG = 76.0, 16
"""Width of a column that has the name of a leaf, px, and lines from which a column is long."""


def draw_fabric(
    canvas: Canvas, plan: Plan, fabric: Fabric, bundles: Bundles, corner: tuple[float, float], facts: Facts
) -> float:
    """Draw a panel with its upper left corner there, or at the head of the next page, and return where it ends.

    Planes are all alike, so that one of them is drawn, in front of the edges of the others.
    """
    x, y = corner
    panel = Panel(canvas, plan, fabric, bundles, FABRICS[fabric.name], x + PAD)
    columns = columns_of(installed_units(plan, fabric, bundles))
    if not columns:
        return _draw_empty(panel, canvas.fit(y, _HEAD + LINE), facts)
    upper = [tier for tier in ("core", "spine") if panel.switches(tier)]
    pairs = bool(bundles.pairs.get("leaf_leaf"))
    inner = WIDTH - 2 * PAD
    spots, entries = _shared(fabric, columns, panel.x, inner)
    foot = max(len(rows) for rows in entries) * LINE + 14
    middle = len(upper) * (TIER + MESH) + (_PEER if pairs else 0)
    height = _HEAD + middle + TIER + _STUB + foot + PAD
    y = canvas.fit(y, height)
    _draw_frame(panel, y, height, facts)
    pods = _pods(columns, spots)
    at = y + _HEAD
    for tier in upper:
        row = [(panel.x, inner, panel.switches(tier))] if tier == "core" else list(_by_pod(panel, pods))
        single = all(len(each) <= _SINGLE and width / len(each) >= _SLOT for _, width, each in row)
        for left, width, switches in row:
            draw_tier(panel, switches, (left, at, width), single=single)
        at += TIER + MESH
    leaf_y = y + _HEAD + middle
    for column, (left, width), rows in zip(columns, spots, entries, strict=True):
        _column(panel, column, (left, leaf_y, width), rows, foot)
    draw_meshes(panel, pods, y + _HEAD, leaf_y)
    return y + height


def behind_px(fabric: Fabric) -> int:
    """Return how far the panels of further planes show behind the first one, px."""
    return _EDGE * (min(fabric.planes, 4) - 1)


def _draw_frame(panel: Panel, y: float, height: float, facts: Facts) -> None:
    """Draw the panel's ground, with its name, facts and totals at the top."""
    canvas, x, name = panel.canvas, panel.x - PAD, panel.fabric.name
    for behind in range(behind_px(panel.fabric), 0, -_EDGE):
        canvas.rect(x + behind, y + behind, WIDTH, height, fill=PANEL, stroke=panel.paint.fill, corner=6)
    canvas.rect(x, y, WIDTH, height, fill=PANEL, stroke=EDGE, corner=6)
    canvas.rect(x, y, 6, height, fill=panel.paint.fill, corner=0)
    canvas.text(x + 18, y + 22, name, size=16, bold=True, fill=panel.paint.fill)
    canvas.text(x + 34 + text_width(name, 16), y + 22, facts.what, size=11)
    canvas.text(x + 18, y + 38, facts.totals, size=11, fill=QUIET)


def _draw_empty(panel: Panel, y: float, facts: Facts) -> float:
    """Draw the panel of a fabric without installed switches."""
    _draw_frame(panel, y, _HEAD + LINE, facts)
    panel.canvas.text(panel.x + 4, y + _HEAD, "Nothing of this fabric is installed yet.")
    return y + _HEAD + LINE


def _shared(
    fabric: Fabric, columns: Sequence[Column], x: float, inner: float
) -> tuple[list[tuple[float, float]], list[list[str]]]:
    """Return the columns' edges and widths with their lines: a width by the length of its text, where equal ones would make a long list."""
    weights, least = _weights(columns), _NARROWEST * max(len(column.leaves) for column in columns)
    spots = _spots(weights, x, inner)
    entries = [_entries(fabric, column, width) for column, (_, width) in zip(columns, spots, strict=True)]
    spare = inner - (least + _GAP) * len(columns)
    if max(map(len, entries)) > _LONG and spare > 0:
        letters = [sum(map(len, column.lines())) for column in columns]
        spots = _spots([least + spare * each / sum(letters) for each in letters], x, inner)
        entries = [_entries(fabric, column, width) for column, (_, width) in zip(columns, spots, strict=True)]
    return spots, entries


def _entries(fabric: Fabric, column: Column, width: float) -> list[str]:
    """Lines of the box of hosts: the scalable units first, then their hosts; a name that is too long is hyphenated."""
    pods = f"pod {ranges(pod + 1 for pod in column.pods)}, " if fabric.cores else ""
    return [row for line in (pods + column.title, *column.lines()) for row in wrap(line, width - 12, hyphens=True)]


def _weights(columns: Sequence[Column]) -> list[float]:
    """Divide the width: by leaves while each has its own box, else evenly."""
    single = sum(len(column.leaves) for column in columns) <= _SINGLE and all(len(c.units) == 1 for c in columns)
    return [len(column.leaves) if single else 1 for column in columns]


def _spots(weights: Sequence[float], x: float, inner: float) -> list[tuple[float, float]]:
    """Return left edge and width of columns with these weights."""
    room = inner - _GAP * (len(weights) - 1)
    spots, left = [], x
    for weight in weights:
        width = room * weight / sum(weights)
        spots.append((left, width))
        left += width + _GAP
    return spots


def _pods(columns: Sequence[Column], spots: Sequence[tuple[float, float]]) -> PodSpots:
    """Return the left edge and width of each pod, or of the run of pods that a column folds."""
    found: PodSpots = {}
    for column, (left, width) in zip(columns, spots, strict=True):
        key = next((key for key in found if set(key) & set(column.pods)), None)
        if key is None:
            found[tuple(column.pods)] = (left, width)
        else:
            start, _ = found.pop(key)
            found[tuple(sorted({*key, *column.pods}))] = (start, left + width - start)
    return found


def _by_pod(panel: Panel, pods: PodSpots) -> Iterable[tuple[float, float, list[Switch]]]:
    spines = panel.switches("spine")
    for key, (left, width) in pods.items():
        yield left, width, [spine for spine in spines if spine.pod in key]


def _column(panel: Panel, column: Column, box: tuple[float, float, float], rows: Sequence[str], foot: float) -> None:
    """Draw the leaves of a column, the hosts below them, and the bundles between."""
    canvas, paint = panel.canvas, panel.paint
    left, y, width = box
    host_y = y + TIER + _STUB
    canvas.rect(left, host_y, width, foot, fill="#ffffff", stroke=paint.fill)
    canvas.block(left + 6, host_y + 16, rows, bold_first=True)
    leaves = column.leaves
    slot = width / len(leaves)
    if len(column.units) == 1 and slot >= _SLOT:
        for number, leaf in enumerate(leaves):
            middle = left + (number + 0.5) * slot
            wide = min(slot - 4, 186.0)
            rails = panel.bundles.rails.get(leaf.name)
            note = f"rail{'s' if len(rails) > 1 else ''} {ranges(rails)}" if rails else leaf.model
            draw_switch(panel, leaf, (middle - wide / 2, y, wide), (note, leaf.model) if rails else (note,))
            panel.boxes.setdefault("leaf", []).append(Box(middle, (leaf.name,)))
            _stub(panel, middle, y + TIER, slot, bundle(panel.bundles.down.get(leaf.name, {})))
        return
    canvas.rect(left, y, width, TIER, fill=paint.fill, stroke=paint.stroke)
    per_su = len(column.units[0].leaves)
    each = f", {per_su} in each SU" if len(column.units) > 1 else ""
    count, model = counted(len(leaves), "leaf", "leaves"), leaves[0].model
    most = 2 if _rail_cells(panel, column, left, y + TIER - 17, width) else 3
    text = fitting(([f"{count} {model}{each}"], [f"{count} {model}"], [count]), width - 8, most)
    canvas.block(left + width / 2, y + 15, text, anchor="middle", fill=paint.ink)
    panel.boxes.setdefault("leaf", []).append(Box(left + width / 2, tuple(leaf.name for leaf in leaves)))
    _stub(panel, left + width / 2, y + TIER, width, _each(panel, leaves))


def _each(panel: Panel, leaves: Sequence[Switch]) -> str:
    """Bundles to the hosts of one leaf each, the least and the greatest."""
    found = [panel.bundles.down[leaf.name] for leaf in leaves if leaf.name in panel.bundles.down]
    speeds = sorted({gbps for each in found for gbps in each}, reverse=True)
    return " + ".join(f"{extent(each[gbps] for each in found)} x {speed(gbps)}" for gbps in speeds) + " each"


def _rail_cells(panel: Panel, column: Column, left: float, y: float, width: float) -> bool:
    """Show which rails each leaf of a scalable unit serves, from its first leaf to its last, if they fit; return whether they do."""
    leaves = column.units[0].leaves
    texts = [ranges(panel.bundles.rails.get(leaf.name, ())) for leaf in leaves]
    head = "rails"
    cell = (width - 8 - text_width(head) - 6) / len(leaves)
    if not any(texts) or cell < max(text_width(text) for text in texts) + 3:
        return False
    panel.canvas.text(left + 4, y + 11, head, fill=panel.paint.ink)
    for number, text in enumerate(texts):
        x = left + width - 4 - (len(leaves) - number) * cell
        panel.canvas.rect(x, y, cell - 2, 14, fill="#ffffff", corner=1)
        panel.canvas.text(x + cell / 2 - 1, y + 11, text, anchor="middle")
    return True


def _stub(panel: Panel, x: float, y: float, room: float, text: str) -> None:
    """Draw the bundle from a leaf down to its hosts."""
    panel.canvas.line((x, y), (x, y + _STUB), color=panel.paint.fill, width=2.5)
    if text_width(text) + 14 <= room:
        panel.canvas.label(x, y + _STUB / 2, text, stroke=panel.paint.fill)
        return
    rows = wrap(text, room - 4)
    panel.canvas.rect(x - room / 2 + 2, y + 6, room - 4, 4 + LINE * len(rows), fill="#ffffff")
    panel.canvas.block(x, y + 17, rows, anchor="middle")
