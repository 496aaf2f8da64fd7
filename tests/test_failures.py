"""What a failure costs in CI: the difference of two large collections is not printed whole."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

_TEST = """
def test_large():
    assert {f"a {n} to b {n * 7 % 6007}" for n in range(6000)} == {f"a {n} to b {n * 11 % 6011}" for n in range(6000)}
"""
_MOST_S = 300


def test_a_large_difference_is_told_in_seconds(tmp_path: Path) -> None:
    """pytest needs many minutes for it where CI is set."""
    (tmp_path / "test_large.py").write_text(_TEST, encoding="ascii")
    (tmp_path / "conftest.py").write_text(
        "from tests.failures import Failures\n\n\ndef pytest_configure(config):\n    config.pluginmanager.register(Failures(config))\n",
        encoding="ascii",
    )
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "CI": "true", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=_MOST_S,
    )
    assert said.returncode == 1
    assert "FAILED test_large.py::test_large" in said.stdout
