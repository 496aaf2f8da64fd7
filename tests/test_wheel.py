"""The wheel: it is whole, needs no package that it does not name, and runs from another folder. No network is asked."""

import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable, Iterable
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES, ROOT
from tests.depth import IN_FULL
from tests.run_lock import needed

pytestmark = pytest.mark.proof
PLACES = {
    "generator": "generator",
    "templates": "generator/_data/templates",
    "playbooks": "generator/_data/playbooks",
    "docs": "generator/_data/docs",
}
RENDERED = EXAMPLES if IN_FULL else ("roce-16", "ib-256", "kubeadm-tenants-8")


def _run(folder: Path, *command: str | Path) -> str:
    return subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True).stdout


def _alone(wheel: Path, asked: Iterable[str], folder: Path) -> Path:
    """Install the wheel beside the packages that it asks for, and what those need, all from this environment; return the folder of its programs."""
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    _run(folder, *pip, "install", "--no-index", "--no-deps", wheel)
    (packages := folder / "packages").mkdir()
    for name in needed(own=asked):
        found = distribution(name)
        tops = {file.parts[0] for file in found.files or () if file.parts[0] not in {"..", "__pycache__"}}
        for top in tops:
            (packages / top).symlink_to(Path(str(found.locate_file(top))))
    (site,) = (folder / "venv" / "lib").glob("python*/site-packages")
    (site / "packages.pth").write_text(f"{packages}\n", encoding="utf-8")
    return python.parent


def test_it_is_whole_and_renders_alone(tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """It has every file that a render reads."""
    _run(tmp_path, sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path / "dist", ROOT)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        there = set(packed.namelist())
        (metadata,) = (name for name in there if name.endswith(".dist-info/METADATA"))
        asked = Parser().parsestr(packed.read(metadata).decode()).get_all("Requires-Dist", [])
    for folder, place in PLACES.items():
        files = [path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert there.issuperset(f"{place}/{path.as_posix()}" for path in files if "__pycache__" not in path.parts)
    programs = _alone(wheel, asked, tmp_path)
    for name in RENDERED:
        _run(tmp_path, programs / "clustergen", "-q", "render", ROOT / "examples" / name / "cluster.yaml", "-o", name)
        assert (tmp_path / name / "summary.json").is_file()
    assert str(tmp_path) in _run(tmp_path, programs / "python", "-c", "import generator; print(generator.__file__)")
    manual = (ROOT / "docs" / "growth.md").read_text(encoding="utf-8")
    assert _run(tmp_path, programs / "clustergen", "docs", "growth") == manual
    proven("wheel", f"installed alone, renders {', '.join(RENDERED)} from another folder")
