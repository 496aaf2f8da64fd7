"""Modules from the cached file of a command: the ones that Python would load, and never an older one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import generator

ROOT = Path(generator.__file__).parent
_PRINT = "import generator.cli.shown as shown; print(shown.WORD, shown.inner.WORD, type(shown.__loader__).__name__, shown.__file__)"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with the finder, a module and a package in it."""
    for name in ("__init__.py", "cli/__init__.py", "cli/modules.py", "source/__init__.py", "source/kept.py", "data.py"):
        copy = tmp_path / "generator" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((ROOT / name).read_bytes())
    (tmp_path / "generator/inner").mkdir()
    (tmp_path / "generator/inner/__init__.py").write_text("WORD = 'inner'\n", encoding="utf-8")
    (tmp_path / "generator/cli/shown.py").write_text(
        "from generator import inner\n\nWORD = 'first'\n", encoding="utf-8"
    )
    return tmp_path


def _run(package: Path, code: str = _PRINT, **environment: str) -> list[str]:
    """Run code as a command does, and return the words that it prints."""
    start = "import atexit, sys; from generator.cli.modules import CachedModules as C; c = C(); sys.meta_path.insert(0, c); atexit.register(c.save)"
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")} | environment
    done = subprocess.run(
        [sys.executable, "-c", f"{start}; {code}"], cwd=package, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def _cached(package: Path) -> Path:
    return package / f"generator/__pycache__/generator.cli.shown.{sys.implementation.cache_tag}.kept"


def test_a_second_run_loads_what_the_first_cached(package: Path) -> None:
    source = str(package / "generator/cli/shown.py")
    assert _run(package) == ["first", "inner", "SourceFileLoader", source]
    assert _run(package) == ["first", "inner", "_Loader", source]


def test_a_changed_module_is_loaded_anew(package: Path) -> None:
    _run(package)
    (package / "generator/inner/__init__.py").write_text("WORD = 'changed'\n", encoding="utf-8")
    assert _run(package)[:3] == ["first", "changed", "_Loader"]
    written = _cached(package).read_bytes()
    assert (_run(package)[:3], _cached(package).read_bytes()) == (["first", "changed", "_Loader"], written)


def test_a_module_that_is_gone_is_not_found(package: Path) -> None:
    _run(package)
    (package / "generator/cli/shown.py").unlink()
    code = "import importlib.util as u; print(u.find_spec('generator.cli.shown'))"
    assert _run(package, code) == ["None"]


@pytest.mark.parametrize("left", [0, 40, 300, -20])
def test_a_damaged_file_harms_nothing(package: Path, left: int) -> None:
    _run(package)
    whole = _cached(package).read_bytes()
    _cached(package).write_bytes(whole[:left])
    assert _run(package)[:2] == ["first", "inner"]


def test_a_module_that_is_replaced_at_the_end_is_not_cached(package: Path) -> None:
    """An upgrade may take the sources away while a command runs."""
    gone = f"{_PRINT}; import os; os.unlink(shown.__file__)"
    assert _run(package, gone)[:2] == ["first", "inner"]


def test_what_python_optimizes_is_cached_apart(package: Path) -> None:
    (package / "generator/inner/__init__.py").write_text("WORD = str(__debug__)\n", encoding="utf-8")
    words = [_run(package, PYTHONOPTIMIZE=level)[1] for level in ("", "1", "1", "")]
    assert words == ["True", "False", "False", "True"]


def test_nothing_is_written_where_python_writes_nothing(package: Path) -> None:
    _run(package, PYTHONDONTWRITEBYTECODE="1")
    assert not _cached(package).exists()
