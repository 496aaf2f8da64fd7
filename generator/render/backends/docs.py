"""docs: the design as a document, and the drawings of fabrics and racks."""

from collections.abc import Iterable, Iterator

from generator.analysis.summary import summarise
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.drawing.bundles import count_bundles
from generator.render.drawing.contents import contents_of
from generator.render.drawing.design import design_values
from generator.render.drawing.racks import draw_racks
from generator.render.drawing.topology import draw_topology
from generator.render.edge import site_values
from generator.render.templates import Templates

NAME = "docs"


def paths(plan: Plan) -> Iterable[str]:
    """Return a document, two drawings, and the document for the site's network team if there are uplinks."""
    return ("docs/design.md", "docs/topology.svg", "docs/racks.svg", *(("docs/edge.md",) if plan.site_uplinks else ()))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the document, then draw the fabrics and the racks."""
    summary, bundles = summarise(plan, 0), count_bundles(plan)
    racks = list(contents_of(plan))
    values = design_values(plan, summary, bundles, racks)
    yield Artifact("docs/design.md", templates.render("docs/design.md.j2", **values))
    yield Artifact("docs/topology.svg", draw_topology(plan, summary, bundles))
    yield Artifact("docs/racks.svg", draw_racks(plan, racks))
    if plan.site_uplinks:
        yield Artifact("docs/edge.md", templates.render("docs/edge.md.j2", **site_values(plan)))
