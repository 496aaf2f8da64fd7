"""A watcher for foreign templates: a process that ends ours if a template blocks the interpreter.

Python handles signals between two bytecode steps. A comparison of nested lists is one step, and may take forever; nothing inside the process can end
it.
"""

import mmap
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.source.limits import die_with

_LOOK_SECONDS = 0.25
_ROOM = 1024
_TICK = os.sysconf("SC_CLK_TCK")


class Watcher:
    """Knows which template is printed. Its process begins with the first one, and ends with `close` or with ours."""

    def __init__(self, seconds: float) -> None:
        """Limit a template to `seconds` of processor time."""
        self._seconds = seconds
        self._shared = mmap.mmap(-1, _ROOM)
        self._count = 0
        self._owner = 0
        self._process = 0

    def close(self) -> None:
        """End the watcher's process, where this one has begun it."""
        if self._process and self._owner == os.getpid():
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
        self._owner = self._process = 0

    @contextmanager
    def printing(self, place: str) -> Iterator[None]:
        """Report the template that is being printed, for the message."""
        if self._owner != os.getpid():
            self._start()
        self._say(place)
        try:
            yield
        finally:
            self._say("")

    def _say(self, place: str) -> None:
        self._count += 1
        message = f"{self._count}\n{place}".encode("utf-8", "replace")[: _ROOM - 1]
        self._shared[:] = message.ljust(_ROOM, b"\0")

    def _start(self) -> None:
        self._shared = mmap.mmap(-1, _ROOM)
        self._owner = os.getpid()
        self._process = os.fork() if Path("/proc/self/stat").exists() else 0
        if self._owner != os.getpid():
            try:
                self._watch()
            finally:
                os._exit(0)

    def _watch(self) -> None:
        """Be the watcher: look now and then whether the same template is still printed."""
        die_with(self._owner)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for handle in (0, 1):
            os.dup2(nowhere, handle)
        os.closerange(3, min(1 << 16, os.sysconf("SC_OPEN_MAX")))
        seen, since = b"", 0.0
        while True:
            time.sleep(_LOOK_SECONDS)
            now, used = self._shared[:].rstrip(b"\0"), _processor_seconds(self._owner)
            if now != seen or not now.partition(b"\n")[2]:
                seen, since = now, used
            elif used - since > self._seconds:
                place = now.partition(b"\n")[2].decode("utf-8", "replace")
                text = (
                    f"error[template]: it was stopped: it took more than {self._seconds:g} s for one step, and may have no end\n"
                    f"  --> {place}:1:1\nhelp: compare it with the template of the same name that ships with clustergen, or remove it\n"
                )
                os.write(2, text.encode())
                os.kill(self._owner, signal.SIGTERM)
                return


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("ascii", errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK
