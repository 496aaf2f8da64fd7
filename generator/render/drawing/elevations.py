"""Rack elevations: a rack from the front and from the rear, unit by unit, with every device at its place."""

from collections.abc import Sequence

from msgspec import Struct

from generator.plan.counts import counted
from generator.plan.power import RackLoad
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.contents import FIXTURE, Contents, Slot
from generator.render.drawing.palette import ALARM, BLANK, EDGE, INK, KEPT, QUIET
from generator.render.drawing.text import LINE, SMALL, tail, text_width, wrap
from generator.render.drawing.words import extent, kilowatts

UNIT = 12.0
"""Height of a rack unit, px."""
PITCH = 312.0
"""From one rack, front and rear, to the next, px."""
_NUMBERS, _BOX, _GAP = 18.0, 140.0, 4.0
_REAR = _NUMBERS + _BOX + _GAP
NAMES = _BOX + _GAP + _BOX
"""Width of the text above a rack, px."""
_TITLES = (14, 12, 11)
"""Sizes of the name above a rack, px, from which it is small and cut."""


class Frame(Struct, frozen=True):
    """Common values of all racks of a drawing: their units, the limit of a feed, and whether any power is not known."""

    units: int
    limit_kw: float | None
    unknown: bool

    @property
    def head(self) -> float:
        """Height of the head above a rack, px."""
        return 80.0 if self.limit_kw else 66.0 if self.unknown else 54.0

    @property
    def height(self) -> float:
        """Height of a rack with its head and foot, px."""
        return self.head + self.units * UNIT + 6

    def define(self, canvas: Canvas) -> None:
        """Draw the empty rack once: front, rear and the numbers of its units."""
        height = self.units * UNIT
        shape = Canvas()
        for left in (_NUMBERS, _REAR):
            shape.rect(left, 0, _BOX, height, fill=BLANK, stroke=INK, corner=0)
            shape.grid([(left, unit * UNIT, _BOX) for unit in range(1, self.units)], color=EDGE)
        for unit in range(1, self.units + 1):
            shape.text(_NUMBERS - 3, height - unit * UNIT + 9.5, str(unit), anchor="end", fill=QUIET)
        canvas.define("rack", shape)


def draw_rack(
    canvas: Canvas, alike: Sequence[Contents], corner: tuple[float, float], frame: Frame, names: Sequence[str] = ()
) -> None:
    """Draw racks that look the same as one, with its head at this corner; the devices are those of the first.

    `names` are lines with the names of the racks, if there are several.
    """
    contents, (x, y) = alike[0], corner
    left, top = x + _NUMBERS, y + len(names) * LINE
    _title(canvas, alike, left, y)
    canvas.block(left, y + 14 + LINE, names)
    _power(canvas, [each.load for each in alike], (left, top + 18), frame.limit_kw)
    floor = top + frame.head + frame.units * UNIT
    canvas.text(left, top + frame.head - 4, "front", fill=QUIET)
    canvas.text(x + _REAR, top + frame.head - 4, "rear", fill=QUIET)
    canvas.use("rack", x, top + frame.head)
    for number, slot in enumerate(contents.slots):
        cables = [each.slots[number].cables for each in alike]
        _front(canvas, slot, left, floor)
        _rear(canvas, slot, cables, x + _REAR, floor)


def _title(canvas: Canvas, alike: Sequence[Contents], left: float, y: float) -> None:
    """Write the name of a rack, in the largest size that fits, with how many it represents, and its use at the right edge."""
    rack, others = alike[0].rack, _others(alike)
    room = NAMES - text_width(rack.use) - 8
    size = next((each for each in _TITLES if text_width(rack.name + others, each) <= room), SMALL)
    name = tail(rack.name, room - text_width(others, size), size)
    canvas.text(left, y + 14, name + others, size=size, bold=True)
    canvas.text(left + NAMES, y + 13, rack.use, anchor="end", fill=QUIET)


def _others(alike: Sequence[Contents]) -> str:
    """Return how many further racks a drawing represents: equal ones, or ones with the same devices only."""
    if len(alike) == 1:
        return ""
    more = len(alike) - 1
    drawn = {(tuple(slot.cables for slot in each.slots), kilowatts(each.load.power_w)) for each in alike}
    return f" and {more:,} like it" if len(drawn) == 1 else f" and {more:,}, same models"


def _power(canvas: Canvas, loads: Sequence[RackLoad], corner: tuple[float, float], limit_kw: float | None) -> None:
    """Write the load, its share of the feed as a bar, and how many devices it leaves out."""
    x, y = corner
    most = max(load.power_w for load in loads)
    least = min(load.power_w for load in loads)
    over = limit_kw is not None and most > limit_kw * 1000
    of = f" of {limit_kw:,.1f}" if limit_kw else ""
    low, high = kilowatts(least), kilowatts(most)
    power = high if low == high else f"{low} to {high}"
    power_text = f"{power}{of} kW" if most else "power not known"
    canvas.text(x, y + 11, power_text, fill=ALARM if over else INK, bold=over)
    if any(load.unknown for load in loads):
        unknown = extent(len(load.unknown) for load in loads)
        canvas.text(x, y + 24, f"+ {unknown} device{'' if unknown == '1' else 's'} not known", fill=ALARM)
    if limit_kw:
        canvas.rect(x, y + 30, _BOX, 8, fill=BLANK, stroke=EDGE, corner=2)
        width = _BOX * min(1.0, most / 1000 / limit_kw)
        canvas.rect(x, y + 30, width, 8, fill=ALARM if over else "#7a7a7a", corner=2)


def _where(slot: Slot) -> str:
    low, high = slot.unit, slot.unit + slot.height_u - 1
    return f"units {low} to {high}" if high > low else f"unit {low}"


def _front(canvas: Canvas, slot: Slot, left: float, floor: float) -> None:
    """Draw a box over its units, its name and, if it fits, its model."""
    paint, width, middle = slot.paint, _BOX - 4, _box(canvas, slot, left, floor)
    name = tail(slot.name, width - 6)
    model = "kept" if slot.paint is KEPT else slot.model
    if slot.height_u > 1:
        canvas.text(left + 7, middle - 2.5, name, fill=paint.ink, bold=not slot.empty)
        canvas.text(left + 7, middle + 9.5, *wrap(model, width - 6), fill=paint.ink)
        return
    canvas.text(left + 7, middle + 3.5, name, fill=paint.ink, bold=not slot.empty)
    if text_width(f"{name} {model}") <= width - 8:
        canvas.text(left + width - 3, middle + 3.5, model, anchor="end", fill=paint.ink)


def _box(canvas: Canvas, slot: Slot, left: float, floor: float) -> float:
    """Draw the box of the front, and return its middle."""
    height = slot.height_u * UNIT
    y = floor - (slot.unit - 1) * UNIT - height
    tip = f"{slot.name}: {slot.model}, {'kept, ' if slot.paint is KEPT else ''}{_where(slot)}"
    canvas.rect(
        left + 2,
        y + 0.5,
        _BOX - 4,
        height - 1,
        fill=slot.paint.fill,
        stroke=slot.paint.stroke,
        dashed=slot.empty,
        corner=2,
        tip=tip,
    )
    return y + height / 2


def _rear(canvas: Canvas, slot: Slot, cables: Sequence[int], left: float, floor: float) -> None:
    """Draw the outline from behind, with the strip of its ports and how many cables end there."""
    height = slot.height_u * UNIT
    y = floor - (slot.unit - 1) * UNIT - height
    fill, stroke = slot.paint.fill if slot.empty else BLANK, slot.paint.stroke
    canvas.rect(left + 2, y + 0.5, _BOX - 4, height - 1, fill=fill, stroke=stroke, dashed=slot.empty, corner=2)
    if slot.empty:
        return
    if slot.paint is FIXTURE:
        canvas.text(left + 7, y + height / 2 + 3.5, tail(slot.name, _BOX - 14))
        return
    canvas.strip((left + _BOX - 10, y + 2), (left + _BOX - 10, y + height - 2), color=slot.paint.stroke)
    count = f"{extent(cables)} cable{'' if set(cables) == {1} else 's'}"
    name = tail(slot.name, _BOX - 22)
    middle, end = y + height / 2, left + _BOX - 17
    if slot.height_u > 1:
        canvas.text(left + 7, middle - 2.5, name)
        canvas.text(left + 7, middle + 9.5, count, fill=QUIET)
    elif text_width(f"{name} {count}") <= _BOX - 24:
        canvas.text(left + 7, middle + 3.5, name)
        canvas.text(end, middle + 3.5, count, anchor="end", fill=QUIET)
    else:
        canvas.text(end, middle + 3.5, count, anchor="end", fill=QUIET)


def kind_note(count: int, kinds: int) -> str:
    """Report how racks are folded."""
    return f"{counted(count, 'rack')} of {counted(kinds, 'kind')}: racks that hold the same models are drawn once, with the names of the first. A range is from the least to the most among them."
