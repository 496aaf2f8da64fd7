"""What tests cost: processor seconds of each, its children's included, so that the load of a machine does not show.

The run ends with the slowest 30. In CI a file that needs more than its budget fails the run: the budget that
`tests/budgets.yaml` gives the file, or the nearest folder that the file is in.
"""

import os
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest
import yaml

_COST = "cpu_s"
_SHOWN = 30
_LONG = 5.0
"""Seconds of waiting that are worth a line."""
_BUDGETS = Path(__file__).parent / "budgets.yaml"
_LONGEST = Path(__file__).parent / "longest.yaml"
_TICKS = os.sysconf("SC_CLK_TCK")
_START = pytest.StashKey[float]()


LASTING: set[int] = set()
"""Children that serve several tests, by their number: a process has the seconds of a child only when it ends."""


def spent() -> float:
    """Return the processor seconds of this process and of its children."""
    return sum(os.times()[:4]) + sum(map(_so_far, LASTING))


def _so_far(child: int) -> float:
    """Return the seconds of a child, and of its own children that have ended."""
    figures = Path(f"/proc/{child}/stat").read_text("utf-8").rpartition(")")[2].split()
    return sum(map(int, figures[11:15])) / _TICKS


def budget(file: str, budgets: Mapping[str, float]) -> float:
    """Return the budget of a file: its own, else that of the nearest folder."""
    return next(budgets[str(path)] for path in (Path(file), *Path(file).parents) if str(path) in budgets)


def stated_budgets() -> dict[str, float]:
    """Return the budgets by file and folder, in seconds."""
    found: dict[str, float] = yaml.safe_load(_BUDGETS.read_text(encoding="utf-8"))
    return found


def longest() -> list[str]:
    """Return the files that take longest by the clock, longest first."""
    found: list[str] = yaml.safe_load(_LONGEST.read_text(encoding="utf-8"))
    return found


def beyond(files: Mapping[str, float], budgets: Mapping[str, float]) -> Iterator[str]:
    """Yield a line for each file whose seconds are more than its own budget, else that of the nearest folder."""
    for file, cost in sorted(files.items()):
        if cost > (most := budget(file, budgets)):
            yield f"{file} took {cost:.0f} s of processor time; its budget in tests/budgets.yaml is {most} s"


class Cost:
    """Adds to the report of each test what it cost, and adds up by file where the run is reported."""

    def __init__(self, *, kept: bool) -> None:
        """Start with nothing spent; `kept` says whether budgets are held."""
        self._kept = kept
        self._tests: dict[str, float] = {}
        self._seconds: dict[str, float] = defaultdict(float)
        self.beyond: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        item.stash[_START] = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when == "teardown":
            report.user_properties.append((_COST, round(spent() - item.stash[_START], 2)))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration
        if report.when == "teardown":
            self._tests[report.nodeid] = sum(
                cast("float", cost) for name, cost in report.user_properties if name == _COST
            )

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._kept:
            self.beyond = list(beyond(self.by_file(), stated_budgets()))
        if self.beyond and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        most = sorted((test for test in self._tests if self._tests[test] >= 1), key=lambda test: -self._tests[test])
        if most:
            terminalreporter.section(
                f"processor seconds: {sum(self._tests.values()):.0f}, and the tests that need most"
            )
        for test in most[:_SHOWN]:
            terminalreporter.line(f"{self._tests[test]:7.1f}  {test}")
        waits = {test: taken - self._tests.get(test, 0) for test, taken in self._seconds.items()}
        if longest := sorted((test for test, wait in waits.items() if wait >= _LONG), key=lambda test: -waits[test]):
            terminalreporter.section(f"seconds of waiting: {sum(waits.values()):.0f}, and the tests that wait longest")
        for test in longest[:_SHOWN]:
            terminalreporter.line(f"{waits[test]:7.1f}  {test}")
        for line in self.beyond:
            terminalreporter.line(line, red=True)

    def by_file(self) -> dict[str, float]:
        """Return the processor seconds of each file of tests."""
        files: dict[str, float] = defaultdict(float)
        for test, cost in self._tests.items():
            files[test.partition("::")[0]] += cost
        return dict(files)
