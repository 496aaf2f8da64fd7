"""What measures storage tiers, with stand-ins of its programs: it leaves nothing on a tier, writes nowhere else, and each host of a run knows what it has to write."""

import contextlib
import json
import os
import re
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.render.backends import acceptance, host_gds
from tests.acceptance_stand_ins import put_stand_ins
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.tier_specs import caching

_SLOW = """#!/usr/bin/env -S python3 -IS
import pathlib, signal, sys, time
folder = next(word for word in sys.argv if word.startswith("--directory=")).partition("=")[2]
mine = pathlib.Path(folder, "tier.0.0")
mine.write_text("written")
signal.signal(signal.SIGTERM, lambda *_: sys.exit(128))
time.sleep(60)
"""
"""An fio that has a file on the tier and goes on writing until it is ended."""


@pytest.fixture
def bed(tmp_path: Path) -> Path:
    """Return a folder with the tests of three hosts, of which gpu01 does not use /fast, stand-ins in `bin`, and mounts in `root`."""
    for each in acceptance.render(close(plan_data(cluster(3), tmp_path)), TEMPLATES):
        path = tmp_path / each.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(each.content, encoding="utf-8")
    lines = tmp_path / "acceptance/lines.json"
    stated = json.loads(lines.read_text(encoding="utf-8"))
    for line in stated["lines"]:
        if line["test"].startswith("tier-fast-"):
            line["hosts"] = ["gpu02", "gpu03"]
    lines.write_text(json.dumps(stated), encoding="utf-8")
    put_stand_ins(tmp_path / "bin")
    for name in ("fast", "home"):
        (tmp_path / "root" / name / "scratch").mkdir(parents=True)
    (tmp_path / "planted.json").write_text("{}", encoding="ascii")
    return tmp_path


def command(bed: Path, host: str, *words: str) -> tuple[list[str], dict[str, str]]:
    """Return the command that measures the tiers of a host, and its environment."""
    small = ("--root", str(bed / "root"), "--below", "scratch", "--seconds", "1", "--size", "16M")
    program = str(bed / "acceptance/measure.py")
    environment = {
        "PATH": f"{bed}/bin:{os.environ['PATH']}",
        "PLANTED": str(bed / "planted.json"),
        "STAND_IN_HOST": host,
    }
    return [sys.executable, "-I", program, "--host", host, "tiers", *small, *words], environment


def measured(bed: Path, host: str, *words: str) -> list[dict[str, str]]:
    """Return the results of a host."""
    given, environment = command(bed, host, *words)
    done = subprocess.run(given, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def slow(bed: Path) -> None:
    (bed / "bin/fio").write_text(_SLOW, encoding="ascii")


def written(bed: Path) -> list[Path]:
    return [*bed.glob("root/*/scratch/*/tier.0.0")]


def wait_for(bed: Path, begun: "subprocess.Popen[str]") -> Path:
    """Return the file that fio has written to a tier, as soon as it is there."""
    until = time.monotonic() + 60
    while not (found := written(bed)):
        assert begun.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
    return found[0]


@pytest.fixture
def started(bed: Path) -> Iterator["subprocess.Popen[str]"]:
    """Measure with the slow fio, in a group of processes that is over with the test."""
    slow(bed)
    given, environment = command(bed, "gpu02")
    begun = subprocess.Popen(given, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
    yield begun
    with contextlib.suppress(ProcessLookupError):
        os.killpg(begun.pid, signal.SIGKILL)
    begun.communicate()


def test_a_run_that_is_cancelled_removes_its_files(bed: Path, started: "subprocess.Popen[str]") -> None:
    """SIGTERM, as scancel and the end of a time limit send it: fio is over, and nothing is left on the tier."""
    wait_for(bed, started)
    started.terminate()
    assert started.wait(30) == 128 + signal.SIGTERM
    assert not [*bed.glob("root/*/scratch/*")]
    with pytest.raises(ProcessLookupError):
        os.killpg(started.pid, 0)


def test_what_a_killed_run_has_left_is_removed_by_the_next(bed: Path, started: "subprocess.Popen[str]") -> None:
    """Only what has exactly the form of this host's own names: folders of users and of other hosts stay, and so does a link."""
    left = wait_for(bed, started).parent
    os.killpg(started.pid, signal.SIGKILL)
    started.wait()
    assert left.is_dir()
    others = ["acceptance-gpu02", "acceptance-gpu02-2026", "acceptance-gpu02-ab-abcdef", "acceptance-gpu03-abcdefgh"]
    for name in others:
        (left.parent / name).mkdir()
    (left.parent / "acceptance-gpu02-abcdefgh").symlink_to("acceptance-gpu02")
    put_stand_ins(bed / "bin")
    assert len(measured(bed, "gpu02")) == 4
    assert sorted(path.name for path in left.parent.iterdir()) == sorted([*others, "acceptance-gpu02-abcdefgh"])


@pytest.mark.parametrize("folder", ["{bed}/elsewhere", "..", "scratch/../../home"])
def test_no_folder_outside_of_the_mount_is_written_to(bed: Path, folder: str) -> None:
    """Also where its files would fit: root writes nowhere but below the mounts."""
    (bed / "elsewhere").mkdir()
    folder = folder.format(bed=bed)
    given, environment = command(bed, "gpu02", "--below", folder)
    done = subprocess.run(given, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"argument --below: {folder} is not below the mount of a tier: name a folder in it" in done.stderr


def test_names_with_dots_are_folders_of_the_mount(bed: Path) -> None:
    (bed / "root/fast/..work").mkdir()
    (write, _) = measured(bed, "gpu02", "--tier", "fast", "--below", "./..work")
    assert write["value"]


def test_the_first_host_of_the_run_that_uses_a_tier_measures_it_alone(bed: Path) -> None:
    """gpu01 is first, and does not use /fast: gpu02 measures that one; without a run each host measures what it uses."""
    run = ("--among", "gpu01,gpu02,gpu03")
    found = {host: [each["test"] for each in measured(bed, host, *run)] for host in ("gpu01", "gpu02", "gpu03")}
    fast, home = (["tier-fast-write", "tier-fast-read"], ["tier-home-write", "tier-home-read"])
    assert found == {"gpu01": home, "gpu02": fast, "gpu03": []}
    assert [each["test"] for each in measured(bed, "gpu03", "--among", "gpu03")] == fast + home
    assert [each["test"] for each in measured(bed, "gpu03")] == fast + home


def test_space_is_needed_for_the_hosts_of_the_run_that_use_the_tier(bed: Path) -> None:
    """16 files of 100 TiB for each: of two hosts that use it, or of one where the run has no other; a host that is not of the run writes nothing."""
    words = ("--tier", "fast", "--size", "100T", "--start", "1")
    taken = {}
    for among in ("", "gpu01,gpu03", "gpu02,gpu03"):
        (write, _) = measured(bed, "gpu03", *words, *(("--among", among) if among else ()))
        (taken[among],) = re.findall(r"the files take ([\d.]+) GB", write["text"])
    assert taken == {"": "3518437.2", "gpu01,gpu03": "1759218.6", "gpu02,gpu03": "3518437.2"}
    assert measured(bed, "gpu03", *words, "--among", "gpu01,gpu02") == []


def test_a_pod_that_is_ended_ends_its_tests(bed: Path) -> None:
    """The script passes the signal on and waits, so that files are removed before the container is."""
    (bed / "acceptance/measure.py").write_text(
        "import pathlib, signal, sys, time\n"
        "here = pathlib.Path(__file__).parent\n"
        "signal.signal(signal.SIGTERM, lambda *_: (time.sleep(0.3), (here / 'removed').touch(), sys.exit(143)))\n"
        "(here / 'begun').touch()\n"
        "time.sleep(60)\n",
        encoding="ascii",
    )
    environment = {**os.environ, "HOST": "gpu02", "RUN": "trial", "PARTS": "host leaf1"}
    script = ["bash", str(bed / "acceptance/run.sh")]
    begun = subprocess.Popen(script, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        until = time.monotonic() + 60
        while not (bed / "acceptance/begun").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        begun.terminate()
        told, _ = begun.communicate(timeout=30)
        assert (begun.returncode, told) == (143, "host\n")
        assert (bed / "acceptance/removed").exists()
    finally:
        if begun.poll() is None:
            os.killpg(begun.pid, signal.SIGKILL)
            begun.communicate()


@pytest.fixture
def direct(tmp_path: Path) -> Path:
    """Return a folder with the tests of two hosts that read /fast by GPUDirect Storage, and the cufile.json of one in `etc`."""
    plan = close(plan_data(caching(), tmp_path))
    for each in acceptance.render(plan, TEMPLATES):
        path = tmp_path / each.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(each.content, encoding="utf-8")
    put_stand_ins(tmp_path / "bin")
    (tmp_path / "root/fast/scratch").mkdir(parents=True)
    (tmp_path / "etc").mkdir()
    text = next(str(each.text) for each in host_gds.render(plan, TEMPLATES) if each.path.startswith("hosts/gpu01/"))
    (tmp_path / "etc/cufile.json").write_text(text, encoding="utf-8")
    (tmp_path / "planted.json").write_text("{}", encoding="ascii")
    return tmp_path


def into_gpus(bed: Path, *words: str, **planted: object) -> dict[str, dict[str, Any]]:
    """Measure /fast on gpu01 alone, and return its results by test."""
    (bed / "planted.json").write_text(json.dumps({f"gpu01 gdsio {key}": value for key, value in planted.items()}))
    given, environment = command(bed, "gpu01", "--tier", "fast", *words)
    at = given.index("--host")
    given[at:at] = ["--etc", str(bed / "etc")]
    done = subprocess.run(given, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return {each["test"]: each for each in map(json.loads, done.stdout.splitlines())}


def test_a_tier_is_read_into_gpus(direct: Path) -> None:
    """All eight GPUs at once, after fio, in GB/s of 10^9 bytes: 8 x 5.25 GiB/s; nothing is left on the tier."""
    found = into_gpus(direct)
    assert [*found] == [f"tier-fast-{test}" for test in ("write", "read", "gds-write", "gds-read")]
    assert found["tier-fast-gds-read"]["value"] == round(8 * 5.25 * 2**30 / 1e9, 3)
    assert into_gpus(direct, read=2.0)["tier-fast-gds-read"]["value"] == round(8 * 2 * 2**30 / 1e9, 3)
    assert not [*(direct / "root/fast/scratch").iterdir()]
    together = into_gpus(direct, "--start", "1")
    assert "tier-fast-gds-read-all" in together


@pytest.mark.parametrize("path", ["CPU_GPU", "none"])
def test_copies_through_main_memory_are_no_direct_path(direct: Path, path: str) -> None:
    """Whether the program says so, or the library refuses the file as it may not copy."""
    found = into_gpus(direct, path=path)
    assert found["tier-fast-read"]["value"]
    assert found["tier-fast-gds-write"]["ok"] is found["tier-fast-gds-read"]["ok"] is False


def test_without_its_configuration_nothing_is_measured(direct: Path) -> None:
    """The file of the host is missing, or NVIDIA's own, which has comments."""
    (direct / "etc/cufile.json").write_text("{\n  // defaults\n}", encoding="utf-8")
    assert "cufile.json is not the file of this host" in into_gpus(direct)["tier-fast-gds-write"]["text"]
    (direct / "etc/cufile.json").unlink()
    assert into_gpus(direct)["tier-fast-gds-read"]["ok"] is False


@pytest.mark.parametrize(
    ("text", "way", "rate"),
    [
        ("IoType: WRITE XferType: GPUD Threads: 1 DataSetSize: 8/8(KiB) IOSize: 4(KiB) Throughput: 0.001081 GiB/sec, Avg_Latency: 14.000000 usecs ops: 2 total_time 0.007057 secs", "write", 0.001081),
        ("IoType: WRITE XferType: GPUD Threads: 1 DataSetSize: 8/8(KiB) IOSize: 4(KiB) Throughput: 0.001081 GiB/sec, Avg_Latency: 14.000000 usecs ops: 2 total_time 0.007057 secs", "read", None),
        ("IoType: READ XferType: CPU_GPU Threads: 4 DataSetSize: 4178944/4194304(KiB) IOSize: 1024(KiB) Throughput: 3.135021 GiB/sec, Avg_Latency: 1244.0 usecs", "read", None),
        ("\x1b[1mIoType: READ XferType: GPUD Threads: 32 DataSetSize: 71313540/16384000(KiB) IOSize: 4(KiB) Throughput: 0.569229 GiB/sec, Avg_Latency: 214.448246 usecs ops: 17828385 total_time 119.477201 secs\x1b[0m", "read", 0.569229),
        ("", "read", None),
    ],
)  # fmt: skip
def test_the_line_of_gdsio_is_read(direct: Path, text: str, way: str, rate: float | None) -> None:
    """As NVIDIA's pages have it (Getting Started with GPUDirect Storage; GDS support for NVMe), with and without colours."""
    found = runpy.run_path(str(direct / "acceptance/measure.py"))["directly"](text, way)
    assert found == (None if rate is None else pytest.approx(rate * 1.073741824))
