"""docs: the design as a document, and the drawings of fabrics and racks."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.plan.summary import summarise
from generator.render.artifact import Artifact
from generator.render.drawing.topology import draw_topology
from generator.render.templates import Templates

NAME = "docs"


def paths(_plan: Plan) -> Iterable[str]:
    """A document and two drawings."""
    return ("docs/topology.svg",)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    summary = summarise(plan, 0)
    yield Artifact("docs/topology.svg", draw_topology(plan, summary))
