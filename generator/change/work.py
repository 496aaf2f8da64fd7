"""The physical work, step by step: hosts to drain, devices out of service, links that are down, and hosts to undrain."""

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from generator.change.held import Held, held_hosts
from generator.change.islands import Islands
from generator.change.losses import Losses
from generator.change.patch import Patch, Task
from generator.change.records import Change, Row
from generator.change.sequence import Group
from generator.change.stand_ins import apart
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.change.touched import MANAGEMENT


class Work:
    """The steps so far, and the state of cables and places after them."""

    def __init__(
        self, old: PlanRows, patch: Patch, leave: Iterable[str], loads: Collection[str], islands: Islands
    ) -> None:
        self.steps: list[Step] = []
        self._old, self._loads, self._islands = old, loads, islands
        self._held = Held()
        self._split: list[str] = []
        self._patch = patch
        self._hosts = {row["name"] for row in old["hosts"]}
        self._leaving = set(leave)
        self._losses = Losses(old, patch, self._leaving)
        self._drained: dict[str, None] = {}

    def hold(self, tasks: Sequence[Task], changes: Iterable[Change], waiting: Collection[str] = ()) -> None:
        """Keep hosts drained from their first step to the last one, as `held` says."""
        self._held = held_hosts(tasks, changes, self._hosts - self._leaving, self._loads, waiting)

    def add(self, devices: Sequence[str]) -> None:
        """Add new devices, and plug in all cables whose ports are free."""
        self._patch.arrive(devices)
        plugged = self._patch.plug()
        if devices or plugged:
            self._islands.plug(plugged)
            back = self._back()
            self.steps.append(Step(kind="add", devices=tuple(devices), plug=cables(plugged, "after"), undrain=back))
            self._losses.count(plugged)

    def push(self, switches: Collection[str]) -> None:
        """Add steps in which switches load their new files: together if their hosts keep another path, all others one by one."""
        for part in apart(self._old, [row for row in self._old["switches"] if row["name"] in switches]):
            alone = [name for name in part if self._losses.strangled(self._patch.on({name}))]
            for devices in (tuple(name for name in part if name not in alone), *((name,) for name in alone)):
                if devices:
                    self._push(devices)

    def _push(self, devices: tuple[str, ...]) -> None:
        cut = self._losses.cut((), set(devices))
        drain, capacity = self._drain(self._losses.strangled(cut), cut), self._losses.capacity(cut)
        self.steps.append(
            Step(kind="push", devices=devices, out=devices, drain=drain, undrain=self._back(), capacity=capacity)
        )

    def release(self) -> None:
        """Add steps in which held hosts load their end of reconfigured links, and get jobs again."""
        done = {name for step in self.steps if step.kind == "host" for name in step.devices}
        held, self._held = self._held, Held()
        mine = (held.anew - held.installed | held.late - done) & self._drained.keys()
        anew = tuple(row["name"] for row in self._old["hosts"] if row["name"] in mine)
        back = self._back()
        if anew:
            self.steps.append(Step(kind="files", devices=anew, undrain=back))
        elif back:
            self.steps[-1] = replace(self.steps[-1], undrain=(*self.steps[-1].undrain, *back))

    def take(self, group: Group, carried: Collection[str] = ()) -> None:
        """Do the work on one device, or on the hosts of one rack; all cables of devices that move are unplugged."""
        patch = self._patch
        tasks = patch.still(group.tasks, {name for name in group.devices if name in self._leaving})
        out = {name for name in group.devices if group.whole or (group.kind == "switch" and name in self._loads)}
        cut = self._losses.cut(tasks, out)
        out |= self._losses.overtaxed(cut, out)
        cut = self._losses.cut(tasks, out)
        lost, capacity = self._losses.strangled(cut), self._losses.capacity(cut)
        pulled = cables(tasks, "before")
        again = (
            cut if group.kind == "aside" else [link for link in patch.on(set(carried)) if link["cable"] not in pulled]
        )
        unplugged = patch.unplug(tasks)
        if group.kind != "aside":
            patch.arrive(group.devices)
        plugged = patch.plug()
        self._islands.unplug(unplugged)
        self._islands.plug(plugged)
        self._split = self._islands.split()
        drain = self._drain(lost, cut)
        anew = {id(task): task for task in unplugged if task.stays and not task.carried and task in plugged}
        self.steps.append(
            Step(
                kind=group.kind,
                devices=group.devices,
                out=tuple(sorted(out - self._leaving)),
                drain=(*(name for name in group.devices if name in self._leaving & self._hosts), *drain),
                unplug=cables((task for task in unplugged if id(task) not in anew), "before"),
                plug=cables((task for task in plugged if id(task) not in anew), "after"),
                anew=cables(anew.values(), "after"),
                again=_each_once(again),
                loose=_each_once(patch.parked.links.values()),
                undrain=self._back(),
                capacity=capacity,
                carried=() if group.kind == "aside" else tuple(name for name in group.devices if name in carried),
                aside=group.aside,
            )
        )
        self._losses.count((*unplugged, *plugged))

    def _drain(self, lost: Iterable[str], cut: Iterable[Row]) -> tuple[str, ...]:
        """Return the hosts to drain before a step: they lose a rail, or are in a separate part of a fabric after it, or are held from here on."""
        held = [
            link["a"]["device"]
            for link in cut
            if link["fabric"] != MANAGEMENT and link["a"]["device"] in self._held.hosts
        ]
        found = [*lost, *self._split, *held]
        drain = tuple(name for name in dict.fromkeys(found) if name not in self._drained and name not in self._leaving)
        self._drained |= dict.fromkeys(drain)
        return drain

    def _back(self) -> tuple[str, ...]:
        """Return the hosts that may have jobs again: those without an unplugged cable of a rail."""
        patch, still = self._patch, {*self._split, *self._held.hosts}
        back = tuple(
            name
            for name in self._drained
            if name not in still and all(patch.rails.get(rail) for rail in patch.parked.rails.get(name, ()))
        )
        for name in back:
            del self._drained[name]
        return back


def pushes(plan: PlanRows, switches: Collection[str], loads: Collection[str]) -> list[Step]:
    """Return the steps in which switches load their new files and nothing else changes; those in `loads` are out of service."""
    work = Work(plan, Patch(plan["links"], ()), (), loads, Islands(plan, plan))
    work.push(set(switches) & set(loads))
    return work.steps


def cables(tasks: Iterable[Task], side: str) -> tuple[str, ...]:
    """Name the cables of links, each once; `side` is before or after."""
    rows = (task.before if side == "before" else task.after for task in tasks)
    return _each_once(row for row in rows if row is not None)


def _each_once(links: Iterable[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(link["cable"] for link in links))
