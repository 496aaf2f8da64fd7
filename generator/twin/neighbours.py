"""Limits of neighbour tables: all namespaces of a machine share one table for each IP version.

Beyond its limits, neighbours are dropped, and hosts and sessions fail. A twin raises limits that are too low; the last twin of the machine that
ends, in any process, restores them. The earlier values are in a file, so that a later twin restores them if one was killed.
"""

import contextlib
import fcntl
import json
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from generator.source.broken import why_not_run

_Write = Callable[["Raised"], None]

_BESIDE = 4096
"""Reserve for twins of other processes: four twins at once filled a table sized for the largest of them."""
_LOCK = "clustergen-twin.lock"
"""Shared by all twins that run."""
_BEFORE = "clustergen-twin.limits"
"""Locked while limits change: for each that was raised, its value before and the one that it was raised to."""
_MOST_BYTES = 65536

Raised = dict[str, list[int]]


@contextlib.contextmanager
def room_for_neighbours(entries: int) -> Iterator[str | None]:
    """Raise the neighbour tables' limits where they are too low; yields the reason if they cannot be raised."""
    with contextlib.ExitStack() as stack:
        try:
            lock = stack.enter_context(_opened(_LOCK))
            _clear_leftovers(lock)
            fcntl.flock(lock, fcntl.LOCK_SH)
            _raise(max(entries, _BESIDE))
            problem = None
        except (OSError, ValueError) as error:
            lock, problem = -1, f"the neighbour tables have no room for {entries} entries: {why_not_run(error)}"
        try:
            yield problem
        finally:
            if lock >= 0:
                _restore_if_last(lock)


def _clear_leftovers(lock: int) -> None:
    """Restore limits that a killed twin left: where no twin runs, and the limit is still what that one had set."""
    _restore_if_last(lock)
    fcntl.flock(lock, fcntl.LOCK_UN)


def _restore_if_last(lock: int) -> None:
    with _changing() as (raised, write):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        for path, (before, after) in raised.items():
            with contextlib.suppress(OSError):
                if _value(Path(path)) == after:
                    Path(path).write_text(str(before), encoding="ascii")
        write({})


def _raise(entries: int) -> None:
    with _changing() as (raised, write):
        for path, wanted in _limits(entries):
            now = _value(path)
            if now < wanted:
                before = raised.get(str(path), [now, now])
                raised[str(path)] = [before[0] if before[1] == now else now, wanted]
                # first the earlier value: if killed between the two, the limit differs from that in the file, and stays
                write(raised)
                path.write_text(str(wanted), encoding="ascii")


@contextlib.contextmanager
def _changing() -> Iterator[tuple[Raised, _Write]]:
    with _opened(_BEFORE) as file:
        fcntl.flock(file, fcntl.LOCK_EX)

        def write(raised: Raised) -> None:
            os.ftruncate(file, 0)
            os.pwrite(file, json.dumps(raised).encode() if raised else b"", 0)

        yield _known(os.pread(file, _MOST_BYTES, 0)), write


def _known(text: bytes) -> Raised:
    """Return the known limits in a file; a truncated file has none."""
    try:
        found = json.loads(text or b"{}")
    except ValueError:
        return {}
    ours = {str(path) for path, _ in _limits(1)}
    return {path: values for path, values in found.items() if path in ours}


@contextlib.contextmanager
def _opened(name: str) -> Iterator[int]:
    """Open a file of all twins of this user: a regular file of this user and no link, since others may write to the folder."""
    path = Path(tempfile.gettempdir()) / name
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        state = os.fstat(file)
        if not stat.S_ISREG(state.st_mode) or state.st_uid != os.geteuid():
            raise PermissionError(f"{path} is of another user, or is not a regular file")
        yield file
    finally:
        os.close(file)


def _value(path: Path) -> int:
    return int(path.read_text(encoding="ascii"))


def _limits(entries: int) -> Iterator[tuple[Path, int]]:
    """The three limits of both families: kept always, collected after 5 s, refused."""
    for family in ("ipv4", "ipv6"):
        for step, factor in ((3, 4), (2, 2), (1, 1)):
            yield Path(f"/proc/sys/net/{family}/neigh/default/gc_thresh{step}"), factor * entries
