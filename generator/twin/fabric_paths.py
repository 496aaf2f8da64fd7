"""Paths between two leaves: by the kernels of all switches, and by the cables."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

from generator.twin.kernel_tables import lookup
from generator.twin.switch_config import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.twin.bed import Bed
    from generator.twin.tree import End

_MOST_TIERS = 8
"""No path of a fabric is longer; a loop would be."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The number of paths, counted by link, their ports by switch, and their switches by tier."""

    count: int
    steps: frozenset[tuple[str, str]]
    tiers: tuple[tuple[str, ...], ...]


def walk_tables(bed: Bed, near: End, far: End, address: IPv4Address) -> Walk:
    """Follow the kernel tables. Packets in a tunnel between leaves, as of tenants and VLANs, follow the outer header."""
    routed = all(bed.tree.config(end.device).vrf(end.interface) == DEFAULT for end in (near, far))
    target = (
        address if routed and bed.tree.config(far.device).port_addresses(far.interface) else _tunnel(bed, far.device)
    )
    tables = {}

    def ports(switch: str) -> set[str]:
        if switch not in tables:
            tables[switch] = bed.fib(switch)
        return lookup(tables[switch], target)

    return _walk(bed, near.device, far.device, ports)


def walk_cables(bed: Bed, near: str, far: str) -> Walk:
    """Follow the plugged cables."""
    return _walk(bed, near, far, lambda switch: bed.routes(switch).get(far, set()))


def _tunnel(bed: Bed, leaf: str) -> IPv4Address:
    vtep = bed.tree.config(leaf).vtep
    return IPv4Address(vtep) if vtep else bed.tree.loopback(leaf).ip


def _walk(bed: Bed, near: str, far: str, ports: Callable[[str], set[str]]) -> Walk:
    over = {(end.device, end.interface): other.device for link in bed.links for end, other in link.ends()}
    counts, steps = {near: 1}, set[tuple[str, str]]()
    tiers: list[tuple[str, ...]] = [(near,)]
    while len(tiers) < _MOST_TIERS and set(counts) != {far}:
        ahead: dict[str, int] = {}
        for switch, paths in counts.items():
            if switch == far:
                ahead[far] = ahead.get(far, 0) + paths
                continue
            for port in ports(switch):
                if (switch, port) in over:
                    steps.add((switch, port))
                    there = over[switch, port]
                    ahead[there] = ahead.get(there, 0) + paths
        if not ahead:
            break
        counts = ahead
        tiers.append(tuple(sorted(counts)))
    return Walk(counts.get(far, 0), frozenset(steps), tuple(tiers))
