"""The crew: several processes give what one gives, fail as one fails, and leave nothing behind."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import production
from generator.cli.crew import Crew
from generator.cli.main import main
from tests.conftest import ROOT, example

PIECES = range(20)


def render(spec: Path, out: Path, jobs: int, *more: str) -> Result:
    arguments = ["-q", "render", str(spec), "-o", str(out), "-j", str(jobs), *more]
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def tree(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def children(pid: int) -> list[int]:
    """Return the processes that a process has started and not yet buried."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def until(question: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if question():
            return True
        time.sleep(0.01)
    return question()


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    """No test of this file may leave a process behind, running or dead."""
    before = children(os.getpid())
    yield
    assert children(os.getpid()) == before


@pytest.mark.parametrize("name", ["roce-64", "ib-256"])
def test_a_crew_writes_the_same_tree(name: str, tmp_path: Path) -> None:
    for jobs in (1, 2, 5):
        assert render(example(name), tmp_path / str(jobs), jobs).exit_code == 0
    assert tree(tmp_path / "1") == tree(tmp_path / "2") == tree(tmp_path / "5")
    modes = [
        {p.relative_to(root): p.stat().st_mode for p in root.rglob("*")} for root in (tmp_path / "1", tmp_path / "5")
    ]
    assert modes[0] == modes[1]


def test_a_crew_compares_like_one(tmp_path: Path) -> None:
    spec, out = example("roce-16"), tmp_path / "build"
    render(spec, out, 1)
    assert render(spec, out, 3, "--check").exit_code == 0
    (out / "README.md").write_text("mine\n")
    (out / "ip" / "asns.csv").unlink()
    (out / "ip" / "notes.txt").write_text("x\n")
    said = [render(spec, out, jobs, "--check") for jobs in (1, 3)]
    assert said[0].exit_code == said[1].exit_code == 1
    assert said[0].output == said[1].output
    assert said[0].stdout.splitlines() == ["differs: README.md", "missing: ip/asns.csv", "not ours: ip/notes.txt"]


def test_a_crew_of_one_output(tmp_path: Path) -> None:
    spec, out = example("roce-16"), tmp_path / "build"
    render(spec, out, 2)
    before = tree(out)
    assert render(spec, out, 2, "--only", "ip").exit_code == 0
    assert tree(out) == before


def test_work_is_shared_out_and_every_piece_is_done_once() -> None:
    def work(piece: int) -> tuple[int, int]:
        time.sleep(0.02)
        return piece, os.getpid()

    with Crew(PIECES, work, 3) as results:
        found = list(results)
    assert sorted(piece for piece, _ in found) == list(PIECES)
    pids = {pid for _, pid in found}
    assert len(pids) == 3
    assert os.getpid() in pids, "the caller does its part"


def test_an_error_of_a_piece_is_raised_here() -> None:
    """As without a crew: the type, the words, and the place of the first piece that fails."""

    def work(piece: int) -> int:
        if piece >= 7:
            raise LookupError(piece)
        return piece

    with pytest.raises(LookupError, match=r"^7$") as caught, Crew(PIECES, work, 3) as results:
        list(results)
    assert caught.traceback[-1].name == "work"


def test_what_a_killed_member_leaves_is_done_here() -> None:
    parent = os.getpid()

    def work(piece: int) -> int:
        if os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.02)  # so that the other has begun a piece
        return piece

    with Crew(PIECES, work, 2) as results:
        assert sorted(results) == list(PIECES)


def test_leaving_early_ends_the_members() -> None:
    parent = os.getpid()

    def work(piece: int) -> int:
        if os.getpid() != parent:
            time.sleep(60)
        return piece

    before = children(parent)
    with Crew(PIECES, work, 3) as results:
        assert next(results) in PIECES
        assert len(children(parent)) >= len(before) + 2
    assert children(os.getpid()) == before


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_template_that_fails_leaves_the_earlier_tree(jobs: int, tmp_path: Path) -> None:
    """The same error from one process and from several; the folder is as it was."""
    folder = tmp_path / "design"
    folder.mkdir()
    spec = Path(shutil.copy(example("roce-16"), folder))
    assert render(spec, tmp_path / "build", jobs).exit_code == 0
    before = tree(tmp_path / "build")
    mine = folder / "templates" / "report" / "report.html.j2"
    mine.parent.mkdir(parents=True)
    mine.write_text("{{ nothing_of_that_name }}\n")
    result = render(spec, tmp_path / "build", jobs)
    assert result.exit_code == 1
    assert "nothing is called `nothing_of_that_name` here" in result.output
    assert "report.html.j2:1:1" in result.output
    assert tree(tmp_path / "build") == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["build", "design"]


def test_small_plans_are_not_shared_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Starting a crew costs more than a small plan takes; a large one is shared out where there are cores."""
    forks: list[int] = []
    fork = os.fork

    def spy() -> int:
        forks.append(1)
        return fork()

    monkeypatch.setattr(os, "fork", spy)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    command = ["-q", "render", str(example("small-4-hosts")), "-o", str(tmp_path / "build")]
    assert CliRunner().invoke(main, command, catch_exceptions=False).exit_code == 0
    assert forks == []
    monkeypatch.setattr(production, "WORTH_A_CREW", 1)
    assert CliRunner().invoke(main, command, catch_exceptions=False).exit_code == 0
    assert len(forks) == 2, "the caller is the third"


_SLOW = """
import os, sys, time
from generator.cli.crew import Crew
with Crew(range(8), lambda piece: time.sleep(60), 3) as results:
    print("ready", flush=True)
    list(results)
"""


def test_members_end_with_a_parent_that_is_killed() -> None:
    """`kill -9` gives it no time to end them; the kernel does."""
    parent = subprocess.Popen([sys.executable, "-c", _SLOW], stdout=subprocess.PIPE, cwd=ROOT)
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    members = children(parent.pid)
    assert len(members) == 2
    assert all(running(member) for member in members)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert until(lambda: not any(running(member) for member in members))


@pytest.mark.proof
def test_ctrl_c_leaves_no_process_and_no_file(tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Sent to the whole group, as a terminal does, while the members are at work."""
    out = tmp_path / "build"
    assert render(example("roce-16"), out, 1).exit_code == 0
    before = tree(out)
    command = [
        sys.executable,
        "-m",
        "generator",
        "-q",
        "render",
        str(example("ib-2048")),
        "-o",
        str(out),
        "--fresh",
        "-j",
        "3",
    ]
    parent = subprocess.Popen(
        command,
        cwd=ROOT,
        start_new_session=True,
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (no threads here)
    )  # a shell that runs tests in the background has them ignore it
    assert until(lambda: len(children(parent.pid)) == 2, 60.0)
    members = children(parent.pid)
    os.killpg(parent.pid, signal.SIGINT)
    _, said = parent.communicate(timeout=60)
    assert parent.returncode == 1
    assert b"Traceback" not in said
    assert until(lambda: not any(running(member) for member in members), 1.0)
    assert tree(out) == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["build"]
    proven("Ctrl-C", "a render by three processes: none is left, no file is left, the earlier tree is whole")
