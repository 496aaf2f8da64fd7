"""The key of the drawings of the room: meanings of the colours."""

from generator.plan.plan import Plan
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.palette import BLANK, FABRICS, INK, KEPT, RESERVED, ROLES, Paint
from generator.render.drawing.text import text_width

APPLIANCES = {
    "manager": "subnet manager",
    "gateway": "storage gateway",
    "border": "border",
    "nvsw": "NVLink switch tray",
}
"""What a host is whose role alone does not say it."""


def draw_key(
    canvas: Canvas,
    plan: Plan,
    x: float,
    y: float,
    *,
    sus: bool = False,
    units: bool = False,
    right: float = float("inf"),
) -> None:
    """Show hosts by role, switches by fabric, places kept, reserved `units`, and the border of a scalable unit; a line ends before `right`."""
    left = x
    roles = {host.role for host in plan.hosts}
    entries: list[tuple[str, Paint]] = [
        (APPLIANCES.get(role, f"{role} host"), paint) for role, paint in ROLES.items() if role in roles
    ]
    entries += [(f"{fabric} switch", FABRICS[fabric]) for fabric in plan.fabrics]
    entries.append(("kept for the envelope", KEPT))
    if units and plan.site.racks.reserved_units:
        entries.append(("reserved: patch panels, strips", RESERVED))
    if sus:
        entries.append(("scalable unit (SU) and its number", Paint(BLANK, INK, INK)))
    for name, paint in entries:
        if x + 20 + text_width(name) > right:
            x, y = left, y + 18
        canvas.rect(x, y, 14, 14, fill=paint.fill, stroke=paint.stroke, dashed=paint in (KEPT, RESERVED))
        canvas.text(x + 20, y + 11, name)
        x += text_width(name) + 40
