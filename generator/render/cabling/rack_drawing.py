"""A rack from the front and the rear, to scale: 19 inches wide, 1.75 inches a unit (EIA-310), at 1:10 or, where it is taller than a page, 1:12.

Coordinates are CSS px, 96 to the inch, so that paper has the scale. Text is at least 8 px, which is 6 pt.
"""

from collections.abc import Iterator, Mapping

from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.plan.plan import Plan
from generator.render.drawing.contents import FIXTURE, RESERVED_FOR, Contents, Slot
from generator.render.drawing.palette import FABRICS, KEPT, RESERVED
from generator.render.escape import markup

_IN = 96.0
_WIDTH_IN, _UNIT_IN = 19.0, 1.75
_TALL = 50
"""Units from which a rack is drawn at the smaller scale."""
_NUMBERS, _GAP, _HEAD = 20.0, 10.0, 16.0
_NOTES = 315.0
"""Width of the notes beside the rear, px: to the edge of an upright page."""
_ADVANCE = 0.61
_SIZES = (10, 9, 8)
_CAGE, _PITCH, _LINE = 6.0, 8.0, 12.0


class RackDrawing:
    """Draws racks of one plan, which all have the same units."""

    def __init__(self, plan: Plan, models: Mapping[str, HostModel | SwitchModel], whole: frozenset[str]) -> None:
        """Choose the scale, and draw the empty rack once."""
        self._units, self._models, self._whole = plan.site.racks.units, models, whole
        self._ratio = 12 if self._units > _TALL else 10
        self._unit = _UNIT_IN * _IN / self._ratio
        self._box = _WIDTH_IN * _IN / self._ratio
        self._floor = _HEAD + self._units * self._unit
        self._fronts = _NUMBERS, _NUMBERS + self._box + _GAP
        self._notes = self._fronts[1] + self._box + 8
        self._empty = "".join(self._frame())
        self._cages = {name: _cages(model) for name, model in models.items()}

    @property
    def scale(self) -> str:
        """The scale in words."""
        return f"1:{self._ratio}"

    def cages(self, model: str) -> tuple[tuple[str, str], ...]:
        """Return the cages of a model that are drawn, with their colours."""
        return self._cages[model]

    def draw(self, contents: Contents, cords: Mapping[str, int]) -> str:
        """Draw one rack; a device is one line of the file."""
        width, height = self._notes + _NOTES, self._floor + 4
        head = f'<svg width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="front and rear">'
        return "\n".join((head, self._empty, *(self._slot(slot, cords) for slot in contents.slots), "</svg>"))

    def _frame(self) -> Iterator[str]:
        """Yield the outlines of front and rear, their names, and the numbers of the units."""
        for left, name in zip(self._fronts, ("front", "rear"), strict=True):
            yield f'<text class="q" x="{left:.1f}" y="{_HEAD - 5}">{name}</text>'
            lines = "".join(
                f"M{left:.1f} {_HEAD + unit * self._unit:.1f}h{self._box:.1f}" for unit in range(1, self._units)
            )
            yield f'<path class="g" d="{lines}"/>'
            yield f'<rect class="f" x="{left:.1f}" y="{_HEAD}" width="{self._box:.1f}" height="{self._units * self._unit:.1f}"/>'
        yield f'<text class="q" x="{self._notes:.1f}" y="{_HEAD - 5}">model, weight to lift, cables, cords</text>'
        for unit in range(1, self._units + 1):
            yield f'<text class="q e" x="{_NUMBERS - 3}" y="{self._floor - (unit - 0.5) * self._unit + 3.5:.1f}">{unit}</text>'

    def _slot(self, slot: Slot, cords: Mapping[str, int]) -> str:
        height = slot.height_u * self._unit
        top = self._floor - (slot.unit - 1) * self._unit - height
        return "".join(self._parts(slot, top, height, cords.get(slot.name, 0)))

    def _parts(self, slot: Slot, top: float, height: float, cords: int) -> Iterator[str]:
        fixture = slot.paint is FIXTURE
        paint, middle = slot.paint, top + height / 2 + 3.5
        front, rear = self._fronts
        dash = ' stroke-dasharray="4 3"' if slot.empty else ""
        for left, fill in ((front, paint.fill), (rear, paint.fill if slot.paint is RESERVED else "#fff")):
            yield (
                f'<rect x="{left + 2:.1f}" y="{top + 0.5:.1f}" width="{self._box - 4:.1f}" height="{height - 1:.1f}" '
                f'fill="{fill}" stroke="{paint.stroke}"{dash}/>'
            )
            ink = paint.ink if left == front else "#1b1b1b"
            yield self._name(slot.name, left + 6, middle, self._box - 12, ink, bold=not slot.empty)
        if slot.empty:
            yield self._note("kept" if slot.paint is KEPT else RESERVED_FOR, middle)
        elif fixture:
            yield self._note("with the rack, weight unknown", middle)
        else:
            model = self._models[slot.model]
            weight = f"{model.weight_kg:g} kg" if model.weight_kg is not None else "weight unknown"
            plugged = (
                f"{cords} cord{'s' * (cords != 1)}"
                if cords
                else "power from the rack"
                if slot.model in self._whole
                else "cords unknown"
            )
            yield self._note(
                f"{slot.model}, {weight}, {slot.cables} cable{'s' * (slot.cables != 1)}, {plugged}", middle
            )
            yield from self._ports(slot, rear, top, height)

    def _ports(self, slot: Slot, left: float, top: float, height: float) -> Iterator[str]:
        """Draw the cages that the catalog names, with their names where they fit, else as marks; at the right edge, as no document states the places."""
        cages = self.cages(slot.model)
        wide = max((len(name) for name, _ in cages), default=0) * _SIZES[-1] * _ADVANCE + 6
        beside = max(1, int((self._box - 8) / (wide + 2)))
        rows = -(-len(cages) // beside)
        right = left + self._box - 4
        if height >= 2 * (rows * _LINE + 4) + 12:
            bottom = top + height - rows * _LINE - 2
            for number, (name, stroke) in enumerate(cages):
                row, place = divmod(number, beside)
                x, y = right - (min(beside, len(cages)) - place) * (wide + 2), bottom + row * _LINE
                yield f'<rect class="p" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{_LINE - 2}" stroke="{stroke}"/>'
                yield f'<text class="m" x="{x + wide / 2:.1f}" y="{y + 8:.1f}">{markup(name)}</text>'
            return
        start = right - len(cages) * _PITCH
        if start >= left + 12 + len(slot.name) * _SIZES[0] * _ADVANCE:
            for number, (_, stroke) in enumerate(cages):
                yield f'<rect class="p" x="{start + number * _PITCH:.1f}" y="{top + height / 2 - 3:.1f}" width="{_CAGE}" height="{_CAGE}" stroke="{stroke}"/>'

    def _note(self, text: str, middle: float) -> str:
        return self._name(text, self._notes, middle, _NOTES, "#1b1b1b", bold=False)

    @staticmethod
    def _name(text: str, x: float, y: float, room: float, ink: str, *, bold: bool) -> str:
        """Write a text in the largest size that fits; a longer one is condensed, and never cut."""
        size = next((each for each in _SIZES if len(text) * each * _ADVANCE <= room), _SIZES[-1])
        more = f' font-size="{size}"' if size != _SIZES[0] else ""
        more += (
            f' textLength="{room:.0f}" lengthAdjust="spacingAndGlyphs"' if len(text) * size * _ADVANCE > room else ""
        )
        more += ' class="b"' if bold else ""
        more += f' fill="{ink}"' if ink != "#1b1b1b" else ""
        return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{markup(text)}</text>'


def _cages(model: HostModel | SwitchModel) -> tuple[tuple[str, str], ...]:
    """The cages of a host in the order of the catalog, with a colour; none of switches, which have port maps, and of profiles."""
    if not isinstance(model, HostModel) or model.vendor == "generic":
        return ()
    return tuple({port.cage: FABRICS[port.fabric].stroke for port in model.ports}.items())
