"""Failures as they come: a run of an hour that is ended from outside has named what failed before."""

import os
from collections.abc import Generator

import pytest

_WHOLE = ("CI", "BUILD_NUMBER")
"""Where one of these is set, pytest prints whole differences: of two large collections difflib needs hours for one (pytest 9.2, `running_on_ci`)."""


class Failures:
    """Writes a failed test's name, and the end of what it says, when it fails; differences are as short as at a desk."""

    def __init__(self, config: pytest.Config) -> None:
        """Write where the run's results go; a worker has no such place."""
        self._plugins = config.pluginmanager

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        """Hide meanwhile that this is CI."""
        hidden = {name: os.environ.pop(name) for name in _WHOLE if name in os.environ}
        try:
            return (yield)
        finally:
            os.environ.update(hidden)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write two lines for a failure."""
        terminal: pytest.TerminalReporter | None = self._plugins.getplugin("terminalreporter")
        if report.failed and terminal is not None:
            said = [line for line in report.longreprtext.splitlines() if line.startswith("E  ")]
            terminal.write_line(f"\nFAILED {report.nodeid} ({report.when})")
            terminal.write_line("\n".join(said[:3]))
