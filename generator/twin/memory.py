"""Memory of a twin on this machine, and the number of hosts that fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.plan.counts import counted
from generator.twin.answer import TwinError
from generator.twin.sample_tree import SampleTree

_SWITCH_MIB = {(0, 0): 20.0, (9, 1): 26.5}
"""FRR's daemons, without sessions, by the first release: measured with FRR 8.4 on 10 switches of 256 GPUs and 110 of 4,096, and with 10.7, which has mgmtd, on
51 of 1,024."""
_SESSION_MIB = {(0, 0): 0.8, (10, 6): 0.3}
"""A port with a session of BGP and BFD, by the first release: bgpd has buffers for ten of the largest messages of each, and for one and a half since FRR's
commit 2e172f0114."""
PATH_KIB = 1.0
"""A path to a prefix, in bgpd and zebra: with these figures, the programs but mgmtd have on 51 switches of 1,024 GPUs 3,759 MiB (8.4) and 1,968 (10.7), and
7,829 on 181 of 4,096 (10.7)."""
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
    """Counts of the parts that need memory."""

    switches: int
    sessions: int
    links: int
    hosts: int
    paths: int
    frr: tuple[int, int]

    @property
    def mib(self) -> int:
        """All of it in MiB."""
        switch, session = self._figures()
        parts = (self.switches * switch, self.sessions * session, self.paths * PATH_KIB / 1024, self.links * LINK_MIB, self.hosts * HOST_MIB)  # fmt: skip
        return round(OWN_MIB + sum(parts))

    def text(self) -> str:
        """Return the arithmetic."""
        switch, session = self._figures()
        return (
            f"{counted(self.switches, 'switch', 'switches')} x {switch:g} MiB + {counted(self.sessions, 'BGP port')} x {session:g} + "
            f"{counted(self.paths, 'path')} x {PATH_KIB:g} KiB + {counted(self.links, 'link')} x {LINK_MIB:g} + {counted(self.hosts, 'host')} x {HOST_MIB:g} + {OWN_MIB} = {self.mib:,} MiB"
        )

    def _figures(self) -> tuple[float, float]:
        switch, session = (
            max(item for item in figures.items() if item[0] <= self.frr)[1] for figures in (_SWITCH_MIB, _SESSION_MIB)
        )
        return switch, session


def available_mib() -> int:
    """Return how much memory this machine, or the group that this program is limited to, has left."""
    lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    left = next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")) // 1024
    for most, used in _CGROUPS:
        if Path(most).is_file() and Path(used).is_file() and (said := Path(most).read_text("ascii").strip()) != "max":
            left = min(left, (int(said) - int(Path(used).read_text("ascii"))) // 1024**2)
    return left


def need_of(tree: SampleTree, hosts: Sequence[str], frr: tuple[int, int]) -> Need:
    """Return the memory of a tree with some of its hosts, by the release of FRR."""
    chosen = set(hosts)
    between = len(tree.fabric_links(""))
    to_hosts = sum(1 for nic, _ in tree.host_links("") if nic.device in chosen)
    return Need(
        switches=len(tree.switches("")),
        sessions=2 * between,
        links=between + to_hosts,
        hosts=len(chosen),
        paths=tree.paths,
        frr=frr,
    )


def chosen_hosts(tree: SampleTree, most: int | None, available: int, frr: tuple[int, int]) -> tuple[list[str], str]:
    """Choose the hosts: all, at most `most`, or a sample where memory is short. Return them, and a note about the choice.

    Raises TwinError: the switches alone do not fit.
    """
    hosts = tree.everyone()
    budget = round(PART * available)
    least = need_of(tree, hosts[:1], frr)
    if least.mib > budget:
        raise TwinError(
            f"memory is short: {least.text()}, but {available:,} MiB are available and {PART:.0%} of them, {budget:,} MiB, may be used"
        )
    wanted = hosts if most is None else spread(hosts, most)
    need = need_of(tree, wanted, frr)
    if need.mib <= budget:
        sampled = "" if len(wanted) == len(hosts) else f"{len(wanted)} of {counted(len(hosts), 'host')}, as asked. "
        return wanted, f"{sampled}Memory: {need.text()} of {available:,} MiB available"
    low, high = 1, len(wanted)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if need_of(tree, spread(hosts, middle), frr).mib <= budget else (low, middle - 1)
    sample = spread(hosts, low)
    why = f"all need {need.mib:,} MiB, and {PART:.0%} of {available:,} MiB available are {budget:,} MiB"
    return (
        sample,
        f"A sample of {low} of {counted(len(hosts), 'host')}: {why}. Memory: {need_of(tree, sample, frr).text()}",
    )


def spread(hosts: Sequence[str], most: int) -> list[str]:
    """Return at most this number of hosts, evenly from first to last."""
    if most >= len(hosts):
        return list(hosts)
    return [hosts[number * len(hosts) // most] for number in range(most)]
