"""room: racks and feeds as tables, and the power budget with its arithmetic."""

from collections.abc import Iterable, Iterator

from generator.plan.cabling.rack_sheet import rack_sheets
from generator.plan.plan import Plan
from generator.plan.power import device_loads
from generator.plan.power.feeds import rack_feeds
from generator.render.artifact import Artifact
from generator.render.lines import csv_table
from generator.render.room.document import document_values
from generator.render.room.sheets import FEED_COLUMNS, RACK_COLUMNS, feed_rows, rack_rows
from generator.render.templates import Templates

NAME = "room"


def paths(_plan: Plan) -> Iterable[str]:
    """Name two tables and the budget."""
    return ("docs/racks.csv", "docs/power.csv", "docs/power.md")


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print one row a rack, one row a feed of a rack, and the budget."""
    devices = device_loads(plan)
    sheets, feeds = list(rack_sheets(plan, devices)), rack_feeds(plan, devices)
    yield Artifact("docs/racks.csv", csv_table(RACK_COLUMNS, rack_rows(sheets)))
    rows = feed_rows(sheets, feeds, plan.site.power, plan.site.circuit)
    yield Artifact("docs/power.csv", csv_table(FEED_COLUMNS, rows))
    yield Artifact("docs/power.md", templates.render("room/power.md.j2", **document_values(plan, sheets, feeds)))
