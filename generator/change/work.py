"""The physical work, step by step: hosts to drain, devices out of service, links that are down, and hosts to undrain."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from generator.change.islands import Islands
from generator.change.parked import Rail, rail_of
from generator.change.patch import Patch, Task
from generator.change.records import Change, Key, Kind, Row
from generator.change.replaced import renewed
from generator.change.sequence import Group
from generator.change.stand_ins import apart
from generator.change.step import Capacity, Step
from generator.change.tables import PlanRows
from generator.change.touched import MANAGEMENT


class Work:
    """The steps so far, and the state of cables and places after them."""

    def __init__(
        self, old: PlanRows, patch: Patch, leave: Iterable[str], loads: Collection[str], islands: Islands
    ) -> None:
        self.steps: list[Step] = []
        self._old, self._loads, self._islands = old, loads, islands
        self._anew: set[str] = set()
        self._held: set[str] = set()
        self._late: set[str] = set()
        self._installed: set[str] = set()
        """Hosts whose own step installs them anew, with all of their files."""
        self._split: list[str] = []
        self._patch = patch
        self._hosts = {row["name"] for row in old["hosts"]}
        self._leaving = set(leave)
        self._drained: dict[str, None] = {}
        self._of = {link["fabric"]: 0 for link in old["links"]}
        for link in old["links"]:
            self._of[link["fabric"]] += 1

    def add(self, devices: Sequence[str]) -> None:
        """Add new devices, and plug in all cables whose ports are free."""
        self._patch.arrive(devices)
        plugged = self._patch.plug()
        if devices or plugged:
            self._islands.plug(plugged)
            back = self._back()
            self.steps.append(Step(kind="add", devices=tuple(devices), plug=cables(plugged, "after"), undrain=back))
            self._count(plugged)

    def hold(self, tasks: Sequence[Task], changes: Iterable[Change], waiting: Collection[str] = ()) -> None:
        """Keep hosts drained from their first step to the last one: those with a link that is reconfigured at both ends, that has another address at another switch, or in place of which another port has one, those whose instance or VLAN number changes, and those `waiting` for a gateway at another address.

        One leaf of a pair has the new number first: until both have it, hosts behind one do not reach those behind the other.
        """
        self._anew = {x.before["a"]["device"] for x in tasks if x.resets and x.before is not None} & self._hosts
        moved = {x.before["a"]["device"] for x in tasks if x.readdressed and x.before is not None} | _recabled(tasks)
        others = (_between(changes) | moved | {*waiting}) & self._hosts
        self._held = self._anew | others - self._leaving
        self._late = {name for name in others if name in self._loads} | {*waiting} & self._hosts
        self._installed = set(renewed(changes)) & self._hosts

    def push(self, switches: Collection[str]) -> None:
        """Add steps in which switches load their new files: together if their hosts keep another path, all others one by one."""
        for part in apart(self._old, [row for row in self._old["switches"] if row["name"] in switches]):
            alone = [name for name in part if self._strangled(self._patch.on({name}))]
            for devices in (tuple(name for name in part if name not in alone), *((name,) for name in alone)):
                if devices:
                    self._push(devices)

    def _push(self, devices: tuple[str, ...]) -> None:
        cut = self._cut((), set(devices))
        drain, capacity = self._drain(self._strangled(cut), cut), self._capacity(cut)
        self.steps.append(
            Step(kind="push", devices=devices, out=devices, drain=drain, undrain=self._back(), capacity=capacity)
        )

    def release(self) -> None:
        """Add steps in which held hosts load their end of reconfigured links, and get jobs again."""
        done = {name for step in self.steps if step.kind == "host" for name in step.devices}
        mine = (self._anew - self._installed | self._late - done) & self._drained.keys()
        anew = tuple(row["name"] for row in self._old["hosts"] if row["name"] in mine)
        self._held.clear()
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
        cut = self._cut(tasks, out)
        out |= self._overtaxed(cut, out)
        cut = self._cut(tasks, out)
        lost, capacity = self._strangled(cut), self._capacity(cut)
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
        self._count((*unplugged, *plugged))

    def _drain(self, lost: Iterable[str], cut: Iterable[Row]) -> tuple[str, ...]:
        """Return the hosts to drain before a step: they lose a rail, or are in a separate part of a fabric after it, or are held from here on."""
        held = [
            link["a"]["device"] for link in cut if link["fabric"] != MANAGEMENT and link["a"]["device"] in self._held
        ]
        found = [*lost, *self._split, *held]
        drain = tuple(name for name in dict.fromkeys(found) if name not in self._drained and name not in self._leaving)
        self._drained |= dict.fromkeys(drain)
        return drain

    def _count(self, tasks: Iterable[Task]) -> None:
        """Update the number of links of each fabric: new ones count once they are plugged, removed ones until they are unplugged."""
        for task in tasks:
            if task.before is None and task.after is not None:
                self._of[task.after["fabric"]] = self._of.get(task.after["fabric"], 0) + 1
            elif task.before is not None and task.after is None:
                self._of[task.before["fabric"]] -= 1

    def _back(self) -> tuple[str, ...]:
        """Return the hosts that may have jobs again: those without an unplugged cable of a rail."""
        patch, still = self._patch, {*self._split, *self._held}
        back = tuple(
            name
            for name in self._drained
            if name not in still and all(patch.rails.get(rail) for rail in patch.parked.rails.get(name, ()))
        )
        for name in back:
            del self._drained[name]
        return back

    def _cut(self, tasks: Iterable[Task], out: set[str]) -> list[Row]:
        """Return the links that a step takes down in addition to those unplugged before: unplugged ones, and all of devices that are out."""
        found = {id(task.before): task.before for task in tasks if task.before is not None}
        found |= {id(link): link for link in self._patch.on(out)}
        return list(found.values())

    def _overtaxed(self, cut: Sequence[Row], out: set[str]) -> set[str]:
        """Return the devices that would lose their path to more than one upper device: switches first, as their loss affects hosts."""
        found = self._cut_twice(cut) - out - self._hosts
        found |= self._cut_twice([*cut, *self._patch.on(found)]) & self._hosts - out
        return found - self._leaving

    def _cut_twice(self, cut: Iterable[Row]) -> set[str]:
        """Return the lower devices whose links to more than one upper device are cut or unplugged."""
        parked = self._patch.parked
        return parked.several | {
            name for name, uppers in _upper_devices(cut).items() if len(uppers | parked.uppers.get(name, {}).keys()) > 1
        }

    def _strangled(self, cut: Iterable[Row]) -> list[str]:
        """Name the hosts that lose their last link in some fabric and rail, so that their jobs must not run: first those with an unplugged link of it."""
        patch, loose = self._patch, self._patch.parked
        lost = Counter(
            rail_of(link)
            for link in cut
            if link["a"]["device"] in self._hosts and link["fabric"] != MANAGEMENT and id(link) not in patch.unused
        )
        last = [rail for rail, count in lost.items() if patch.rails.get(rail, 0) == count]
        first = sorted((rail for rail in last if loose.holds(rail)), key=loose.first)
        return list(dict.fromkeys(rail[0] for rail in (*first, *last)))

    def _capacity(self, cut: Iterable[Row]) -> tuple[Capacity, ...]:
        """Return the links of each fabric that are down: unplugged and cut."""
        lost = self._patch.parked.fabrics + Counter(link["fabric"] for link in cut)
        return tuple(Capacity(fabric, lost[fabric], of) for fabric, of in self._of.items() if fabric in lost)


def pushes(plan: PlanRows, switches: Collection[str], loads: Collection[str]) -> list[Step]:
    """Return the steps in which switches load their new files and nothing else changes; those in `loads` are out of service."""
    work = Work(plan, Patch(plan["links"], ()), (), loads, Islands(plan, plan))
    work.push(set(switches) & set(loads))
    return work.steps


def _between(changes: Iterable[Change]) -> set[str]:
    """Return the devices with a port whose routing instance or VLAN number changes."""
    found: set[str] = set()
    tagged: dict[Key, set[Kind]] = {}
    for change in changes:
        if change.table == "ports" and change.row["fabric"] != MANAGEMENT:
            names = {field.name for field in change.fields}
            if "tagged" in names:
                tagged.setdefault(change.key, set()).add(change.kind)
            if names & {"vrf", "tenant", "vlan"} or tagged.get(change.key, set()) >= {Kind.ADDED, Kind.REMOVED}:
                found.add(change.row["peer"])
    return found


def _recabled(tasks: Iterable[Task]) -> set[str]:
    """Return the lower devices that lose a link of a rail and get one at another port, which is no path before their new files."""
    gone, come = set[Rail](), set[Rail]()
    for task in tasks:
        if task.after is None and task.before is not None:
            gone.add(rail_of(task.before))
        elif task.before is None and task.after is not None:
            come.add(rail_of(task.after))
    return {device for device, fabric, _ in gone & come if fabric != MANAGEMENT}


def _upper_devices(links: Iterable[Row]) -> Mapping[str, set[str]]:
    """Return the upper devices of links by the lower one, but for management."""
    found: dict[str, set[str]] = {}
    for link in links:
        if link["fabric"] != MANAGEMENT:
            found.setdefault(link["a"]["device"], set()).add(link["b"]["device"])
    return found


def cables(tasks: Iterable[Task], side: str) -> tuple[str, ...]:
    """Name the cables of links, each once; `side` is before or after."""
    rows = (task.before if side == "before" else task.after for task in tasks)
    return _each_once(row for row in rows if row is not None)


def _each_once(links: Iterable[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(link["cable"] for link in links))
