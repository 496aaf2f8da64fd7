"""What measures local drives and creates files on tiers, with stand-ins of its programs, and what the judge says of a drive or a client that is slow."""

import json
import os
import re
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.plan.acceptance.runs import acceptance_runs
from generator.render.backends import acceptance, cabling
from tests.acceptance_stand_ins import put_stand_ins
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

Results = list[dict[str, Any]]
_WAITS = """#!/usr/bin/env -S python3 -IS
import pathlib, signal, sys, time
words = dict(each[2:].partition("=")[::2] for each in sys.argv[1:])
pathlib.Path(words["directory"].split(":")[0], "begun").touch()
signal.signal(signal.SIGTERM, lambda *_: sys.exit(128))
time.sleep(60)
"""
"""An fio that has a file and goes on until it is ended."""


def drives(gpu: int = 3) -> Spec:
    made = cluster(gpu)
    made["storage"]["scratch"] = {"kind": "local-nvme", "mount": "/scratch"}
    return made


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    plan = close(plan_data(drives(), folder))
    for each in (*acceptance.render(plan, TEMPLATES), *cabling.render(plan, TEMPLATES)):
        if each.path.startswith("acceptance/") or each.path == "cabling/cables.csv":
            path = folder / each.path
            path.parent.mkdir(exist_ok=True)
            path.write_text(each.content, encoding="utf-8")
    return folder


@pytest.fixture
def bed(tree: Path, tmp_path: Path) -> Path:
    """Return a folder with stand-ins in `bin`, mounts in `root`, and the tests in `tree`."""
    (tmp_path / "tree").symlink_to(tree)
    put_stand_ins(tmp_path / "bin")
    for name in ("scratch", "fast/work", "home/work"):
        (tmp_path / "root" / name).mkdir(parents=True)
    plant(tmp_path)
    return tmp_path


def plant(bed: Path, **faults: object) -> None:
    (bed / "planted.json").write_text(json.dumps({key.replace("_", " "): each for key, each in faults.items()}))


def command(bed: Path, program: str, host: str, *words: str) -> tuple[list[str], dict[str, str]]:
    small = [
        "--root",
        str(bed / "root"),
        *(("--size", "16M") if program == "drives" else ("--below", "work")),
        "--seconds",
        "1",
    ]
    environment = {
        "PATH": f"{bed}/bin:{os.environ['PATH']}",
        "PLANTED": str(bed / "planted.json"),
        "STAND_IN_HOST": host,
        "SLURM_PROCID": "1",
    }
    return [
        sys.executable,
        "-I",
        str(bed / f"tree/acceptance/{program}.py"),
        "--host",
        host,
        *small,
        *words,
    ], environment


def measured(bed: Path, program: str, host: str, *words: str) -> Results:
    given, environment = command(bed, program, host, *words)
    done = subprocess.run(given, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert not [*(bed / "tree/acceptance").glob("__pycache__")]
    return [json.loads(line) for line in done.stdout.splitlines()]


def judge(tree: Path, given: Results, folder: Path, *words: str) -> str:
    path = folder / "results.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in given), encoding="utf-8")
    program = [sys.executable, "-I", str(tree / "acceptance/judge.py"), str(path), *words]
    return subprocess.run(program, capture_output=True, text=True, check=False).stdout


def part(text: str, heading: str) -> list[str]:
    _, _, rest = text.partition(f"\n{heading}:\n")
    return [line.strip() for line in rest.split("\n\n")[0].splitlines()]


def test_a_run_has_a_part_for_drives_that_are_mounted(tree: Path, tmp_path: Path) -> None:
    (run,) = json.loads((tree / "acceptance/runs.json").read_text())["runs"]
    assert run["parts"][:2] == ["host", "drives"]
    stated = json.loads((tree / "acceptance/lines.json").read_text())
    assert stated["drives"] == [{"model": "dgx-h100", "mount": "/scratch"}]
    lines = {line["test"]: line for line in stated["lines"]}
    assert lines["drives-read"]["line"] is lines["drives-read"]["expected"] is None
    assert "fio (drives.py) on files below /scratch; measure and record" in lines["drives-read"]["formula"]
    unmounted = close(plan_data(cluster(3), tmp_path))
    assert all("drives" not in run.parts for run in acceptance_runs(unmounted))
    assert unmounted.acceptance is not None
    (line, _) = (line for line in unmounted.acceptance.lines if line.scope == "drives")
    assert "no tier of the spec mounts them" in line.formula


def test_drives_of_some_hosts_of_a_model_are_measured_there_alone(tmp_path: Path) -> None:
    """Of two groups of one model the second is of another role's tier: its hosts have no file system on their drives."""
    spec = drives(2)
    spec["hosts"]["debug"] = {"model": "dgx-h100", "role": "login", "count": 1}
    plan = close(plan_data(spec, tmp_path))
    assert plan.acceptance is not None
    (mount,) = plan.acceptance.drives
    assert (mount.mount, mount.hosts) == ("/scratch", ("gpu01", "gpu02"))
    assert {line.hosts for line in plan.acceptance.lines if line.scope == "drives"} == {("gpu01", "gpu02")}


def test_drives_are_written_and_read_and_nothing_is_left(bed: Path) -> None:
    plant(bed, gpu02_drives_read=55_000_000_000, gpu02_drives_write=34_000_000_000)
    found = measured(bed, "drives", "gpu02")
    assert found == [
        {"test": "drives-write", "host": "gpu02", "value": 34.0},
        {"test": "drives-read", "host": "gpu02", "value": 55.0},
    ]
    assert not [*(bed / "root/scratch").iterdir()]


@pytest.mark.parametrize(("at", "size", "text"), [
    ("/", "16M", "/scratch is not mounted"),
    ("/scratch", "100T", r"/scratch has [\d.]+ GB free of [\d.]+ GB, and 1759218.6 GB of files would leave less than a tenth: make room"),
])  # fmt: skip
def test_drives_without_a_mount_or_room_are_not_written_to(bed: Path, at: str, size: str, text: str) -> None:
    """What an unmounted folder leads to is another file system; and a tenth of the mount stays free."""
    (bed / "planted.json").write_text(json.dumps({"gpu02 /scratch at": at}))
    found = measured(bed, "drives", "gpu02", "--size", size)
    assert [each["ok"] for each in found] == [False, False]
    assert all(re.match(text, each["text"]) for each in found)
    assert not [*(bed / "root/scratch").iterdir()]


def test_what_has_no_drives_measures_nothing(tree: Path, bed: Path, tmp_path: Path) -> None:
    (bed / "tree").unlink()
    (bed / "tree/acceptance").mkdir(parents=True)
    for each in (tree / "acceptance").iterdir():
        (bed / "tree/acceptance" / each.name).write_bytes(each.read_bytes())
    stated = json.loads((bed / "tree/acceptance/lines.json").read_text())
    stated["drives"][0]["hosts"] = ["gpu01"]
    (bed / "tree/acceptance/lines.json").write_text(json.dumps(stated))
    assert measured(bed, "drives", "gpu02") == []
    assert len(measured(bed, "drives", "gpu01")) == 2


@pytest.mark.parametrize(("program", "place"), [("drives", "scratch"), ("files", "fast/work")])
def test_what_is_cancelled_removes_its_files(bed: Path, program: str, place: str) -> None:
    """SIGTERM, as scancel and the end of a time limit send it; what a killed run has left, the next one removes."""
    (bed / "bin/mdtest").unlink()
    (bed / "bin/fio").write_text(_WAITS, encoding="ascii")
    given, environment = command(bed, program, "gpu02", *(("--start", "1") if program == "files" else ()))
    left: set[Path] = set()
    for last in (signal.SIGKILL, signal.SIGTERM):
        begun = subprocess.Popen(given, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            until = time.monotonic() + 60
            while not {*(bed / "root" / place).rglob("begun")} - left:
                assert begun.poll() is None
                assert time.monotonic() < until
                time.sleep(0.05)
            assert len([*(bed / "root" / place).iterdir()]) == 1
            left = {*(bed / "root" / place).rglob("begun")}
        finally:
            os.killpg(begun.pid, last)
        assert begun.wait(30) == (-last if last == signal.SIGKILL else 128 + last)
    assert not [*(bed / "root" / place).iterdir()]


def test_files_are_created_by_mdtest_or_by_fio(bed: Path) -> None:
    """Sixteen processes of mdtest, which know nothing of the job they are in; without mdtest fio has the same figure of all."""
    plant(bed, gpu02_mdtest=500.0, gpu02_fio_files=7000)
    found = measured(bed, "files", "gpu02", "--start", "1")
    assert found == [
        {"test": f"tier-{name}-files", "host": "gpu02", "value": 8000.0, "by": "mdtest"} for name in ("fast", "home")
    ]
    (bed / "bin/mdtest").unlink()
    (one,) = measured(bed, "files", "gpu02", "--start", "1", "--tier", "home")
    assert one == {"test": "tier-home-files", "host": "gpu02", "value": 7000.0, "by": "fio"}
    assert measured(bed, "files", "gpu02", "--start", "1", "--among", "gpu01,gpu03") == []
    assert not [*bed.glob("root/*/work/*")]


def test_a_tier_that_is_full_says_so(bed: Path) -> None:
    plant(bed, gpu02_mdtest=0)
    (one, _) = measured(bed, "files", "gpu02", "--start", "1")
    assert (one["ok"], one["text"].partition(": ")[2]) == (False, "No space left on device")
    assert not [*bed.glob("root/*/work/*")]


def test_all_tiers_of_the_model_take_the_same_time_on_every_host(bed: Path) -> None:
    """By it the next test begins at the same time everywhere: two tiers, each 2 x 30 + 30 s."""
    for host in ("gpu01", "gpu03"):
        given = [sys.executable, "-I", str(bed / "tree/acceptance/files.py"), "--host", host, "--takes"]
        assert subprocess.run(given, capture_output=True, text=True, check=True).stdout == "180\n"


@pytest.mark.parametrize("said", ["   File creation             :       2453.109       2453.109       2453.109          0.000", "   File creation                2453.109       2453.109       2453.109          0.000"])  # fmt: skip
def test_rows_of_both_releases_of_mdtest_are_read(bed: Path, said: str) -> None:
    found = runpy.run_path(str(bed / "tree/acceptance/files.py"))["CREATED"].search(f"SUMMARY rate:\n{said}\n")
    assert found
    assert found[1] == "2453.109"


def test_a_mount_that_hangs_is_left(bed: Path) -> None:
    """A program that nothing ends, and a call that does not return, take as long as they are given; the mount is named."""
    told = runpy.run_path(str(bed / "tree/acceptance/measure.py"))
    begun = time.monotonic()
    with pytest.raises(OSError, match=r"does not answer within 0\.2 s"):
        told["within"](0.2, time.sleep, 30)
    with pytest.raises(FileNotFoundError):
        told["within"](5, os.listdir, bed / "nowhere")
    told["run"].__globals__["END_S"] = 0.2
    (bed / "bin/hangs").write_text("#!/bin/sh\ntrap '' TERM\nwhile :; do sleep 0.2; done\n")
    (bed / "bin/hangs").chmod(0o755)
    code, text = told["run"]([str(bed / "bin/hangs")], 0.2)
    assert (code, time.monotonic() - begun < 5) == (124, True)
    assert told["unfinished"](code, text, "/fast/x")["text"].startswith("/fast/x does not answer: ")
    told["sized"].__globals__["run"] = lambda *_: (124, "")
    assert told["sized"]("/fast") == {"ok": False, "text": "/fast does not answer within 60 s"}


def shares(tree: Path, **values: float) -> Results:
    hosts = ("gpu01", "gpu02", "gpu03")
    tests = ("drives-read", "drives-write", "tier-fast-read-all", "tier-fast-files")
    return [
        {"test": test, "host": host, "value": values.get(f"{host}_{test.replace('-', '_')}", 50.0)}
        for test in tests
        for host in hosts
    ]


def test_a_slow_drive_is_a_fault_and_a_slow_client_is_named(tree: Path, tmp_path: Path) -> None:
    """By the other hosts of the model, as no document has a line; where a tier has a line for all, a share alone is no fault."""
    sound = judge(tree, shares(tree), tmp_path)
    assert not part(sound, "behind the other hosts")
    assert not part(sound, "slow clients of tiers")
    slow = judge(tree, shares(tree, gpu03_drives_read=11.0, gpu01_tier_fast_read_all=30.0), tmp_path)
    (row,) = (
        row.split(",") for row in (tree / "acceptance/hosts.csv").read_text().splitlines() if row.startswith("gpu03")
    )
    assert part(slow, "behind the other hosts") == [
        f"gpu03: drives-read 11 GB/s, 22 % of the median of 3 hosts of dgx-h100; rack {row[2]}"
    ]
    (client,) = part(slow, "slow clients of tiers")
    assert client.startswith("gpu01: tier-fast-read-all 30 GB/s, 60 % of the median of 3 hosts")
    assert "drives-read: 11 to 50, median 50 GB/s, 3 hosts of dgx-h100" in part(slow, "measured and recorded")


def test_figures_of_two_programs_are_not_compared(tree: Path, tmp_path: Path) -> None:
    kept = ("--history", str(tmp_path / "history"))
    files = [{"test": "tier-fast-files", "host": "gpu01", "value": 9000.0, "by": "mdtest"}]
    judge(tree, files, tmp_path, *kept, "--rebaseline")
    slower = judge(tree, [files[0] | {"value": 4000.0}], tmp_path, *kept)
    assert part(slower, "fallen since the baseline") == ["tier-fast-files dgx-h100 mdtest: 4000, baseline 9000"]
    assert not part(
        judge(tree, [files[0] | {"value": 4000.0, "by": "fio"}], tmp_path, *kept), "fallen since the baseline"
    )


def test_a_figure_that_is_taken_as_the_baseline_is_no_fault(tree: Path, tmp_path: Path) -> None:
    """A host with fewer drives than the others, say: on purpose, and until its figure falls."""
    kept = ("--history", str(tmp_path / "history"))
    few = shares(tree, gpu03_drives_read=11.0)
    assert part(judge(tree, few, tmp_path, *kept), "behind the other hosts")
    assert not part(judge(tree, few, tmp_path, *kept, "--rebaseline"), "behind the other hosts")
    assert not part(judge(tree, few, tmp_path, *kept), "behind the other hosts")
    fewer = judge(tree, shares(tree, gpu03_drives_read=10.0), tmp_path, *kept)
    assert part(fewer, "behind the other hosts")
    assert part(fewer, "fallen since the baseline") == ["drives-read gpu03: 10, baseline 11"]
