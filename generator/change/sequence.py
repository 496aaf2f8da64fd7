"""In which order groups of work are done: who frees a port or a rack unit comes before who needs it."""

import heapq
from collections.abc import Sequence

from generator.change.groups import Group
from generator.change.links import Port
from generator.change.places import Occupancy


def ordered(groups: Sequence[Group], occupancy: Occupancy) -> list[Group]:
    """Sort by rank, and whoever frees something before whoever needs it.

    A ring of ports is broken at the lowest rank: the cables there hang loose a while. Devices that stand in each other's places
    cannot: they are out together, as one group.
    """
    ports, places = _ports(groups), _places(groups, occupancy)
    before = [ports[index] | places[index] for index in range(len(groups))]
    after: list[set[int]] = [set() for _ in groups]
    for index, firsts in enumerate(before):
        for first in firsts:
            after[first].add(index)
    open_count = [len(firsts) for firsts in before]
    ready = [(group.rank, index) for index, group in enumerate(groups) if not open_count[index]]
    heapq.heapify(ready)
    rings = sorted(((group.rank, index) for index, group in enumerate(groups) if open_count[index]), reverse=True)
    done: set[int] = set()
    order = []
    while ready or rings:
        _, index = heapq.heappop(ready) if ready else rings.pop()
        if index in done:
            continue
        together = _together(index, places, done)
        done |= together
        order.append(_merged([groups[each] for each in sorted(together, key=lambda each: groups[each].rank)]))
        for later in {later for each in together for later in after[each]}:
            open_count[later] -= len(before[later] & together)
            if not open_count[later] and later not in done:
                heapq.heappush(ready, (groups[later].rank, later))
    return order


def _together(index: int, places: Sequence[set[int]], done: set[int]) -> set[int]:
    """Return a group with those that still stand where its devices go, and so on."""
    found = {index}
    queue = [index]
    while queue:
        more = places[queue.pop()] - done - found
        found |= more
        queue += more
    return found


def _merged(groups: Sequence[Group]) -> Group:
    first, *others = groups
    for other in others:
        first.devices += other.devices
        first.tasks += other.tasks
        first.whole = True
    return first


def _ports(groups: Sequence[Group]) -> list[set[int]]:
    """Give, for each group, those whose links are in the ports that its own need."""
    holder: dict[Port, int] = {
        port: index for index, group in enumerate(groups) for task in group.tasks for port in task.holds
    }
    return [
        {holder[port] for task in group.tasks for port in task.needs if port in holder} - {index}
        for index, group in enumerate(groups)
    ]


def _places(groups: Sequence[Group], occupancy: Occupancy) -> list[set[int]]:
    """Give, for each group, those whose devices stand where its own shall stand."""
    of = {name: index for index, group in enumerate(groups) if group.whole for name in group.devices}
    return [
        {of[other] for name in group.devices if group.whole for other in occupancy.waits_for(name) if other in of}
        - {index}
        for index, group in enumerate(groups)
    ]
