"""Failures as they come: a run of an hour that is ended from outside has named what failed before."""

import pytest


class Failures:
    """Writes a failed test's name, and the end of what it says, when it fails."""

    def __init__(self, config: pytest.Config) -> None:
        """Write where the run's results go; a worker has no such place."""
        self._plugins = config.pluginmanager

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write two lines for a failure."""
        terminal: pytest.TerminalReporter | None = self._plugins.getplugin("terminalreporter")
        if report.failed and terminal is not None:
            said = [line for line in report.longreprtext.splitlines() if line.startswith("E  ")]
            terminal.write_line(f"\nFAILED {report.nodeid} ({report.when})")
            terminal.write_line("\n".join(said[:3]))
