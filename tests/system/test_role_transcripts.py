"""docs/roles.md: each role's first hour, from an empty folder: every command of its section ends well, and every file that it names is there."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.proof
PAGE = ROOT / "docs" / "roles.md"
ROLES = ("Engineer", "Technician", "Operator", "Reviewer")
_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`((?:build|order)/[^`\s]*)`")


def sections(text: str) -> dict[str, str]:
    """Return each section by its title."""
    return dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))


def commands(section: str) -> list[str]:
    return [line for block in _BLOCK.findall(section) for line in block.splitlines()]


def detours(section: str, folder: Path, programs: Path) -> Iterator[str]:
    """Run a section as somebody types it, and yield what stops them: a command that fails, or a file that is not there."""
    path = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    there = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(folder)}
    for line in commands(section):
        done = subprocess.run(
            ["/bin/bash", "-euo", "pipefail", "-c", line], cwd=folder, env=there, capture_output=True, text=True, check=False
        )  # fmt: skip
        if done.returncode:
            yield f"{line}: exit {done.returncode}: {done.stderr[-400:]}"
    for name in _FILE.findall(section):
        if not list(folder.glob(name.rstrip("/").replace("<rack>", "*"))):
            yield f"no {name}"


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `clustergen` of this checkout."""
    folder = tmp_path_factory.mktemp("programs")
    (folder / "clustergen").write_text(f'#!/bin/sh\nexec {sys.executable} -m generator "$@"\n', encoding="utf-8")
    (folder / "clustergen").chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def engineer(tmp_path_factory: pytest.TempPathFactory, programs: Path) -> tuple[Path, list[str]]:
    """The engineer's folder, which the others get, and what stopped the engineer."""
    folder = tmp_path_factory.mktemp("engineer")
    return folder, list(detours(sections(PAGE.read_text(encoding="utf-8"))["Engineer"], folder, programs))


@pytest.mark.parametrize("role", ROLES)
def test_nothing_stops_a_newcomer(role: str, engineer: tuple[Path, list[str]], programs: Path, tmp_path: Path) -> None:
    folder, stopped = engineer
    section = sections(PAGE.read_text(encoding="utf-8"))[role]
    assert len(commands(section)) >= 6
    assert len(_FILE.findall(section)) >= 3
    if role != "Engineer":
        shutil.copy(folder / "cluster.yaml", tmp_path)
        shutil.copytree(folder / "build", tmp_path / "build")
        stopped = list(detours(section, tmp_path, programs))
    assert stopped == []


def test_every_section_is_of_a_role() -> None:
    assert tuple(sections(PAGE.read_text(encoding="utf-8"))) == ROLES


@pytest.mark.parametrize(
    ("planted", "seen"),
    [
        ("```sh\nclustergen explain cluster.yaml gpu99\n```", "exit 1"),
        ("```sh\nclustergen shew cluster.yaml\n```", "exit 2"),
        ("Open `build/docs/reports.html`.", "no build/docs/reports.html"),
    ],
)
def test_a_planted_detour_is_seen(planted: str, seen: str, engineer: tuple[Path, list[str]], programs: Path) -> None:
    assert any(seen in each for each in detours(planted, engineer[0], programs))
