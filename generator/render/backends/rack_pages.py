"""rack-pages: a page for each rack, front and rear, with weights, cords, and the cable of every port."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.plan.power.feeds import PHASES
from generator.render.artifact import Artifact
from generator.render.cabling.rack_page import RackPages
from generator.render.escape import markup
from generator.render.paper import page_style
from generator.render.templates import Templates

NAME = "rack-pages"


def paths(plan: Plan) -> Iterable[str]:
    """One page a rack."""
    return (f"cabling/racks/{rack.name}.html" for rack in plan.racks)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print each rack. A device is one line of the drawing and of each table."""
    circuit, name = plan.site.circuit, markup(plan.name)
    phased = circuit is not None and circuit.phases == PHASES
    for rack, values in RackPages(plan).pages():
        page = page_style(across=False, name=rack)
        text = templates.render("cabling/rack.html.j2", cluster=name, phased=phased, page=page, **values)
        yield Artifact(f"cabling/racks/{rack}.html", text)
