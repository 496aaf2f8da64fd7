"""The rack drawing: every rack from the front and the rear, or, in a large room, one rack of each kind with the list of those like it."""

from collections.abc import Sequence
from itertools import groupby

from generator.model.room import row_name
from generator.plan.counts import counted
from generator.plan.plan import Plan
from generator.plan.power import typical_models
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.contents import Contents, fold_names, kinds_of
from generator.render.drawing.elevations import NAMES, PITCH, Frame, draw_rack, kind_note
from generator.render.drawing.key import draw_key
from generator.render.drawing.palette import EDGE, KEPT, QUIET
from generator.render.drawing.text import LINE, wrap
from generator.render.drawing.words import kilowatts

_LEFT, _WIDTH = 20.0, 1180.0
"""On A4 and Letter across, the smallest text of a drawing of 1,220 px has 6 pt."""
_PER_LINE = int(_WIDTH // PITCH)
_BESIDE = _LEFT + _PER_LINE * PITCH + 10
"""Where the head is if racks are too high to be below it on its page."""
_EVERY_RACK = 24
"""Most racks that are all drawn."""
_KINDS = 60
"""The most kinds of rack in a large room's drawing; others are listed by name."""
_GAP, _ROW = 60.0, 24.0
_CONVENTION = (
    "The rear is a convention of this drawing: it takes the ports of hosts and switches to face the rear (the strip), so that cables enter "
    "there. No document of the catalog states a device's port side: order switches with the airflow that fits, or turn them."
)


def draw_racks(plan: Plan, racks: list[Contents]) -> str:
    """Draw the installed racks of the room, with kept places."""
    canvas = Canvas(f"{plan.name}: racks")
    large = len(racks) > _EVERY_RACK
    power = kilowatts(sum(each.load.power_w for each in racks))
    devices = counted(len(plan.hosts) + len(plan.switches), "device")
    counts = f"{counted(len(racks), 'rack')}, {devices}, {power} kW at most"
    frame = Frame(plan.site.racks.units, plan.site.power.rack_kw, any(each.load.unknown for each in racks))
    frame.define(canvas)
    kinds = list(kinds_of(racks).values()) if large else []
    notes = [f"{counts}. Unit 1 is the lowest. {_power_words(plan)}", _CONVENTION]
    first = frame.height + LINE * max((len(_names(kind)) for kind in kinds[:_PER_LINE]), default=0)
    top = _draw_head(Canvas(), plan, notes, _LEFT)
    if canvas.has_room(top - _ROW, first + _ROW):
        _draw_head(canvas, plan, notes, _LEFT)
        if large:
            canvas.text(_LEFT, top - 12, kind_note(len(racks), len(kinds)), size=13, bold=True)
    else:
        _draw_head(canvas, plan, [*notes, kind_note(len(racks), len(kinds))] if large else notes, _BESIDE)
        top = _ROW if large else 2 * _ROW + 12
    if large:
        _draw_kinds(canvas, kinds, frame, top)
    else:
        _draw_rows(canvas, plan, racks, frame, top)
    how = "one rack of each kind" if large else "every rack"
    return canvas.svg(f"{plan.name}: racks", f"{counts}: {how}, from the front and from the rear.")


def _draw_head(canvas: Canvas, plan: Plan, notes: Sequence[str], left: float) -> float:
    """Draw title, notes and key from `left` to the right edge; return where racks may begin below."""
    right = _LEFT + _WIDTH
    y = 34.0
    for number, line in enumerate(wrap(f"{plan.name}: racks", right - left, 20)):
        y = 34.0 + 24 * number
        canvas.text(left, y, line, size=20, bold=True)
    lines = [line for note in notes for line in wrap(note, right - left, 11)]
    for number, line in enumerate(lines):
        canvas.text(left, y + 20 + 16 * number, line, size=11, fill=QUIET)
    draw_key(canvas, plan, left, y + 16 + 16 * len(lines), units=True, right=right)
    return canvas.bottom + 30


def _power_words(plan: Plan) -> str:
    limit = plan.site.power.rack_kw
    feed = f"; a feed carries {limit:,.1f} kW" if limit else ""
    typical = typical_models(plan)
    but = f" (typical for {', '.join(typical)}: no maximum is published)" if typical else ""
    return f"Power is the vendors' maximum of what is installed{but}, switch transceivers included{feed}."


def _draw_rows(canvas: Canvas, plan: Plan, racks: list[Contents], frame: Frame, top: float) -> None:
    """Draw row after row; places between racks that are kept for later are one narrow box."""
    y = top
    planned: dict[int, list[str]] = {}
    for slot in plan.site.slots:
        planned.setdefault(slot.row, []).append(slot.name)
    for row, mine in groupby(racks, lambda each: each.rack.row):
        there = {each.rack.name: each for each in mine}
        y = canvas.fit(y - _ROW, _ROW + frame.height) + _ROW
        canvas.text(_LEFT, y - 8, f"Row {row_name(row)}", size=13, bold=True)
        entries: list[list[str] | Contents] = []
        for kept, run in groupby(planned[row], lambda name, there=there: name not in there):  # type: ignore[misc]
            names = list(run)
            entries.extend([names] if kept else [there[name] for name in names])
        x = _LEFT
        for entry in entries:
            wide = _GAP if isinstance(entry, list) else PITCH
            if x + wide > _LEFT + _WIDTH:
                x, y = _LEFT, canvas.fit(y + frame.height + 18, frame.height)
            if isinstance(entry, list):
                _draw_gap(canvas, entry, (x, y + frame.head), frame.height - frame.head - 6)
            else:
                draw_rack(canvas, [entry], (x, y), frame)
            x += wide
        y += frame.height + 40


def _draw_gap(canvas: Canvas, names: list[str], corner: tuple[float, float], height: float) -> None:
    x, y = corner
    canvas.rect(x + 6, y, _GAP - 16, height, fill=KEPT.fill, stroke=KEPT.stroke, dashed=True, corner=0)
    places = [names[0]] if len(names) == 1 else [names[0], "to", names[-1]]
    canvas.block(x + _GAP / 2 - 2, y + height / 2, [*places, "kept"], anchor="middle", fill=KEPT.ink)


def _draw_kinds(canvas: Canvas, kinds: list[list[Contents]], frame: Frame, top: float) -> None:
    """Draw the first rack of each kind, under the names of all equal ones."""
    y = top + 4
    for start in range(0, min(len(kinds), _KINDS), _PER_LINE):
        line = kinds[start : min(start + _PER_LINE, _KINDS)]
        names = [_names(kind) for kind in line]
        most = max(len(each) for each in names)
        y = canvas.fit(y - 12, most * LINE + frame.height + 12) + 12
        if start:
            canvas.line((_LEFT, y - 12), (_LEFT + _WIDTH, y - 12), color=EDGE, width=1)
        for place, (kind, mine) in enumerate(zip(line, names, strict=True)):
            draw_rack(canvas, kind, (_LEFT + place * PITCH, y), frame, [*mine, *[""] * (most - len(mine))])
        y += most * LINE + frame.height + 30
    for kind in kinds[_KINDS:]:
        lines = wrap(f"Not drawn: {counted(len(kind), 'rack')}, {fold_names([each.rack for each in kind])}", _WIDTH)
        y = canvas.fit(y - LINE, len(lines) * LINE) + LINE
        canvas.block(_LEFT, y, lines)
        y += len(lines) * LINE


def _names(kind: list[Contents]) -> list[str]:
    """Lines that name the racks of a kind; one alone has its name as its title."""
    return wrap(fold_names([each.rack for each in kind]), NAMES) if len(kind) > 1 else []
