"""What came of a run of Ansible: the counts and results of each host, from the notes of `callbacks/noted.py`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class PlayError(AssertionError):
    """A run failed that had to succeed; the message has each failed task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """A host's line of the recap; Ansible's words, `failures` as `failed`."""

    ok: int = 0
    changed: int = 0
    unreachable: int = 0
    failed: int = 0
    skipped: int = 0
    rescued: int = 0
    ignored: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One task on one host; `status` is ok, changed, skipped, failed, ignored or unreachable."""

    host: str
    task: str
    status: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A run that ended, or was ended: then `counts` is empty and `results` are those until then."""

    returncode: int
    stdout: str
    stderr: str
    seconds: float
    counts: dict[str, Counts]
    results: tuple[Result, ...]
    main_s: float = 0.0
    workers_s: float = 0.0
    """Processor seconds of the one process that all hosts share, and of those that it started; 0 for a run that was ended."""

    def must(self) -> Play:
        """Go on if no host failed and none was unreachable."""
        bad = [f"{each.host}: {each.task}: {each.message}" for each in self.results if _is_bad(each)]
        if self.returncode != 0:
            raise PlayError("\n".join([f"Ansible gave {self.returncode}", *bad]) + f"\n{self.stdout}\n{self.stderr}")
        return self

    def of(self, *statuses: str, host: str = "") -> list[tuple[str, str]]:
        """Hosts and tasks with one of the statuses, in their order: `play.of("changed", host="gpu01")`."""
        return [(r.host, r.task) for r in self.results if r.status in statuses and host in {"", r.host}]

    @property
    def changed(self) -> dict[str, list[str]]:
        """The tasks that changed something, by host; empty after a second run."""
        return self._tasks("changed")

    @property
    def failed(self) -> dict[str, str]:
        """The message of the task that failed, or why a host is unreachable, by host."""
        return {each.host: each.message for each in self.results if _is_bad(each)}

    def _tasks(self, status: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for host, task in self.of(status):
            found.setdefault(host, []).append(task)
        return found


def read_play(notes: Path, returncode: int, stdout: str, stderr: str, seconds: float) -> Play:
    """Read the notes of a run; a line cut short by a kill is left out."""
    lines = notes.read_text(encoding="utf-8").splitlines(keepends=True) if notes.exists() else []
    rows = [json.loads(line) for line in lines if line.endswith("\n")]
    spent: dict[str, float] = next((row for row in rows if "main_s" in row), {})
    return Play(
        returncode=returncode,
        stdout=stdout,
        stderr=stderr,
        seconds=seconds,
        counts={row["host"]: _counts(row["stats"]) for row in rows if "stats" in row},
        results=tuple(Result(**row) for row in rows if "task" in row),
        **spent,
    )


def _counts(stats: dict[str, int]) -> Counts:
    return Counts(**{{"failures": "failed"}.get(name, name): count for name, count in stats.items()})


def _is_bad(result: Result) -> bool:
    return result.status in {"failed", "unreachable"}
