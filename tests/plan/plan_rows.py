"""Plans as rows, for tests of what a change does."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

from generator.plan.sections import compared
from generator.render.encode import plain
from tests.conftest import example, plan_of
from tests.specs import Spec, plan_data

Plain = dict[str, Any]


@cache
def _text(name: str) -> str:
    return json.dumps(plain(compared(plan_of(example(name)))))


def rows_of_example(name: str) -> Plain:
    """Return the rows of an example, to be changed as one likes."""
    found = json.loads(_text(name))
    assert isinstance(found, dict)
    return found


def rows_of(spec: Spec, folder: Path) -> Plain:
    """Plan a spec that is data, and give its rows."""
    found = plain(compared(plan_data(spec, folder)))
    assert isinstance(found, dict)
    return found


def bent(rows: Plain, section: str, number: int, /, **values: Any) -> Plain:
    """Return the same rows, with other values in one of them."""
    found = copy.copy(rows)
    found[section] = list(rows[section])
    found[section][number] = {**rows[section][number], **values}
    return found
