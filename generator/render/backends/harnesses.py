"""harnesses: the place of each fibre harness. Its tails, one per port, are joined to the cords of these ports in the panel of the device, in the same rack."""

from collections.abc import Iterable, Iterator
from operator import attrgetter

from generator.plan.cabling.records import Harness
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import csv_table
from generator.render.templates import Templates

NAME = "harnesses"
_PATH = "cabling/harnesses.csv"


def paths(plan: Plan) -> Iterable[str]:
    """One table, where there are harnesses."""
    if plan.harnesses:
        yield _PATH


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print one row a harness. Rows are only added as a cluster grows."""
    del templates
    found = plan.harnesses
    names = (*Harness.__struct_fields__, "harness", "panel", "positions")
    if found:
        yield Artifact(_PATH, csv_table(names, map(attrgetter(*names), found)))
