"""Compiled templates: kept for ours, by what they say, and never for a user's."""

import sys
from pathlib import Path

import pytest

from generator.render.templates import Templates


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of templates where Python may write."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "a.j2").write_text("one {{ x }}\n", encoding="utf-8")
    return folder


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "__pycache__").glob("*"))


def test_a_template_is_compiled_once(ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Templates(ours).render("a.j2", x=1) == "one 1\n"
    assert len(kept(ours)) == 1
    monkeypatch.setattr("jinja2.environment.Environment.compile", lambda *_: pytest.fail("it is compiled again"))
    assert Templates(ours).render("a.j2", x=2) == "one 2\n"


def test_another_text_is_another_template(ours: Path) -> None:
    """Within the same moment, too: it goes by the text, not by a time."""
    Templates(ours).render("a.j2", x=1)
    (ours / "a.j2").write_text("two {{ x }}\n", encoding="utf-8")
    assert Templates(ours).render("a.j2", x=1) == "two 1\n"
    assert len(kept(ours)) == 1


def test_what_is_kept_and_no_code_is_compiled_again(ours: Path) -> None:
    Templates(ours).render("a.j2", x=1)
    (file,) = kept(ours)
    for damaged in (b"nothing", file.read_bytes()[:40] + b"cnothere\nx\n."):
        file.write_bytes(damaged)
        assert Templates(ours).render("a.j2", x=1) == "one 1\n"
    assert file.stat().st_mode & 0o777 == 0o644, "others on this machine may read it, as Python's own"
    assert Templates(ours).render("a.j2", x=1) == "one 1\n"


def test_a_users_template_is_never_kept(ours: Path, tmp_path: Path) -> None:
    """Not even where it has the name of one of ours, which stays what it is."""
    Templates(ours).render("a.j2", x=1)
    before = [file.read_bytes() for file in kept(ours)]
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "a.j2").write_text("theirs {{ x }}\n", encoding="utf-8")
    assert Templates(ours, (theirs,)).render("a.j2", x=1) == "theirs 1\n"
    assert [file.read_bytes() for file in kept(ours)] == before
    assert not (theirs / "__pycache__").exists()
    assert Templates(ours).render("a.j2", x=1) == "one 1\n"


def test_nothing_is_written_where_python_may_not(ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    Templates(ours).render("a.j2", x=1)
    assert kept(ours) == []


def test_all_are_compiled_before_they_are_needed(ours: Path) -> None:
    Templates(ours).compile(ours)
    assert len(kept(ours)) == 1


def test_a_folder_that_nobody_may_write_to_is_no_fault(ours: Path) -> None:
    (ours / "__pycache__").write_text("in the way", encoding="utf-8")
    assert Templates(ours).render("a.j2", x=1) == "one 1\n"
