"""Local drives and files of tiers with the real fio, on small file systems in a mount namespace of their own: sound, full, and one that hangs."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import time
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.render.backends import acceptance
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
DRIVES, TIER = "/mnt", "/media"
"""Folders that every Debian has, on which the file systems of the tests are mounted."""
SMALL = ("--jobs", "4", "--size", "8M", "--seconds", "1")


@pytest.fixture(scope="module")
def tests(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the tests of two hosts whose drives and whose tier are mounted there."""
    folder = tmp_path_factory.mktemp("tree")
    spec = cluster(2)
    spec["storage"] = {
        "fast": {"kind": "parallel", "mount": TIER, "hosts": "storage"},
        "scratch": {"kind": "local-nvme", "mount": DRIVES},
    }
    for each in acceptance.render(close(plan_data(spec, folder)), TEMPLATES):
        (folder / each.path).parent.mkdir(exist_ok=True)
        (folder / each.path).write_text(each.content, encoding="utf-8")
    return folder / "acceptance"


def mounted(tests: Path, mount: str, script: str) -> list[Any]:
    """Run `mount` (a command of the shell) and a Python script beside the tests in a mount namespace, and return the results that it prints."""
    prelude = f"import json, os, sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, {str(tests)!r})\n"
    program = prelude + textwrap.dedent(script)
    inside = ["sh", "-euc", f'{mount}; exec "$@"', "sh", sys.executable, "-I", "-c", program]
    done = subprocess.run(
        ["unshare", "--mount", "--map-root-user", *inside], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_drives_are_measured_and_left_as_they_were(
    tests: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    program("fio")
    words = ["--host", "gpu01", *SMALL]
    write, read, left = mounted(tests, f"mount -t tmpfs -o size=128m none {DRIVES}", f"""
        import drives
        drives.main({words!r})
        print(json.dumps(os.listdir({DRIVES!r})))
    """)  # fmt: skip
    assert [(each["test"], each["host"], each["value"] > 0) for each in (write, read)] == [
        ("drives-write", "gpu01", True),
        ("drives-read", "gpu01", True),
    ]
    assert left == []
    proven("fio 3.33", "local drives written and read past the page cache")


def test_a_folder_without_its_file_system_is_not_written_to(tests: Path, program: Callable[[str], str]) -> None:
    program("fio")
    words = ["--host", "gpu01", *SMALL]
    found = mounted(tests, "true", f"import drives; drives.main({words!r})")
    assert [each["text"] for each in found] == [f"{DRIVES} is not mounted"] * 2


def test_a_file_system_that_is_full_is_said_in_plain_words(
    tests: Path, program: Callable[[str], str], proven: Callable[[str], None]
) -> None:
    """Too small from the start, or full while fio writes, of bytes or of files."""
    program("fio")
    words = ["--host", "gpu01", *SMALL]
    small = mounted(tests, f"mount -t tmpfs -o size=34m none {DRIVES}", f"import drives; drives.main({words!r})")
    assert [each["text"].partition(": ")[0] for each in small] == [
        f"{DRIVES} has 0.0 GB free of 0.0 GB, and 0.0 GB of files would leave less than a tenth"
    ] * 2
    (written,) = mounted(tests, f"mount -t tmpfs -o size=16m none {DRIVES}", f"""
        import argparse, measure
        asked = argparse.Namespace(jobs=4, seconds=1)
        print(json.dumps(measure.transferred({DRIVES!r}, "write", 8 << 20, asked)[0]))
    """)  # fmt: skip
    assert written["text"] == f"{DRIVES}: No space left on device: make room there, or state a smaller --size"
    words = ["--host", "gpu01", "--start", "1", "--seconds", "1", "--jobs", "4"]
    created, left = mounted(tests, f"mount -t tmpfs -o nr_inodes=50 none {TIER}", f"""
        import files
        files.main({words!r})
        print(json.dumps(os.listdir({TIER!r})))
    """)  # fmt: skip
    assert created["ok"] is False
    assert "No space left on device" in created["text"]
    assert left == []


def test_files_are_created_and_removed(
    tests: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    program("fio")
    words = ["--host", "gpu02", "--start", "1", "--seconds", "5", "--jobs", "4", "--files", "200"]
    created, left = mounted(tests, f"mount -t tmpfs none {TIER}", f"""
        import files, shutil
        found, shutil.which = shutil.which, lambda name: None if name == "mdtest" else found(name)
        files.main({words!r})
        print(json.dumps(os.listdir({TIER!r})))
    """)  # fmt: skip
    assert (created["test"], created["by"], created["value"] > 100) == ("tier-fast-files", "fio", True)
    assert left == []
    proven("fio 3.33", "files of a tier created by four processes")


HUNG = """
    import ctypes
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0".encode()
    assert ctypes.CDLL(None).mount(b"hung", b"/mnt", b"fuse", 6, options) == 0
    import measure
    measure.ANSWER_S = measure.END_S = 1
"""
"""A file system whose server never answers, as a hard mount of NFS whose server is down."""


def test_a_mount_that_hangs_ends_in_time(tests: Path, proven: Callable[[str, str], None]) -> None:
    begun = time.monotonic()
    words = ["--host", "gpu01", *SMALL]
    found = mounted(tests, "true", f"{HUNG}    import drives\n    drives.main({words!r})\n")
    assert [each["text"] for each in found] == [f"{DRIVES} does not answer within 1 s"] * 2
    (made,) = mounted(tests, "true", f"{HUNG}    print(json.dumps(measure.made(__import__('pathlib').Path('/mnt'), 'gpu01', 0)[1]))\n")  # fmt: skip
    assert made["text"] == f"{DRIVES}: does not answer within 1 s"
    assert time.monotonic() - begun < 30
    proven("Linux", "a FUSE mount that hangs does not hold the tests")
