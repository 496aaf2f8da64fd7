"""The order of a migration that keeps the cluster running: leaf by leaf, spine by spine, hosts that move rack by rack.

A step takes one device, so that a host or leaf loses its path to one upper device at a time. A port must be free before a cable is plugged into it:
the step that frees it comes first. Where ports are exchanged in a cycle, one cable stays unplugged until its port is free; a device that would
thereby lose a second path is taken out of service, as `out` of the step.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from generator.change.images import KIND, put_last
from generator.change.islands import Islands
from generator.change.links import Port
from generator.change.patch import Patch, Task
from generator.change.places import Occupancy, devices_in
from generator.change.readdressed import behind
from generator.change.records import Change
from generator.change.sequence import after_switches, group_tasks, ordered
from generator.change.stand_ins import stand_ins
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.change.touched import GRAVE, touched, whole
from generator.change.work import Work, cables

_OF_SWITCHES = frozenset({KIND, "switch", "push"})


def migration(
    old: PlanRows, new: PlanRows, changes: Sequence[Change], loads: Collection[str] = frozenset()
) -> list[Step]:
    """Return the steps from one plan to the other; empty where nothing existing is touched.

    `loads` are the devices whose new files interrupt them: a switch of these is out of service in the step in which it loads them. If leaves are
    added beyond the earlier envelope, existing switches get the raised limits of routes first.
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
    """Whether sessions accept more prefixes than before; lowered limits come with the rest of the files."""
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
    waiting, alone = behind(old, changes, themselves | {*pushed})
    themselves -= alone
    if not themselves and not leave and not there and not pushed:
        return []
    occupancy = Occupancy(old, new)
    late = [name for name in come if occupancy.waits_for(name)]
    made = group_tasks(old, there, themselves, leave)
    after_switches(made, waiting)
    put_last(made, old, changes, _gaining(tasks) if there else ())
    renewed = (occupancy.carried(stay) | _remodelled(old, new)) & {name for group in made for name in group.devices}
    standing = {row["name"] for row in old["hosts"]} & stay
    patch = Patch(old["links"], tasks, absent=set(come), renewed=renewed, standing=standing)
    patch.unplug(task for task in tasks if task.before is None)  # from the start they wait for their ports and devices
    work = Work(old, patch, leave, loads, Islands(old, new))
    work.hold(tasks, changes, waiting)
    work.add([name for name in come if name not in late])
    rivals = stand_ins(old, {name for group in made if group.kind == "switch" for name in group.devices})
    groups = ordered(made, occupancy, rivals)
    unmade = [name for name in pushed if not any(name in group.devices for group in groups)]
    first = _gaining(tasks) & set(unmade)
    work.push([name for name in unmade if name in first])
    for group in groups:
        work.take(group, occupancy.carried(group.devices))
        occupancy.free(group.devices)
        placed = [name for name in late if not occupancy.waits_for(name)]
        late = [name for name in late if name not in placed]
        if placed:
            work.add(placed)
    work.push([name for name in unmade if name not in first])
    work.release()
    return list(_drained_once(work.steps))


def _remodelled(old: PlanRows, new: PlanRows) -> set[str]:
    """Return the devices that are replaced by another model."""
    models = {row["name"]: row["model"] for row in devices_in(old)}
    return {row["name"] for row in devices_in(new) if models.get(row["name"], row["model"]) != row["model"]}


def _gaining(tasks: Iterable[Task]) -> set[str]:
    """Return the devices with links in ports that were empty: they must be configured before other links are unplugged."""
    held: set[Port] = set()
    needed: set[Port] = set()
    for task in tasks:
        held.update(task.holds)
        needed.update(task.needs)
    return {port[0] for port in needed - held}


def _devices(old: PlanRows, new: PlanRows) -> tuple[set[str], list[str], list[str]]:
    """Return the devices that stay, that are removed and that are added; hosts, then switches."""
    before, after = ({row["name"]: None for row in devices_in(plan)} for plan in (old, new))
    return set(before) & set(after), [n for n in before if n not in after], [n for n in after if n not in before]


def _drained_once(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield steps with hosts that stay drained from one switch to the next: the leaves of all of their rails change while their jobs are gone."""
    stay: frozenset[str] = frozenset()
    for number, step in enumerate(steps):
        later = steps[number + 1] if number + 1 < len(steps) else None
        here = stay
        both = step.kind in _OF_SWITCHES and later is not None and later.kind in _OF_SWITCHES
        stay = frozenset(step.undrain) & frozenset(later.drain) if both and later is not None else frozenset()
        if here or stay:
            drain = tuple(name for name in step.drain if name not in here)
            yield replace(step, drain=drain, undrain=tuple(name for name in step.undrain if name not in stay))
        else:
            yield step
