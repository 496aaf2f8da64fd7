"""Rows that are taken at once are rows that pass when they are looked at value by value; and those of our own plans are taken at once."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from generator.change import shapes
from generator.change.row_records import RECORDS
from generator.change.row_types import fit
from generator.plan.sections import with_hardware
from generator.render.encode import plain
from tests.specs import cluster, plan_data

_ODD: tuple[Any, ...] = (True, None, 7, -1, 1 << 63, 1 << 70, 1.5, float("nan"), float("inf"), "text", "x" * 5000, "", [], [[]], {}, {"a": {}}, ["x"], [1, "x"])  # fmt: skip
_SLOW = {"kubernetes", "roce"}
"""Sections of a few rows that may be looked at value by value."""


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    found: dict[str, Any] = plain(with_hardware(plan_data(cluster(), tmp_path_factory.mktemp("plan"))))
    return found


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every mapping or list of a value with each of its keys."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from _places(each)


def test_rows_of_our_own_are_taken_at_once(plan: dict[str, Any]) -> None:
    sections = [name for name in RECORDS if plan.get(name)]
    assert len(sections) > 15
    slow = [name for name in sections if not fit(RECORDS[name], shapes._key_fields(name), plan[name])]
    assert set(slow) <= _SLOW


def test_what_is_taken_at_once_passes_value_by_value(plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    taken = refused = 0
    for section in (name for name in RECORDS if plan.get(name)):
        row = copy.deepcopy(plan[section][0])
        needed = shapes._key_fields(section)
        with monkeypatch.context() as patch:
            patch.setattr(shapes, "fit", lambda *_: False)
            for holder, key in list(_places(row)):
                kept = holder[key]
                for odd in _ODD:
                    holder[key] = odd
                    good = fit(RECORDS[section], needed, [row])
                    taken, refused = taken + good, refused + (not good)
                    assert not good or not list(shapes._wrong(section, [row])), f"{section}: {key} is {odd!r:.40}"
                holder[key] = kept
            for name in needed:
                assert not fit(RECORDS[section], needed, [{key: row[key] for key in row if key != name}])
            assert not fit(RECORDS[section], needed, [{**row, "unknown": 1}])
    assert taken > 100 and refused > 1000


@pytest.mark.parametrize("rows", [[[]], ["x"], [None], [7]])
def test_what_is_no_mapping_is_not_taken(rows: list[Any]) -> None:
    assert not fit(RECORDS["racks"], frozenset(), rows)
