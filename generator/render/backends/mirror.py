"""mirror: the list of all pinned downloads, for a site without internet access."""

from collections.abc import Iterable, Iterator

from generator.plan.fetched import fetched
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import csv_table
from generator.render.templates import Templates

NAME = "mirror"
_PATH = "mirror/contents.csv"
_COLUMNS = ("kind", "name", "version", "digest", "by", "source")


def paths(_plan: Plan) -> Iterable[str]:
    """One file."""
    return (_PATH,)


def render(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    """Print the list."""
    yield Artifact(
        _PATH, csv_table(_COLUMNS, [tuple(getattr(each, name) for name in _COLUMNS) for each in fetched(plan)])
    )
