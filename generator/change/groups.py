"""Which work is done together: on a switch, or on the hosts of a rack."""

from collections.abc import Collection, Iterable

from msgspec import Struct, field

from generator.change.patch import Task
from generator.change.tables import PlanRows

_RANK = {"leave": 0, "host": 1, "leaf": 2, "spine": 3, "core": 4}
_BATCHED = "compute"
"""The role whose hosts may be out together, a rack at a time: jobs run on the others meanwhile. Of all other roles one host is out at a time."""


class Group(Struct):
    """Work on a switch, or on hosts: `whole` where they are out of service meanwhile, else only the links of `tasks`."""

    kind: str
    devices: tuple[str, ...]
    whole: bool
    rank: tuple[int, int]
    tasks: list[Task] = field(default_factory=list)


def group_tasks(old: PlanRows, tasks: Iterable[Task], themselves: Collection[str], leave: Iterable[str]) -> list[Group]:
    """Return the groups. `themselves`: devices that change as a whole; `leave`: those that go.

    A link belongs to its upper device, for that is what many hosts share; where the lower one changes as a whole, to that one.
    Management ports of switches are cables like any other: their switch goes on without, unless it leaves.
    """
    gone = set(leave)
    groups = _groups_of_devices(old, set(themselves) | gone, gone)
    plain: dict[str, Group] = {}
    ranks = {row["name"]: (_RANK[row["tier"]], number) for number, row in enumerate(old["switches"])}
    for task in tasks:
        assert task.before is not None
        low, high = task.before["a"]["device"], task.before["b"]["device"]
        managed = low in ranks and low not in gone and task.before["kind"] == "host_leaf"
        group = None if managed else groups.get(low)
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
            kind = "leave" if name in gone else "host"
            batch = (kind, row["rack"] if row["role"] == _BATCHED else name)
            group = batches.setdefault(batch, Group(kind, (), whole=True, rank=(_RANK[kind], number)))
            group.devices += (name,)
            found[name] = group
    for number, row in enumerate(old["switches"]):
        if row["name"] in devices:
            kind = "leave" if row["name"] in gone else "switch"
            found[row["name"]] = Group(kind, (row["name"],), whole=True, rank=(_RANK[row["tier"]], number))
    return found
