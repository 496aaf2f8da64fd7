"""drawings: the room as a plan view, and a port map of every switch."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.drawing.contents import contents_of
from generator.render.drawing.floor import draw_floor
from generator.render.drawing.port_map import draw_ports
from generator.render.drawing.port_uses import PortUses
from generator.render.templates import Templates

NAME = "drawings"


def paths(plan: Plan) -> Iterable[str]:
    """Name the plan view, and one picture a switch."""
    yield "docs/floor.svg"
    for switch in plan.switches:
        yield f"cabling/ports/{switch.name}.svg"


def render(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    """Draw the room, then every switch."""
    racks = {each.rack.name: each for each in contents_of(plan)}
    yield Artifact("docs/floor.svg", draw_floor(plan, racks))
    uses = PortUses(plan)
    for switch in plan.switches:
        yield Artifact(f"cabling/ports/{switch.name}.svg", draw_ports(uses, switch))
