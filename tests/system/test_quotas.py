"""The program of quotas on a real XFS: folders become projects, and the limits are what `xfs_quota` reads. Kernels of the beds count none (CONFIG_XFS_QUOTA)."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.render.backends import quotas
from generator.spec.quotas import project_of
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.proof
_MOUNT = """
set -e
[ -e /dev/loop-control ] || mknod /dev/loop-control c 10 237
truncate -s 400M "$1/disk"
loop=$(losetup --find)
[ -e "$loop" ] || mknod "$loop" b 7 "${loop#/dev/loop}"
mkfs.xfs -q "$1/disk"
losetup "$loop" "$1/disk"
mkdir -p "$2"
mount -o prjquota "$loop" "$2" 2>/dev/null || mount "$loop" "$2"
echo "$loop"
"""


@pytest.fixture
def home(program: Callable[[str], str], tmp_path: Path) -> Iterator[Path]:
    """An XFS file system, which counts projects where the kernel can."""
    for name in ("mkfs.xfs", "losetup", "xfs_quota", "lsattr"):
        program(name)
    place = tmp_path / "home"
    made = _run("sh", "-c", _MOUNT, "mount", str(tmp_path), str(place))
    assert made.returncode == 0, made.stderr
    try:
        yield place
    finally:
        _run("umount", str(place))
        _run("losetup", "--detach", made.stdout.strip())


def test_a_folder_is_a_project_with_limits(home: Path, proven: Callable[[str, str], None], tmp_path: Path) -> None:
    spec = cluster(2)
    spec["tenants"] = {"red": {"hosts": ["gpu"]}}
    spec["storage"]["home"]["quotas"] = {"red": {"tb": 0.00002, "files": 5}}
    text = next(quotas.render(close(plan_data(spec, tmp_path)), TEMPLATES)).content
    text = text.replace("mount=/home", f"mount={home}").replace(" /home/red ", f" {home}/red ")
    program = tmp_path / "home.sh"
    program.write_text(text)
    counted = "prjquota" in _run("findmnt", "--noheadings", "--output", "OPTIONS", str(home)).stdout
    done = _run("sh", str(program), "apply")
    if not counted:
        assert (done.returncode, "is not mounted with prjquota" in done.stderr) == (1, True)
        assert not (home / "red").exists()
        (tmp_path / "findmnt").write_text("#!/bin/sh\necho rw,prjquota\n")
        (tmp_path / "findmnt").chmod(0o755)
        done = _run("sh", str(program), "apply", path=f"{tmp_path}:")
        assert "cannot set limits: Function not implemented" in done.stderr, (
            "xfs_quota read the limits, and asked the kernel"
        )
        program.write_text(text.replace("bhard=", "bhrd="))
        wrong = _run("sh", str(program), "apply", path=f"{tmp_path}:")
        assert "unrecognised argument bhrd=" in wrong.stderr
    assert (home / "red").stat().st_mode & 0o777 == 0o700
    (home / "red/new").touch()
    for path in ("red", "red/new"):
        assert _run("lsattr", "-pd", str(home / path)).stdout.split()[0] == str(project_of("red"))
    if counted:
        assert done.returncode == 0, done.stderr
        assert _run("dd", "if=/dev/zero", f"of={home}/red/new", "bs=1M", "count=30", "conv=fsync").returncode == 1
        assert _run("sh", str(program), "report").stdout.startswith("red\n")
    proven("xfs_quota", "a folder is a project, new files are in it; limits are read" + counted * ", and hold")


def test_a_folder_belongs_to_the_people_of_its_tenant(home: Path, tmp_path: Path) -> None:
    """To the directory's group: members write, and new files are the group's. A group that is unknown leaves no folder, and a folder that is there stays as it is."""
    spec = cluster(2) | {"addressing": {"way_out": "10.160.31.254"}, "tenants": {"red": {"hosts": ["gpu"]}}}
    directory = {"kind": "ldap", "uris": ["ldaps://ldap1.example.net"], "base": "dc=example,dc=net", "ca": "system"}
    spec["services"] = {"directory": directory | {"tenants": {"red": "red-team"}}}
    spec["storage"]["home"]["quotas"] = {"red": {"files": 5}}
    text = next(quotas.render(close(plan_data(spec, tmp_path)), TEMPLATES)).content
    text = text.replace("mount=/home", f"mount={home}").replace(" /home/red ", f" {home}/red ")
    (tmp_path / "findmnt").write_text("#!/bin/sh\necho rw,prjquota\n")
    (tmp_path / "findmnt").chmod(0o755)
    program = tmp_path / "home.sh"
    program.write_text(text)
    done = _run("sh", str(program), "apply", path=f"{tmp_path}:")
    assert (done.returncode, (home / "red").exists()) == (1, False)
    assert "the group red-team is unknown here" in done.stderr
    program.write_text(text.replace(" red-team\n", " daemon\n"))
    _run("sh", str(program), "apply", path=f"{tmp_path}:")
    assert ((home / "red").group(), (home / "red").stat().st_mode & 0o7777) == ("daemon", 0o2770)
    (home / "red").chmod(0o2750)
    _run("sh", str(program), "apply", path=f"{tmp_path}:")
    assert (home / "red").stat().st_mode & 0o7777 == 0o2750


def _run(*command: str, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PATH": f"{path}{os.environ['PATH']}"}
    return subprocess.run(command, text=True, capture_output=True, check=False, env=environment)
