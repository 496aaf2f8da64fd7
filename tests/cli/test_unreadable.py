"""Files and folders that this user may not read: each is named, and nothing is half done or silently left out."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import example

_PLAIN_USER = """
import ctypes, os, sys
for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH: root is stopped by permissions too
    ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
os.execv(sys.executable, [sys.executable, "-m", "generator", *sys.argv[1:]])
"""
NAME = "roce-16"


def run(*arguments: str | Path) -> tuple[int, str]:
    """Run a command as a user whom permissions stop: the exit code, and what is printed."""
    command = [sys.executable, "-c", _PLAIN_USER, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    return Path(shutil.copy(example(NAME), tmp_path / "cluster.yaml"))


def test_a_spec_is_a_problem_of_the_spec(spec: Path) -> None:
    spec.chmod(0)
    code, text = run("validate", spec)
    assert (code, "cannot be read: permission denied" in text) == (1, True)


@pytest.mark.parametrize("name", ["catalog", "templates", "site"])
def test_a_folder_beside_the_spec_is_not_left_out(name: str, spec: Path) -> None:
    (spec.parent / name).mkdir(mode=0)
    code, text = run("render", spec, "-o", spec.parent / "build")
    (spec.parent / name).chmod(0o755)
    assert code == 1
    assert f"{spec.parent / name} cannot be" in text
    assert not (spec.parent / "build").exists()


def test_a_file_of_a_tree_is_a_fault(spec: Path, rendered: Callable[[str], Path]) -> None:
    tree = Path(shutil.copytree(rendered(NAME), spec.parent / "build"))
    (tree / "ip" / "asns.csv").chmod(0)
    code, text = run("render", spec, "-o", tree, "--check")
    assert (code, "cannot be read: ip/asns.csv" in text) == (1, True)
    code, text = run("check", tree, "--changed")
    assert (code, "ip/asns.csv cannot be opened: permission denied" in text) == (1, True)


def test_nothing_is_left_of_a_tree_with_folders_that_are_read_only(spec: Path, rendered: Callable[[str], Path]) -> None:
    tree = Path(shutil.copytree(rendered(NAME), spec.parent / "build"))
    (tree / "switches").chmod(0o555)
    tree.chmod(0o555)
    spec.write_text(spec.read_text("utf-8").replace("count: 2, max: 32", "count: 3, max: 32"), encoding="utf-8")
    code, text = run("render", spec, "-o", tree)
    assert code == 0, text
    assert sorted(path.name for path in spec.parent.iterdir()) == ["build", "cluster.yaml"]
