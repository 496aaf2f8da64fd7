"""Trees of hosts as levels, the nearest first: which hosts stand together below one switch (or NVLink domain) of that level.

Names of switches differ between files, hosts do not. What two levels say alike is told once, as a level above a single switch says nothing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

Together = frozenset[frozenset[str]]
Levels = tuple[Together, ...]
Names = frozenset[str]
Row = Mapping[str, str]


def told(levels: Iterable[Together]) -> Levels:
    """Leave out levels that say what the one below says, and the last that says only that there is one cluster."""
    found = [each for each in levels if each]
    kept = [*found[:1], *(after for before, after in pairwise(found) if after != before)]
    return tuple(kept[:-1] if len(kept) > 1 and kept[-1] == {hosts_of(kept)} else kept)


def within(levels: Levels, hosts: Names) -> Levels:
    """Return the levels of some hosts alone."""
    return tuple(frozenset(part & hosts for part in level if part & hosts) for level in levels)


def hosts_of(levels: Iterable[Together]) -> Names:
    """Name the hosts of a tree."""
    return frozenset(host for level in levels for part in level for host in part)


def unfolded(text: str) -> Iterator[str]:
    """Read a host list: `gpu[01-04,07],login1` as Slurm folds it, or `gpu[01:04]` as Ansible does."""
    for stem, ranges, tail in re.findall(r"([^,\[\]]+)(?:\[([^\]]+)\])?([^,\[\]]*),?", text):
        for each in ranges.split(",") if ranges else [""]:
            first, _, last = each.replace(":", "-").partition("-")
            numbers = range(int(first), int(last or first) + 1) if first else []
            yield from (f"{stem}{number:0{len(first)}d}{tail}" for number in numbers)
        if not ranges:
            yield stem


def grouped(of: Mapping[str, Any]) -> Together:
    found: dict[Any, set[str]] = {}
    for host, key in of.items():
        found.setdefault(key, set()).add(host)
    return frozenset(map(frozenset, found.values()))


def reached(cables: Sequence[Row], hosts: Iterable[str]) -> Together:
    """Return the hosts that cables join, directly or by way of others."""
    parent: dict[str, str] = {}

    def top(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = name = parent[parent[name]]
        return name

    for row in cables:
        parent[top(row["a_device"])] = top(row["b_device"])
    return grouped({host: top(host) for host in hosts})


def climbed(rows: Iterable[tuple[str, str, str]]) -> Levels:
    """Climb from every host to the top: rows are switches with the hosts, or the switches, below them."""
    above: dict[str, str] = {}
    hosts: set[str] = set()
    for switch, nodes, children in rows:
        hosts |= set(unfolded(nodes))
        above |= dict.fromkeys((*unfolded(nodes), *unfolded(children)), switch)
    levels: list[Together] = []
    place = {host: host for host in hosts}
    while any(name in above for name in place.values()):
        place = {host: above.get(name, name) for host, name in place.items()}
        levels.append(grouped(place))
    return tuple(levels)
