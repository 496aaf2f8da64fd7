"""The floor drawing: the room as a plan view, to scale, every rack of the envelope at its place in its row.

Rows are horizontal or vertical, whichever shows more; a hall too long for one band continues in the band below.
Racks have the spec's width, depth and pitch.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, inf

from generator.model.room import RackSlot, row_name
from generator.plan.counts import counted
from generator.plan.plan import Plan
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.contents import Contents
from generator.render.drawing.key import draw_key
from generator.render.drawing.palette import ALARM, INK, KEPT, QUIET
from generator.render.drawing.sheet import LABEL, LEFT, WIDTH, Sheet, make_sheet
from generator.render.drawing.text import tail, text_width
from generator.render.drawing.words import kilowatts

_AISLE = 40.0
"""Height of an aisle, px, from which its name fits beside that of a scalable unit."""
_STEPS_M = (1, 2, 5, 10, 20, 50, 100)
_LINE = 12
"""From one line in a rack to the next, px."""
_LEAST = 5
"""Letters of a name, from which its end is written where it does not fit."""
_SIDES = 4
"""Kept free beside a line in a rack, px."""


def draw_floor(plan: Plan, racks: Mapping[str, Contents], *, within: str = "") -> str:
    """Draw the room: installed racks, and kept places; a file, or a part of a page (`Canvas.svg`)."""
    canvas = Canvas()
    slots = plan.site.slots
    rows = max((slot.row for slot in slots), default=0) + 1
    places = max((slot.position for slot in slots), default=0) + 1
    spec = plan.site.racks
    sheet = make_sheet(rows, places * spec.width_m, spec.width_m, spec.row_pitch_m, spec.depth_m)
    length, breadth = sheet.row_m, (rows - 1) * spec.row_pitch_m + spec.depth_m
    counts = (
        f"{counted(len(racks), 'rack')} of {len(slots):,} in {counted(rows, 'row')}, {length:.1f} m x {breadth:.1f} m"
    )
    canvas.text(LEFT, 34, f"{plan.name}: floor", size=20, bold=True)
    racks_m = f"racks {spec.width_m:g} m wide and {spec.depth_m:g} m deep, a row every {spec.row_pitch_m:g} m"
    notes = (
        f"{counts}. Plan view to scale: {racks_m}. {_fronts(plan, sheet)}.",
        f"The colour is that of what takes most units.{_figures(sheet, racks.values())}{_cut(sheet)}",
    )
    for number, note in enumerate(notes):
        canvas.text(LEFT, 54 + 16 * number, note, size=11, fill=QUIET)
    draw_key(canvas, plan, LEFT, 80, sus=True, right=LEFT + LABEL + WIDTH)
    for slot in slots:
        _rack(canvas, plan, sheet, slot, racks.get(slot.name))
    _units(canvas, plan, sheet)
    _labels(canvas, sheet, slots, paired=spec.fronts == "paired")
    _scale_bar(canvas, sheet)
    return canvas.svg(f"{plan.name}: floor", f"Plan view of the room: {counts}.", within=within)


def _fronts(plan: Plan, sheet: Sheet) -> str:
    """Return where fronts of racks face, as the drawing has them."""
    back, ahead = ("up", "down") if sheet.across else ("left", "right")
    if plan.site.racks.fronts == "same":
        return f"Fronts face {back}"
    return f"Fronts face {ahead} in row A and every second row after it, {back} in the others"


def _cut(sheet: Sheet) -> str:
    return " The hall is cut into bands: each goes on in the band below." if sheet.bands > 1 else ""


def _lines(sheet: Sheet) -> int:
    """Return how many lines of text a rack has."""
    *_, height = sheet.box(0, 0)
    return int((height - 2) // _LINE)


def _figures(sheet: Sheet, racks: Iterable[Contents]) -> str:
    """Explain the loads, where racks have them."""
    if _lines(sheet) < 2:
        return ""
    _, _, width, _ = sheet.box(0, 0)
    rounded = any(_load(each, width) != _load(each) for each in racks)
    return f" kW at most{', rounded up where a tenth does not fit' if rounded else ''}; + and more that is not known; ? not known."


def _load(contents: Contents, width: float = inf) -> str:
    """Return the kW of a rack: rounded up where a tenth does not fit."""
    load, more = contents.load, "+" if contents.load.unknown else ""
    if not load.power_w:
        return "?"
    text = kilowatts(load.power_w) + more
    return text if text_width(text) + _SIDES <= width else f"{ceil(load.power_w / 1000):,}{more}"


def _rack(canvas: Canvas, plan: Plan, sheet: Sheet, slot: RackSlot, contents: Contents | None) -> None:
    """Draw a place, with its name and load where they fit."""
    x, y, width, height = sheet.box(slot.row, slot.position)
    paint = contents.paint if contents else KEPT
    tip = f"{slot.name}: kept for {slot.use}"
    if contents:
        tip = f"{slot.name}: {counted(contents.devices, 'device')}, {_load(contents)} kW"
    limit = plan.site.power.rack_kw
    over = bool(contents and limit and contents.load.power_w > limit * 1000)
    canvas.rect(
        x + 0.5,
        y + 0.5,
        width - 1,
        height - 1,
        fill=paint.fill,
        stroke=ALARM if over else paint.stroke,
        dashed=contents is None,
        corner=1,
        tip=tip,
    )
    name = tail(slot.name, width - _SIDES)
    if name != slot.name and len(name) < _LEAST:
        return
    lines = [name, _load(contents, width)] if contents else [name]
    for number, line in enumerate(lines[: _lines(sheet)], 1):
        if width >= text_width(line) + _SIDES:
            canvas.text(x + width / 2, y + _LINE * number, line, anchor="middle", fill=paint.ink, bold=number == 1)


def _units(canvas: Canvas, plan: Plan, sheet: Sheet) -> None:
    """Draw the border of each scalable unit of compute, with its name in the aisle in front of it."""
    runs = list(_runs(plan))
    longest = max((len(str(su + 1)) for su, *_ in runs), default=0)
    aisle = (sheet.pitch_m - sheet.depth_m) * sheet.scale - 6
    prefix = "SU " if text_width("SU " + "0" * longest) <= aisle or sheet.across else ""
    for su, row, first, count in runs:
        x, y, width, height = sheet.box(row, first, count)
        canvas.frame(x - 1, y - 1, width + 2, height + 2, color=INK)
        name = f"{prefix}{su + 1}"
        if sheet.across and width >= text_width(name):
            canvas.text(x, y + height + 12, name, bold=True)
        elif not sheet.across and text_width("0" * longest) <= aisle:
            canvas.text(x + width + 4, y + 10, name, bold=True)


def _runs(plan: Plan) -> Iterator[tuple[int, int, int, int]]:
    """Yield the runs of neighbouring racks of one scalable unit: unit, row, first position, count."""
    units = plan.site.su_of_rack
    mine = [(units[slot.name], slot.row, slot.position) for slot in plan.site.slots if slot.name in units]
    start = 0
    for index, (here, after) in enumerate(pairwise([*mine, (-1, -1, -1)]), 1):
        if after != (here[0], here[1], here[2] + 1):
            su, row, first = mine[start]
            yield su, row, first, index - start
            start = index


def _labels(canvas: Canvas, sheet: Sheet, slots: Sequence[RackSlot], *, paired: bool) -> None:
    """Name every row at its head, and count the positions along the first row of each band."""
    names = {slot.row: row_name(slot.row) for slot in slots}
    every = next(step for step in (1, 2, 4, 8, 100) if step * sheet.width_m * sheet.scale >= 20)
    last = {slot.row // sheet.rows_per_band: 0 for slot in slots}
    for slot in slots:
        band = slot.row // sheet.rows_per_band
        last[band] = max(last[band], slot.position)
    for row, name in names.items():
        x, y, width, height = sheet.box(row, 0)
        if sheet.across:
            canvas.text(x - 8, y + height / 2 + 4, name, size=13, anchor="end", bold=True)
            gap = sheet.pitch_m * sheet.scale - height
            if row < max(names) and gap >= _AISLE:
                canvas.text(x, y + height + gap / 2 + 4, _aisle(row) if paired else "aisle", fill=QUIET)
        else:
            canvas.text(x + width / 2, y - 6, name, size=11, anchor="middle", bold=True)
    for band, end in last.items():
        for position in range(0, end + 1, every):
            x, y, width, height = sheet.box(band * sheet.rows_per_band, position)
            text = f"{position + 1}"
            if sheet.across:
                canvas.text(x + width / 2, y - 6, text, anchor="middle", fill=QUIET)
            else:
                canvas.text(x - 6, y + height / 2 + 4, text, anchor="end", fill=QUIET)


def _aisle(row: int) -> str:
    """Name the aisle behind a row where rows are paired front to front."""
    return "hot aisle" if row % 2 else "cold aisle"


def _scale_bar(canvas: Canvas, sheet: Sheet) -> None:
    """Draw a length that is easy to read, in metres."""
    step = next((step for step in _STEPS_M if step * sheet.scale >= 80), _STEPS_M[-1])
    y, end = canvas.bottom + 26, LEFT + LABEL + step * sheet.scale
    canvas.line((LEFT + LABEL, y), (end, y), color=INK, width=2)
    for x in (LEFT + LABEL, end):
        canvas.line((x, y - 4), (x, y + 4), color=INK)
    canvas.text(end + 8, y + 4, f"{step} m; what lies between two rows is an aisle")
