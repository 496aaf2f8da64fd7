"""Groups of work on a switch or on the hosts of a rack, and their order: a group that frees a port or a rack unit comes before those that need it."""

import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct, field

from generator.change.links import Port
from generator.change.patch import Task
from generator.change.places import Occupancy
from generator.change.records import Row
from generator.change.step import StepKind
from generator.change.tables import PlanRows

_RANK = {"leave": 0, "host": 1, "leaf": 2, "spine": 3, "core": 4, "host behind": 5}
_BATCHED = "compute"
"""The role whose hosts may be out together, a rack at a time: jobs run on the others meanwhile. Of other roles, one host is out at a time."""


def batch_of(host: Row) -> str:
    """Return the key of hosts that may be out together: the rack of compute hosts, the name of others."""
    return str(host["rack"] if host["role"] == _BATCHED else host["name"])


class Group(Struct):
    """Work on a switch, or on hosts: `whole` where they are out of service meanwhile, else only the links of `tasks`."""

    kind: StepKind
    devices: tuple[str, ...]
    whole: bool
    rank: tuple[int, int]
    tasks: list[Task] = field(default_factory=list)
    aside: int | None = None
    """The lowest of the units where a device is set aside."""


def group_tasks(old: PlanRows, tasks: Iterable[Task], themselves: Collection[str], leave: Iterable[str]) -> list[Group]:
    """Return the groups. `themselves`: devices that change as a whole; `leave`: those that go.

    A link belongs to its upper device, which many hosts share; if the lower one changes as a whole, to that one. Management ports do not take their
    switch out of service, unless it is removed or moved.
    """
    gone = set(leave)
    groups = _groups_of_devices(old, set(themselves) | gone, gone)
    plain: dict[str, Group] = {}
    ranks = {row["name"]: (_RANK[row["tier"]], number) for number, row in enumerate(old["switches"])}
    for task in tasks:
        assert task.before is not None
        low, high = task.before["a"]["device"], task.before["b"]["device"]
        managed = low in ranks and low not in gone and task.before["kind"] == "host_leaf"
        moved = task.carried and task.holds == task.needs
        group = None if managed and not moved else groups.get(low)
        group = group or groups.get(high) or plain.get(high)
        if group is None:
            group = plain[high] = Group("switch", (high,), whole=False, rank=ranks[high])
        group.tasks.append(task)
    return [*{id(group): group for group in groups.values()}.values(), *plain.values()]


def _groups_of_devices(old: PlanRows, devices: set[str], gone: set[str]) -> dict[str, Group]:
    """Return the group of every device that is taken out: a switch by itself, compute hosts by their racks, all other hosts one by one."""
    found: dict[str, Group] = {}
    batches: dict[tuple[str, str], Group] = {}
    for number, row in enumerate(old["hosts"]):
        name = row["name"]
        if name in devices:
            kind: StepKind = "leave" if name in gone else "host"
            batch = (kind, batch_of(row))
            group = batches.setdefault(batch, Group(kind, (), whole=True, rank=(_RANK[kind], number)))
            group.devices += (name,)
            found[name] = group
    for number, row in enumerate(old["switches"]):
        if row["name"] in devices:
            kind = "leave" if row["name"] in gone else "switch"
            found[row["name"]] = Group(kind, (row["name"],), whole=True, rank=(_RANK[row["tier"]], number))
    return found


def after_switches(groups: Iterable[Group], hosts: Collection[str]) -> None:
    """Put the groups of some hosts behind those of all switches: they are of no use before these have their gateway."""
    for group in groups:
        if group.kind == "host" and not {*group.devices}.isdisjoint(hosts):
            group.rank = (_RANK["host behind"], group.rank[1])


def ordered(
    groups: Sequence[Group], occupancy: Occupancy, rivals: Mapping[str, Collection[str]] = MappingProxyType({})
) -> list[Group]:
    """Sort by rank, and what frees something before what needs it.

    A cycle of ports is broken at the lowest rank: its cables stay unplugged for some steps. Devices that exchange places cannot: they are out
    together, as one group. If two of them are redundant to each other (`rivals`), one is first set aside in a separate group (`aside`), if its rack
    has free units.
    """
    ports, places = _ports(groups), _places(groups, occupancy)
    before = [ports[index] | places[index] for index in range(len(groups))]
    after: list[set[int]] = [set() for _ in groups]
    for index, firsts in enumerate(before):
        for first in firsts:
            after[first].add(index)
    ready = [(group.rank, index) for index, group in enumerate(groups) if not before[index]]
    heapq.heapify(ready)
    rings = sorted(((group.rank, index) for index, group in enumerate(groups) if before[index]), reverse=True)
    done: set[int] = set()
    order = []
    while ready or rings:
        _, index = heapq.heappop(ready) if ready else rings.pop()
        if index in done:
            continue
        together = _together(index, places, done)
        moved = _aside(groups, together, places, occupancy, rivals)
        if moved is not None:
            group = groups[moved]
            unit = occupancy.set_aside(group.devices[0])
            order.append(Group("aside", group.devices, whole=True, rank=group.rank, aside=unit))
            gone, later = set[int](), {each for each in after[moved] if moved in places[each]}
            for each in later:
                places[each].discard(moved)
                before[each] -= {moved} - ports[each]
            rings.append((groups[index].rank, index))
        else:
            gone, later = together, {later for each in together for later in after[each]}
            done |= together
            order.append(_merged([groups[each] for each in sorted(together, key=lambda each: groups[each].rank)]))
            occupancy.settle(order[-1].devices)
        for each in later:
            before[each] -= gone
            if not before[each] and each not in done:
                heapq.heappush(ready, (groups[each].rank, each))
    return order


def _aside(
    groups: Sequence[Group],
    together: Collection[int],
    places: Sequence[set[int]],
    occupancy: Occupancy,
    rivals: Mapping[str, Collection[str]],
) -> int | None:
    """Return a switch to set aside: its place is needed in a cycle, and it is redundant to another one there; None where no such switch exists or no rack has free units."""
    names = {name for index in together for name in groups[index].devices}
    found = [
        index
        for index in together
        if groups[index].kind == "switch"
        and any(index in places[other] for other in together)
        and not names.isdisjoint(rivals.get(groups[index].devices[0], ()))
        and occupancy.room(groups[index].devices[0]) is not None
    ]
    return min(found, key=lambda index: (groups[index].rank, index), default=None)


def _together(index: int, places: Sequence[set[int]], done: set[int]) -> set[int]:
    """Return a group with those whose devices are at the places that its devices get, and so on."""
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
    """Return, for each group, those whose links are in the ports that it needs."""
    holder: dict[Port, int] = {
        port: index for index, group in enumerate(groups) for task in group.tasks for port in task.holds
    }
    return [
        {holder[port] for task in group.tasks for port in task.needs if port in holder} - {index}
        for index, group in enumerate(groups)
    ]


def _places(groups: Sequence[Group], occupancy: Occupancy) -> list[set[int]]:
    """Return, for each group, those whose devices are at the places that it needs."""
    of = {name: index for index, group in enumerate(groups) if group.whole for name in group.devices}
    return [
        {of[other] for name in group.devices if group.whole for other in occupancy.waits_for(name) if other in of}
        - {index}
        for index, group in enumerate(groups)
    ]
