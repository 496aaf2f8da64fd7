"""One thing of a running twin fails, and what is left is measured: in the words of the analysis, so that the two compare.

Nothing here asks the generator: what fails is named by the caller, and every number comes from carriers, kernel tables, pings and rendered files.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from generator.twin.echoes import Pair
    from generator.twin.tree import End
    from generator.twin.twin import Twin


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a failure did to the twin; units and words are those of the analysis."""

    gbps: float
    """Bandwidth, in each direction, of the cables that went dark."""
    hosts_touched: int
    host_part: float
    """The largest part of a routed host's bandwidth on this fabric that is gone."""
    hosts_cut_off: int
    parts: int
    """Groups of NICs with a carrier that answer within and not without."""


def names(kind: str, worst: str) -> list[str]:
    """The devices that the analysis names: one, or both ends of a link without the rail."""
    ends = worst.split(" to ") if kind.endswith("link") else [worst]
    return [end.split(" rail ")[0] for end in ends]


@contextlib.contextmanager
def failed(twin: Twin, kind: str, devices: Sequence[str]) -> Iterator[None]:
    """Take a link or switches away, and put them back at the end; the caller waits for the routes."""
    if kind == "host link":
        port = next(leaf for nic, leaf in twin.host_links if [nic.device, leaf.device] == list(devices))
        twin.set_port(port, "down")
        try:
            yield
        finally:
            twin.set_port(port, "up")
    elif kind.endswith("link"):
        link = next(each for each in twin.links if {each.a.device, each.b.device} == set(devices))
        twin.pull(link)
        try:
            yield
        finally:
            twin.plug(link)
    else:
        for switch in devices:
            twin.kill(switch)
        try:
            yield
        finally:
            for switch in devices:
                twin.revive(switch)


def measure(twin: Twin, hosts: int) -> tuple[Outcome, list[str]]:
    """Report what is left, and which NICs answer that should not or do not that should; so many hosts ping all others.

    A dark NIC is silent, and no other is.
    """
    links, unplugged = twin.dark()
    dark = {nic for nic, _ in unplugged}
    lost: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for nic, leaf in twin.host_links:
        whole[nic.device] += _mbps(twin, leaf)
        lost[nic.device] += _mbps(twin, leaf) if nic in dark else 0
    sources = set(twin.hosts[:: max(1, len(twin.hosts) // hosts)])
    asking = twin.rails_of(sources)
    silent = twin.silent_pairs(asking, retries=1)
    routed = sorted({rail.nic.device for rail in twin.rails})
    groups = _groups(twin, silent, dark, sources)
    largest = max(groups, key=len, default=set())
    alone = {host for host in routed if not any(nic.device == host for nic in largest)}
    alone |= {host for host in twin.hosts if host not in routed and lost[host] == whole[host]}
    outcome = Outcome(
        gbps=(sum(_mbps(twin, link.a) for link in links) + lost.total()) / 1000,
        hosts_touched=sum(1 for part in lost.values() if part),
        host_part=max(lost[host] / whole[host] for host in routed),
        hosts_cut_off=len(alone),
        parts=len(groups),
    )
    pairs = {(near.nic, far.nic) for near in asking for far in twin.rails if near.nic.device != far.nic.device}
    should = {(near, far) for near, far in pairs if near in dark or far in dark}
    return outcome, [f"{near} to {far}" for near, far in sorted(silent ^ should, key=str)]


def _groups(twin: Twin, silent: set[Pair], dark: set[End], sources: set[str]) -> list[set[End]]:
    """NICs that reach one another, those of one host apart, by the pings of `sources`."""
    groups: list[set[End]] = []
    for rail in twin.rails:
        if rail.nic in dark:
            continue
        joined = [each for each in groups if any(_answer(silent, rail.nic, nic, sources) for nic in each)]
        groups = [each for each in groups if each not in joined]
        groups.append({rail.nic}.union(*joined))
    return groups


def _answer(silent: set[Pair], one: End, two: End, sources: set[str]) -> bool:
    tried = [(near, far) for near, far in ((one, two), (two, one)) if near.device in sources]
    return one.device != two.device and bool(tried) and not any(pair in silent for pair in tried)


def _mbps(twin: Twin, end: End) -> int:
    return round(1000 * twin.tree.config(end.device).speed_gbps(end.interface))
