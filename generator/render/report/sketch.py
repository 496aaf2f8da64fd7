"""Small drawings of the summary: the tiers of the main fabric, and the floor; the drawings behind them have the names."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.model.room import RackSlot, row_name
from generator.plan.counts import counted
from generator.plan.plan import Plan
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.contents import Contents, contents_of
from generator.render.drawing.palette import FABRICS, KEPT, QUIET, ROLES, Paint
from generator.render.report.tables import Drawn

_WIDE, _LEFT, _HIGH = 450.0, 150.0, 78.0
"""Width of a drawing, width of its words, and height of the floor, px: letters of 10 px have 6 pt and more on half a page across."""
_BOX, _RISE = 14.0, 30.0
_MOST = 32
"""Boxes of a row: more are one bar."""
_TIERS = (("core", "cores"), ("spine", "spines"), ("leaf", "leaves"))
_LINKS = {"core": "spine_core", "spine": "leaf_spine", "leaf": "host_leaf"}


def sketches(plan: Plan, summary: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield both drawings with their captions."""
    name = "compute" if "compute" in plan.fabrics else next(iter(plan.fabrics), "")
    if name:
        yield {"caption": f"Tiers of the {name} fabric, and links between them", "drawn": _tiers(plan, summary, name)}
    if plan.racks:
        yield {
            "caption": "Floor, not to scale: racks by what takes most of their units, in the colours of floor.svg",
            "drawn": _floor(plan),
        }


def _tiers(plan: Plan, summary: Mapping[str, Any], name: str) -> Drawn:
    canvas, paint, links = Canvas(), FABRICS[name], summary["fabrics"][name]["links"]
    y, tiers = 0.0, []
    for tier, many in _TIERS:
        mine = [each for each in plan.switches if name in each.carries and each.tier == tier]
        if mine:
            models = " or ".join(sorted({each.model for each in mine}))
            _row(canvas, y, f"{counted(len(mine), tier, many)}, {models}", len(mine), paint)
            canvas.text(_LEFT + 6, y + _BOX + 11.5, f"{links[_LINKS[tier]]:,} links", fill=QUIET)
            tiers.append(tier)
            y += _RISE
    if links["leaf_leaf"]:
        canvas.text(_LEFT + 130, y - _RISE + _BOX + 11.5, f"{links['leaf_leaf']:,} links between leaves", fill=QUIET)
    groups = [
        each for each in plan.groups.values() if any(seat.name == each.name for seat in plan.fabrics[name].members)
    ]
    hosts = [host for host in plan.hosts if host.group in {group.name for group in groups}]
    _row(canvas, y, counted(len(hosts), "host"), len(hosts), ROLES["compute"])
    description = f"{', '.join(tiers)}: {counted(len(hosts), 'host')} below"
    return Drawn(canvas.svg(f"Tiers of the {name} fabric", description, 6, within="sketch-fabric"))


def _row(canvas: Canvas, y: float, words: str, count: int, paint: Paint) -> None:
    """Draw a tier: its words, and a box for each device while they are few."""
    canvas.text(0, y + 11, words)
    boxes = count if count <= _MOST else 1
    if boxes:
        pitch = (_WIDE - _LEFT) / boxes
        gap = min(4.0, pitch / 5)
        for number in range(boxes):
            canvas.rect(_LEFT + number * pitch, y, pitch - gap, _BOX, fill=paint.fill, stroke=paint.stroke, corner=2)


def _floor(plan: Plan) -> Drawn:
    canvas, racks = Canvas(), {each.rack.name: each for each in contents_of(plan)}
    slots = plan.site.slots
    rows, places = max(each.row for each in slots) + 1, max(each.position for each in slots) + 1
    wide, rise = (_WIDE - 40) / places, min(_HIGH / rows, 30.0)
    wide = min(wide, 26.0)
    for row in sorted({each.row for each in slots}) if rise >= 12 else ():
        canvas.text(24, row * rise + rise * 0.35 + 3.5, row_name(row), anchor="end", bold=True)
    for run in _runs(slots, racks, alone=rise >= 12):
        first, paint = run[0], racks[run[0].name].paint if run[0].name in racks else KEPT
        canvas.rect(
            30 + first.position * wide, first.row * rise, max(0.8, len(run) * wide - 1), rise * 0.7, fill=paint.fill, stroke=paint.stroke,
            dashed=first.name not in racks, corner=1,
        )  # fmt: skip
    description = f"{counted(len(racks), 'rack')} of {len(slots):,} in {counted(rows, 'row')}"
    canvas.text(0, canvas.bottom + 12, f"{description}; dashed: kept", fill=QUIET)
    return Drawn(canvas.svg("Floor", description, 6, within="sketch-floor"))


def _runs(slots: Iterable[RackSlot], racks: Mapping[str, Contents], *, alone: bool) -> Iterator[list[RackSlot]]:
    """Yield the racks that are drawn as one piece: each alone, or in large rooms neighbours that look alike."""
    run: list[RackSlot] = []
    for slot in sorted(slots, key=lambda each: (each.row, each.position)):
        if run and (alone or not _joins(run[-1], slot, racks)):
            yield run
            run = []
        run.append(slot)
    if run:
        yield run


def _joins(one: RackSlot, other: RackSlot, racks: Mapping[str, Contents]) -> bool:
    paints = [racks[each.name].paint if each.name in racks else None for each in (one, other)]
    return (one.row, one.position + 1) == (other.row, other.position) and paints[0] == paints[1]
