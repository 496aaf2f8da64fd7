"""An earlier plan that a new one is based on: read from its `plan.json`, whose formats are read for ever."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.change.formats import PLAN, PlanFileError, read_sections
from generator.change.read_baseline import read_baseline
from generator.model.baseline import Baseline


class EarlierPlan(Struct, frozen=True, kw_only=True):
    """The choices that the new plan keeps, and the records that it is held against. With `disruptive` they may change."""

    source: str
    choices: Baseline
    sections: Mapping[str, Any]
    disruptive: bool = False


def read_earlier_plan(path: Path, *, disruptive: bool = False) -> EarlierPlan:
    """Read a `plan.json`, or the one of a rendered tree.

    A plan of format 1 has no numbering: what it has is held against the new plan all the same.

    Raises:
        PlanFileError: it cannot be read, or is no plan.
    """
    file = path / PLAN if path.is_dir() else path
    sections = read_sections(file, ", so it is no plan of clustergen")
    try:
        choices = read_baseline(sections)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise PlanFileError(f"{file} holds what clustergen did not write: use the file as it was rendered") from None
    return EarlierPlan(source=str(file), choices=choices, sections=sections, disruptive=disruptive)
