"""Files that strangers may have put there: which are read, and what JSON of ours may hold."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.source.reading import ReadingError, read_json, read_regular


def _sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 5_000_000_000)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (os.mkfifo, "is not a regular file"),
        (os.mkdir, "is a directory"),
        (lambda path: path.symlink_to("/dev/zero"), "is not a regular file"),
        (lambda path: path.symlink_to("nowhere"), "cannot be read: no such file or directory"),
        (_sparse, "has 5,000,000,000 bytes, and may have 10"),
        (lambda path: path.symlink_to("/proc/self/maps"), "has more than 10 bytes"),
    ],
)
def test_only_plain_files_of_a_size_are_read(make: Callable[[Path], Any], reason: str, tmp_path: Path) -> None:
    make(tmp_path / "x")
    with pytest.raises(ReadingError, match=reason):
        read_regular(tmp_path / "x", 10)


def test_a_plain_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"0123456789")
    assert read_regular(tmp_path / "x", 10) == b"0123456789"


@pytest.mark.parametrize(
    "text",
    [r'"a\nb"', r'"\u001b"', r'"\u007b{"', '"\x1b"', '"\u202e"', '"{{ x }}"', '"{% x"', '"{# x"', "[" * 100_000, "NaN", "-Infinity", "1" * 5000, "{", "", '"\x85"'],
)  # fmt: skip
def test_json_of_others_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(text, encoding="utf-8")
    with pytest.raises(ReadingError):
        read_json(tmp_path / "x", 1_000_000)


@pytest.mark.parametrize("text", ['"a"', r'"C:\\new \\t \" \/"', '{"a":\r\n {"b": [{}]}}', '"Ä 名"', "1e3"])
def test_json_of_ours_is_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(text, encoding="utf-8", newline="")
    read_json(tmp_path / "x", 1_000_000)
