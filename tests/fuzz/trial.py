"""One trial: a case in a process of its own, with limits, and what came of it."""

import contextlib
import json
import os
import re
import resource
import select
import signal
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from generator.cli.main import main
from tests.fuzz.judge import judged

SECONDS = 5.0
"""Processor time for an answer that refuses."""
RENDER_SECONDS = 60.0
"""For one that renders a tree whole, or checks it whole with every program that this machine has."""
PEAK_MIB = 250
"""Memory that an answer may take beyond what this process has when it begins: a new one has some 45 MiB."""
_WALL_SECONDS = 240.0
_PLACE = re.compile(r"^ *--> \S", re.MULTILINE)
_SENTENCE = re.compile(r"^(?:error|Error|manifest|[a-z ]+): \S|^(?:differs|missing|not ours): \S", re.MULTILINE)
_MOST_BYTES = 4 * 1024**3


@dataclass(frozen=True)
class Outcome:
    """What a case came to: `accepted`, `refused`, or a fault, with the words that show it."""

    kind: str
    words: str
    seconds: float
    peak_mib: int

    @property
    def faulty(self) -> bool:
        """Whether this must not be."""
        return self.kind not in {"accepted", "refused"}


def attempt(commands: list[list[str]], folder: Path, most_seconds: float = RENDER_SECONDS) -> Outcome:
    """Run commands one after the other, until one refuses, for at most so much processor time."""
    log = folder / "said"
    sys.stdout.flush()
    sys.stderr.flush()
    before = _resident_kib()
    child = os.fork()
    if child == 0:
        _run(commands, log, int(most_seconds))
    status, used = _wait(child)
    said = log.read_text("utf-8", errors="replace") if log.exists() else ""
    seconds, peak = used.ru_utime + used.ru_stime, max(0, used.ru_maxrss - before) // 1024
    most = RENDER_SECONDS if commands[-1][0] == "check" else SECONDS
    return Outcome(_kind(status, said, seconds, peak, folder, most), said[-3000:], seconds, peak)


def _resident_kib() -> int:
    """Return what this process has in memory: a fork begins with as much."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() // 1024


def _run(commands: list[list[str]], log: Path, most_seconds: int) -> None:
    """Be the child: never return."""
    code = 99
    try:
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for handle in (1, 2):
            os.dup2(out, handle)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdout, sys.stderr = (
            os.fdopen(1, "w", errors="replace", closefd=False),
            os.fdopen(2, "w", errors="replace", closefd=False),
        )
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds + 5))
        os.chdir(log.parent)
        code = 0
        for command in commands:
            code = _step(command)
            if code:
                break
    except BaseException:  # noqa: BLE001  (whatever it is, it is what the trial is about)
        traceback.print_exc()
        code = 99
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _step(command: list[str]) -> int:
    """Judge a tree, run a planted program, or a command of ours; give its exit code."""
    if command[0] == "judge":
        return judged(Path(command[1]))
    try:
        if command[0] == "run":
            exec(command[1], {})
            return 0
        main(command, standalone_mode=True)
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def _wait(child: int) -> tuple[int, resource.struct_rusage]:
    """Wait for the child, and end it where it does not end itself."""
    handle = os.pidfd_open(child)
    try:
        ready, _, _ = select.select([handle], [], [], _WALL_SECONDS)
        if not ready:
            os.kill(child, signal.SIGKILL)
        _, status, used = os.wait4(child, 0)
        return status, used
    finally:
        os.close(handle)


def _kind(status: int, said: str, seconds: float, peak: int, folder: Path, most_seconds: float) -> str:
    """Report what it came to; a refusal is slow beyond `most_seconds`."""
    code = os.waitstatus_to_exitcode(status)
    if (folder / "canary").exists():
        return "executed"
    if "Traceback (most recent call last)" in said or code == 99:
        return "traceback"
    if code == -signal.SIGTERM and "error[template]" in said:
        return "refused"
    if code < 0:
        return "hang" if code in {-signal.SIGKILL, -signal.SIGXCPU} else "crash"
    if code == 98:
        return "unfit"
    if "\x1b" in said or "\x9b" in said or "\u202e" in said:
        return "terminal"
    if "root:x:0:0" in said:
        return "leak"
    refused = code in {1, 2}
    if peak > PEAK_MIB:
        return "memory"
    if seconds > (most_seconds if refused else RENDER_SECONDS):
        return "slow"
    if not refused:
        return "accepted" if code in {0, 4} else "crash"
    return "refused" if _placed(said) else "unplaced"


def _placed(said: str) -> bool:
    """Whether every problem names its place: a line under it, or the file in its sentence."""
    problems = re.findall(r"^error\[", said, re.MULTILINE)
    if problems:
        return len(_PLACE.findall(said)) >= len(problems)
    return bool(_SENTENCE.search(said))


def now() -> float:
    """Return a clock for figures."""
    return time.monotonic()


def as_row(outcome: Outcome) -> str:
    """Return an outcome as a line of JSON."""
    return json.dumps(
        {
            "kind": outcome.kind,
            "seconds": round(outcome.seconds, 2),
            "peak_mib": outcome.peak_mib,
            "words": outcome.words[-400:],
        }
    )
