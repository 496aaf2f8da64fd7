"""How much of the compute fabric rounds of pairs test.

A port is tested when its host has a partner. Which uplink a flow takes is the switch's hash of its header, so of U uplinks of a leaf F flows are
expected to use U x (1 - (1 - 1/U)^F), as balls in bins; the same holds for a pod's links to the cores.
"""

import math
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from generator.plan.acceptance.places import COMPUTE, Seat
from generator.plan.acceptance.records import Coverage
from generator.plan.acceptance.schedule import Pair
from generator.plan.once import once
from generator.plan.plan import Plan

Key = TypeVar("Key", str, int)
Ports = tuple[tuple[str, str], ...]


class Tested:
    """The coverage of all rounds so far."""

    def __init__(self, plan: Plan, seats: Iterable[Seat]) -> None:
        """Begin with nothing tested."""
        self._seats = {host: seat for seat in seats for host in seat.hosts}
        self._pods = {switch.name: switch.pod for switch in plan.switches}
        self._uplinks, self._core_links = _links(plan)
        self._by_hash = plan.fabrics[COMPUTE].technology != "infiniband"
        self._hosts: set[str] = set()
        self._up: Counter[str] = Counter()
        self._out: Counter[int] = Counter()

    def add(self, pairs: Iterable[Pair], flows: int) -> None:
        """Count the pairs of a round, with `flows` flows for each pair of ports, in both directions."""
        kinds: Counter[tuple[int, int, Ports]] = Counter()
        ends: dict[tuple[int, int, Ports], tuple[Seat, Seat]] = {}
        for pair in pairs:
            self._hosts.update((pair.a, pair.b))
            a, b = self._seats[pair.a], self._seats[pair.b]
            kinds[id(a), id(b), pair.ports] += 1
            ends[id(a), id(b), pair.ports] = a, b
        for kind, count in kinds.items():
            self._add(*ends[kind], kind[2], count * flows)

    def _add(self, a: Seat, b: Seat, ports: Ports, flows: int) -> None:
        to_a, to_b = dict(zip(a.ports, a.leaves, strict=True)), dict(zip(b.ports, b.leaves, strict=True))
        for one, other in ports:
            for leaf, far in ((to_a[one], to_b[other]), (to_b[other], to_a[one])):
                self._up[leaf] += flows if leaf != far else 0
                self._out[self._pods[leaf]] += flows if self._pods[leaf] != self._pods[far] else 0

    def least_used(self) -> float:
        """Return the expected share of the uplinks in use, 0 to 1, at the leaf where it is least; leaves that no flow leaves do not count."""
        shares = [
            _expected(self._uplinks[leaf], flows) / self._uplinks[leaf]
            for leaf, flows in self._up.items()
            if flows and self._uplinks[leaf]
        ]
        return min(shares, default=1.0)

    def coverage(self) -> Coverage:
        """Return the coverage so far."""
        return Coverage(
            ports=sum(len(self._seats[host].ports) for host in self._hosts),
            of_ports=sum(len(seat.ports) for seat in self._seats.values()),
            uplinks=self._sum(self._uplinks, self._up),
            of_uplinks=self._uplinks.total(),
            core_links=self._sum(self._core_links, self._out),
            of_core_links=self._core_links.total(),
        )

    def _sum(self, links: Counter[Key], flows: Counter[Key]) -> float | None:
        if not self._by_hash:
            return None
        return round(math.fsum(_expected(count, flows[key]) for key, count in links.items()), 1)


def _expected(links: int, flows: int) -> float:
    return float(links * (1 - (1 - 1 / links) ** flows))


@once
def _links(plan: Plan) -> tuple[Counter[str], Counter[int]]:
    """Count the uplinks of each leaf (a link between two leaves at its first end), and each pod's links to cores."""
    pods = {switch.name: switch.pod for switch in plan.switches}
    up: Counter[str] = Counter()
    out: Counter[int] = Counter()
    for link in plan.links:
        if link.fabric == COMPUTE and link.kind in {"leaf_spine", "leaf_leaf"}:
            up[link.a.device] += 1
        elif link.fabric == COMPUTE and link.kind == "spine_core":
            out[pods[link.a.device]] += 1
    return up, out
