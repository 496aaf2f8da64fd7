"""What is kept with the installation: found by what it was made of, and by nothing else."""

import sys
from pathlib import Path

import pytest

from generator.source.kept import Kept


@pytest.fixture(autouse=True)
def _may_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def test_it_is_there_for_the_same_text_and_code(tmp_path: Path) -> None:
    Kept(tmp_path, (b"release 1",)).put("hosts/a", b"text", b"made")
    assert Kept(tmp_path, (b"release 1",)).get("hosts/a", b"text") == b"made"
    assert Kept(tmp_path, (b"release 1",)).get("hosts/a", b"another text") is None
    assert Kept(tmp_path, (b"release 2",)).get("hosts/a", b"text") is None
    assert Kept(tmp_path, (b"release 1",)).get("hosts/b", b"text") is None


def test_a_newer_one_takes_its_place(tmp_path: Path) -> None:
    kept = Kept(tmp_path, ())
    kept.put("a", b"one", b"1")
    kept.put("a", b"two", b"2")
    assert (kept.get("a", b"one"), kept.get("a", b"two")) == (None, b"2")
    assert len(list((tmp_path / "__pycache__").iterdir())) == 1
