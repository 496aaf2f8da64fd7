"""Limits of time and memory for work on what strangers wrote: it ends with an exception instead of with the machine."""

import ctypes
import os
import resource
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

_PAGES = Path("/proc/self/statm")
_PR_SET_PDEATHSIG = 1


class Limit(BaseException):
    """The time limit is exceeded. Not an ordinary exception, as libraries would swallow it and continue."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End what takes more processor time; only the main thread of a process can be ended so.

    Raises:
        Limit: the time is over.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Limit

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def memory_limit(more_bytes: int) -> Iterator[None]:
    """Limit this process to `more_bytes` beyond the memory that it has, on systems that report how much that is. Raises MemoryError: it asked for more."""
    if not _PAGES.exists():
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = int(_PAGES.read_text("ascii").split()[0]) * resource.getpagesize() + more_bytes
    most = min(each for each in (wanted, soft, hard) if each != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def processor_seconds() -> float:
    """Return the processor time that this process has used, s."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent ends, even by `kill -9`."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
