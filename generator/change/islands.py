"""Partitions of a fabric during a change: hosts whose jobs would span parts are drained until the fabric is connected again.

Ports of hosts are grouped by their earlier leaf, their later leaf, and whether they have moved yet. Two ports that reach each other in both plans
must do so after every step.
"""

from collections import deque
from collections.abc import Collection, Iterable, Mapping

from generator.change.links import Port, port_of
from generator.change.patch import Task
from generator.change.records import Row
from generator.change.tables import PlanRows
from generator.change.touched import MANAGEMENT

Neighbours = dict[str, dict[str, int]]
"""The number of links of a switch to each other one."""
Seat = tuple[str, str, str, bool]
"""A fabric, the leaf before, the leaf after, and whether the port is on the later one."""


class Islands:
    """Switches connected by the current cables, and the ports of hosts on them."""

    def __init__(self, old: PlanRows, new: PlanRows) -> None:
        """Start with the cables of the earlier plan."""
        self._plans = old, new
        self._noted: list[tuple[Row | None, Row, int]] = []
        self._ready = self._changed = False
        self._lost: list[str] = []

    def _begin(self) -> None:
        """Read both plans and apply earlier changes; done at the first unplugged cable, as it takes time in large plans."""
        old, new = self._plans
        self._ready = True
        self._hosts = {row["name"] for row in old["hosts"]}
        self._order = [row["name"] for row in old["hosts"]]
        self._neighbours: Neighbours = {}
        later: Neighbours = {}
        seats: dict[Port, Row] = {}
        for plan, neighbours in ((old, self._neighbours), (new, later)):
            for link in plan["links"]:
                if link["kind"] != "host_leaf":
                    _count(neighbours, link, 1)
                elif plan is new and link["a"]["device"] in self._hosts:
                    seats[port_of(link["a"])] = link
        self._seats: dict[Seat, dict[str, int]] = {}
        self._after = seats
        for link in old["links"]:
            self._sit(link, link, 1)
        leaves = {name for seat in self._seats for name in seat[1:3]}
        self._before, self._later = _parts(self._neighbours, leaves), _parts(later, leaves)
        for noted in self._noted:
            self._follow(*noted)
        self._noted.clear()

    def unplug(self, tasks: Iterable[Task]) -> None:
        """Unplug links, as in the earlier plan."""
        for task in tasks:
            if task.before is not None and not task.stays:
                self._note(task.before, task.before, -1)

    def plug(self, tasks: Iterable[Task]) -> None:
        """Plug links, as in the later plan."""
        for task in tasks:
            if task.after is not None and not task.stays:
                self._note(task.before, task.after, 1)

    def split(self) -> list[str]:
        """Return the hosts with a port in a part of a fabric other than its largest."""
        if self._changed:
            self._changed = False
            self._lost = self._divided()
        return self._lost

    def _divided(self) -> list[str]:
        where = {seat: seat[2] if seat[3] else seat[1] for seat, hosts in self._seats.items() if hosts}
        parts = _parts(self._neighbours, set(where.values()))
        together: dict[tuple[str, int, int], dict[int, list[Seat]]] = {}
        for seat, leaf in where.items():
            kin = (seat[0], self._before[seat[1]], self._later[seat[2]])
            together.setdefault(kin, {}).setdefault(parts[leaf], []).append(seat)
        lost: set[str] = set()
        for found in together.values():
            sizes = {part: sum(sum(self._seats[seat].values()) for seat in seats) for part, seats in found.items()}
            largest = max(sizes, key=lambda part: (sizes[part], -part))
            lost.update(
                name for part, seats in found.items() if part != largest for s in seats for name in self._seats[s]
            )
        return [name for name in self._order if name in lost]

    def _note(self, before: Row | None, link: Row, by: int) -> None:
        if link["fabric"] == MANAGEMENT:
            return
        if by < 0 and not self._ready:
            self._begin()
        if not self._ready:
            self._noted.append((before, link, by))
            return
        self._changed = True
        self._follow(before, link, by)

    def _follow(self, before: Row | None, link: Row, by: int) -> None:
        if link["kind"] != "host_leaf":
            _count(self._neighbours, link, by)
        elif before is not None:
            self._sit(before, link, by)

    def _sit(self, before: Row, link: Row, by: int) -> None:
        host = before["a"]["device"]
        after = self._after.get(port_of(before["a"]))
        if link["kind"] != "host_leaf" or link["fabric"] == MANAGEMENT or host not in self._hosts or after is None:
            return
        leaves = before["b"]["device"], after["b"]["device"]
        seat = (link["fabric"], *leaves, link is not before and leaves[0] != leaves[1])
        held = self._seats.setdefault(seat, {})
        held[host] = held.get(host, 0) + by
        if not held[host]:
            del held[host]


def _count(neighbours: Neighbours, link: Row, by: int) -> None:
    one, two = link["a"]["device"], link["b"]["device"]
    for here, there in ((one, two), (two, one)):
        near = neighbours.setdefault(here, {})
        near[there] = near.get(there, 0) + by
        if not near[there]:
            del near[there]


def _parts(neighbours: Mapping[str, Mapping[str, int]], wanted: Collection[str]) -> dict[str, int]:
    """Number the parts that some switches are in, in the order of their names; the search of a part ends as soon as all wanted switches are found."""
    found: dict[str, int] = {}
    left = set(wanted)
    for number, first in enumerate(sorted(wanted)):
        if first not in left:
            continue
        queue, seen = deque([first]), {first}
        while queue and left:
            here = queue.popleft()
            if here in left:
                left.discard(here)
                found[here] = number
            for there in neighbours.get(here, ()):
                if there not in seen:
                    seen.add(there)
                    queue.append(there)
                    if there in left:
                        left.discard(there)
                        found[there] = number
    return found
