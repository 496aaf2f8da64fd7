"""report: the analysis of the design as one page, for the engineer and the reviewer."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.report.page import report_values
from generator.render.templates import Templates

NAME = "report"


def paths(_plan: Plan) -> Iterable[str]:
    """Name the page."""
    return ("docs/report.html",)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the page."""
    yield Artifact("docs/report.html", templates.render("report/report.html.j2", **report_values(plan)))
