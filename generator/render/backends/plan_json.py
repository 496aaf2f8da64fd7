"""plan: the whole plan, one object a line, so that a text diff of two plans is readable."""

from collections.abc import Iterable, Iterator

from generator.plan.lineage import sealed
from generator.plan.plan import Plan
from generator.plan.sections import sections
from generator.render.artifact import Artifact
from generator.render.lines import json_bytes
from generator.render.templates import Templates

NAME = "plan"


def paths(_plan: Plan) -> Iterable[str]:
    """One file."""
    return ("plan.json",)


def render(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    """Print every record of the plan."""
    yield Artifact("plan.json", sealed(json_bytes(sections(plan))))
