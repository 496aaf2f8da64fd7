"""The floor plan: one box a rack, row by row, for rooms that are too large to draw every rack."""

from collections.abc import Mapping

from generator.plan.plan import Plan
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.contents import Contents
from generator.render.drawing.palette import ALARM, KEPT
from generator.render.drawing.words import kilowatts

_PITCH, _HEIGHT, _PER_LINE = 39.0, 46.0, 40


def draw_floor(
    canvas: Canvas, plan: Plan, racks: Mapping[str, Contents], kinds: Mapping[str, int], corner: tuple[float, float]
) -> float:
    """Draw every rack of the envelope at its place in its row, and give the height that it took."""
    left, top = corner
    limit_kw = plan.spec.power.rack_kw
    lines: dict[tuple[int, int], float] = {}
    for slot in plan.cluster.floor.racks:
        fold, place = divmod(slot.position, _PER_LINE)
        y = lines.setdefault((slot.row, fold), top + len(lines) * (_HEIGHT + 6))
        x = left + place * _PITCH
        contents = racks.get(slot.name)
        paint = contents.paint if contents else KEPT
        canvas.rect(x, y, _PITCH - 3, _HEIGHT, fill=paint.fill, stroke=paint.stroke, dashed=contents is None, corner=2)
        middle = x + (_PITCH - 3) / 2
        canvas.text(middle, y + 13, slot.name, anchor="middle", fill=paint.ink, bold=contents is not None)
        if contents:
            over = limit_kw is not None and contents.load.power_w > limit_kw * 1000
            if over:
                canvas.rect(x + 1, y + 16, _PITCH - 5, 13, fill=ALARM, corner=1)
            more = "+" if contents.load.unknown else ""
            canvas.text(
                middle,
                y + 26,
                kilowatts(contents.load.power_w) + more,
                anchor="middle",
                fill="#ffffff" if over else paint.ink,
            )
            canvas.text(middle, y + 39, f"#{kinds[slot.name]}", anchor="middle", fill=paint.ink)
    return len(lines) * (_HEIGHT + 6)
