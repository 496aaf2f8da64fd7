"""readme: the first page of an output tree: what is in it, in which order a crew uses it, how far it is proven."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.templates import Templates

NAME = "readme"


def paths(_plan: Plan) -> Iterable[str]:
    """One file."""
    return ("README.md",)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the page."""
    fabrics = [(name, shape.topology.title, shape) for name, shape in plan.cluster.shapes.items()]
    dynamic = sorted({s.model for s in plan.switches if s.os == "sonic" and s.fabric in plan.roce})
    yield Artifact("README.md", templates.render("readme/README.md.j2", plan=plan, fabrics=fabrics, lossless=dynamic))
