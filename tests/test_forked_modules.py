"""Modules that a host of the bed runs in forks (`twin/forked_modules.py`): with what they are given, and never by somebody else's server."""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, missing

_TWIN = ROOT / "tests" / "twin"
_LIBRARY = {
    "ansible/__init__.py": "",
    "ansible/module_utils/__init__.py": "",
    "ansible/module_utils/basic.py": "import os\nmade = os.getpid()\n",
    "ansible/modules/__init__.py": "",
}
_SCRIPT = """
import json, os, sys
sys.path.insert(0, {archive!r})
from ansible.module_utils import basic
from ansible.modules import sent
os.umask(umask := os.umask(0))
print(json.dumps({{"made": basic.made, "pid": os.getpid(), "said": sent.SAID, "folder": os.getcwd(), "umask": umask, "own": os.environ.get("OWN")}}))
print("and that", file=sys.stderr)
sys.exit({code})
"""
_NOBODY = 65534
_SERVER_S = 20


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Path]:
    """A folder that Python finds as a host does: its `sitecustomize` and what that imports."""
    (tmp_path / "kept").mkdir()
    for name, place in (
        ("kept_code", "sitecustomize"),
        ("forked_modules", "forked_modules"),
        ("module_server", "module_server"),
    ):
        text = (_TWIN / f"{name}.py").read_text("utf-8").replace("/run/kept-code", str(tmp_path / "kept"))
        (tmp_path / f"{place}.py").write_text(text, "utf-8")
    yield tmp_path
    for each in Path("/proc").glob("[0-9]*"):
        try:
            mine = f"PYTHONPATH={tmp_path}\0" in (each / "environ").read_text("utf-8", "replace")
        except OSError:
            continue
        if mine:
            os.kill(int(each.name), signal.SIGKILL)


def _run(host: Path, said: str, code: int = 0) -> dict[str, object]:
    """Send one module, as Ansible does."""
    archive = host / f"{said}.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name, text in {**_LIBRARY, "ansible/modules/sent.py": f"SAID = {said!r}\n"}.items():
            file.writestr(name, text)
    done = subprocess.run(
        [sys.executable],
        input=_SCRIPT.format(archive=str(archive), code=code),
        env={"PYTHONPATH": str(host), "OWN": said},
        cwd=host,
        umask=0o027,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, "and that\n")
    found: dict[str, object] = json.loads(done.stdout)
    assert (found["said"], found["own"], found["folder"], found["umask"]) == (said, said, str(host), 0o027)
    return found


def _socket(host: Path) -> Path:
    """Return the server's socket once there is one."""
    deadline = time.monotonic() + _SERVER_S
    while not (found := [*(host / "kept").glob("*.socket")]):
        assert time.monotonic() < deadline, "no server has started"
        time.sleep(0.05)
    return found[0]


def test_a_later_module_finds_the_library_imported(host: Path) -> None:
    """Each comes with a zip file of its own, from which it imports what is not shared."""
    first = _run(host, "first")
    assert first["made"] == first["pid"]
    _socket(host)
    second, third = _run(host, "second", 3), _run(host, "third")
    assert second["made"] == third["made"] != first["made"]
    assert len({second["made"], second["pid"], third["pid"]}) == 3


def test_without_a_server_a_module_runs_by_itself(host: Path) -> None:
    _run(host, "first")
    _socket(host).unlink()
    again = _run(host, "again")
    assert again["made"] == again["pid"]


@pytest.mark.proof
def test_a_server_of_somebody_else_is_not_asked(host: Path) -> None:
    if os.geteuid() != 0:
        missing("root", "giving a file to somebody else needs it")
    _run(host, "first")
    os.chown(_socket(host), _NOBODY, _NOBODY)
    again = _run(host, "again")
    assert again["made"] == again["pid"]
