"""A `plan.json` as rows: read, and refused where it is none."""

from pathlib import Path

from generator.change.formats import MOST_BYTES, fault
from generator.change.tables import PlanRows
from generator.source.reading import ReadingError, read_json

PLAN = "plan.json"


class SideError(Exception):
    """What was given is nothing that can be compared; the message says what to do."""


def read_rows(path: Path) -> PlanRows:
    """Read a plan.json of any format.

    Raises:
        SideError: it is none.
    """
    if path.name == PLAN and not path.exists():
        raise SideError(f"{path} is not there: render the spec to {path.parent} first")
    try:
        plan = read_json(path, MOST_BYTES)
    except ReadingError as error:
        raise SideError(f"{path} {error.reason}: give a spec, a rendered tree, or the plan.json of one") from None
    wrong = fault(plan)
    if wrong:
        raise SideError(f"{path} {wrong}")
    assert isinstance(plan, dict)
    return plan
