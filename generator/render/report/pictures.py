"""Drawings of each fabric and of the room as parts of the page: the contents of docs/topology.svg and docs/floor.svg, each on a separate sheet."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.plan.plan import Plan
from generator.render.drawing.bundles import count_bundles
from generator.render.drawing.contents import contents_of
from generator.render.drawing.floor import draw_floor
from generator.render.drawing.topology import draw_alone
from generator.render.report.tables import Drawn


def pictures(plan: Plan, summary: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield each drawing with its caption and the file that has it. What a drawing prints is escaped by its canvas."""
    bundles = count_bundles(plan)
    for name in plan.fabrics:
        drawn = Drawn(draw_alone(plan, summary, bundles, name))
        yield {"caption": f"Drawing of the {name} fabric", "file": "topology.svg", "drawn": drawn}
    racks = {each.rack.name: each for each in contents_of(plan)}
    drawn = Drawn(draw_floor(plan, racks, within="drawing-floor"))
    yield {"caption": "Drawing of the floor", "file": "floor.svg", "drawn": drawn}
