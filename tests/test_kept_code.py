"""Code that a host of the bed keeps (`twin/kept_code.py`) is found again by its source, and only where root or whoever runs it has kept it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT, missing

_TEXT = (ROOT / "tests" / "twin" / "kept_code.py").read_text(encoding="utf-8")
_SOURCE, _PLANTED = "said = 'sent'\n", "said = 'planted'\n"
_NOBODY = 65534


def _said(folder: Path) -> str:
    """Import a module from a zip file, as a host does with one of Ansible's."""
    packed = folder / "packed.zip"
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("sent.py", _SOURCE)
    text = f"{_TEXT.replace('/run/kept-code', str(folder / 'kept'))}\nimport sent\nprint(sent.said, sent.__file__)"
    command = [sys.executable, "-S", "-c", text]
    done = subprocess.run(command, env={"PYTHONPATH": str(packed)}, check=True, capture_output=True, text=True)
    assert done.stdout.split()[1] == str(packed / "sent.py")
    return done.stdout.split()[0]


def _plant(folder: Path) -> Path:
    """Have other code in the place of what is kept."""
    (kept,) = (folder / "kept").iterdir()
    text = f"import marshal, sys; sys.stdout.buffer.write(marshal.dumps(compile({_PLANTED!r}, 'x', 'exec')))"
    kept.write_bytes(subprocess.run([sys.executable, "-c", text], check=True, capture_output=True).stdout)
    return kept


def test_kept_code_serves_the_next_import(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    assert _said(tmp_path) == "sent"
    _plant(tmp_path)
    assert _said(tmp_path) == "planted"


@pytest.mark.proof
def test_code_of_somebody_else_is_not_run(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        missing("root", "giving a file to somebody else needs it")
    (tmp_path / "kept").mkdir()
    _said(tmp_path)
    os.chown(_plant(tmp_path), _NOBODY, _NOBODY)
    assert _said(tmp_path) == "sent"
