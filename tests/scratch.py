"""Where `make test` writes its trees: in memory where there is room for them, else where all that is temporary goes.

They are some hundred thousand small files, and a file takes a tenth of the processor time there. `TMPDIR` has the last word.
"""

import os
import re
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 6 * 1024**3
"""Bytes that must be free: each process keeps the trees of the examples, 300 MB."""


def scratch(memory: Path = MEMORY, meminfo: Path = Path("/proc/meminfo")) -> str:
    """Return the folder; programs of tests are started in it, which containers may forbid in theirs."""
    usual = tempfile.gettempdir()
    if "TMPDIR" in os.environ or not os.access(memory, os.W_OK):
        return usual
    there = os.statvfs(memory)
    free = re.search(r"^MemAvailable: +(\d+) kB$", meminfo.read_text("ascii"), re.MULTILINE)
    most = min(there.f_bavail * there.f_frsize, int(free[1]) * 1024 if free else 0)
    return usual if there.f_flag & os.ST_NOEXEC or most < ROOM else str(memory)


if __name__ == "__main__":
    print(scratch())
