"""What a twin needs of this machine's memory, and how many hosts of the tree fit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.twin.answer import TwinError, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.twin.sample_tree import SampleTree

SWITCH_MIB = 40.0
"""FRR's four daemons, without sessions: measured with FRR 8.4 and 10 switches of 256 GPUs."""
SESSION_MIB = 0.5
"""A port with a session of BGP and BFD, measured there."""
LINK_MIB = 0.25
"""A virtual cable with both ports, their neighbours and routes, in the kernel."""
HOST_MIB = 0.5
"""A host's namespace."""
OWN_MIB = 100
"""This program, and the programs that it starts."""
PART = 0.8
"""Of the memory that is available: the rest is for what else the machine does."""
_CGROUPS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What is brought up, by which memory counts."""

    switches: int
    sessions: int
    links: int
    hosts: int

    @property
    def mib(self) -> int:
        """All of it in MiB."""
        parts = (self.switches * SWITCH_MIB, self.sessions * SESSION_MIB, self.links * LINK_MIB, self.hosts * HOST_MIB)  # fmt: skip
        return round(OWN_MIB + sum(parts))

    def text(self) -> str:
        """Return the arithmetic."""
        return (
            f"{counted(self.switches, 'switch', 'switches')} x {SWITCH_MIB:g} MiB + {counted(self.sessions, 'BGP port')} x {SESSION_MIB:g} + "
            f"{counted(self.links, 'link')} x {LINK_MIB:g} + {counted(self.hosts, 'host')} x {HOST_MIB:g} + {OWN_MIB} = {self.mib:,} MiB"
        )


def available_mib() -> int:
    """Return how much memory this machine, or the group that this program is limited to, has left."""
    lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    left = next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")) // 1024
    for most, used in _CGROUPS:
        if Path(most).is_file() and Path(used).is_file() and (said := Path(most).read_text("ascii").strip()) != "max":
            left = min(left, (int(said) - int(Path(used).read_text("ascii"))) // 1024**2)
    return left


def need_of(tree: SampleTree, hosts: Sequence[str]) -> Need:
    """Return what a tree needs with some of its hosts."""
    chosen = set(hosts)
    between = len(tree.fabric_links(""))
    to_hosts = sum(1 for nic, _ in tree.host_links("") if nic.device in chosen)
    return Need(switches=len(tree.switches("")), sessions=2 * between, links=between + to_hosts, hosts=len(chosen))


def chosen_hosts(tree: SampleTree, most: int | None, available: int) -> tuple[list[str], str]:
    """Choose the hosts: all, at most `most`, or a sample where memory is short. Gives them, and what is to be said about it.

    Raises:
        TwinError: the switches alone do not fit.
    """
    hosts = tree.everyone()
    budget = round(PART * available)
    least = need_of(tree, hosts[:1])
    if least.mib > budget:
        raise TwinError(
            f"memory is short: {least.text()}, but {available:,} MiB are available and {PART:.0%} of them, {budget:,} MiB, may be used"
        )
    wanted = hosts if most is None else spread(hosts, most)
    need = need_of(tree, wanted)
    if need.mib <= budget:
        sampled = "" if len(wanted) == len(hosts) else f"{len(wanted)} of {counted(len(hosts), 'host')}, as asked. "
        return wanted, f"{sampled}Memory: {need.text()} of {available:,} MiB available"
    low, high = 1, len(wanted)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if need_of(tree, spread(hosts, middle)).mib <= budget else (low, middle - 1)
    sample = spread(hosts, low)
    why = f"all need {need.mib:,} MiB, and {PART:.0%} of {available:,} MiB available are {budget:,} MiB"
    return sample, f"A sample of {low} of {counted(len(hosts), 'host')}: {why}. Memory: {need_of(tree, sample).text()}"


def spread(hosts: Sequence[str], most: int) -> list[str]:
    """Return at most so many hosts, evenly from first to last."""
    if most >= len(hosts):
        return list(hosts)
    return [hosts[number * len(hosts) // most] for number in range(most)]
