"""How often BFD of a twin's switches sends: as their files have it, unless that is more than the machine's cores carry.

On switches, each session costs a part of an own core. Here all of them share a few cores, and a session whose packets come too late ends.
"""

import math
import os
import re
from collections.abc import Iterator

from generator.plan.counts import counted

FILE_MS = 300
"""FRR's default interval, ms (doc/user/bfd.rst, `transmit-interval`)."""
_CARRIED = 1000
"""Packets a second for each core, which take about a quarter of it: bfdd of 51 switches (FRR 8.4) and of 181 (10.7) on two cores; the rest is for BGP and for
what else runs."""
_STEP_MS = 100
LEAST_MS, MOST_MS = 10, 60_000
"""The intervals that FRR accepts."""
_PROFILE = "twin"
_SESSIONS = re.compile(r" +neighbor (\S+) bfd$")


def interval_ms(sessions: int, cores: int | None = None) -> int:
    """Return the interval at which `cores`, by default those available to this process, can process the packets of this number of ports with a session."""
    cores = cores or len(os.sched_getaffinity(0))
    longer = math.ceil(sessions * 1000 / (cores * _CARRIED) / _STEP_MS) * _STEP_MS
    return min(max(FILE_MS, longer), MOST_MS)


def text(sessions: int, interval: int) -> str:
    """Return the interval of BFD as text, with its consequences; empty where it is that of the files."""
    if interval == FILE_MS:
        return ""
    before, now = (sessions * 1000 // each for each in (FILE_MS, interval))
    return (
        f"it sends every {interval:,} ms, so {counted(sessions, 'port')} send {now:,} packets a second instead of {before:,}; "
        "a peer that stops without losing its link is noticed that much later"
    )


def lines(frr_conf: str, interval: int) -> list[str]:
    """Return the commands for a switch after its file, so that its sessions use the interval; empty where the file already has it."""
    neighbours = list(_neighbour_lines(frr_conf)) if interval != FILE_MS else []
    profile = (f"profile {_PROFILE}", f"transmit-interval {interval}", f"receive-interval {interval}", "exit", "exit")
    return ["bfd", *profile, *neighbours] if neighbours else []


def _neighbour_lines(frr_conf: str) -> Iterator[str]:
    heading = ""
    for line in frr_conf.splitlines():
        if line.startswith("router bgp"):
            heading = line
        elif heading and (found := _SESSIONS.fullmatch(line)):
            yield from (heading, f"neighbor {found[1]} bfd profile {_PROFILE}", "exit")
