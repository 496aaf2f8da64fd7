"""The boxes of switches of a panel: one each where they fit, else one for all of a tier or pod."""

from collections.abc import Iterator, Sequence

from generator.plan.counts import counted
from generator.plan.records import Switch
from generator.render.drawing.panel import TIER, Box, Panel
from generator.render.drawing.text import fitting, text_width
from generator.render.drawing.words import ranges, shorter, span


def draw_tier(panel: Panel, switches: Sequence[Switch], box: tuple[float, float, float], *, single: bool) -> None:
    """Draw the switches of a tier: a box each where they fit in every pod, else one for all of a pod."""
    left, y, width = box
    canvas, paint, tier = panel.canvas, panel.paint, switches[0].tier
    boxes = panel.boxes.setdefault(tier, [])
    slot = min(width / len(switches), 190.0)
    if single:
        start = left + (width - slot * len(switches)) / 2
        for number, switch in enumerate(switches):
            draw_switch(panel, switch, (start + number * slot + 2, y, slot - 4), (switch.model,))
            boxes.append(Box(start + (number + 0.5) * slot, (switch.name,)))
        return
    wide = min(width, 420.0)
    x = left + (width - wide) / 2
    for shift in (6, 3, 0):
        canvas.rect(x + shift, y - shift, wide - 6, TIER, fill=paint.fill, stroke="#ffffff")
    cores = panel.fabric.core_group
    pods = {switch.pod for switch in switches}
    note = f", pod {ranges(pod + 1 for pod in pods)}" if tier == "spine" and cores else ""
    group = f", {len(switches) // cores} groups of {cores}" if tier == "core" and cores else ""
    rows = fitting(_words(switches, note, group), wide - 12, 3)
    canvas.block(x + wide / 2 - 3, y + 17 if len(rows) < 3 else y + 14, rows, anchor="middle", fill=paint.ink)
    boxes.append(Box(left + width / 2, tuple(switch.name for switch in switches)))


def _words(switches: Sequence[Switch], note: str, group: str) -> Iterator[list[str]]:
    """Yield the text of the box of several switches, each time shorter: the hosts below have the pod, the head of the panel the fabric."""
    count = counted(len(switches), switches[0].tier)
    what = f"{count} {switches[0].model}"
    names = [shorter(switch.name, switch.fabric) for switch in switches]
    full, own, alone = (span(each) for each in zip(*names, strict=True))
    yield from ([f"{what}{note}{group}", full], [f"{what}{note}{group}", own], [f"{what}{group}", own], [what, own])
    yield from ([what, alone], [count, alone])


def draw_switch(panel: Panel, switch: Switch, box: tuple[float, float, float], notes: Sequence[str]) -> None:
    """Draw the box of one switch: its name as far as it fits, then those of its notes that do."""
    x, y, width = box
    panel.canvas.rect(x, y, width, TIER, fill=panel.paint.fill, stroke=panel.paint.stroke, tip=switch.name)
    names = shorter(switch.name, switch.fabric)
    name = next((each for each in names if text_width(each) <= width - 6), names[-1])
    lines = [name, *(note for note in notes if text_width(note) <= width - 4)]
    panel.canvas.block(x + width / 2, y + 17, lines, anchor="middle", fill=panel.paint.ink, bold_first=True)
