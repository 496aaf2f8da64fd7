"""The order of a migration that keeps the cluster running: leaf by leaf, spine by spine, hosts that move rack by rack.

A step takes one device, so that a host or leaf loses its way to one upper device at a time. A port must be free before a cable comes
to it: who frees it goes first. Where ports are exchanged in a ring, a cable hangs loose until its port is free; a device that so
would lose a second way is taken out of service whole, and the step says so (`out`).
"""

from collections.abc import Collection, Iterable, Sequence

from generator.change.islands import Islands
from generator.change.links import Port
from generator.change.patch import Patch, Task
from generator.change.places import Occupancy, devices_in
from generator.change.records import Change
from generator.change.sequence import group_tasks, ordered
from generator.change.stand_ins import stand_ins
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.change.touched import GRAVE, touched, whole
from generator.change.work import Work, cables


def migration(
    old: PlanRows, new: PlanRows, changes: Sequence[Change], loads: Collection[str] = frozenset()
) -> list[Step]:
    """Return the steps from one plan to the other; none where nothing existing is touched.

    `loads` names the devices whose new files interrupt them: a switch of these is out of service in the step in which it loads them. Where more leaves
    come than an envelope had, switches that stand take the raised limits of routes first.
    """
    steps = _moves(old, new, changes, loads)
    raised = {change.key[0] for change in changes if change.table == "limits" and _raised(change)}
    there = {row["name"] for row in new["switches"]}
    speakers = [row["name"] for row in old["switches"] if row["fabric"] in raised and row["name"] in there]
    if not speakers:
        return steps
    come = _devices(old, new)[2]
    pulled = [Task(None, change.after) for change in changes if change.table == "links" and change.before is None]
    if not steps and (come or pulled):
        steps = [Step(kind="add", devices=tuple(come), plug=cables(pulled, "after"))]
    return [Step(kind="limits", devices=tuple(speakers)), *steps]


def _raised(change: Change) -> bool:
    """Whether sessions take more than before: those that take less get that with the rest of their files."""
    before, after = change.before, change.after
    return (
        before is not None and after is not None and any(after[key] > before[key] for key in ("from_leaf", "from_all"))
    )


def _moves(old: PlanRows, new: PlanRows, changes: Sequence[Change], loads: Collection[str]) -> list[Step]:
    """Return the steps of devices, cables and files of switches."""
    tasks = [
        Task(change.before, change.after)
        for change in changes
        if change.table == "links" and (change.kind in GRAVE or change.before is None)
    ]
    stay, leave, come = _devices(old, new)
    themselves = whole(touched(old, new, changes)) & stay
    there = [task for task in tasks if task.before is not None]
    pushed = [row["name"] for row in old["switches"] if row["name"] in loads and row["name"] in stay]
    if not themselves and not leave and not there and not pushed:
        return []
    occupancy = Occupancy(old, new)
    late = [name for name in come if occupancy.waits_for(name)]
    patch = Patch(old["links"], tasks, absent=set(come))
    patch.unplug(task for task in tasks if task.before is None)  # from the first they wait for their ports and devices
    work = Work(old, patch, leave, loads, Islands(old, new))
    work.hold(there, changes)
    work.add([name for name in come if name not in late])
    made = group_tasks(old, there, themselves, leave)
    rivals = stand_ins(old, {name for group in made if group.kind == "switch" for name in group.devices})
    groups = ordered(made, occupancy, rivals)
    alone = [name for name in pushed if not any(name in group.devices for group in groups)]
    first = _gaining(tasks) & set(alone)
    work.push([name for name in alone if name in first])
    for group in groups:
        work.take(group, occupancy.carried(group.devices))
        occupancy.free(group.devices)
        placed = [name for name in late if not occupancy.waits_for(name)]
        late = [name for name in late if name not in placed]
        if placed:
            work.add(placed)
    work.push([name for name in alone if name not in first])
    work.release()
    return work.steps


def _gaining(tasks: Iterable[Task]) -> set[str]:
    """Name the devices that have links in ports that were empty: they must know these before other links go."""
    held: set[Port] = set()
    needed: set[Port] = set()
    for task in tasks:
        held.update(task.holds)
        needed.update(task.needs)
    return {port[0] for port in needed - held}


def _devices(old: PlanRows, new: PlanRows) -> tuple[set[str], list[str], list[str]]:
    """Name the devices that stay, that leave and that come; hosts, then switches."""
    before, after = ({row["name"]: None for row in devices_in(plan)} for plan in (old, new))
    return set(before) & set(after), [n for n in before if n not in after], [n for n in after if n not in before]
