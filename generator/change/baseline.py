"""An earlier plan as the ground of a new one: read from its `plan.json`, whose formats are read for ever."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.change.formats import MOST_BYTES, fault
from generator.change.stand import read_standing
from generator.model.standing import Standing
from generator.source.reading import ReadingError, read_json


class BaselineError(Exception):
    """A file that is no plan of ours, in our words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """What stands, and the records that are held against the new plan. With `disruptive` they may move."""

    source: str
    standing: Standing
    sections: Mapping[str, Any]
    disruptive: bool = False


def read_baseline(path: Path, *, disruptive: bool = False) -> Baseline:
    """Read a `plan.json`, or the one of a rendered tree.

    A plan of format 1 has no numbering: what it has is held against the new plan all the same.

    Raises:
        BaselineError: it cannot be read, or is no plan.
    """
    file = path / "plan.json" if path.is_dir() else path
    try:
        plan = read_json(file, MOST_BYTES)
    except ReadingError as error:
        message = f"{file} {error.reason}, so it is no plan of clustergen"
        raise BaselineError(message) from None
    if wrong := fault(plan):
        message = f"{file} {wrong}"
        raise BaselineError(message)
    try:
        standing = read_standing(plan)
    except (LookupError, TypeError, ValueError, AttributeError):
        message = f"{file} holds what clustergen did not write: use the file as it was rendered"
        raise BaselineError(message) from None
    return Baseline(source=str(file), standing=standing, sections=plan, disruptive=disruptive)
