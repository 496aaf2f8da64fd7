"""The plan of a rendered tree, which exports read."""

from pathlib import Path

from generator.change.formats import PLAN, PlanFileError, read_rows
from generator.plan.plan import Plan
from generator.plan.read_back import read_back


def plan_of(path: Path) -> Plan:
    """Return the plan of a rendered tree, or of a `plan.json` itself.

    Raises PlanFileError: there is none, or it is of a release that did not keep every choice.
    """
    file = path / PLAN if path.is_dir() else path
    try:
        return read_back(
            read_rows(file, ": pass a rendered tree or its plan.json; `clustergen render SPEC -o TREE` writes one")
        )
    except ValueError as error:
        raise PlanFileError(f"{file} {error}") from None
