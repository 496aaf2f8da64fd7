"""Known vulnerabilities: what is planted is refused, a service that knows nothing is no answer, and nothing needs a network."""

import os
import re
from pathlib import Path

import pytest
import yaml

from tests import advisories
from tests.advisories import LIST, LOCKS, by_list, by_service, locked, main, oldest
from tests.conftest import ROOT
from tests.run_lock import BLOCK, LOCK, run_lock

PLANTED = """\
jinja2==3.1.5 \\
    --hash=sha256:13b2beaad985e05e2d6407ee4c4f35590b11f8d693a258a561055cac8f64cab7
ansible_core==2.19.10 ; python_full_version < '3.12' \\
    --hash=sha256:13b2beaad985e05e2d6407ee4c4f35590b11f8d693a258a561055cac8f64cab7
"""


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """A lock with two releases that the list has."""
    path = tmp_path / "planted.lock"
    path.write_text(PLANTED)
    return path


def _pip_audit(folder: Path, says: str, code: int) -> None:
    """Put a program under that name on PATH, which says and ends like the real one."""
    program = folder / "pip-audit"
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{says}\nEND\nexit {code}\n")
    program.chmod(0o755)


def test_a_planted_release_is_refused(
    lock: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Spelt either way, with a marker or without; without pip-audit, which is said."""
    monkeypatch.setenv("PATH", str(lock.parent))
    assert main([lock]) == 1
    out, err = capsys.readouterr()
    assert "CVE-2025-27516" in err
    assert "CVE-2026-11332" in err
    assert out.count("\n") == 1
    assert "advisories.yaml as of" in out
    assert "pip-audit is not here" in out


def test_what_is_locked_and_admitted_has_none() -> None:
    """The locks, and the oldest release of every range."""
    assert list(by_list([*locked(LOCKS), *oldest(ROOT / "pyproject.toml")])) == []


def test_an_old_lower_end_is_refused(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text(
        '[project]\ndependencies = ["jinja2>=3.1.5", "click>=8.3.3"]\n[dependency-groups]\ndev = ["pytest>=8.4"]\n'
    )
    assert [each.split()[1] for each in by_list(oldest(project))] == ["jinja2", "pytest"]


def test_a_service_that_skips_is_no_answer(lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pip-audit ends well where its service knows no package: each is skipped. Nor is an error or no JSON one."""
    monkeypatch.setenv("PATH", f"{lock.parent}:{os.environ['PATH']}")
    for says in (
        '{"dependencies": [{"name": "jinja2", "skip_reason": "not found"}]}',
        "no network",
        '{"dependencies": []}',
    ):
        _pip_audit(lock.parent, says, 0)
        assert by_service(lock) is None


def test_a_service_that_answers_counts(
    lock: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it finds is a finding, beside the list's."""
    _pip_audit(lock.parent, '{"dependencies": [{"name": "attrs", "version": "1", "vulns": [{"id": "X-1"}]}]}', 1)
    monkeypatch.setenv("PATH", f"{lock.parent}:{os.environ['PATH']}")
    assert by_service(lock) == ["planted.lock: attrs 1 has X-1"]
    assert main([lock]) == 1
    assert "and pip-audit's service" in capsys.readouterr().out


def test_the_list_says_where_from_and_when() -> None:
    """A date, and for each entry a package that is locked, an id, ranges and a source."""
    said = yaml.safe_load(LIST.read_text(encoding="utf-8"))
    packages = {release.package for release in locked(LOCKS)}
    assert said["read"].isoformat()
    for each in said["advisories"]:
        assert each.keys() == {"package", "id", "affected", "source"}
        assert each["package"] in packages
    assert advisories.ROOT == ROOT


def test_the_lock_of_what_runs_is_fresh() -> None:
    """`requirements/run.lock` is part of the lock (`make generated`), and every release in it has its hashes."""
    text = LOCK.read_text(encoding="utf-8")
    assert text == run_lock()
    assert len(list(locked([LOCK]))) == text.count("==")
    assert all("--hash=sha256:" in block for block in text.split("==")[1:])


@pytest.mark.parametrize(("release", "own"), [("2.18", {"ansible-core", "resolvelib"}), ("2.21", set())])
def test_the_locks_of_other_cores_are_the_lock(release: str, own: set[str]) -> None:
    """What `.ci/core` installs is as requirements/dev.lock has it, markers aside, but for a core's own needs; all of it by hash."""
    ours, theirs = (
        {
            re.sub(r" ; [^\\]*\\", " \\\\", block[0])
            for block in BLOCK.finditer((ROOT / "requirements" / name).read_text("utf-8"))
        }
        for name in ("dev.lock", f"core-{release}.lock")
    )
    assert {block.partition("==")[0] for block in theirs - ours} == own
    assert len(theirs) == 9
    assert f"ansible-core=={release}." in "".join(theirs)
