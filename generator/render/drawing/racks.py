"""The rack drawing: every rack from the front, or, in a large room, a floor plan and one rack of each kind."""

from itertools import groupby

from generator.plan.plan import Plan
from generator.plan.power import typical_models
from generator.render.drawing.canvas import Canvas, text_width
from generator.render.drawing.contents import Contents, kinds_of
from generator.render.drawing.elevations import PITCH, Frame, draw_rack
from generator.render.drawing.floor import draw_floor
from generator.render.drawing.palette import FABRICS, KEPT, QUIET, ROLES, Paint
from generator.render.drawing.words import kilowatts, plural

_LEFT, _WIDTH, _TOP = 20.0, 1560.0, 114.0
_PER_LINE = int(_WIDTH // PITCH)
_EVERY_RACK = 64
"""Most racks that are all drawn from the front."""
_KINDS = 36
"""Most kinds of rack that a large room's drawing shows."""
_GAP = 60.0


def draw_racks(plan: Plan, racks: list[Contents]) -> str:
    """Draw the room as far as it is installed, with the places that are kept."""
    canvas = Canvas()
    large = len(racks) > _EVERY_RACK
    power = kilowatts(sum(each.load.power_w for each in racks))
    devices = plural(len(plan.hosts) + len(plan.switches), "device")
    counts = f"{plural(len(racks), 'rack')}, {devices}, {power} kW at most"
    canvas.text(_LEFT, 34, f"{plan.spec.name}: racks", size=20, bold=True)
    canvas.text(_LEFT, 54, f"{counts}. Front view; unit 1 is the lowest. {_power_words(plan)}", size=11, fill=QUIET)
    _key(canvas, plan)
    if large:
        _draw_large(canvas, plan, racks)
    else:
        _draw_rows(canvas, plan, racks)
    how = "a floor plan, and the first rack of each kind from the front" if large else "every rack from the front"
    return canvas.svg(f"{plan.spec.name}: racks", f"{counts}: {how}.")


def _power_words(plan: Plan) -> str:
    limit = plan.spec.power.rack_kw
    feed = f"; a feed carries {limit:,.1f} kW" if limit else ""
    typical = typical_models(plan)
    but = f" (typical for {', '.join(typical)}: no maximum is published)" if typical else ""
    return f"Power is the vendors' maximum of what is installed{but}, switch transceivers included{feed}."


def _key(canvas: Canvas, plan: Plan) -> None:
    """Show what the colours mean: hosts by role, switches by fabric, places kept."""
    roles = {host.role for host in plan.hosts}
    entries: list[tuple[str, Paint]] = [(f"{role} host", paint) for role, paint in ROLES.items() if role in roles]
    entries += [(f"{fabric} switch", FABRICS[fabric]) for fabric in plan.cluster.shapes]
    x = _LEFT
    for name, paint in [*entries, ("kept for the envelope", KEPT)]:
        canvas.rect(x, 66, 14, 14, fill=paint.fill, stroke=paint.stroke, dashed=paint is KEPT)
        canvas.text(x + 20, 77, name)
        x += text_width(name) + 40


def _draw_rows(canvas: Canvas, plan: Plan, racks: list[Contents]) -> None:
    """Draw row after row; places between racks that are kept for later are one narrow box."""
    frame, y = _frame(plan, racks), _TOP
    planned: dict[int, list[str]] = {}
    for slot in plan.cluster.floor.racks:
        planned.setdefault(slot.row, []).append(slot.name)
    for row, mine in groupby(racks, lambda each: each.rack.row):
        there = {each.rack.name: each for each in mine}
        letters = next(iter(there)).rstrip("0123456789")
        canvas.text(_LEFT, y - 8, f"Row {letters}", size=13, bold=True)
        entries: list[list[str] | Contents] = []
        for kept, run in groupby(planned[row], lambda name, there=there: name not in there):  # type: ignore[misc]
            names = list(run)
            entries.extend([names] if kept else [there[name] for name in names])
        widths = [_GAP if isinstance(entry, list) else PITCH for entry in entries]
        fold = min(_WIDTH, sum(widths) / -(-sum(widths) // _WIDTH) + PITCH)
        x = _LEFT
        for entry, wide in zip(entries, widths, strict=True):
            if x + wide > _LEFT + fold:
                x, y = _LEFT, y + frame.height + 18
            if isinstance(entry, list):
                _draw_gap(canvas, entry, (x, y + frame.head), frame.height - frame.head - 6)
            else:
                draw_rack(canvas, entry, (x, y), frame)
            x += wide
        y += frame.height + 40


def _frame(plan: Plan, racks: list[Contents]) -> Frame:
    return Frame(plan.spec.racks.units, plan.spec.power.rack_kw, any(each.load.unknown for each in racks))


def _draw_gap(canvas: Canvas, names: list[str], corner: tuple[float, float], height: float) -> None:
    x, y = corner
    canvas.rect(x + 6, y, _GAP - 16, height, fill=KEPT.fill, stroke=KEPT.stroke, dashed=True, corner=0)
    places = [names[0]] if len(names) == 1 else [names[0], "to", names[-1]]
    canvas.block(x + _GAP / 2 - 2, y + height / 2, [*places, "kept"], anchor="middle", fill=KEPT.ink)


def _draw_large(canvas: Canvas, plan: Plan, racks: list[Contents]) -> None:
    """Draw the floor plan, then the first rack of each kind."""
    kinds = list(kinds_of(racks).values())
    number = {each.rack.name: index for index, kind in enumerate(kinds, 1) for each in kind}
    key = "Floor plan: rack, kW (+ and more that is not known), kind of rack. The colour is of what takes most units."
    canvas.text(_LEFT, _TOP - 8, key, size=11)
    y = _TOP + 6 + draw_floor(canvas, plan, {each.rack.name: each for each in racks}, number, (_LEFT, _TOP + 6)) + 40
    shown = kinds[:_KINDS]
    rest = f" {plural(len(kinds) - len(shown), 'kind')} more are not drawn." if len(kinds) > len(shown) else ""
    text = f"Not every rack is drawn from the front: these are the first of each of {plural(len(kinds), 'kind')}.{rest}"
    canvas.text(_LEFT, y - 12, text, size=13, bold=True)
    frame = _frame(plan, racks)
    for index, kind in enumerate(shown):
        line, place = divmod(index, _PER_LINE)
        corner = (_LEFT + place * PITCH, y + line * (frame.height + 18))
        title = f"#{index + 1}, {len(kind)} alike" if len(kind) > 1 else f"#{index + 1}"
        draw_rack(canvas, kind[0], corner, frame, title)
