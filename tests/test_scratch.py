"""Trees of tests are written in memory where there is room, and nowhere else where somebody has said where."""

import os
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.scratch import ROOM, scratch


@pytest.mark.parametrize(
    ("flag", "blocks", "kib", "there"),
    [(0, ROOM, ROOM // 1024, True), (os.ST_NOEXEC, ROOM, ROOM // 1024, False), (0, ROOM - 1, ROOM // 1024, False), (0, ROOM, 4096, False)],
    ids=["room", "no programs", "a small folder", "a small machine"],
)  # fmt: skip
def test_memory_is_taken_where_there_is_room(
    flag: int, blocks: int, kib: int, there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_bavail=blocks, f_frsize=1, f_flag=flag))
    (tmp_path / "meminfo").write_text(f"MemTotal:       99999999 kB\nMemAvailable:   {kib} kB\n")
    assert scratch(tmp_path, tmp_path / "meminfo") == (str(tmp_path) if there else tempfile.gettempdir())


def test_who_has_said_where_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/elsewhere")
    assert scratch(tmp_path) == tempfile.gettempdir()


def test_without_such_a_folder_nothing_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    assert scratch(tmp_path / "none") == tempfile.gettempdir()
