"""Rack elevations: the front of a rack, unit by unit, with every device at its place."""

from dataclasses import dataclass

from generator.plan.power import RackLoad
from generator.render.drawing.canvas import Canvas, text_width, wrap
from generator.render.drawing.contents import Contents, Slot
from generator.render.drawing.palette import ALARM, EDGE, INK, KEPT, QUIET
from generator.render.drawing.words import kilowatts, plural

UNIT = 14.0
"""Height of a rack unit, px."""
PITCH = 173.0
"""From one rack to the next, px."""
_NUMBERS, _BOX = 18.0, 143.0


@dataclass(frozen=True, slots=True)
class Frame:
    """What all racks of a drawing share: their units, the limit of a feed, and whether any power is not known."""

    units: int
    limit_kw: float | None
    unknown: bool

    @property
    def head(self) -> float:
        """Height of what stands above a rack, px."""
        return 62.0 if self.limit_kw else 48.0 if self.unknown else 36.0

    @property
    def height(self) -> float:
        """Height of a rack with its head and foot, px."""
        return self.head + self.units * UNIT + 6


def draw_rack(canvas: Canvas, contents: Contents, corner: tuple[float, float], frame: Frame, title: str = "") -> None:
    """Draw a rack whose head begins at that corner."""
    rack, load = contents.rack, contents.load
    left, top = corner[0] + _NUMBERS, corner[1]
    canvas.text(left, top + 14, rack.name, size=14, bold=True)
    canvas.text(left + _BOX, top + 13, title or rack.use, anchor="end", fill=QUIET)
    _power(canvas, load, (left, top + 18), frame.limit_kw)
    floor = top + frame.head + rack.units * UNIT
    canvas.rect(left, top + frame.head, _BOX, rack.units * UNIT, fill="#ffffff", stroke=INK, corner=0)
    for unit in range(1, rack.units + 1):
        y = floor - unit * UNIT
        canvas.text(left - 3, y + 10.5, str(unit), anchor="end", fill=QUIET)
        if unit < rack.units:
            canvas.line((left, y), (left + _BOX, y), color=EDGE, width=0.4)
    for slot in contents.slots:
        _device(canvas, slot, left, floor)


def _power(canvas: Canvas, load: RackLoad, corner: tuple[float, float], limit_kw: float | None) -> None:
    """Write the load, its share of the feed as a bar, and how many devices it leaves out."""
    x, y = corner
    over = limit_kw is not None and load.power_w > limit_kw * 1000
    of = f" of {limit_kw:,.1f}" if limit_kw else ""
    canvas.text(x, y + 11, f"{kilowatts(load.power_w)}{of} kW", fill=ALARM if over else INK, bold=over)
    if load.unknown:
        canvas.text(x, y + 24, f"+ {plural(len(load.unknown), 'device')} not known", fill=ALARM)
    if limit_kw:
        canvas.rect(x, y + 30, _BOX, 8, fill="#ffffff", stroke=EDGE, corner=2)
        width = _BOX * min(1.0, load.power_w / 1000 / limit_kw)
        canvas.rect(x, y + 30, width, 8, fill=ALARM if over else "#7a7a7a", corner=2)


def _device(canvas: Canvas, slot: Slot, left: float, floor: float) -> None:
    """Draw a box over its units, its name and, where there is room, its model."""
    height = slot.height_u * UNIT
    y = floor - (slot.unit - 1) * UNIT - height
    paint, width = slot.paint, _BOX - 4
    low, high = slot.unit, slot.unit + slot.height_u - 1
    where = f"units {low} to {high}" if high > low else f"unit {low}"
    tip = f"{slot.name}: {slot.model}, {'kept, ' if paint is KEPT else ''}{where}"
    canvas.rect(
        left + 2,
        y + 0.5,
        width,
        height - 1,
        fill=paint.fill,
        stroke=paint.stroke,
        dashed=paint is KEPT,
        corner=2,
        tip=tip,
    )
    middle = y + height / 2
    (name,) = wrap(slot.name, width - 6)
    model = "kept" if paint is KEPT else slot.model
    if slot.height_u > 1:
        canvas.text(left + 7, middle - 2.5, name, fill=paint.ink, bold=paint is not KEPT)
        canvas.text(left + 7, middle + 9.5, *wrap(model, width - 6), fill=paint.ink)
        return
    canvas.text(left + 7, middle + 3.5, name, fill=paint.ink, bold=paint is not KEPT)
    if text_width(f"{name} {model}") <= width - 8:
        canvas.text(left + width - 3, middle + 3.5, model, anchor="end", fill=paint.ink)
