"""The order of a migration that keeps the cluster running: leaf by leaf, spine by spine, hosts that move rack by rack.

A step takes one device, so that a host or leaf loses its way to one upper device at a time. A port must be free before a cable comes
to it: who frees it goes first. Where ports are exchanged in a ring, a cable hangs loose until its port is free; a device that so
would lose a second way is taken out of service whole, and the step says so (`out`).
"""

from collections.abc import Iterable, Mapping, Sequence

from generator.change.patch import Patch, Task
from generator.change.places import Occupancy, devices_in
from generator.change.records import Change, Row
from generator.change.sequence import Group, group_tasks, ordered
from generator.change.step import Capacity, Step
from generator.change.tables import PlanRows
from generator.change.touched import GRAVE, MANAGEMENT, touched, whole


def migration(old: PlanRows, new: PlanRows, changes: Sequence[Change]) -> list[Step]:
    """Return the steps from one plan to the other; none where nothing existing is touched.

    Where more leaves come than an envelope had, switches that stand take the raised limits of routes first.
    """
    steps = _moves(old, new, changes)
    raised = {change.key[0] for change in changes if change.table == "limits" and _raised(change)}
    there = {row["name"] for row in new["switches"]}
    speakers = [row["name"] for row in old["switches"] if row["fabric"] in raised and row["name"] in there]
    if not speakers:
        return steps
    come = _devices(old, new)[2]
    pulled = [Task(None, change.after) for change in changes if change.table == "links" and change.before is None]
    if not steps and (come or pulled):
        steps = [Step(kind="add", devices=tuple(come), plug=_cables(pulled, "after"))]
    return [Step(kind="limits", devices=tuple(speakers)), *steps]


def _raised(change: Change) -> bool:
    """Whether sessions take more than before: those that take less are told so with the rest of their files."""
    before, after = change.before, change.after
    return (
        before is not None and after is not None and any(after[key] > before[key] for key in ("from_leaf", "from_all"))
    )


def _moves(old: PlanRows, new: PlanRows, changes: Sequence[Change]) -> list[Step]:
    """Return the steps as far as they concern devices and cables."""
    tasks = [
        Task(change.before, change.after)
        for change in changes
        if change.table == "links" and (change.kind in GRAVE or change.before is None)
    ]
    stay, leave, come = _devices(old, new)
    themselves = whole(touched(old, new, changes)) & stay
    there = [task for task in tasks if task.before is not None]
    if not themselves and not leave and not there:
        return []
    occupancy = Occupancy(old, new)
    late = [name for name in come if occupancy.waits_for(name)]
    patch = Patch(old["links"], tasks, absent=set(come))
    patch.unplug(task for task in tasks if task.before is None)  # from the first they wait for their ports and devices
    work = _Migration(old, patch, leave)
    work.add([name for name in come if name not in late])
    for group in ordered(group_tasks(old, there, themselves, leave), occupancy):
        work.take(group)
        occupancy.free(group.devices)
        placed = [name for name in late if not occupancy.waits_for(name)]
        late = [name for name in late if name not in placed]
        if placed:
            work.add(placed)
    return work.steps


def _devices(old: PlanRows, new: PlanRows) -> tuple[set[str], list[str], list[str]]:
    """Name the devices that stay, that leave and that come; hosts, then switches."""
    before, after = ({row["name"]: None for row in devices_in(plan)} for plan in (old, new))
    return set(before) & set(after), [n for n in before if n not in after], [n for n in after if n not in before]


class _Migration:
    """Steps taken so far, on the floor as they leave it."""

    def __init__(self, old: PlanRows, patch: Patch, leave: Iterable[str]) -> None:
        self.steps: list[Step] = []
        self._patch = patch
        self._hosts = {row["name"] for row in old["hosts"]}
        self._leaving = set(leave)
        self._drained: dict[str, None] = {}
        self._of = {link["fabric"]: 0 for link in old["links"]}
        for link in old["links"]:
            self._of[link["fabric"]] += 1

    def add(self, devices: Sequence[str]) -> None:
        """Set up new devices, and plug in what finds its ports free."""
        self._patch.absent -= set(devices)
        plugged = self._patch.plug()
        if devices or plugged:
            back = self._back()
            self.steps.append(Step(kind="add", devices=tuple(devices), plug=_cables(plugged, "after"), undrain=back))
            self._count(plugged)

    def take(self, group: Group) -> None:
        """Do the work on one device, or on the hosts of one rack."""
        patch = self._patch
        tasks = patch.still(group.tasks, {name for name in group.devices if name in self._leaving})
        out = set(group.devices) if group.whole else set()
        cut = self._cut(tasks, out)
        out |= self._overtaxed(cut, out)
        cut = self._cut(tasks, out)
        drain = [name for name in self._strangled(cut) if name not in self._drained and name not in self._leaving]
        self._drained |= dict.fromkeys(drain)
        drain = [*(name for name in group.devices if name in self._leaving & self._hosts), *drain]
        unplugged = patch.unplug(tasks)
        plugged = patch.plug()
        anew = {id(task): task for task in unplugged if task.stays and task in plugged}
        self.steps.append(
            Step(
                kind=group.kind,
                devices=group.devices,
                out=tuple(sorted(out - self._leaving)),
                drain=tuple(drain),
                unplug=_cables((task for task in unplugged if id(task) not in anew), "before"),
                plug=_cables((task for task in plugged if id(task) not in anew), "after"),
                anew=_cables(anew.values(), "after"),
                loose=_cables([task for task in patch.loose if task.before is not None], "before"),
                undrain=self._back(),
                capacity=self._capacity(cut),
            )
        )
        self._count((*unplugged, *plugged))

    def _count(self, tasks: Iterable[Task]) -> None:
        """Keep the number of links of each fabric: those that come are there once they are plugged, those that go until they are not."""
        for task in tasks:
            if task.before is None and task.after is not None:
                self._of[task.after["fabric"]] = self._of.get(task.after["fabric"], 0) + 1
            elif task.before is not None and task.after is None:
                self._of[task.before["fabric"]] -= 1

    def _back(self) -> tuple[str, ...]:
        """Name the hosts that may have jobs again: those that no loose cable keeps from a rail."""
        still = set(self._strangled(list(self._patch.parked())))
        back = tuple(name for name in self._drained if name not in still)
        for name in back:
            del self._drained[name]
        return back

    def _cut(self, tasks: Iterable[Task], out: set[str]) -> list[Row]:
        """Return the links that are down in a step: what hangs loose, what is unplugged, all of what is out."""
        found = {id(link): link for link in self._patch.parked()}
        found |= {id(task.before): task.before for task in tasks if task.before is not None}
        found |= {id(link): link for link in self._patch.on(out)}
        return list(found.values())

    def _overtaxed(self, cut: Sequence[Row], out: set[str]) -> set[str]:
        """Name the devices that would lose the way to more than one upper device: switches first, whose loss their hosts feel."""
        found = {name for name, uppers in _ways(cut).items() if len(uppers) > 1} - out - self._hosts
        behind = [*cut, *self._patch.on(found)]
        found |= {name for name, uppers in _ways(behind).items() if len(uppers) > 1 and name in self._hosts} - out
        return found - self._leaving

    def _strangled(self, cut: Iterable[Row]) -> list[str]:
        """Name the hosts that have no link left in some fabric and rail, so that their jobs must not run."""
        down: dict[tuple[str, str, int | None], set[int]] = {}
        for link in cut:
            if link["a"]["device"] in self._hosts and link["fabric"] != MANAGEMENT:
                down.setdefault((link["a"]["device"], link["fabric"], link["rail"]), set()).add(id(link))
        found: dict[str, None] = {}
        for (host, fabric, rail), lost in down.items():
            if not any(
                link["fabric"] == fabric and link["rail"] == rail and id(link) not in lost
                for link in self._patch.up.get(host, {}).values()
                if link["a"]["device"] == host
            ):
                found[host] = None
        return list(found)

    def _capacity(self, cut: Iterable[Row]) -> tuple[Capacity, ...]:
        lost: dict[str, int] = {}
        for link in cut:
            lost[link["fabric"]] = lost.get(link["fabric"], 0) + 1
        return tuple(Capacity(fabric, lost[fabric], of) for fabric, of in self._of.items() if fabric in lost)


def _ways(links: Iterable[Row]) -> Mapping[str, set[str]]:
    """Return the upper devices of links by the lower one, but for management."""
    found: dict[str, set[str]] = {}
    for link in links:
        if link["fabric"] != MANAGEMENT:
            found.setdefault(link["a"]["device"], set()).add(link["b"]["device"])
    return found


def _cables(tasks: Iterable[Task], side: str) -> tuple[str, ...]:
    rows = (task.before if side == "before" else task.after for task in tasks)
    return tuple(dict.fromkeys(row["cable"] for row in rows if row is not None))
