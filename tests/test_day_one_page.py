"""docs/day-one.md: every line of a first day names the tests that hold it, and each of these is there."""

import re
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "day-one.md"
LINES = [
    *(f"1.{number}" for number in range(1, 7)),
    *(f"2.{number}" for number in range(1, 12)),
    *(f"3.{number}" for number in range(1, 7)),
]
_ROW = re.compile(r"^\| (\d\.\d+) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)


def named(cell: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a row's last cell, each with every test of it; a file of a spec has none."""
    for part in cell.split("<br>"):
        file, *tests = re.findall(r"`([^`]+)`", part)
        yield from ((file, test) for test in tests or [""])


def absent(file: str, test: str) -> bool:
    """Whether a file, or the test in it, is not there; what is called a test and collected by nobody counts as absent."""
    path = ROOT / "tests" / file
    if not path.is_file() or not (test or file.startswith("errors/")):
        return True
    return bool(test) and not re.search(rf"^ *def {test}\(", path.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("line", LINES)
def test_every_line_is_held_by_tests_that_exist(line: str) -> None:
    cells = dict(_ROW.findall(PAGE.read_text("utf-8")))
    assert list(named(cells[line]))
    assert [each for each in named(cells[line]) if absent(*each)] == []


def test_no_line_is_left_out_or_made_up() -> None:
    assert [number for number, _ in _ROW.findall(PAGE.read_text("utf-8"))] == LINES


def test_a_test_that_is_not_there_is_seen() -> None:
    cell = "`render/test_slurm.py`: `test_scripts_are_clean`, `test_nobody_wrote`<br>`errors/nothing.yaml`<br>`render/test_slurm.py`"
    assert [each for each in named(cell) if absent(*each)] == [
        ("render/test_slurm.py", "test_nobody_wrote"),
        ("errors/nothing.yaml", ""),
        ("render/test_slurm.py", ""),
    ]
